"""A run that is shared, from its start to what a viewer sees, through the server's own process."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from tests.live_server import receive
from tests.watched_run import PATIENCE_S
from tests.worlds import empty_world
from wsusim.live.publisher import Publisher
from wsusim.live.run_feed import RunFeed
from wsusim.live.watch_address import stream_of
from wsusim.recording import contents
from wsusim.recording.reader import Recording
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

DRIVER = """
from wsusim import Controller
class Driver(Controller):
    def run(self):
        print("off we go")
        self.motors.set_speeds(5, 5)
        self.sleep(0.5)
"""

BY_HAND = RunRequest((), empty_world(), speed=1.0, time_s=60.0)


def test_a_viewer_sees_a_run_to_its_end(publisher: Publisher, tmp_path: Path) -> None:
    """Scene, poses, prints and the end; the robot is seen where the run has left it."""
    program = tmp_path / "driver.py"
    program.write_text(DRIVER)
    run = Run(RunRequest((str(program),), empty_world(), speed=1.0, time_s=2.0))
    RunFeed(publisher, run)
    with connect(stream_of(publisher.watch_address)) as viewer:
        run.start()
        scene = receive(viewer, "scene")
        prints = receive(viewer, holding="prints")["prints"]["all"]["add"]
        seen = last = receive(viewer, holding="robots")
        while "end" not in last.get("run", {}):
            last = receive(viewer)
            seen = last if "robots" in last else seen
    assert run.wait(PATIENCE_S)

    assert scene["controllers"] == ["driver.py"]
    assert prints == [[0, 0, "off we go\n"]]
    assert last["run"] == {"phase": "ended", "end": "finished"}
    assert seen["robots"]["0"][0] == pytest.approx(300.0 + 19.0, abs=4.0)


def test_a_run_is_the_same_with_viewers_as_without(publisher: Publisher, tmp_path: Path) -> None:
    """Who watches changes nothing: the trace is the same to the byte."""
    program = tmp_path / "driver.py"
    program.write_text(DRIVER)
    request = RunRequest((str(program),), empty_world(), speed=1.0, time_s=1.0)
    shared, alone = Run(request), Run(replace(request, speed=None))
    RunFeed(publisher, shared)
    # It takes nothing of what it is sent, and doesn't wait for the server's goodbye behind that.
    with connect(stream_of(publisher.watch_address), close_timeout=0.1):
        trace = shared.execute().trace_sha256

    assert trace == alone.execute().trace_sha256


def test_a_robot_is_driven_from_afar(publisher: Publisher, tmp_path: Path) -> None:
    """An order of a viewer moves the robot, and is recorded as driven by hand."""
    file = tmp_path / "run.mcap"
    run = Run(replace(BY_HAND, record=RecordingOptions(file, is_beside=False)))
    RunFeed(publisher, run)
    run.start()
    with connect(stream_of(publisher.steer_address)) as viewer:
        assert receive(viewer, "scene")["abilities"]["order"] == [0]
        viewer.send(
            '{"type": "steer", "wish": "order", "robot": 0, "order": "speeds",'
            ' "left": 10, "right": 10}'
        )
        x_mm = 0.0
        while x_mm < 310.0:
            x_mm = receive(viewer, holding="robots")["robots"]["0"][0]
    run.stop()
    assert run.wait(PATIENCE_S)

    with Recording(file) as recording:
        orders = [value for _, robot, value in contents.inputs(recording) if robot == 0]
    assert "SetSpeeds(left=10, right=10)" in map(str, orders)
    assert run.report is not None
    assert not run.report.is_reproducible


def test_a_robot_is_typed_to_from_afar(publisher: Publisher, tmp_path: Path) -> None:
    """``D,5,5`` is answered with ``d``, moves the robot, and is recorded as driven by hand."""
    file = tmp_path / "run.mcap"
    run = Run(replace(BY_HAND, record=RecordingOptions(file, is_beside=False)))
    RunFeed(publisher, run)
    run.start()
    with connect(stream_of(publisher.steer_address)) as viewer:
        assert receive(viewer, "scene")["abilities"]["type"] == [0]
        viewer.send('{"type": "steer", "wish": "type", "robot": 0, "line": "D,5,5"}')
        reply = receive(viewer, "reply")
    run.stop()
    assert run.wait(PATIENCE_S)

    with Recording(file) as recording:
        orders = [value for _, robot, value in contents.inputs(recording) if robot == 0]
    assert reply == {"type": "reply", "robot": 0, "line": "D,5,5", "lines": ["d"]}
    assert "SetSpeeds(left=5, right=5)" in map(str, orders)
    assert run.report is not None
    assert not run.report.is_reproducible


def test_who_types_too_early_is_told_so(publisher: Publisher) -> None:
    """Before the first run has begun there is no robot to type to."""
    with connect(stream_of(publisher.steer_address)) as viewer:
        viewer.send('{"type": "steer", "wish": "type", "robot": 0, "line": "N"}')

        assert "not begun" in receive(viewer, "reply")["lines"][0]


def test_a_robot_with_a_controller_is_not_typed_to(publisher: Publisher, tmp_path: Path) -> None:
    """The answer says so; the controller alone drives it."""
    program = tmp_path / "driver.py"
    program.write_text(DRIVER)
    run = Run(RunRequest((str(program),), empty_world(), speed=1.0, time_s=2.0))
    RunFeed(publisher, run)
    with connect(stream_of(publisher.steer_address)) as viewer:
        run.start()
        assert receive(viewer, "scene")["abilities"]["type"] == []
        viewer.send('{"type": "steer", "wish": "type", "robot": 0, "line": "D,0,0"}')
        reply = receive(viewer, "reply")
    assert run.wait(PATIENCE_S)

    assert "no controller" in reply["lines"][0]
    assert run.report is not None
    assert run.report.is_reproducible


def test_time_stands_still_from_afar(publisher: Publisher) -> None:
    """A viewer with the right pauses a run, and all see that it is paused."""
    run = Run(BY_HAND)
    RunFeed(publisher, run)
    run.start()
    with connect(stream_of(publisher.steer_address)) as viewer:
        receive(viewer, "scene")
        viewer.send('{"type": "steer", "wish": "pause"}')
        while not receive(viewer, holding="run")["run"].get("is_paused"):
            pass
    assert run.is_paused
    run.stop()
    assert run.wait(PATIENCE_S)


def test_viewers_hear_that_it_is_over(publisher: Publisher) -> None:
    """When the program ends, connections are closed as going away."""
    with connect(stream_of(publisher.watch_address)) as viewer:
        publisher.close()
        with pytest.raises(ConnectionClosed) as closed:
            viewer.recv(timeout=10)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX only")
def test_a_server_that_dies_leaves_the_run_alone(publisher: Publisher, tmp_path: Path) -> None:
    """The run goes on to its end when its server is killed."""
    program = tmp_path / "driver.py"
    program.write_text(DRIVER)
    run = Run(RunRequest((str(program),), empty_world(), speed=1.0, time_s=2.0))
    RunFeed(publisher, run)
    os.kill(publisher.server_process_id, signal.SIGKILL)

    assert run.execute().end == "finished"
