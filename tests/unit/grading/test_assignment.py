"""Assignments, and what is told when one can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.grading.assignment import load_assignment
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute
from wsusim.shipped import shipped_folder

HEAD = 'title = "x"\nmazes = ["rooms"]\n'


def refusal(tmp_path: Path, text: str) -> str:
    """Return what is told of an assignment."""
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(BadInput) as caught:
        load_assignment(file)
    return str(caught.value).replace(str(file), "a.toml")


def test_the_template_can_be_used() -> None:
    """The assignment that comes with wsusim is a good one."""
    assignment = load_assignment(shipped_folder("templates") / "assignments" / "first_rooms.toml")

    assert (assignment.points, assignment.runs) == (10.0, 6)


@pytest.mark.parametrize("maze", ["rooms", "island"])
def test_the_templates_mazes_can_be_won_in_its_time(maze: str) -> None:
    """A ready controller reaches the goal in time, so the points can be earned."""
    assignment = load_assignment(shipped_folder("templates") / "assignments" / "first_rooms.toml")

    report = execute(RunRequest(("maze_solver",), maze, time_s=assignment.entry.time_limit_s))

    assert maze in assignment.entry.mazes
    assert report.outcome == "goal"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD, "a.toml: the file has no 'counts'. Add it."),
        (
            f'{HEAD}[[counts]]\nwhat = "goal"\npoints = -1\n',
            "a.toml, line 5: counts[0].points is -1, but it must be a number from 0 to 1000.",
        ),
        (
            f'{HEAD}[[counts]]\nwhat = "time"\npoints = 1\nfull_s = 3\n',
            "a.toml, line 4: counts[0]: 'time' needs 'none_s'. Add it.",
        ),
        (
            f'{HEAD}[[counts]]\nwhat = "goal"\npoints = 1\nfull_s = 3\n',
            "a.toml, line 6: counts[0]: 'full_s' doesn't belong to 'goal'. Leave it out.",
        ),
        (
            f'{HEAD}[[counts]]\nwhat = "goals"\npoints = 1\n',
            "a.toml, line 4: counts[0].what is 'goals', but it must be one of",
        ),
        (
            f'{HEAD}[counts]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 3: counts is {'points': 1, 'what': 'goal'}, but it must be a list [...]. "
            "Write [[counts]], with two brackets, above it.",
        ),
        (
            f'{HEAD}file = "robot"\n[[counts]]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 3: file is 'robot', but it must be the name of a Python file, such as "
            '"robot.py" or "robot.py:Explorer".',
        ),
        (
            f'{HEAD}timing = "serial:1"\n[[counts]]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 3: The timing is 'serial:1', but a serial line has",
        ),
        (
            f'{HEAD}[[counts]]\nwhat = "own"\npoints = 1\npredicate = "none.py:f"\n',
            "a.toml, line 6: the file none.py can't be read: No such file or directory. It must",
        ),
        (
            f'{HEAD}robot = "kepera2"\n[[counts]]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 3: There is no kind of robot called 'kepera2'",
        ),
        (
            f'{HEAD}ideal = true\ntiming = "usb"\n[[counts]]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 4: The timing is 'usb'",
        ),
        (
            'title = "x"\nmazes = ["romos"]\n[[counts]]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 2: There is no built-in maze 'romos'",
        ),
        (
            f'{HEAD}robots = 2\n[[counts]]\nwhat = "goal"\npoints = 1\n',
            "a.toml, line 2: The maze 'rooms' has room for 1 robot, but there are 2",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    """What, the value, what is allowed and the line."""
    assert refusal(tmp_path, text).startswith(told)


def test_a_check_that_is_not_in_its_file(tmp_path: Path) -> None:
    """A predicate must name a function of its file."""
    (tmp_path / "checks.py").write_text("def is_calm(run):\n    return True\n")

    told = refusal(
        tmp_path, f'{HEAD}[[counts]]\nwhat = "own"\npoints = 1\npredicate = "checks.py:calm"\n'
    )

    assert told.startswith("a.toml, line 6: The file checks.py has no function 'calm'.")
