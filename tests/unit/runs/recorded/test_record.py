"""Runs that are recorded while people watch, and such that begin in the middle of a recording."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

from tests.watched_run import Watched
from wsusim.model.commands import SetSpeeds
from wsusim.model.extras import mask_of
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, RobotStart, World
from wsusim.recording.info import describe
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.recorder import Recorder
from wsusim.recording.writer import WriterFigures
from wsusim.runs.actions import Drag, HoldKeys, Order
from wsusim.runs.events import Noticed, Printed, Started
from wsusim.runs.recorded import record
from wsusim.runs.recorded.verify import verify
from wsusim.runs.request import AS_FAST_AS_IT_GOES, Moment, RecordingOptions, RunRequest

STEERED = """from wsusim import Controller


class Steered(Controller):
    def run(self):
        while self.active:
            self.motors.stop()
            if "up" in self.keys:
                self.motors.set_speeds(5, 5)
            self.sleep(0.1)
"""

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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the run is recorded."""
    return tmp_path / "run.mcap"


@pytest.fixture
def request_to_record(file: Path) -> RunRequest:
    """Return four seconds with a program on the first of two robots, as a window runs them."""
    program = file.with_name("turner.py")
    program.write_text(PROGRAM)
    return RunRequest(
        (str(program),),
        WORLD,
        time_s=4.0,
        speed=AS_FAST_AS_IT_GOES,
        is_isolated=True,
        patience_s=30.0,
        leave_behind_s=30.0,
        record=RecordingOptions(file, is_beside=False),
    )


def test_a_recorded_run_is_verified(request_to_record: RunRequest, file: Path) -> None:
    """It is the run that the same programs do without a window."""
    Watched(request_to_record).end()
    verdict = verify(file)
    assert verdict.is_identical, verdict
    assert verdict.ticks >= 400


def test_a_run_whose_recording_cannot_begin_drives_all_the_same(
    request_to_record: RunRequest, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of an account may be too small, or it may have no other process."""

    def refuse() -> None:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(record, "WriterHere", refuse)

    watched = Watched(request_to_record)
    watched.end()

    (noticed,) = (event for event in watched.all() if isinstance(event, Noticed))
    assert noticed.text.startswith("This run is not recorded.")
    assert "ulimit -f" in noticed.text
    assert not file.exists()


def test_a_full_disk_is_not_called_slow(
    request_to_record: RunRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the recording ends early has been told; what is missing after that needs no word."""
    full = WriterFigures(0, 0, dropped_ticks=350, failure="No space left on device")
    monkeypatch.setattr(Recorder, "close", lambda *_: full)

    watched = Watched(request_to_record)
    watched.end()

    assert not [event for event in watched.all() if isinstance(event, Noticed)]


@pytest.mark.parametrize("ticks", [70, 71])
def test_a_run_that_was_stopped_is_verified_to_its_very_end(
    request_to_record: RunRequest, file: Path, ticks: int
) -> None:
    """Also when it was stopped in a tick after the last sample."""
    watched = Watched(request_to_record, is_paused=True)
    watched.run.step(ticks)
    watched.until_seen(lambda seen: seen.tick == ticks)
    watched.run.stop()
    watched.end()
    verdict = verify(file)
    assert verdict.is_identical, verdict
    assert verdict.ticks == ticks


def test_a_drag_is_in_the_recording(request_to_record: RunRequest, file: Path) -> None:
    """What a person moved is moved again when it is verified."""
    watched = Watched(request_to_record, is_paused=True)
    watched.run.step(50)
    watched.until_seen(lambda seen: seen.tick >= 50)
    watched.run.do(Drag(1, 850.0, 650.0))
    watched.run.resume()
    watched.end()
    verdict = verify(file)
    assert verdict.is_identical, verdict
    with Recording(file) as recording:
        cap = Player(recording).at(300).objects[0]
    assert (cap.x_mm, cap.y_mm) == pytest.approx((850.0, 650.0))
    assert "1 move by hand" in describe(file).as_text()


def test_the_keys_of_a_live_run_are_in_the_recording(
    request_to_record: RunRequest, file: Path, tmp_path: Path
) -> None:
    """A program that asked for them drives again as it drove, without anybody at the keyboard."""
    program = tmp_path / "steered.py"
    program.write_text(STEERED)
    request = replace(request_to_record, controllers=(str(program),), allowed=("keys",))
    watched = Watched(request, is_paused=True)
    watched.run.step(50)
    watched.until_seen(lambda seen: seen.tick >= 50)
    watched.run.do(HoldKeys(mask_of({"up"})))
    watched.run.resume()
    watched.end()

    verdict = verify(file)

    assert verdict.is_identical, verdict
    with Recording(file) as recording:
        player = Player(recording)
        ways_mm = [player.at(tick).robots[0].pose.x_mm - 600.0 for tick in (50, 300)]
    assert ways_mm[0] == 0.0
    assert ways_mm[1] > 50.0


def test_driving_by_hand_is_in_the_recording(request_to_record: RunRequest, file: Path) -> None:
    """Orders to a robot without a program are given again when it is verified."""
    watched = Watched(replace(request_to_record, controllers=()), is_paused=True)
    watched.first(Started)
    watched.run.do(Order(1, SetSpeeds(5, 5)))
    watched.run.resume()
    watched.end()
    verdict = verify(file)
    assert verdict.is_identical, verdict
    with Recording(file) as recording:
        assert Player(recording).at(399).robots[1].pose.x_mm > 210.0


def test_a_file_that_is_there_is_left_alone(request_to_record: RunRequest, file: Path) -> None:
    """The run goes on, unrecorded, and says so."""
    file.write_bytes(b"precious")
    watched = Watched(request_to_record)
    ended = watched.end()
    assert "not recorded" in watched.first(Noticed).text
    assert file.read_bytes() == b"precious"
    assert ended.tick == 400
    assert watched.run.report is not None
    assert watched.run.report.recording is not None
    assert not watched.run.report.recording.is_whole


def test_the_recorded_program_goes_on_as_it_did(request_to_record: RunRequest, file: Path) -> None:
    """It is run from the beginning, unseen, so that it knows what it knew; the end is the same."""
    Watched(request_to_record).end()
    watched = Watched(
        replace(request_to_record, record=None, begin_at=Moment(file, 220)), is_paused=True
    )
    watched.until_seen(lambda seen: seen.tick == 220)
    watched.run.resume()
    watched.end()
    with Recording(file) as recording:
        end = Player(recording).at(400)
    assert watched.picture is not None
    assert watched.picture.snapshot.robots[0].pose == end.robots[0].pose
    assert watched.first(Printed).text == "turn 6\n"


def test_another_program_begins_at_the_moment(
    request_to_record: RunRequest, file: Path, tmp_path: Path
) -> None:
    """Its first tick is the moment's, and all is where it was then."""
    Watched(request_to_record).end()
    other, second_file = tmp_path / "other.py", tmp_path / "second.mcap"
    other.write_text(PROGRAM.replace("turns % 7", "-4"))
    request = replace(
        request_to_record,
        controllers=(str(other),),
        record=RecordingOptions(second_file, is_beside=False),
        begin_at=Moment(file, 220),
    )
    Watched(request).end()
    with Recording(file) as first, Recording(second_file) as second:
        then, begun = Player(first).at(220), Player(second)
        assert begun.first_tick == 220
        assert begun.at(220).robots[0].pose == then.robots[0].pose
        assert begun.last_tick == 400
    assert verify(second_file).is_identical
