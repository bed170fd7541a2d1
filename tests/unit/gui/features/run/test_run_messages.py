"""What is said about a run, and when it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from tests.unit.analysis.pictures import robot_snapshot
from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.features.run.test_run_side import DRIVER, SHORT
from wsusim.control.report import FailureReport
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.watched import Failure, RunState, Subject
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, Snapshot
from wsusim.runs.pictures import Picture

REPORT = FailureReport("TypeError", "busy", "/home/me/robot.py", 8, (), ())


def _picture(x_mm: float) -> Picture:
    robot: Any = robot_snapshot(pose=Pose(x_mm, 100.0))
    return Picture(Snapshot(1, (robot,), (), MissionSnapshot(False, None, 0, ())), (), ("",), ((),))


def test_the_next_run_takes_the_last_ones_complaint_away(desk: Desk) -> None:
    """Even one that waits for an answer; and the console comes to the front again."""
    desk.watched.failed.emit(Failure(0, REPORT))
    assert "robot.py, line 8" in desk.window.messages.text
    desk.watched.begin(Subject(small_world()))
    assert desk.window.messages.text == ""
    assert not desk.side.console.visibleRegion().isEmpty()


def run_fails(desk: Desk) -> None:
    """Have a run's controller fail."""
    desk.watched.failed.emit(Failure(0, REPORT))


def file_fails(desk: Desk) -> None:
    """Load a file that is no Python."""
    desk.load("class Wrong(Controller)\n    pass\n", "wrong.py")


GO_ON: tuple[Callable[[Desk], object], ...] = (
    lambda desk: desk.window.action_set["reset"].trigger(),
    lambda desk: desk.window.action_set["new"].trigger(),
    lambda desk: desk.load(DRIVER, "another.py"),
    lambda desk: desk.watched.begin(Subject(small_world())),
)


def before_and_after(
    desk: Desk, complain: Callable[[Desk], object], go_on: Callable[[Desk], object]
) -> tuple[bool, str]:
    """Return whether there was a complaint, and what is said when it goes on."""
    complain(desk)
    was_said = bool(desk.window.messages.text)
    go_on(desk)
    return was_said, desk.window.messages.text


@pytest.mark.parametrize("complain", [run_fails, file_fails])
def test_a_message_goes_with_its_run_or_controller(
    desk: Desk, complain: Callable[[Desk], object]
) -> None:
    """What was wrong has nothing to do with what is reset, made, loaded or begun now."""
    said = [before_and_after(desk, complain, go_on) for go_on in GO_ON]
    assert said == [(True, "")] * len(GO_ON)


def test_a_controller_that_was_missed_is_missed_no_longer(desk: Desk) -> None:
    """The question what to do without one goes when there is one."""
    desk.side.start()
    said = desk.window.messages.text
    desk.load(DRIVER)
    assert (said, desk.window.messages.text) == ("No robot has a controller yet.", "")


def test_what_others_say_stays(desk: Desk) -> None:
    """A leftover of a crash is still offered."""
    desk.watched.failed.emit(Failure(0, REPORT))
    answers = (("Recover", lambda: None),)
    desk.window.messages.show_message("can be saved", Weight.WARNING, answers, about="leftovers")
    desk.watched.begin(Subject(small_world()))
    assert desk.window.messages.text == "can be saved"


@pytest.mark.parametrize(("x_mm", "is_told"), [(500.0, False), (1400.0, True)])
def test_a_real_robot_reckoned_out_of_the_arena_is_told(
    desk: Desk, x_mm: float, is_told: bool
) -> None:
    """With what can be done about it."""
    desk.watched.begin(replace(Subject(small_world()), is_real=True))
    desk.watched.show(_picture(x_mm), at_once=True)
    assert ("outside the arena" in desk.window.messages.text) is is_told


def test_a_maze_without_a_robot_is_told_as_such(desk: Desk) -> None:
    """Loading a controller would not help."""
    desk.window.document.load(replace(small_world(), robots=()), None)
    desk.window.action_set["run"].trigger()
    assert "There is no robot in this maze" in desk.window.messages.text


def test_a_remark_about_the_run_is_shown_whole_and_stays(desk: Desk) -> None:
    """A full disk is told where there is room for a long sentence, and is found again later."""
    text = "The recording ends at 12.3 s: the disk is full. Free some space on it."
    desk.bridge.noticed.emit(text)
    assert desk.window.messages.text == text
    desk.window.messages.clear()
    assert text in desk.side.errors.browser.toPlainText()


def test_the_hint_while_driving_by_hand_is_about_driving(desk: Desk) -> None:
    """There the arrows belong to the robot, and move nothing in the arena."""
    desk.side.start_by_hand()
    desk.until_tick(3)

    labels = {label.text() for label in desk.window.status.findChildren(QLabel)}
    assert "Drive with the arrow keys. The mouse drags robots, caps and balls." in labels


def test_of_several_robots_that_fail_the_first_is_told(desk: Desk) -> None:
    """With how many others there are; each stands in the list of errors."""
    for robot in range(3):
        desk.watched.failed.emit(Failure(robot, REPORT))

    said = desk.window.messages.text
    assert said.startswith("Robot 1: ")
    assert said.endswith(" Others failed, too (2): see Errors.")


@pytest.mark.parametrize("robot", [0, None])
def test_what_comes_later_of_a_robot_that_failed_is_told(desk: Desk, robot: int | None) -> None:
    """A real one that can't be reached may still be driving."""
    desk.watched.failed.emit(Failure(0, REPORT))
    desk.watched.failed.emit(Failure(robot, replace(REPORT, message="it may still be driving")))

    assert desk.window.messages.text.endswith("it may still be driving")


def test_a_reset_takes_away_how_the_run_ended(desk: Desk) -> None:
    """The start shown again has not been stopped."""
    desk.side.start_by_hand()
    desk.until_tick(3)
    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)
    said = desk.window.status.currentMessage()
    desk.window.action_set["reset"].trigger()

    assert said.startswith("Stopped after ")
    assert desk.window.status.currentMessage() == ""


@pytest.mark.parametrize(
    ("is_locked", "ends"), [(False, "to change the maze."), (True, "to see the maze as it was.")]
)
def test_nobody_is_told_to_change_a_locked_maze(desk: Desk, is_locked: bool, ends: str) -> None:
    """As that of a lesson is."""
    desk.window.document.lock(is_locked)
    desk.load(SHORT)
    desk.side.start()

    desk.until_state(RunState.ENDED)

    assert desk.window.status._hint_words.endswith(ends)
    desk.window.document.lock(False)
