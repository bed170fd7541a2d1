"""What a teacher puts beside an assignment: read as ``check`` reads it, or refused as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.maze_file import save_maze
from wsusim.lab.assignment_files import MOST_BYTES, AssignmentFiles, AssignmentShelf

TOML = b"""title = "Drive"
mazes = ["field"]
seeds = [1]
time_limit_s = 5

[[counts]]
what = "contacts"
points = 2
full_count = 0
none_count = 5
"""


@pytest.fixture
def shelf(tmp_path: Path) -> AssignmentShelf:
    """Return the shelf of an empty lab."""
    return AssignmentShelf(tmp_path)


def test_an_assignment_has_what_was_put_beside_it(shelf: AssignmentShelf) -> None:
    """Each by its kind."""
    kept = shelf.put(1, {"drive.toml": TOML, "start.py": b"x = 1\n", "task.PNG": b"picture"})

    assert kept.check is not None
    assert kept.starter is not None
    assert kept.picture is not None
    assert (kept.check.name, kept.starter.read_bytes(), kept.picture.name, kept.mazes) == (
        "drive.toml", b"x = 1\n", "task.PNG", ("field",),
    )  # fmt: skip


def test_a_maze_of_its_own_lies_beside_it(shelf: AssignmentShelf, tmp_path: Path) -> None:
    """As on the teacher's disk."""
    save_maze(find_maze("field"), tmp_path / "mine.json")
    toml = TOML.replace(b'"field"', b'"mine.json"')
    kept = shelf.put(1, {"drive.toml": toml, "mine.json": (tmp_path / "mine.json").read_bytes()})

    assert kept.mazes == ("mine",)


def test_no_files_take_all_away(shelf: AssignmentShelf) -> None:
    """New ones take the place of the old ones."""
    shelf.put(1, {"start.py": b""})
    kept = shelf.put(1, {"picture.png": b""})
    gone = shelf.put(1, {})

    assert kept.starter is None
    assert gone == AssignmentFiles()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../x.py": b""}, "can't name a file here"),
        ({"x.svg": b"<svg/>"}, "an assignment takes an assignment file"),
        ({"a.png": bytes(MOST_BYTES + 1)}, "Make the picture smaller"),
        ({"a.py": b"", "b.py": b""}, "several programs to start from"),
        ({"a.toml": TOML.replace(b"points", b"pionts")}, "a.toml"),
        ({"a.toml": TOML.replace(b'"field"', b'"nowhere"')}, "nowhere"),
        ({"a.toml": TOML.replace(b'"field"', b'"../../secret.json"')}, "have no '/'"),
        (
            {"a.toml": TOML + b'[[counts]]\nwhat = "own"\npredicate = "c.py:f"\npoints = 1\n'},
            "doesn't run",
        ),
    ],
)
def test_what_cant_be_used_changes_nothing(
    shelf: AssignmentShelf, files: Mapping[str, bytes], said: str
) -> None:
    """It is told with the name that the teacher knows, and no folder of ours."""
    shelf.put(1, {"start.py": b"kept"})
    with pytest.raises(BadInput, match=said) as told:
        shelf.put(1, files)
    starter = shelf.of(1).starter

    assert "assignments/" not in str(told.value)
    assert starter is not None
    assert starter.read_bytes() == b"kept"
