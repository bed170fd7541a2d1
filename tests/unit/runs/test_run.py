"""A run that people watch, without a window: the same run at every speed, and nothing stops it."""

from __future__ import annotations

import logging
import os
import signal
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.heard import Heard
from tests.watched_run import PATIENCE_S, Watched
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Mission, RobotStart, Wall, World
from wsusim.runs.actions import Drag, Order
from wsusim.runs.events import Failed, LeftBehind, Refused, Started
from wsusim.runs.pictures import Pictures
from wsusim.runs.report import RunReport
from wsusim.runs.reporting import ENDED_BY_CLOCK
from wsusim.runs.request import AS_FAST_AS_IT_GOES, RunRequest
from wsusim.runs.run import execute
from wsusim.runs.sources.opened_simulation import OpenedSimulation

TELL = signal.pthread_kill
"""As it is: while controllers are there, it refuses to interrupt their process."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

WORLD = World(
    "small",
    Arena.rectangle(800.0, 600.0),
    walls=(Wall(1, 500.0, 100.0, 500.0, 500.0),),
    caps=(Cap(2, 300.0, 450.0),),
    robots=(RobotStart(3, Pose(150.0, 150.0)), RobotStart(4, Pose(150.0, 400.0))),
    next_id=5,
)
WANDERER = """
    class Wanderer(Controller):
        def run(self):
            for turn in range(12):
                self.motors.set_speeds(6, 6 - turn)
                self.say(f"reading {self.sensors[2].proximity}")
                self.sleep(0.05)
"""
SPINNER = """
    class Spinner(Controller):
        def run(self):
            self.motors.set_speeds(5, 5)
            self.sleep(0.1)
            while True:
                pass
"""
TALKER = """
    class Talker(Controller):
        def run(self):
            print("one")
            self.sleep(0.1)
            print("two")
"""
ENDLESS = """
    class Endless(Controller):
        def run(self):
            self.motors.set_speeds(4, 4)
            while self.active:
                self.sleep(0.02)
"""
PATIENT = """
    class Patient(Controller):
        def run(self):
            self.motors.set_speeds(4, 4)
            while self.active:
                self.sleep(0.02)
"""


class Desk:
    """Starts runs of controllers that are given as text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.watched: list[Watched] = []

    def spec(self, source: str) -> str:
        """Write a controller's file; ``Controller`` is imported already."""
        file = self._folder / f"student{len(list(self._folder.glob('*.py')))}.py"
        file.write_text("from wsusim import Controller\n" + textwrap.dedent(source))
        return str(file)

    def start(
        self,
        *sources: str,
        speed: float = AS_FAST_AS_IT_GOES,
        world: World = WORLD,
        patience_s: float = 30.0,
        leave_behind_s: float = 30.0,
        is_paused: bool = False,
    ) -> Watched:
        """Start a run with these controllers on the first robots, as a window does."""
        request = RunRequest(
            tuple(self.spec(source) for source in sources),
            world,
            speed=speed,
            is_isolated=True,
            patience_s=patience_s,
            leave_behind_s=leave_behind_s,
        )
        self.watched.append(Watched(request, is_paused=is_paused))
        return self.watched[-1]

    def start_paused(self, *sources: str) -> Watched:
        """Start a run that stands at its first tick, and wait until it does."""
        watched = self.start(*sources, is_paused=True)
        watched.first(Started)
        return watched


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Return a desk; what was started at it is over after the test."""
    made = Desk(tmp_path)
    yield made
    closed = [watched.run.close(PATIENCE_S) for watched in made.watched]
    assert all(closed)


def headless(spec: str, maze: str) -> RunReport:
    """Return the report of the same run from the command line."""
    return execute(RunRequest((spec,), maze))


@pytest.mark.parametrize("speed", [1.0, 5.0, 50.0, AS_FAST_AS_IT_GOES])
def test_the_trace_is_that_of_the_headless_run_at_every_speed(desk: Desk, speed: float) -> None:
    """Pacing changes when a tick is done, never what happens in it."""
    watched = desk.start(WANDERER, speed=speed, world=find_maze("rooms"))
    ended = watched.end()

    report = headless(watched.run.request.controllers[0], "rooms")
    assert ended.trace_sha256 == report.trace_sha256
    assert ended.is_reproducible


def test_pause_and_single_steps(desk: Desk) -> None:
    """A run that starts paused stands at tick 0 until steps are asked for."""
    watched = desk.start_paused(PATIENT)
    watched.run.step()
    watched.run.step(3)
    watched.until_seen(lambda seen: seen.tick == 4)
    assert watched.run.is_paused


def test_a_picture_tells_when_its_readings_were_taken(desk: Desk) -> None:
    """At an even tick now, at an odd one a tick ago; and before a hand moved anything."""
    watched = desk.start_paused(PATIENT)
    watched.run.do(Drag(2, 350.0, 300.0))
    dragged = watched.until_seen(lambda seen: seen.objects[0].x_mm == 350.0)
    watched.run.step()
    stepped = watched.until_seen(lambda seen: seen.tick == 1)
    assert dragged.sensed is not None
    assert stepped.sensed is dragged.sensed
    assert dragged.sensed.tick == 0
    assert dragged.sensed.objects[0].x_mm == 300.0


def test_stop_stands_the_robots_still_at_once(desk: Desk) -> None:
    """The newest picture after the end has no wheel turning."""
    watched = desk.start(PATIENT, speed=5.0)
    watched.until_seen(lambda seen: seen.robots[0].left_speed > 3)
    watched.run.stop()
    ended = watched.end()
    assert ended.kind == "stopped"
    assert ended.is_reproducible
    assert watched.picture is not None
    assert watched.picture.snapshot.robots[0].left_speed == 0.0


def test_stop_while_a_controller_is_loading(desk: Desk) -> None:
    """A file that never comes to its end is given up, too."""
    watched = desk.start("while True:\n        pass")
    watched.run.stop()
    assert watched.end().kind == "stopped"


def test_the_world_goes_on_without_a_runaway(desk: Desk) -> None:
    """It is named with its line; the other robot drives on; the run can't be repeated."""
    watched = desk.start(SPINNER, PATIENT, speed=5.0, leave_behind_s=0.5)
    left = watched.first(LeftBehind)
    assert (left.robot, left.line in (7, 8)) == (0, True)
    assert watched.picture is not None
    begun_tick = watched.picture.snapshot.tick
    watched.until_seen(lambda seen: seen.tick > begun_tick + 20)
    watched.run.stop()
    assert not watched.end().is_reproducible


def test_a_runaway_is_ended_in_the_end(desk: Desk) -> None:
    """Its failure names the line, and the run is over."""
    watched = desk.start(SPINNER, patience_s=0.5)
    ended = watched.end()
    assert watched.first(Failed).report.line in (7, 8)
    assert ended.kind == "finished"


def test_a_run_that_a_clock_decided_says_so(desk: Desk) -> None:
    """When a program took too long, the others may do something else on another computer."""
    watched = desk.start(SPINNER, PATIENT, patience_s=0.5, speed=AS_FAST_AS_IT_GOES)
    watched.first(Failed)
    watched.run.stop()

    assert not watched.end().is_reproducible
    assert watched.run.report is not None
    assert ENDED_BY_CLOCK in watched.run.report.notices


def test_a_crash_names_the_line(desk: Desk) -> None:
    """The traceback holds the student's lines only."""
    watched = desk.start(
        """
        class Crasher(Controller):
            def run(self):
                self.motors.set_speeds(4, 400)
        """
    )
    report = watched.first(Failed).report
    assert report.line == 5
    assert "400" in report.message


def test_a_file_that_cannot_be_loaded(desk: Desk) -> None:
    """Nothing has moved, and the message says why."""
    watched = desk.start("class Wrong(Controller)\n")
    ended = watched.end()
    failed = watched.first(Failed)
    assert failed.robot == 0
    assert failed.report.line == 2
    assert (ended.kind, ended.tick) == ("failed", 0)


def test_things_are_dragged_while_time_stands_still(desk: Desk) -> None:
    """The picture shows it at once; the run is not the headless one any more."""
    watched = desk.start_paused(PATIENT)
    watched.run.do(Drag(2, 350.0, 300.0))
    watched.until_seen(lambda seen: seen.objects[0].x_mm == 350.0)
    watched.run.do(Drag(4, 250.0, 250.0))
    watched.until_seen(lambda seen: seen.robots[1].pose.x_mm == 250.0)
    watched.run.stop()
    assert not watched.end().is_reproducible


def test_several_things_are_dragged_at_once(desk: Desk) -> None:
    """Between two pictures, each goes to its own place."""
    watched = desk.start_paused(PATIENT)
    watched.run.do(Drag(2, 350.0, 300.0))
    watched.run.do(Drag(4, 250.0, 250.0))
    watched.until_seen(
        lambda seen: seen.objects[0].x_mm == 350.0 and seen.robots[1].pose.x_mm == 250.0
    )


def test_nothing_is_dragged_into_a_wall(desk: Desk) -> None:
    """The thing stays, and a message says so."""
    watched = desk.start_paused(PATIENT)
    watched.run.do(Drag(2, 500.0, 300.0))
    assert "no room" in watched.first(Refused).text
    assert watched.picture is not None
    assert watched.picture.snapshot.objects[0].x_mm == 300.0


def test_a_robot_without_controller_takes_orders(desk: Desk) -> None:
    """Driving by hand is a run without controllers."""
    watched = desk.start(speed=5.0)
    watched.first(Started)
    watched.run.do(Order(0, SetSpeeds(5, 5)))
    watched.until_seen(lambda seen: seen.robots[0].pose.x_mm > 155.0)
    watched.run.stop()
    assert watched.end().kind == "stopped"


def test_the_mission_ends_the_run(desk: Desk) -> None:
    """At its time limit."""
    world = replace(WORLD, mission=Mission(time_limit_s=0.5))
    ended = desk.start(PATIENT, world=world).end()
    assert (ended.kind, ended.tick) == ("time", 50)


def test_what_a_controller_says_and_draws_is_in_the_picture(desk: Desk) -> None:
    """Until it clears its drawing."""
    watched = desk.start(
        """
        class Artist(Controller):
            def run(self):
                self.say("hello")
                self.draw.line([(0, 0), (100, 100)])
                self.sleep(0.1)
        """
    )
    watched.end()
    assert watched.picture is not None
    assert watched.picture.says[0] == "hello"
    assert len(watched.picture.drawings[0]) == 1


def test_rays_are_traced_for_the_robot_that_is_watched(desk: Desk) -> None:
    """The picture says whose they are."""
    watched = desk.start_paused(PATIENT)
    watched.pictures.watch_rays(1)
    watched.until(lambda: watched.picture is not None and len(watched.picture.rays) > 0)
    assert watched.picture is not None
    assert watched.picture.rays_robot == 1


def test_without_a_runaway_the_world_goes_on_in_real_time(desk: Desk) -> None:
    """At full speed it would rush to its end before anybody can act."""
    watched = desk.start(SPINNER, leave_behind_s=0.3)
    watched.first(LeftBehind)
    assert isinstance(watched.run._opened, OpenedSimulation)
    assert watched.run._opened.speed == 1.0


@pytest.mark.parametrize("doing", ["pass", 're.match("(a+)+$", "a" * 60 + "b")'])
def test_what_a_runaway_had_ordered_acts_while_the_world_goes_on(desk: Desk, doing: str) -> None:
    """The window's robot drives, as the real one would; also when code of C never ends."""
    source = SPINNER.replace("            self.sleep(0.1)\n", "").replace("pass", doing)
    watched = desk.start(f"import re\n{textwrap.dedent(source)}", leave_behind_s=0.3)
    watched.first(LeftBehind)

    def has_driven() -> bool:
        start = WORLD.robots[0].pose.x_mm
        return watched.picture is not None and (
            watched.picture.snapshot.robots[0].pose.x_mm > start + 1.0
        )

    watched.until(has_driven)


def test_an_observer_that_fails_does_not_end_the_run(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """It hears nothing more; what it raised is raised when the robots stand."""

    class Broken(Heard):
        def printed(self, tick: int, robot: int, text: str) -> None:
            super().printed(tick, robot, text)
            raise ZeroDivisionError

    broken, other = Broken(), Heard()
    request = RunRequest((desk.spec(TALKER),), WORLD)

    with caplog.at_level(logging.CRITICAL, "wsusim"), pytest.raises(ZeroDivisionError):
        execute(request, broken, other)

    assert broken.prints == ["one\n"]
    assert other.prints == ["one\n", "two\n"]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to one thread")
def test_ctrl_c_ends_a_run_with_all_motors_at_zero(desk: Desk) -> None:
    """The controller comes to its end, and there is a report."""

    class Interrupting(Pictures):
        has_interrupted = False

        def progressed(self, tick: int) -> None:
            if not self.has_interrupted:
                self.has_interrupted = True
                # As a terminal does. Raised here, it would not wake the main thread from its wait.
                TELL(threading.main_thread().ident, signal.SIGINT)

    pictures = Interrupting()

    request = RunRequest((desk.spec(ENDLESS),), WORLD, time_s=1e5)  # never over before
    report = execute(request, pictures)

    assert report.outcome == "stopped"
    assert pictures.picture is not None
    assert pictures.picture.snapshot.robots[0].left_speed == 0.0
