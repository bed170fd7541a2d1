"""A recorded run of a real robot: a changed program is tried on it, and simulated runs go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.taped_runs import record_taped_run
from tests.unit.gui.features.run.conftest import Desk
from tests.unit.runs.recorded.test_on_tape import follower
from wsusim.analysis.marks import MarkKind
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import RunState
from wsusim.gui.widgets.worker import Report
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.edited import Edited, try_edited
from wsusim.runs.recorded.verify import verify

MOMENT_TICKS = 150


@pytest.fixture(scope="module")
def real_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A recorded run of a real robot, three seconds long, and its program's text."""
    folder = tmp_path_factory.mktemp("real")
    program = follower(folder, 3.0)
    record_taped_run(folder / "real.mcap", program, seed=5, share=0.02)
    return folder / "real.mcap", program.read_text(encoding="utf-8")


@pytest.fixture
def opened(desk: Desk, replay: ReplaySide, real_run: tuple[Path, str]) -> ReplaySide:
    """Return the replay side with the real run open."""
    replay.open(real_run[0])
    desk.until(lambda: replay.film is not None)
    return replay


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have programs tried in the test's process: another one takes longer to start than to try."""

    def try_here(file: Path, spec: str, _report: Report) -> Edited:
        return try_edited(str(file), spec, is_sandboxed=False)

    monkeypatch.setattr("wsusim.gui.features.replay.trial.try_edited_apart", try_here)


def load(desk: Desk, text: str, old: str = "", new: str = "") -> None:
    """Choose the program for the first robot, with a change."""
    assert old in text
    desk.load(text.replace(old, new).removeprefix("\nfrom wsusim import Controller\n"))


def tried(desk: Desk, opened: ReplaySide) -> None:
    """Try what is chosen, and wait for the answer."""
    desk.window.action_set["replay try"].trigger()
    desk.until(lambda: opened.trial.panel.isVisible())


def test_simulated_runs_have_nothing_to_try(
    desk: Desk, replay: ReplaySide, brief_recording: Path
) -> None:
    """Their world can be done again: Resume does it."""
    replay.open(brief_recording)
    desk.until(lambda: replay.film is not None)
    assert not desk.window.action_set["replay try"].isVisible()


def test_other_commands_are_listed_and_marked(
    desk: Desk, opened: ReplaySide, real_run: tuple[Path, str]
) -> None:
    """Each moment is a row of the list and a mark of the timeline, with both commands."""
    load(desk, real_run[1], "set_speeds(6 + turn", "set_speeds(7 + turn")
    tried(desk, opened)

    timeline, table = opened.panel.timeline, opened.trial.panel.table
    marks = [mark for mark in timeline.marks if mark.kind is MarkKind.OTHER_ORDER]
    assert len(marks) == table.rowCount() > 0
    assert list(timeline.rows)[-1] is MarkKind.OTHER_ORDER
    first = [table.cell(0, column).text() for column in range(table.columnCount())]
    assert first[0] == f"{marks[0].tick / 100:.2f} s"
    assert first[1] == marks[0].text
    assert first[1].startswith("SetSpeeds(")
    assert " → (" in first[1]
    assert first[2] == "student.py, 11"
    assert first[3].startswith("proximity ")
    assert "would have seen other things" in desk.window.messages.text


@pytest.mark.usefixtures("_here")
def test_a_row_leads_to_its_moment(
    desk: Desk, opened: ReplaySide, real_run: tuple[Path, str]
) -> None:
    """And the next event may be such a moment, too."""
    load(desk, real_run[1], "set_speeds(6 + turn", "set_speeds(7 + turn")
    tried(desk, opened)
    moments = opened.trial.panel.moments

    opened.trial.panel.table.selectRow(len(moments) - 1)
    assert opened.playhead.tick == moments[-1].tick

    opened.playhead.go_to(moments[0].tick - 1)
    desk.window.action_set["replay next mark"].trigger()
    assert opened.playhead.tick == moments[0].tick


@pytest.mark.usefixtures("_here")
def test_the_same_program_gives_the_same_commands(
    desk: Desk, opened: ReplaySide, real_run: tuple[Path, str]
) -> None:
    """The list is empty and says so; its row of the timeline is empty, too."""
    load(desk, real_run[1])
    tried(desk, opened)
    assert opened.trial.panel.moments == ()
    assert "the same commands in all" in opened.trial.panel.heading.text()


def test_without_a_program_it_asks_for_one(desk: Desk, opened: ReplaySide) -> None:
    """A button loads one."""
    desk.window.action_set["replay try"].trigger()
    assert "Choose your changed program" in desk.window.messages.text
    assert [button.text() for button in desk.window.messages.buttons] == ["Load a controller..."]


def test_a_program_that_can_not_be_loaded_is_told(desk: Desk, opened: ReplaySide) -> None:
    """In the words of the command line; no list comes up."""
    desk.load("class Wrong(Controller):\n    run = 3 +\n")
    desk.window.action_set["replay try"].trigger()
    desk.until(lambda: "student.py" in desk.window.messages.text)
    assert not opened.trial.panel.isVisible()


@pytest.mark.usefixtures("_here")
def test_another_recording_begins_without_a_list(
    desk: Desk, opened: ReplaySide, real_run: tuple[Path, str]
) -> None:
    """What was tried belongs to its recording."""
    load(desk, real_run[1], "set_speeds(6 + turn", "set_speeds(7 + turn")
    tried(desk, opened)
    desk.window.reset()
    assert not opened.trial.panel.isVisible()
    assert MarkKind.OTHER_ORDER not in opened.panel.timeline.rows


def test_a_real_run_goes_on_in_the_simulation(
    desk: Desk, opened: ReplaySide, real_run: tuple[Path, str], tmp_path: Path
) -> None:
    """From where the robot should have been; it is told, and the new recording can be verified."""
    load(desk, real_run[1], "self.time < 3.0", "self.time < 1.0")
    assert opened.film is not None
    opened.playhead.go_to(MOMENT_TICKS)
    was = opened.film.picture_at(opened.playhead.tick).snapshot.robots[0].pose
    opened.record.record_into(tmp_path / "on.mcap")

    desk.window.action_set["replay resume"].trigger()
    desk.until(lambda: "From here on it is simulated" in desk.window.messages.text)
    assert "--profile" not in desk.window.messages.text
    assert opened.film is None
    desk.until(lambda: (tmp_path / "on.mcap").exists())
    desk.until_state(RunState.ENDED)
    desk.until(lambda: "Recorded in on.mcap" in desk.window.messages.text)
    assert verify(tmp_path / "on.mcap").is_identical
    with Recording(tmp_path / "on.mcap") as recording:
        begins = Player(recording).at(0).robots[0].pose
    assert (begins.x_mm, begins.y_mm) == pytest.approx((was.x_mm, was.y_mm))
