"""A run on a real robot that people watch: what it shows, and how it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.emulator_bench import has_driven, orders, running
from tests.end_to_end.wire_proxy import cable_to
from wsusim.emulator.emulation import EMPTY_ARENA, Emulation, EmulationRequest
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart, World
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.live_events import Ended, Failed, LiveEvent, Noticed, Printed, Started
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.sources.real_live import RealLiveRun

DRIVES = """
from wsusim import Controller

class Drives(Controller):
    def run(self):
        self.motors.set_speeds(5, 5)
        print("off I go")
        self.say("driving")
        while self.active:
            self.sensors.proximities
            self.sleep(0.1)
"""

WORLD = World(
    EMPTY_ARENA.name, EMPTY_ARENA.arena, robots=(RobotStart(1, Pose(500.0, 600.0)),), next_id=2
)
PATIENCE_S = 30.0


@pytest.fixture
def emulation() -> Iterator[Emulation]:
    """Run an emulated robot on a network port of this computer."""
    with running(EmulationRequest(tcp="0", baud=38400)) as (made, _):
        yield made


@pytest.fixture
def make_run(tmp_path: Path) -> Iterator[Callable[..., RealLiveRun]]:
    """Return what makes a run on an address; it is over after the test."""
    file = tmp_path / "drives.py"
    file.write_text(DRIVES, encoding="utf-8")
    made: list[RealLiveRun] = []

    def make(address: str, record_file: Path | None = None) -> RealLiveRun:
        request = LiveRequest(WORLD, ((0, str(file)),), record_file=record_file)
        run = RealLiveRun(request, f"serial:{address}?baud=38400")
        made.append(run)
        return run

    yield make
    assert all(run.close(PATIENCE_S) for run in made)


def until(condition: Callable[[], bool]) -> None:
    """Wait for what must come."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def kinds(events: list[LiveEvent]) -> list[type[LiveEvent]]:
    """Return what happened, in order."""
    return [type(event) for event in events]


def test_pictures_show_the_real_robot(
    emulation: Emulation, make_run: Callable[..., RealLiveRun]
) -> None:
    """Its reckoned pose from where the maze has it, its answers, what it says and prints."""
    run = make_run(emulation.ports[0].address)
    run.start()
    until(lambda: run.picture is not None and run.picture.snapshot.robots[0].pose.x_mm > 520.0)
    run.close(PATIENCE_S)

    picture = run.picture
    assert picture is not None
    robot = picture.snapshot.robots[0]
    driven_mm = emulation.simulation.statistics(0).distance_mm
    assert robot.pose.x_mm - 500.0 == pytest.approx(driven_mm, abs=2.0)
    assert picture.statistics[0].distance_mm == pytest.approx(driven_mm, abs=2.0)
    # The last reading may be from a wheel still slowing down; what it was told counts.
    until(lambda: orders(emulation) == [0.0, 0.0])
    assert picture.says == ("driving",)
    events = run.take_events()
    assert kinds(events) == [Started, Printed, Noticed, Ended]
    assert events[1] == Printed(0, "off I go\n")
    assert isinstance(events[-1], Ended)
    assert events[-1].kind == "stopped"


@pytest.mark.parametrize("stop", [RealLiveRun.stop, RealLiveRun.pause, RealLiveRun.step])
def test_stop_is_an_order_to_the_motors(
    emulation: Emulation, make_run: Callable[..., RealLiveRun], stop: Callable[[RealLiveRun], None]
) -> None:
    """It returns at once; the motors are at zero before the controller has ended. So is pause."""
    run = make_run(emulation.ports[0].address)
    run.start()
    until(lambda: has_driven(emulation))
    stop(run)
    until(lambda: orders(emulation) == [0.0, 0.0])

    assert run.close(PATIENCE_S)
    assert orders(emulation) == [0.0, 0.0]


def test_a_run_that_was_stopped_before_it_began_drives_nobody(
    emulation: Emulation, make_run: Callable[..., RealLiveRun]
) -> None:
    """Stop at any time, also while it connects."""
    run = make_run(emulation.ports[0].address)
    run.start()
    run.stop()

    assert run.close(PATIENCE_S)
    assert not has_driven(emulation)


def test_a_lost_link_is_shown(emulation: Emulation, make_run: Callable[..., RealLiveRun]) -> None:
    """The controller fails with it, and the robot is stopped when it is back."""
    with cable_to(emulation.ports[0].address) as cable:
        run = make_run(cable.address)
        run.start()
        until(lambda: has_driven(emulation))
        cable.pull()
        until(lambda: any(isinstance(event, Failed) for event in run._outbox._events))
        cable.plug()
        assert run.wait(PATIENCE_S)

    failures = [event for event in run.take_events() if isinstance(event, Failed)]
    assert "may be driving on" in failures[0].report.message
    assert "does not answer any more" in failures[1].report.message
    assert orders(emulation) == [0.0, 0.0]


def test_nobody_there_is_told(make_run: Callable[..., RealLiveRun]) -> None:
    """The run ends before it has begun, with what to do."""
    run = make_run("socket://127.0.0.1:9")
    run.start()

    assert run.wait(PATIENCE_S)
    failed, ended = run.take_events()
    assert isinstance(failed, Failed)
    assert "Nobody answers" in failed.report.message
    assert ended == Ended("failed", 0, "", False, None)


def test_it_is_recorded_too(
    emulation: Emulation, make_run: Callable[..., RealLiveRun], tmp_path: Path
) -> None:
    """As on the command line; a robot that was carried elsewhere goes on from there."""
    file = tmp_path / "run.mcap"
    run = make_run(emulation.ports[0].address, file)
    run.start()
    until(lambda: run.picture is not None and run.picture.snapshot.tick > 30)
    run.drag(1, 300.0, 200.0)
    until(lambda: has_driven(emulation))
    run.close(PATIENCE_S)

    with Recording(file) as recording:
        player = Player(recording)
        last = player.at(player.last_tick).robots[0]
    assert run.picture is not None
    assert last.pose == run.picture.snapshot.robots[0].pose
    assert last.pose.y_mm == pytest.approx(200.0, abs=5.0)
