"""Live runs that are recorded, and live runs that begin in the middle of a recording."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, RobotStart, World
from wsusim.recording.info import as_text, describe
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.live_events import Noticed, Printed
from wsusim.runs.live_request import AS_FAST_AS_IT_GOES, LiveRequest
from wsusim.runs.live_run import LiveRun
from wsusim.runs.live_steering import Phase
from wsusim.runs.recorded.verify import verify

WORLD = World(
    "small",
    Arena.rectangle(1000.0, 800.0),
    caps=(Cap(1, 300.0, 300.0),),
    robots=(RobotStart(2, Pose(600.0, 400.0)), RobotStart(3, Pose(200.0, 600.0))),
    next_id=4,
)

PROGRAM = """from wsusim import Controller


class Turner(Controller):
    def run(self):
        turns = 0
        while self.active:
            turns += 1
            self.motors.set_speeds(turns % 7, 3)
            print("turn", turns)
            self.sleep(0.5)
"""

PATIENCE_S = 60.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come."""
    given_up_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < given_up_s
        time.sleep(0.005)


def finish(run: LiveRun) -> None:
    """Let a run come to its end by itself."""
    run.start()
    assert run.wait(PATIENCE_S)


@pytest.fixture
def request_to_record(tmp_path: Path) -> LiveRequest:
    """Return four seconds with a program on the first of two robots."""
    program = tmp_path / "turner.py"
    program.write_text(PROGRAM)
    return LiveRequest(
        WORLD,
        ((0, str(program)),),
        until_s=4.0,
        patience_s=30.0,
        last_patience_s=30.0,
        record_file=tmp_path / "run.mcap",
    )


def test_a_recorded_live_run_is_verified(request_to_record: LiveRequest) -> None:
    """It is the run that the same programs do without a window."""
    file = request_to_record.record_file
    assert file is not None
    finish(LiveRun(request_to_record, speed=AS_FAST_AS_IT_GOES))
    verdict = verify(file)
    assert verdict.is_identical, verdict
    assert verdict.ticks >= 400


@pytest.mark.parametrize("ticks", [70, 71])
def test_a_run_that_was_stopped_is_verified_to_its_very_end(
    request_to_record: LiveRequest, ticks: int
) -> None:
    """Also when it was stopped in a tick after the last sample."""
    file = request_to_record.record_file
    assert file is not None
    run = LiveRun(request_to_record, is_paused=True)
    run.start()
    until(lambda: run.phase is Phase.GOING)
    run.step(ticks)
    until(lambda: run.picture is not None and run.picture.snapshot.tick == ticks)
    assert run.close(PATIENCE_S)
    verdict = verify(file)
    assert verdict.is_identical, verdict
    assert verdict.ticks == ticks


def test_a_drag_is_in_the_recording(request_to_record: LiveRequest) -> None:
    """What a person moved is moved again when it is verified."""
    file = request_to_record.record_file
    assert file is not None
    run = LiveRun(request_to_record, speed=AS_FAST_AS_IT_GOES, is_paused=True)
    run.start()
    until(lambda: run.phase is Phase.GOING)
    run.step(50)
    until(lambda: run.picture is not None and run.picture.snapshot.tick >= 50)
    run.drag(1, 850.0, 650.0)
    run.resume()
    assert run.wait(PATIENCE_S)
    verdict = verify(file)
    assert verdict.is_identical, verdict
    with Recording(file) as recording:
        cap = Player(recording).at(300).objects[0]
    assert (cap.x_mm, cap.y_mm) == pytest.approx((850.0, 650.0))
    assert "1 move(s) by hand" in as_text(describe(file))


def test_driving_by_hand_is_in_the_recording(request_to_record: LiveRequest) -> None:
    """Orders to a robot without a program are given again when it is verified."""
    request = replace(request_to_record, controllers=())
    file = request.record_file
    assert file is not None
    run = LiveRun(request, speed=AS_FAST_AS_IT_GOES, is_paused=True)
    run.start()
    until(lambda: run.phase is Phase.GOING)
    run.order(1, SetSpeeds(5, 5))
    run.resume()
    assert run.wait(PATIENCE_S)
    verdict = verify(file)
    assert verdict.is_identical, verdict
    with Recording(file) as recording:
        assert Player(recording).at(399).robots[1].pose.x_mm > 210.0


def test_a_file_that_is_there_is_left_alone(request_to_record: LiveRequest) -> None:
    """The run goes on, unrecorded, and says so."""
    file = request_to_record.record_file
    assert file is not None
    file.write_bytes(b"precious")
    run = LiveRun(request_to_record, speed=AS_FAST_AS_IT_GOES)
    finish(run)
    notices = [event.text for event in run.take_events() if isinstance(event, Noticed)]
    assert any("not recorded" in text for text in notices)
    assert file.read_bytes() == b"precious"
    assert run.picture is not None
    assert run.picture.snapshot.tick == 400


def test_the_recorded_program_goes_on_as_it_did(request_to_record: LiveRequest) -> None:
    """It is run from the beginning, unseen, so that it knows what it knew; the end is the same."""
    file = request_to_record.record_file
    finish(LiveRun(request_to_record, speed=AS_FAST_AS_IT_GOES))
    request = replace(request_to_record, record_file=None, resume_file=file, resume_tick=220)
    run = LiveRun(request, speed=AS_FAST_AS_IT_GOES, is_paused=True)
    run.start()
    until(lambda: run.picture is not None and run.picture.snapshot.tick == 220)
    run.resume()
    assert run.wait(PATIENCE_S)
    assert file is not None
    with Recording(file) as recording:
        end = Player(recording).at(400)
    assert run.picture is not None
    assert run.picture.snapshot.robots[0].pose == end.robots[0].pose
    prints = "".join(event.text for event in run.take_events() if isinstance(event, Printed))
    assert prints.split("\n")[0] == "turn 6"


def test_another_program_begins_at_the_moment(
    request_to_record: LiveRequest, tmp_path: Path
) -> None:
    """Its first tick is the moment's, and all is where it was then."""
    file = request_to_record.record_file
    finish(LiveRun(request_to_record, speed=AS_FAST_AS_IT_GOES))
    other = tmp_path / "other.py"
    other.write_text(PROGRAM.replace("turns % 7", "-4"))
    request = replace(
        request_to_record,
        controllers=((0, str(other)),),
        record_file=tmp_path / "second.mcap",
        resume_file=file,
        resume_tick=220,
    )
    finish(LiveRun(request, speed=AS_FAST_AS_IT_GOES))
    assert file is not None
    with Recording(file) as first, Recording(tmp_path / "second.mcap") as second:
        then, begun = Player(first).at(220), Player(second)
        assert begun.first_tick == 220
        assert begun.at(220).robots[0].pose == then.robots[0].pose
        assert begun.last_tick == 400
    assert verify(tmp_path / "second.mcap").is_identical
