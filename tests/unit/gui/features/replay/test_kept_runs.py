"""The last runs of a window: kept under names, replayed, saved, compared in one arena."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.document import Mode
from wsusim.gui.features.replay.kept_runs import KEPT_MAX, KeptRun, KeptRuns, controllers_text
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import RunState
from wsusim.model.world import Mission, Wall
from wsusim.runs.recorded.verify import verify

DRIVER = """
    class Driver(Controller):
        def run(self):
            self.motors.set_speeds(5, 4)
            self.sleep(0.5)
"""

BRIEF = replace(small_world(), mission=Mission(time_limit_s=0.5))


def run_of(file: Path) -> KeptRun:
    """Return a kept run of which only the file matters."""
    return KeptRun(file, "12:00:00", "driver", "small", 1, "ended", 1.0, 0.0, 0)


def run_once(desk: Desk, *, is_driven: bool = False) -> None:
    """Run the maze to its end."""
    (desk.side.start if is_driven else desk.side.start_by_hand)()
    desk.until_state(RunState.LOADING)
    desk.until_state(RunState.ENDED)


def tick(replay: ReplaySide, row: int) -> None:
    """Tick a run of the panel."""
    replay.runs.table.cell(row, 0).setCheckState(Qt.CheckState.Checked)


def test_the_last_ten_are_kept(tmp_path: Path) -> None:
    """The oldest go, with their files; a file of the person's stays."""
    kept = KeptRuns(tmp_path)
    files = [tmp_path / f"{number}.mcap" for number in range(KEPT_MAX + 2)]
    for file in files:
        file.touch()
        kept.add(run_of(file))
    kept.tidy()
    assert sorted(tmp_path.iterdir()) == sorted(files[2:])
    assert [run.file for run in kept.runs] == files[:1:-1]


def test_a_run_that_is_still_needed_stays(tmp_path: Path) -> None:
    """A run goes on from it."""
    needed = tmp_path / "old.mcap"
    needed.touch()
    KeptRuns(tmp_path).tidy(needed)
    assert needed.exists()


@pytest.mark.parametrize(
    ("specs", "text"),
    [
        (("/a/driver.py:Driver",), "Driver"),
        (("/a/driver.py", "", "/a/driver.py"), "driver"),
        (("/a/one.py", "/a/two.py"), "one, two"),
        (("", ""), "driven by hand"),
    ],
)
def test_a_run_is_named_after_its_programs(specs: tuple[str, ...], text: str) -> None:
    """Each once."""
    assert controllers_text(specs) == text


def test_runs_are_listed_and_play_plays_what_is_shown(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """F5 in a replay is its Play; a new run is another button, and no run is lost by either."""
    desk.window.document.load(BRIEF, None)
    desk.load(DRIVER)
    run_once(desk, is_driven=True)
    run_once(desk)
    results = [(run.controllers, run.result) for run in replay.record.kept.runs]
    actions = desk.window.action_set

    replay.runs.table.selectRow(1)
    replay.runs.replay.click()
    desk.until(lambda: replay.film is not None)
    played = replay.film
    texts = actions["run"].text(), actions["restart"].text()
    actions["run"].trigger()
    is_playing = replay.playhead.direction
    actions["run"].trigger()

    assert results == [("driven by hand", "time ran out"), ("Driver", "time ran out")]
    assert texts == ("&Play the recording", "&New run")
    assert (is_playing, replay.playhead.direction) == (1, 0)
    assert replay.film is played
    replay.record.save_kept(replay.record.kept.runs[1].file, tmp_path / "good.mcap")
    desk.until((tmp_path / "good.mcap").exists)
    assert verify(tmp_path / "good.mcap").is_identical
    actions["restart"].trigger()
    desk.until_state(RunState.ENDED)
    assert desk.window.document.mode is Mode.RUN
    assert len(replay.record.kept.runs) == 3


def test_two_runs_are_compared_in_one_arena(desk: Desk, replay: ReplaySide) -> None:
    """Each has its way in the arena and its figures in the table; another maze takes them away."""
    desk.window.document.load(BRIEF, None)
    desk.load(DRIVER)
    run_once(desk, is_driven=True)
    run_once(desk)
    compared = desk.window.scene.compared

    tick(replay, 0)
    tick(replay, 1)
    desk.until(lambda: compared.count == 2)
    table = replay.runs.table
    distances = [table.cell(row, 7).text() for row in (0, 1)]
    box = compared.boundingRect()
    desk.window.reset()
    desk.window.document.load(small_world(), None)

    assert distances[0] == "0.00 m"
    assert distances[1] != "0.00 m"
    assert box.contains(600.0, 400.0)
    assert compared.count == 0
    assert replay.runs.compared == {}


def test_runs_of_the_same_way_are_called_so(desk: Desk, replay: ReplaySide) -> None:
    """The same seed gives the same run; who sees two colours on one line wants to know."""
    desk.window.document.load(BRIEF, None)
    desk.load(DRIVER)
    run_once(desk, is_driven=True)
    run_once(desk, is_driven=True)
    tick(replay, 0)
    tick(replay, 1)
    desk.until(lambda: desk.window.scene.compared.count == 2)
    said = replay.runs.hint.text()
    replay.runs.table.cell(1, 0).setCheckState(Qt.CheckState.Unchecked)
    assert said.startswith("These runs took exactly the same path: ")
    assert "same path" not in replay.runs.hint.text()


def test_a_way_through_other_walls_is_not_drawn(desk: Desk, replay: ReplaySide) -> None:
    """It is said why, and the tick goes."""
    desk.window.document.load(BRIEF, None)
    run_once(desk)
    desk.window.reset()
    other = replace(BRIEF, walls=(*BRIEF.walls, Wall(20, 0.0, 100.0, 100.0, 100.0)))
    desk.window.document.put_world(other)
    tick(replay, 0)
    desk.until(lambda: "another maze" in desk.window.messages.text)
    assert replay.runs.compared == {}


def test_an_error_is_its_result(desk: Desk, replay: ReplaySide) -> None:
    """However the run itself ended."""
    desk.window.document.load(BRIEF, None)
    desk.load("class Bad(Controller):\n    def run(self):\n        self.motor.stop()\n")
    run_once(desk, is_driven=True)
    assert replay.record.kept.runs[0].result == "error"
