"""Run, pause, step, stop, restart, speed: what the run bar does, and the same run as without it."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.unit.gui.conftest import CAP_ID, ROBOT_ID, Mouse, small_world
from tests.unit.gui.features.run.conftest import Desk
from tests.unit.runs.test_run import headless
from wsusim.control.report import FailureReport
from wsusim.formats.maze_file import save_maze
from wsusim.gui.document import Mode
from wsusim.gui.features.run.run_bar import SPEEDS, speed_text
from wsusim.gui.shell.watched import Failure, RunState
from wsusim.model.commands import SetSpeeds
from wsusim.runs.actions import Order, Pause, Resume, SetSpeed, TypeLine
from wsusim.runs.events import Ended, Outbox, RunEvent
from wsusim.runs.pictures import Picture
from wsusim.runs.request import RunRequest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

DRIVER = """
    class Driver(Controller):
        def run(self):
            self.motors.set_speeds(4, 3)
            while self.active:
                self.sleep(0.02)
"""
SHORT = """
    class Short(Controller):
        def run(self):
            for turn in range(10):
                self.motors.set_speeds(6, turn)
                self.sleep(0.05)
"""


def ended_of(desk: Desk) -> list[Ended]:
    """Return a list that gets every end of a run."""
    ends: list[Ended] = []
    desk.watched.ended.connect(ends.append)
    return ends


@pytest.mark.parametrize("speed", [1.0, 5.0, 50.0, SPEEDS[-1]])
def test_the_trace_is_that_of_the_headless_run(desk: Desk, speed: float) -> None:
    """At every speed, with the window drawing."""
    ends = ended_of(desk)
    file = desk.load(SHORT)
    desk.side.bar.speed.change(SPEEDS.index(speed) - SPEEDS.index(1.0))
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)

    maze = file.with_name("maze.json")
    save_maze(desk.window.document.world, maze)
    assert ends[0].trace_sha256 == headless(str(file), str(maze)).trace_sha256
    desk.side.mission.copy_trace.click()
    assert QGuiApplication.clipboard().text() == ends[0].trace_sha256


def test_a_remote_viewer_steers_as_the_window_does(desk: Desk) -> None:
    """Pause, step, speed and going on come from a viewer of a shared run, and the bar shows it."""
    desk.load(DRIVER)
    action_wanted = desk.watched.action_wanted
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.GOING)
    action_wanted.emit(Pause())
    desk.until_state(RunState.PAUSED)
    action_wanted.emit(SetSpeed(5.0))
    action_wanted.emit(Resume())

    assert desk.side.bar.speed.speed == 5.0
    assert desk.window.action_set["run"].text() == "&Pause"


def test_a_remote_viewer_drives_and_types(desk: Desk) -> None:
    """Orders and lines reach a robot without a controller; the answer is told."""
    answers: list[tuple[str, ...]] = []
    desk.watched.replied.connect(lambda _asked, lines: answers.append(lines))
    desk.side.start_by_hand()
    desk.until_state(RunState.GOING)
    desk.watched.action_wanted.emit(Order(0, SetSpeeds(4, -4)))
    desk.watched.action_wanted.emit(TypeLine(0, "E"))
    desk.until(lambda: bool(answers))

    assert answers[0][0].startswith("e,")


def test_pause_step_and_go_on(desk: Desk) -> None:
    """One action runs, pauses and goes on; a step is one tick."""
    desk.load(DRIVER)
    run, step = desk.window.action_set["run"], desk.window.action_set["step"]
    step.trigger()
    desk.until_state(RunState.PAUSED)
    assert run.text() == "&Continue"
    step.trigger()
    desk.until_tick(1)
    step.trigger()
    desk.until_tick(2)
    assert desk.tick == 2

    run.trigger()
    desk.until_tick(10)
    assert run.text() == "&Pause"
    run.trigger()
    assert desk.watched.state is RunState.PAUSED


def test_a_step_begins_a_run_that_stands(desk: Desk) -> None:
    """So that one can look from the first tick on."""
    desk.load(DRIVER)
    desk.window.action_set["step"].trigger()
    desk.until_state(RunState.PAUSED)
    assert desk.tick == 0


def test_an_end_is_told_with_its_own_picture(desk: Desk) -> None:
    """Never with the one before, in which the wheels still turn: it may come in between."""

    class LateOutbox(Outbox):
        def take(self) -> list[RunEvent]:
            pictures.picture = last
            return [Ended("stopped", 0, "", False, None)]

    desk.bridge.begin(RunRequest((), desk.window.document.world), is_paused=True)
    desk.until(lambda: desk.tick == 0)
    assert desk.watched.picture is not None
    last, pictures = replace(desk.watched.picture, says=("last",)), desk.bridge._pictures
    shown: list[Picture | None] = []
    desk.watched.ended.connect(lambda _ended: shown.append(desk.watched.picture))

    desk.bridge._outbox = LateOutbox()
    desk.until(lambda: bool(shown))

    assert shown[0] is last


def test_stop_and_reset(desk: Desk) -> None:
    """After Stop the last moment stays in view; after Reset the maze can be edited."""
    desk.load(DRIVER)
    desk.window.action_set["run"].trigger()
    desk.until_tick(20)
    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)

    assert desk.watched.picture is not None
    assert desk.watched.picture.snapshot.robots[0].left_speed == 0.0
    assert desk.window.scene.place_of(ROBOT_ID).x() > 600.0
    assert not desk.window.document.can_edit

    desk.window.action_set["reset"].trigger()
    assert desk.window.document.can_edit
    assert desk.window.scene.place_of(ROBOT_ID).x() == 600.0


def test_restart_begins_at_the_start(desk: Desk) -> None:
    """While the one before still ends."""
    desk.load(DRIVER)
    desk.window.action_set["run"].trigger()
    desk.until_tick(30)
    first = desk.bridge.run
    desk.window.action_set["restart"].trigger()
    desk.until_tick(1)
    assert desk.bridge.run is not first
    assert desk.watched.state is RunState.GOING


def test_run_without_a_controller_says_what_to_do(desk: Desk) -> None:
    """With a button for each way on."""
    desk.window.action_set["run"].trigger()
    assert "No robot has a controller" in desk.window.messages.text
    assert len(desk.window.messages.buttons) == 2
    assert desk.watched.state is RunState.IDLE


def test_another_maze_ends_the_run(desk: Desk) -> None:
    """And its editing mode is back."""
    desk.side.start_by_hand()
    desk.until_tick(5)
    desk.window.document.load(desk.window.document.world, None)
    assert desk.watched.state is RunState.IDLE
    assert desk.window.document.mode is Mode.EDIT


def test_things_are_dragged_during_the_run(desk: Desk) -> None:
    """The mouse asks, the engine moves."""
    desk.side.start_by_hand()
    desk.until_tick(5)
    desk.window.view.object_drag_requested.emit(CAP_ID, 250.0, 250.0)
    desk.until(lambda: desk.window.scene.place_of(CAP_ID).x() == 250.0)


def test_a_drag_into_a_wall_is_refused_visibly(desk: Desk) -> None:
    """The status bar says why; nothing moves."""
    desk.bridge.begin(RunRequest((), small_world()), is_paused=True)
    desk.until_state(RunState.PAUSED)
    desk.window.view.object_drag_requested.emit(CAP_ID, 300.0, 600.0)
    desk.until(lambda: "no room" in desk.window.status.currentMessage())
    assert desk.window.scene.place_of(CAP_ID).x() == 300.0


def test_driving_by_hand(desk: Desk) -> None:
    """The up arrow drives while it is held; letting go stands the robot still."""
    desk.side.start_by_hand()
    desk.until_tick(3)
    QTest.keyPress(desk.window.view, Qt.Key.Key_Up)
    desk.until(lambda: desk.window.scene.place_of(ROBOT_ID).x() > 605.0)
    QTest.keyRelease(desk.window.view, Qt.Key.Key_Up)
    desk.until(
        lambda: (
            desk.watched.picture is not None
            and abs(desk.watched.picture.snapshot.robots[0].left_speed) < 0.01
        )
    )


def test_speeds_in_words() -> None:
    """As people write them."""
    assert [speed_text(speed) for speed in (SPEEDS[0], 1.0, SPEEDS[-1])] == ["0.1×", "1×", "max"]


def test_the_engine_is_imported_in_the_background(desk: Desk) -> None:
    """In idle time, so that the first run begins as quickly as the others."""
    begun: list[str] = []
    desk.side.warming.begin_soon()
    desk.side.warming.then(lambda: begun.append("at once"))
    desk.until(lambda: desk.side.warming.is_over)
    assert begun == ["at once"]


def test_the_mouse_drags_a_cap_during_the_run(desk: Desk) -> None:
    """It follows the pointer; the run goes on."""
    mouse = Mouse(desk.window)
    desk.side.start_by_hand()
    desk.until_tick(5)
    mouse.drag((300.0, 300.0), (400.0, 200.0))
    desk.until(lambda: abs(desk.window.scene.place_of(CAP_ID).x() - 400.0) < 4.0)
    assert desk.watched.state is RunState.GOING


def test_arm_and_jaws_are_driven_by_keys(desk: Desk) -> None:
    """F lowers the arm, C closes the jaws."""
    desk.side.start_by_hand()
    desk.until_tick(3)
    QTest.keyClick(desk.window.view, Qt.Key.Key_F)
    QTest.keyClick(desk.window.view, Qt.Key.Key_C)

    def grips() -> bool:
        picture = desk.watched.picture
        robot = None if picture is None else picture.snapshot.robots[0]
        return robot is not None and robot.arm_position > 240 and robot.jaw_gap_mm < 50

    desk.until(grips)


def test_a_program_for_the_khepera_in_another_robot_is_told_once(desk: Desk) -> None:
    """Its numbers mean something else there; the hint says what to write instead."""
    world = desk.window.document.world
    robots = tuple(replace(robot, kind="thymio") for robot in world.robots)
    desk.window.document.load(replace(world, robots=robots), None)
    desk.load(DRIVER)
    told = []
    for _ in range(2):
        desk.side.start()
        desk.until_tick(3)
        told.append("set_speeds_mm_s" in desk.window.messages.text)
        desk.bridge.stop()
        desk.until_state(RunState.ENDED)
    assert told == [True, False]


def test_old_errors_go_with_the_old_maze(desk: Desk) -> None:
    """They are about a maze that is not there any more."""
    desk.side.errors.add(Failure(0, FailureReport("Error", "It failed.", None, None)))
    desk.window.document.load(small_world(), None)
    assert desk.side.errors.entries == ()


def test_driving_by_hand_begins_in_real_time(desk: Desk) -> None:
    """Driving by hand begins in real time."""
    desk.side.bar.speed.choose(50.0)
    desk.side.start_by_hand()
    assert desk.side.bar.speed.speed == 1.0
