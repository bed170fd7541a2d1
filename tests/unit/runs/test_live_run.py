"""A run that people watch, without a window: the same run at every speed, and nothing stops it."""

from __future__ import annotations

import os
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Mission, RobotStart, Wall, World
from wsusim.runs.live_events import (
    PRINTS_KEPT,
    Ended,
    Failed,
    LeftBehind,
    LiveEvent,
    Outbox,
    Printed,
    Refused,
)
from wsusim.runs.live_remarks import POINTS_KEPT
from wsusim.runs.live_request import AS_FAST_AS_IT_GOES, LiveRequest
from wsusim.runs.live_run import LiveRun
from wsusim.runs.live_steering import Phase
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

WORLD = World(
    "small",
    Arena.rectangle(800.0, 600.0),
    walls=(Wall(1, 500.0, 100.0, 500.0, 500.0),),
    caps=(Cap(2, 300.0, 450.0),),
    robots=(RobotStart(3, Pose(150.0, 150.0)), RobotStart(4, Pose(150.0, 400.0))),
    next_id=5,
)
PATIENCE_S = 60.0
"""How long a test waits for what must come; only a failing one waits that long."""

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
PATIENT = """
    class Patient(Controller):
        def run(self):
            self.motors.set_speeds(4, 4)
            while self.active:
                self.sleep(0.02)
"""


class Watcher:
    """Starts runs, and keeps what they tell."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.events: list[LiveEvent] = []
        self.runs: list[LiveRun] = []

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
        until_s: float | None = None,
        patience_s: float = 30.0,
        last_patience_s: float = 30.0,
        is_paused: bool = False,
    ) -> LiveRun:
        """Start a run with these controllers on the first robots."""
        controllers = tuple((k, self.spec(source)) for k, source in enumerate(sources))
        request = LiveRequest(
            world,
            controllers,
            until_s=until_s,
            patience_s=patience_s,
            last_patience_s=last_patience_s,
        )
        run = LiveRun(request, speed=speed, is_paused=is_paused)
        self.runs.append(run)
        run.start()
        return run

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that must come."""
        given_up_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < given_up_s, self.events[-5:]
            self.take()
            time.sleep(0.005)

    def take(self) -> None:
        """Take the events of the newest run away."""
        self.events += self.runs[-1].take_events()

    def all_of(self, kind: type[LiveEvent]) -> list[LiveEvent]:
        """Return the events of one kind so far."""
        self.take()
        return [event for event in self.events if isinstance(event, kind)]

    def end_of(self, run: LiveRun) -> Ended:
        """Wait for the end of a run and return how it came."""
        assert run.wait(PATIENCE_S)
        self.take()
        ended = self.events[-1]
        assert isinstance(ended, Ended)
        return ended


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[Watcher]:
    """Return a watcher; what it started is over after the test."""
    watching = Watcher(tmp_path)
    yield watching
    for run in watching.runs:
        assert run.close(PATIENCE_S)


class Deaf:
    """A listener that needs to know nothing."""

    def started(self, startup_s: float) -> None:
        """Ignore it."""

    def printed(self, robot: int, text: str) -> None:
        """Ignore it."""

    def said(self, robot: int, time_s: float, text: str) -> None:
        """Ignore it."""

    def noticed(self, text: str) -> None:
        """Ignore it."""

    def progressed(self, time_s: float, end_s: float) -> None:
        """Ignore it."""


def headless(spec: str, maze: str) -> RunReport:
    """Return the report of the same run from the command line."""
    return execute(RunRequest((spec,), maze), Deaf())


@pytest.mark.parametrize("speed", [1.0, 5.0, 50.0, AS_FAST_AS_IT_GOES])
def test_the_trace_is_that_of_the_headless_run_at_every_speed(
    watcher: Watcher, speed: float, tmp_path: Path
) -> None:
    """Pacing changes when a tick is done, never what happens in it."""
    from wsusim.formats.catalogue import find_maze

    run = watcher.start(WANDERER, speed=speed, world=find_maze("rooms"))
    ended = watcher.end_of(run)

    report = headless(run.request.controllers[0][1], "rooms")
    assert ended.trace_sha256 == report.trace_sha256
    assert ended.is_reproducible


def test_pause_and_single_steps(watcher: Watcher) -> None:
    """A run that starts paused stands at tick 0 until steps are asked for."""
    run = watcher.start(PATIENT, is_paused=True)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.step()
    run.step(3)
    watcher.until(lambda: run.picture is not None and run.picture.snapshot.tick == 4)
    assert run.is_paused


def test_a_picture_tells_when_its_readings_were_taken(watcher: Watcher) -> None:
    """At an even tick now, at an odd one a tick ago; and before a hand moved anything."""
    run = watcher.start(PATIENT, is_paused=True)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.drag(2, 350.0, 300.0)
    watcher.until(lambda: run.picture is not None and run.picture.snapshot.objects[0].x_mm == 350.0)
    dragged = run.picture
    run.step()
    watcher.until(lambda: run.picture is not None and run.picture.snapshot.tick == 1)
    stepped = run.picture
    assert dragged is not None
    assert stepped is not None
    assert dragged.sensed is not None
    assert stepped.sensed is dragged.sensed
    assert dragged.sensed.tick == 0
    assert dragged.sensed.objects[0].x_mm == 300.0


def test_stop_stands_the_robots_still_at_once(watcher: Watcher) -> None:
    """The newest picture after the end has no wheel turning."""
    run = watcher.start(PATIENT, speed=5.0)
    watcher.until(lambda: run.picture is not None and run.picture.snapshot.robots[0].left_speed > 3)
    run.stop()
    ended = watcher.end_of(run)
    assert ended.kind == "stopped"
    assert ended.is_reproducible
    assert run.picture is not None
    assert run.picture.snapshot.robots[0].left_speed == 0.0


def test_stop_while_a_controller_is_loading(watcher: Watcher) -> None:
    """A file that never comes to its end is given up, too."""
    run = watcher.start("while True:\n        pass")
    run.stop()
    assert watcher.end_of(run).kind == "stopped"


def test_the_world_goes_on_without_a_runaway(watcher: Watcher) -> None:
    """It is named with its line; the other robot drives on; the run can't be repeated."""
    run = watcher.start(SPINNER, PATIENT, speed=5.0, patience_s=0.5)
    watcher.until(lambda: bool(watcher.all_of(LeftBehind)))
    left = watcher.all_of(LeftBehind)[0]
    assert isinstance(left, LeftBehind)
    assert (left.robot, left.line in (7, 8)) == (0, True)
    begun = run.picture
    assert begun is not None
    watcher.until(
        lambda: run.picture is not None and run.picture.snapshot.tick > begun.snapshot.tick + 20
    )
    run.stop()
    assert not watcher.end_of(run).is_reproducible


def test_a_runaway_is_ended_in_the_end(watcher: Watcher) -> None:
    """Its failure names the line, and the run is over."""
    run = watcher.start(SPINNER, last_patience_s=0.5)
    ended = watcher.end_of(run)
    failed = watcher.all_of(Failed)[0]
    assert isinstance(failed, Failed)
    assert failed.report.line in (7, 8)
    assert ended.kind == "finished"


def test_a_crash_names_the_line(watcher: Watcher) -> None:
    """The traceback holds the student's lines only."""
    run = watcher.start(
        """
        class Crasher(Controller):
            def run(self):
                self.motors.set_speeds(4, 400)
        """
    )
    watcher.end_of(run)
    failed = watcher.all_of(Failed)[0]
    assert isinstance(failed, Failed)
    assert failed.report.line == 5
    assert "400" in failed.report.message


def test_a_file_that_cannot_be_loaded(watcher: Watcher) -> None:
    """Nothing has moved, and the message says why."""
    run = watcher.start("class Wrong(Controller)\n")
    ended = watcher.end_of(run)
    failed = watcher.all_of(Failed)[0]
    assert isinstance(failed, Failed)
    assert failed.robot == 0
    assert failed.report.line == 2
    assert (ended.kind, ended.tick) == ("failed", 0)


def test_things_are_dragged_while_time_stands_still(watcher: Watcher) -> None:
    """The picture shows it at once; the run is not the headless one any more."""
    run = watcher.start(PATIENT, is_paused=True)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.drag(2, 350.0, 300.0)
    watcher.until(lambda: run.picture is not None and run.picture.snapshot.objects[0].x_mm == 350.0)
    run.drag(4, 250.0, 250.0)
    watcher.until(
        lambda: run.picture is not None and run.picture.snapshot.robots[1].pose.x_mm == 250.0
    )
    run.stop()
    assert not watcher.end_of(run).is_reproducible


def test_several_things_are_dragged_at_once(watcher: Watcher) -> None:
    """Between two pictures, each goes to its own place."""
    run = watcher.start(PATIENT, is_paused=True)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.drag(2, 350.0, 300.0)
    run.drag(4, 250.0, 250.0)
    watcher.until(
        lambda: (
            run.picture is not None
            and run.picture.snapshot.objects[0].x_mm == 350.0
            and run.picture.snapshot.robots[1].pose.x_mm == 250.0
        )
    )
    run.stop()
    watcher.end_of(run)


def test_nothing_is_dragged_into_a_wall(watcher: Watcher) -> None:
    """The thing stays, and a message says so."""
    run = watcher.start(PATIENT, is_paused=True)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.drag(2, 500.0, 300.0)
    watcher.until(lambda: bool(watcher.all_of(Refused)))
    assert run.picture is not None
    assert run.picture.snapshot.objects[0].x_mm == 300.0


def test_a_robot_without_controller_takes_orders(watcher: Watcher) -> None:
    """Driving by hand is a run without controllers."""
    run = watcher.start(speed=5.0)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.order(0, SetSpeeds(5, 5))
    watcher.until(
        lambda: run.picture is not None and run.picture.snapshot.robots[0].pose.x_mm > 155.0
    )
    run.stop()
    assert watcher.end_of(run).kind == "stopped"


def test_the_mission_ends_the_run(watcher: Watcher) -> None:
    """At its time limit."""
    from dataclasses import replace

    world = replace(WORLD, mission=Mission(time_limit_s=0.5))
    ended = watcher.end_of(watcher.start(PATIENT, world=world))
    assert (ended.kind, ended.tick) == ("time", 50)


def test_what_a_controller_says_and_draws_is_in_the_picture(watcher: Watcher) -> None:
    """Until it clears its drawing."""
    run = watcher.start(
        """
        class Artist(Controller):
            def run(self):
                self.say("hello")
                self.draw.line([(0, 0), (100, 100)])
                self.sleep(0.1)
        """
    )
    watcher.end_of(run)
    assert run.picture is not None
    assert run.picture.says[0] == "hello"
    assert len(run.picture.drawings[0]) == 1


def test_rays_are_traced_for_the_robot_that_is_watched(watcher: Watcher) -> None:
    """Seven for each of the eight sensors."""
    run = watcher.start(PATIENT, is_paused=True)
    watcher.until(lambda: run.phase is Phase.GOING)
    run.watch_rays(1)
    watcher.until(lambda: run.picture is not None and len(run.picture.rays) == 56)
    assert run.picture is not None
    assert run.picture.rays_robot == 1


def test_a_flood_of_prints_is_cut_and_counted() -> None:
    """What waits to be taken away is limited."""
    outbox = Outbox()
    for number in range(PRINTS_KEPT + 7):
        outbox.put(Printed(0, f"{number}\n"))
    events = outbox.take()
    assert len(events) == PRINTS_KEPT + 1
    assert events[-1] == Printed(0, "... 7 more lines were left out\n")
    assert outbox.take() == []


def test_drawings_are_limited_by_their_points(watcher: Watcher) -> None:
    """The newest figures stay; one that is too large keeps its end."""
    run = watcher.start(
        """
        class Artist(Controller):
            def run(self):
                for number in range(3000):
                    self.draw.dots([(number, 1)])
                self.sleep(0.1)
                self.draw.line([(number, 2) for number in range(5000)])
                self.sleep(0.1)
        """
    )
    watcher.end_of(run)
    assert run.picture is not None
    (figure,) = run.picture.drawings[0]
    assert len(figure.points_mm) == POINTS_KEPT
    assert figure.points_mm[-1] == (4999.0, 2.0)


def test_without_a_runaway_the_world_goes_on_in_real_time(watcher: Watcher) -> None:
    """At full speed it would rush to its end before anybody can act."""
    run = watcher.start(SPINNER, speed=AS_FAST_AS_IT_GOES, patience_s=0.3)
    watcher.until(lambda: bool(watcher.all_of(LeftBehind)))
    assert run.speed == 1.0
