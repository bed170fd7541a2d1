"""A recording that is shared: one playhead for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live_server import receive
from tests.unit.ciber.recorded.files import play, recorded
from tests.worlds import empty_world
from wsusim.analysis.film import Film
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.live.asking import Seek
from wsusim.live.match_reel import MatchReel
from wsusim.live.publisher import Publisher
from wsusim.live.replaying import Replaying, RunReel
from wsusim.live.watch_address import stream_of
from wsusim.recording.reader import Recording
from wsusim.runs.actions import Pause, Resume, SetSpeed
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import execute

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from websockets.sync.client import connect

DRIVER = """
from wsusim import Controller
class Driver(Controller):
    def run(self):
        print("off we go")
        self.motors.set_speeds(5, 5)
        self.sleep(2.0)
        print("half way")
        self.sleep(2.0)
"""


@pytest.fixture
def film(tmp_path: Path) -> Iterator[Film]:
    """Four seconds straight ahead."""
    (tmp_path / "driver.py").write_text(DRIVER)
    file = tmp_path / "run.mcap"
    execute(
        RunRequest(
            (str(tmp_path / "driver.py"),),
            empty_world(),
            record=RecordingOptions(file, is_beside=False),
        )
    )
    with Recording(file) as recording:
        yield Film(recording)


def test_viewers_see_where_the_recording_says_it_was(film: Film, publisher: Publisher) -> None:
    """After two seconds of play, the robot is where the recording has it at two seconds."""
    replaying = Replaying(RunReel(film), publisher)
    with connect(stream_of(publisher.watch_address)) as viewer:
        scene = receive(viewer, "scene")
        replaying.go_on(2.0)
        message = receive(viewer, "changes")
        while message["tick"] < 200:
            message = receive(viewer, "changes")

    assert scene["span_ticks"] == [film.first_tick, film.last_tick]
    expected_mm = film.picture_at(200).snapshot.robots[0].pose.x_mm
    assert message["robots"]["0"][0] == pytest.approx(expected_mm, abs=0.01)


def test_a_recorded_match_is_played(publisher: Publisher, tmp_path: Path) -> None:
    """Scene, the cycle that is wound to, the robots there, and the trail up to it."""
    with recorded(tmp_path / "match.mcap") as server:
        play(server)
    with (
        MatchRecording(tmp_path / "match.mcap") as recording,
        connect(stream_of(publisher.watch_address)) as viewer,
    ):
        replaying = Replaying(MatchReel(recording), publisher)
        publisher.steer(Seek(150))
        replaying.wait_and_steer(1.0)
        scene = receive(viewer, "scene")
        while (message := receive(viewer, "changes"))["tick"] != 150:
            pass
        while "match" not in message:
            message |= receive(viewer, "changes")
        robot = recording.at(30).robots[0]

    assert scene["span_ticks"] == [5 * recording.at(0).time, 5 * recording.last_time]
    assert message["match"]["time"] == 30
    assert message["roster"]["0"]["score"] == robot.score
    assert message["robots"]["0"][0] == pytest.approx(55.0 * robot.x, abs=0.1)


def test_winding_back_takes_trail_and_prints_back(film: Film, publisher: Publisher) -> None:
    """Seek to the end and back to one second: what was printed later is gone."""
    replaying = Replaying(RunReel(film), publisher)
    with connect(stream_of(publisher.watch_address)) as viewer:
        publisher.steer(Seek(film.last_tick))
        replaying.wait_and_steer(1.0)
        while receive(viewer, "changes")["tick"] < film.last_tick:
            pass
        publisher.steer(Seek(100))
        replaying.wait_and_steer(1.0)
        while (message := receive(viewer, "changes"))["tick"] != 100:
            pass

    assert [text for _, _, text in message["prints"]["all"]["add"]] == ["off we go\n"]
    assert message["prints"]["all"]["first"] == message["prints"]["all"]["from"]
    assert message["trails"]["0"]["first"] == message["trails"]["0"]["from"]


def test_a_recording_goes_at_the_speed_that_is_asked_for(film: Film, publisher: Publisher) -> None:
    """Half a second at twice the speed is one second of the run; paused it stands still."""
    replaying = Replaying(RunReel(film), publisher)
    publisher.steer(SetSpeed(2.0))
    replaying.wait_and_steer(1.0)
    replaying.go_on(0.5)
    publisher.steer(Pause())
    replaying.wait_and_steer(1.0)
    replaying.go_on(0.5)

    assert replaying.tick == 100


def test_at_its_end_a_recording_stands_still_and_begins_again(
    film: Film, publisher: Publisher
) -> None:
    """Resuming at the end plays it once more from the beginning."""
    replaying = Replaying(RunReel(film), publisher)
    replaying.go_on(100.0)
    assert replaying.tick == film.last_tick
    publisher.steer(Resume())
    replaying.wait_and_steer(1.0)

    assert replaying.tick == film.first_tick
