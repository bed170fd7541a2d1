"""Every example of every page of the manual runs, or is at least what the programs understand.

Most pages have tests of their own; what they leave over is here, and no page is forgotten.
"""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
import tomllib
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import numpy as np
import pytest

from tests.end_to_end.recorded_runs import recorded
from tests.examples.test_controller_pages import PAGES, WALL
from wsusim.backends.fake import FakeBackend
from wsusim.cli import cli
from wsusim.control.loader import load_controller
from wsusim.grading.assignment import load_assignment
from wsusim.grading.evidence import Collector
from wsusim.recording.export_csv import export_csv
from wsusim.recording.reader import Recording
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute
from wsusim.shipped import shipped_folder

MANUAL = shipped_folder("manual")

ELSEWHERE = {
    *("how-to/variables.md", "tutorial/find-a-mistake.md"),
    *PAGES,  # test_controller_pages
    "how-to/batches-in-python.md",  # test_batch_pages
    "how-to/evolve-and-learn.md",
    "how-to/emulator.md",  # end_to_end/test_emulator_manual
    "reference/live-stream.md",  # test_stream_page
    "tutorial/first-steps.md",  # end_to_end/test_first_programs
}
"""Pages whose Python runs in other tests."""

HERE = {
    *("explanation/time.md", "how-to/cibermouse.md", "how-to/follow-a-line.md"),
    *("how-to/grade-a-class.md", "how-to/many-runs.md", "how-to/record-and-replay.md"),
    *("how-to/soccer.md", "reference/recording-format.md", "tutorial/a-lesson.md"),
}


@cache
def blocks(page: str) -> list[tuple[str, str]]:
    """Return the language and the text of each block of a page that has one."""
    text = (MANUAL / page).read_text(encoding="utf-8")
    return re.findall(r"^```(\w+)\n(.*?)^```", text, re.S | re.M)


def examples(page: str, language: str) -> list[str]:
    """Return a page's examples in a language."""
    return [text for own, text in blocks(page) if own == language]


def pages() -> list[str]:
    """Return all pages."""
    return sorted(file.relative_to(MANUAL).as_posix() for file in MANUAL.rglob("*.md"))


def test_no_page_is_forgotten() -> None:
    """Python on a further page needs a test, too."""
    assert {page for page in pages() if examples(page, "python")} == ELSEWHERE | HERE


# Python


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def driven(program: str, maze: str, folder: Path, time_s: float) -> Any:
    """Return the report of a run of a program."""
    (folder / "page.py").write_text(program, encoding="utf-8")
    return execute(RunRequest((str(folder / "page.py"),), maze, time_s=time_s))


def test_the_loop_that_never_sleeps_drives(tmp_path: Path) -> None:
    """It goes on in step, and turns at the wall."""
    (loop,) = examples("explanation/time.md", "python")
    head = "from wsusim import Controller\n\n\nclass Page(Controller):\n    def run(self):\n"
    (tmp_path / "page.py").write_text(head + textwrap.indent(loop, " " * 8), encoding="utf-8")
    fake = FakeBackend(WALL, stop_at_s=2.0)

    fake.run(load_controller(str(tmp_path / "page.py")).create())

    assert fake.speeds_at(1.5) == (5, -5)


def test_the_agent_turns_away_from_what_is_near_and_shows_what_it_thinks() -> None:
    """The class of the page, and the lines that another one may have."""
    wanderer, thoughts = examples("how-to/cibermouse.md", "python")
    told: list[Any] = []
    names: dict[str, Any] = {}
    exec(wanderer, names)
    exec(f"class Thinker:\n{thoughts}", names)
    motors = SimpleNamespace(set_powers=lambda left, right: told.append((left, right)))

    for front in (0.5, 2.0):
        seen = SimpleNamespace(obstacle=SimpleNamespace(front=front))
        names["Wanderer"].step(SimpleNamespace(sensors=seen, motors=motors))
    shown = {name: lambda *what: told.append(what) for name in ("show_map", "show_path")}
    names["Thinker"].step(
        SimpleNamespace(time=20, rows=[[None]], left=0, bottom=0, waypoints=[],
                        show_text=told.append, **shown)
    )  # fmt: skip

    assert told[0] == (0.12, 0.12)
    assert told[1][0] < 0 < told[1][1]
    assert told[2:] == [([[None]], 0, 0, 0.5), ([],), "looking for the beacon"]


def test_the_line_is_followed(tmp_path: Path) -> None:
    """For ten seconds, without touching anything."""
    report = driven(examples("how-to/follow-a-line.md", "python")[0], "line", tmp_path, 10.0)

    assert (report.outcome, report.contacts) == ("time", 0)
    assert report.distance_mm > 200.0


def test_the_distance_is_kept(tmp_path: Path) -> None:
    """Up to a wall, without touching it; there it stays."""
    report = driven(examples("how-to/variables.md", "python")[0], "rooms", tmp_path, 20.0)

    assert (report.outcome, report.contacts) == ("time", 0)
    assert report.distance_mm > 100.0


def test_the_program_with_a_mistake_makes_it(tmp_path: Path) -> None:
    """It is to turn four times, and turns twice."""
    (program,) = examples("tutorial/find-a-mistake.md", "python")
    told = Collector()
    file = tmp_path / "page.py"
    head = "def turn(self, near):\n"
    file.write_text(program.replace(head, f"{head}        print(near)\n"), encoding="utf-8")

    report = execute(RunRequest((str(file),), "rooms", time_s=60.0), told)

    assert (report.outcome, len(told.lines)) == ("finished", 2)


def test_the_teachers_own_check_is_part_of_an_assignment(here: Path) -> None:
    """All tables of the page together are a good assignment, and its check judges."""
    (check,) = examples("how-to/grade-a-class.md", "python")
    Path("my_checks.py").write_text(check, encoding="utf-8")
    whole, own, limits = examples("how-to/grade-a-class.md", "toml")[:3]
    Path("a.toml").write_text(f"{whole}\n{own}\n{limits}", encoding="utf-8")
    names: dict[str, Any] = {}
    exec(check, names)
    run = SimpleNamespace(left_speed=np.array([5, 5, -5]), right_speed=np.array([5, 5, -5]))

    assert [one.what for one in load_assignment(Path("a.toml")).entry.counts][-1] == "own"
    assert names["drives_forward"](run) == (False, "67% of the way")


def test_a_table_of_runs_is_read(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the columns that ``batch`` writes."""
    pytest.importorskip("pandas")
    Path("wall_distance.csv").write_text(
        "controller,CLOSE,goal\nwall,300,1\nwall,300,0\nwall,600,1\n", encoding="utf-8"
    )

    exec(examples("how-to/many-runs.md", "python")[0], {})

    assert re.search(r"wall\s+300\s+0\.5", capsys.readouterr().out)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording of 14 s."""
    file = tmp_path_factory.mktemp("run") / "run.mcap"
    recorded(file, "wall_follower", time_s=14.0)
    return file


def test_tables_of_a_recording_are_read(
    recording: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way is drawn of ``tables/poses.csv``."""
    pytest.importorskip("pandas")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    with Recording(recording) as run:
        export_csv(run, Path("tables"))
    names: dict[str, Any] = {}

    exec(examples("how-to/record-and-replay.md", "python")[0], names)

    assert {"time_s", "robot", "x_mm", "y_mm"} <= set(names["poses"].columns)
    import matplotlib.pyplot as plt

    plt.close("all")


@pytest.mark.parametrize("number", [0, 1])
def test_a_recording_is_read(
    recording: Path, here: Path, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    """Without wsusim, and with it."""
    shutil.copy(recording, "run.mcap")

    exec(examples("reference/recording-format.md", "python")[number], {})

    lines = capsys.readouterr().out.splitlines()
    if number:
        assert [int(line.split()[0]) for line in lines] == list(range(1250, 1301, 2))
    else:
        assert float(lines[-1].split()[0]) > 13.0


def test_the_player_runs_for_the_ball(tmp_path: Path) -> None:
    """Beside the file that the page imports."""
    shutil.copytree(shipped_folder("controllers") / "soccer", tmp_path / "soccer")

    report = driven(examples("how-to/soccer.md", "python")[0], "soccer", tmp_path, 5.0)

    assert report.error is None
    assert report.distance_mm > 300.0


def test_the_lesson_walks_four_legs(tmp_path: Path) -> None:
    """With a turn after each."""
    report = driven(examples("tutorial/a-lesson.md", "python")[0], "field", tmp_path, 20.0)

    assert (report.outcome, report.sim_time_s) == ("finished", pytest.approx(6.0, abs=0.05))


# Commands


def commands() -> list[tuple[str, str]]:
    """Return (page, words behind ``main.py``) of every command of wsusim in the manual."""
    found = []
    for page in pages():
        for block in (one for kind in ("sh", "console", "bat") for one in examples(page, kind)):
            for line in block.replace("\\\n", " ").splitlines():
                words = re.search(r"\bmain\.py\b(.*)", line)
                if words is not None:
                    found.append((page, words[1].partition(" > ")[0].strip()))
    return found


@pytest.mark.parametrize("page", sorted({page for page, _ in commands()}))
def test_every_command_of_a_page_is_understood(page: str) -> None:
    """There is such a command, and it has these options; nothing is run."""
    for words in (words for where, words in commands() if where == page):
        understand(shlex.split(words, comments=True))


def understand(words: list[str]) -> None:
    """Have Click read a command line; raises its errors."""
    command: click.Command = cli
    context = click.Context(cli)
    if words and Path(words[0]).suffix in (".json", ".mcap"):
        return  # files for the window
    while isinstance(command, click.Group) and words:
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        assert name is not None
        command, context = found, click.Context(found, context, name)
    if words:
        command.make_context(context.info_name, words, context.parent)


def test_a_command_that_is_none_is_found() -> None:
    """Or the test above could not fail."""
    with pytest.raises(click.UsageError):
        understand(["run", "wall_follower", "--labyrinth", "rooms"])


# Tables


@pytest.mark.parametrize("page", [page for page in pages() if examples(page, "toml")])
def test_every_table_is_toml(page: str) -> None:
    """Without a mistake in its writing."""
    for table in examples(page, "toml"):
        tomllib.loads(table)
