"""A run on a real robot that people watch: what it shows, and how it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.emulator_bench import has_driven, orders, running
from tests.end_to_end.wire_proxy import cable_to
from tests.watched_run import PATIENCE_S, Watched
from wsusim.analysis.film import Film
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.emulator.emulation import EMPTY_ARENA, Emulation, EmulationRequest
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart, World
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.actions import Drag
from wsusim.runs.events import Ended, Failed, Noticed, Printed, Started
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.opened_robot import OpenedRobot
from wsusim.runs.sources.source import Finish

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

LOOKS = """
from wsusim import Controller

class Looks(Controller):
    def run(self):
        print(self.camera.pixels[:3], self.camera.light)
"""

WORLD = World(
    EMPTY_ARENA.name, EMPTY_ARENA.arena, robots=(RobotStart(1, Pose(500.0, 600.0)),), next_id=2
)


@pytest.fixture
def emulation() -> Iterator[Emulation]:
    """Run an emulated robot on a network port of this computer."""
    with running(EmulationRequest(tcp="0", baud=38400)) as (made, _):
        yield made


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    """Return what starts a run on an address; it is over after the test."""
    file = tmp_path / "drives.py"
    file.write_text(DRIVES, encoding="utf-8")
    started: list[Watched] = []

    def make(
        address: str, record: RecordingOptions | None = None, asked: str = "serial:{}?baud=38400"
    ) -> Watched:
        request = RunRequest(
            (str(file),),
            WORLD,
            is_isolated=True,
            record=record,
            real_robot=asked.format(address),
        )
        started.append(Watched(request))
        return started[-1]

    yield make
    closed = [watched.run.close(PATIENCE_S) for watched in started]
    assert all(closed)


def test_pictures_show_the_real_robot(emulation: Emulation, start: Callable[..., Watched]) -> None:
    """Its reckoned pose from where the maze has it, its answers, what it says and prints."""
    watched = start(emulation.ports[0].address)
    watched.until_seen(lambda seen: seen.robots[0].pose.x_mm > 520.0)
    watched.run.stop()
    ended = watched.end()

    picture = watched.picture
    assert picture is not None
    robot = picture.snapshot.robots[0]
    driven_mm = emulation.simulation.statistics(0).distance_mm
    assert robot.pose.x_mm - 500.0 == pytest.approx(driven_mm, abs=2.0)
    assert picture.statistics[0].distance_mm == pytest.approx(driven_mm, abs=2.0)
    # The last reading may be from a wheel still slowing down; what it was told counts.
    watched.until(lambda: orders(emulation) == [0.0, 0.0])
    assert picture.says == ("driving",)
    assert list(map(type, watched.events)) == [Started, Printed, Noticed, Ended]
    assert watched.events[1] == Printed(0, "off I go\n")
    assert ended.kind == "stopped"


def test_the_way_of_another_kind_is_reckoned_by_its_own_wheels(
    start: Callable[..., Watched], tmp_path: Path
) -> None:
    """A pulse of an e-puck's counters is longer than a Khepera's."""
    # Its speeds are pulses a second: at 5 it would take 15 s for a centimetre.
    (tmp_path / "drives.py").write_text(DRIVES.replace("(5, 5)", "(100, 100)"), encoding="utf-8")
    with running(EmulationRequest(tcp="0", kind="epuck")) as (epuck, _):
        watched = start(epuck.ports[0].address, asked="epuck:{}")
        watched.until_seen(lambda seen: seen.robots[0].pose.x_mm > 520.0)
        watched.run.stop()
        watched.end()
        driven_mm = epuck.simulation.statistics(0).distance_mm

    assert watched.picture is not None
    assert watched.picture.statistics[0].distance_mm == pytest.approx(driven_mm, rel=0.1)


@pytest.mark.parametrize("stop", [Run.stop, Run.pause, Run.step])
def test_stop_is_an_order_to_the_motors(
    emulation: Emulation, start: Callable[..., Watched], stop: Callable[[Run], None]
) -> None:
    """It returns at once; the motors are at zero before the controller has ended. So is pause."""
    watched = start(emulation.ports[0].address)
    watched.until(lambda: has_driven(emulation))
    stop(watched.run)
    watched.until(lambda: orders(emulation) == [0.0, 0.0])

    watched.end()
    assert orders(emulation) == [0.0, 0.0]


def test_a_run_that_was_stopped_before_it_began_drives_no_robot(
    emulation: Emulation, start: Callable[..., Watched]
) -> None:
    """Stop at any time, also while it connects."""
    watched = start(emulation.ports[0].address)
    watched.run.stop()

    watched.end()
    assert not has_driven(emulation)


def test_a_robot_that_is_just_being_stopped_is_not_lost(
    emulation: Emulation, start: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run's end waits for who is stopping it, and then nothing is alarming."""
    make_safe, finish = SerialBackend.make_safe, OpenedRobot.finish
    is_ending = threading.Event()

    def make_safe_late(backend: SerialBackend) -> None:
        if threading.current_thread().name == "wsusim-stop":
            is_ending.wait(PATIENCE_S)
        if is_ending.is_set():
            make_safe(backend)

    def finish_told(opened: OpenedRobot) -> Finish:
        is_ending.set()
        return finish(opened)

    monkeypatch.setattr(SerialBackend, "make_safe", make_safe_late)
    monkeypatch.setattr(OpenedRobot, "finish", finish_told)
    watched = start(emulation.ports[0].address)
    watched.until(lambda: has_driven(emulation))
    watched.run.stop()
    watched.end()

    assert not any(isinstance(event, Failed) for event in watched.events)
    assert orders(emulation) == [0.0, 0.0]


def test_a_lost_link_is_shown(emulation: Emulation, start: Callable[..., Watched]) -> None:
    """The controller fails with it, and the robot is stopped when it is back."""
    with cable_to(emulation.ports[0].address) as cable:
        watched = start(cable.address)
        watched.until(lambda: has_driven(emulation))
        cable.pull()
        watched.until(lambda: sum(isinstance(event, Failed) for event in watched.all()) == 2)
        cable.plug()
        watched.end()

    failures = [event for event in watched.events if isinstance(event, Failed)]
    assert "has stopped answering" in failures[0].report.message
    assert "may still be driving" in failures[1].report.message
    assert "answered again and was stopped" in failures[2].report.message
    assert orders(emulation) == [0.0, 0.0]


def test_a_missing_robot_is_reported(start: Callable[..., Watched]) -> None:
    """The run ends before it has begun, with what to do."""
    watched = start("socket://127.0.0.1:9")
    ended = watched.end()

    assert "Nothing answers" in watched.first(Failed).report.message
    assert ended == Ended("failed", 0, "", False, None)


def test_pictures_hold_what_the_camera_answered(
    emulation: Emulation, start: Callable[..., Watched], tmp_path: Path
) -> None:
    """Live and in the recording: what the controller asked for, once it has asked."""
    (tmp_path / "drives.py").write_text(LOOKS, encoding="utf-8")
    file = tmp_path / "run.mcap"
    watched = start(emulation.ports[0].address, RecordingOptions(file, is_beside=False))
    watched.end()

    assert watched.picture is not None
    pixels, light = watched.picture.camera
    high, low = light.values
    printed = f"{list(pixels.values[:3])} {256 * high + low}\n"
    assert watched.first(Printed) == Printed(0, printed)
    with Recording(file) as recording:
        film = Film(recording)
        assert film.picture_at(film.last_tick).camera == (pixels, light)
        assert film.picture_at(pixels.tick - 1).camera == ()


def test_it_is_recorded_too(
    emulation: Emulation, start: Callable[..., Watched], tmp_path: Path
) -> None:
    """As on the command line; a robot that was carried elsewhere goes on from there."""
    file = tmp_path / "run.mcap"
    watched = start(emulation.ports[0].address, RecordingOptions(file, is_beside=False))
    watched.until_seen(lambda seen: seen.tick > 30)
    watched.run.do(Drag(1, 300.0, 200.0))
    watched.until(lambda: has_driven(emulation))
    watched.run.stop()
    watched.end()

    with Recording(file) as recording:
        player = Player(recording)
        last = player.at(player.last_tick).robots[0]
    assert watched.picture is not None
    assert last.pose == watched.picture.snapshot.robots[0].pose
    assert last.pose.y_mm == pytest.approx(200.0, abs=5.0)
