"""The panels of a run: controllers, console, errors, sensors, mission."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.features.run.test_running import DRIVER, SHORT
from wsusim.control.report import FailureReport, Frame
from wsusim.gui.features.run.console_panel import BATCH_LINES, KEPT_LINES, ConsolePanel
from wsusim.gui.features.run.controller_book import Choice
from wsusim.gui.features.run.errors_panel import ErrorsPanel
from wsusim.gui.features.run.gripper_picture import GripperPicture
from wsusim.gui.features.run.sensor_picture import SensorPicture, Shown
from wsusim.gui.shell.watched import Failure, RunState
from wsusim.gui.widgets.theme import LIGHT, robot_colour
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import RobotSnapshot
from wsusim.model.world import RobotStart
from wsusim.robots.khepera1 import KHEPERA_1
from wsusim.tools.new_controller import ready_controllers, templates

posix_only = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

TWO = """
    class First(Controller):
        def run(self):
            print("first")

    class Second(Controller):
        def run(self):
            print("second")
"""

ROBOT = RobotSnapshot(
    id=ROBOT_ID,
    kind="khepera1",
    pose=Pose(0.0, 0.0),
    left_speed=3.0,
    right_speed=-2.0,
    left_position=0,
    right_position=0,
    proximity=(0, 100, 200, 300, 400, 500, 600, 1023),
    ambient=(500, 450, 400, 350, 300, 250, 200, 50),
    arm_position=180.0,
    jaw_gap_mm=50.0,
    held_object_id=None,
    object_present=False,
    resistivity=0,
    contact_front=False,
    contact_back=False,
    contact_bearings_rad=(),
    leds=(False, False),
)


# Controllers


def test_all_classes_of_a_file_can_be_chosen(desk: Desk) -> None:
    """None is taken before somebody has chosen."""
    file = desk.load(TWO)
    box = desk.side.controllers.panel.box(0)
    labels = [box.itemText(index) for index in range(box.count())]
    assert box.currentText() == "none"
    assert "First — student.py" in labels
    assert "Ready: wall_follower" in labels
    box.setCurrentIndex(labels.index("Second — student.py"))
    box.activated.emit(box.currentIndex())
    choice = desk.side.controllers.book.choice_of(ROBOT_ID)
    assert choice is not None
    assert choice.spec == f"{file}:Second"


def test_a_file_with_a_mistake_is_named_with_its_line(desk: Desk) -> None:
    """And the button opens it there."""
    file = desk.load("class Wrong(Controller)\n    pass\n")
    assert "line 2" in desk.window.messages.text
    desk.window.messages.buttons[0].click()
    assert desk.opened == [(file, 2)]


def test_several_robots_have_a_controller_each(desk: Desk) -> None:
    """A file goes to the selected robot; one button gives all the same."""
    world = desk.window.document.world
    second = RobotStart(9, Pose(200.0, 150.0))
    desk.window.document.load(replace(world, robots=(*world.robots, second)), None)
    desk.window.document.selection.select([9])
    desk.load(DRIVER)
    book = desk.side.controllers.book
    assert [number for number, _ in book.assigned()] == [1]
    book.assign_to_all(book.choice_of(9))
    assert [number for number, _ in book.assigned()] == [0, 1]


def test_a_changed_file_is_noticed(desk: Desk) -> None:
    """A hint says that the next run uses it; a class with another name is followed."""
    file = desk.load(DRIVER)
    file.write_text(file.read_text().replace("Driver", "Pilot"))
    desk.until(lambda: "has changed" in desk.side.controllers.panel.hint)
    choice = desk.side.controllers.book.choice_of(ROBOT_ID)
    assert choice is not None
    assert choice.class_name == "Pilot"


def test_recent_controllers_are_remembered(desk: Desk) -> None:
    """The newest first."""
    first = desk.load(SHORT, "one.py")
    second = desk.load(SHORT, "two.py")
    assert desk.side.controllers.book.recent.paths() == [second, first]


def test_a_new_controller_is_made_loaded_and_opened(desk: Desk, tmp_path: Path) -> None:
    """Its class has the name of the file."""
    file = tmp_path / "wall_finder.py"
    desk.side.controllers.make_new(templates()[0], file)
    choice = desk.side.controllers.book.choice_of(ROBOT_ID)
    assert choice is not None
    assert choice.class_name == "WallFinder"
    assert desk.opened == [(file, 1)]


def test_of_several_classes_one_is_asked_for(desk: Desk) -> None:
    """A message has a button for each, as the command line asks."""
    file = desk.load(TWO)
    assert "several controllers" in desk.window.messages.text
    assert [button.text() for button in desk.window.messages.buttons] == ["First", "Second"]
    desk.window.messages.buttons[1].click()
    choice = desk.side.controllers.book.choice_of(ROBOT_ID)
    assert choice == Choice(file, "Second")


def test_a_ready_file_with_several_classes_asks_as_well(desk: Desk) -> None:
    """Braitenberg's vehicles share a base class that can't drive."""
    box = desk.side.controllers.panel.box(0)
    index = box.findText("Ready: braitenberg")
    box.setCurrentIndex(index)
    box.activated.emit(index)
    names = [button.text() for button in desk.window.messages.buttons]
    assert names == ["Vehicle2a", "Vehicle2b", "Vehicle3a"]
    desk.window.messages.buttons[0].click()
    choice = desk.side.controllers.book.choice_of(ROBOT_ID)
    assert choice is not None
    assert choice.class_name == "Vehicle2a"


def test_a_ready_controller_is_edited_as_a_copy(desk: Desk, tmp_path: Path) -> None:
    """It is asked for in the student's folder, opened there, and drives from then on."""
    desk.load(SHORT)
    ready, copy = ready_controllers()[0], tmp_path / "mine.py"
    desk.side.controllers.open(ready, 3)
    dialog = desk.window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert (desk.opened, dialog.directory().absolutePath()) == ([], str(tmp_path))
    desk.side.controllers.book.assign(ROBOT_ID, Choice(ready.resolve(), None))
    dialog.fileSelected.emit(str(copy))
    dialog.close()
    assert desk.opened == [(copy, 3)]
    assert desk.side.controllers.book.choice_of(ROBOT_ID) == Choice(copy, None)


def test_a_mended_file_takes_its_complaint_away(desk: Desk) -> None:
    """And its row names it while it is broken, instead of saying that there is none."""
    file = desk.load(DRIVER)
    good = file.read_text()
    box = desk.side.controllers.panel.box(0)
    file.write_text(good.replace(":", "", 1))
    desk.until(lambda: "student.py, line 3" in desk.window.messages.text)
    broken = box.currentText()
    file.write_text(good)
    desk.until(lambda: desk.window.messages.text == "")
    assert (broken, box.currentText()) == (
        "Driver — student.py (has an error)",
        "Driver — student.py",
    )


def test_a_deleted_file_is_said_to_be_gone(desk: Desk) -> None:
    """Not that it has changed."""
    desk.load(DRIVER).unlink()
    desk.until(lambda: "deleted or moved" in desk.window.messages.text)


def test_a_real_robot_has_no_seed(desk: Desk) -> None:
    """Its box is switched off until a simulated one is chosen again."""
    seed = desk.side.controllers.panel.seed
    desk.window.setup.choose_robot("socket://127.0.0.1:9")
    off = seed.isEnabled()
    desk.window.setup.choose_robot(None)
    assert (off, seed.isEnabled()) == (False, True)


# Console


@posix_only
def test_prints_are_shown(desk: Desk) -> None:
    """Also a last line without an end."""
    desk.load("""
        class Printer(Controller):
            def run(self):
                print("one")
                print("two", end="")
    """)
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)
    assert desk.side.console.text.toPlainText() == "one\ntwo"


def test_the_console_is_capped(qtbot: QtBot) -> None:
    """What came too fast is counted, what is old goes."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.add(0, "".join(f"{number}\n" for number in range(3 * KEPT_LINES)))
    console.flush()
    lines = console.text.toPlainText().splitlines()
    assert len(lines) == BATCH_LINES + 1
    assert f"{3 * KEPT_LINES - BATCH_LINES:,} lines were left out" in lines[0]
    assert lines[-1] == str(3 * KEPT_LINES - 1)


def test_prints_of_several_robots_are_told_apart(qtbot: QtBot, tmp_path: Path) -> None:
    """By their number, or by choosing one; what is shown is what is saved."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.set_robots(2)
    console.add(0, "left\n")
    console.add(1, "right\n")
    console.flush()
    assert console.text.toPlainText() == "1 | left\n2 | right"
    console.robot.setCurrentIndex(2)
    console.robot.activated.emit(2)
    assert console.text.toPlainText() == "right"
    assert console.save(tmp_path / "prints.txt")
    assert (tmp_path / "prints.txt").read_text() == "right\n"


# Errors


def test_each_line_of_a_traceback_can_be_clicked(qtbot: QtBot) -> None:
    """The innermost comes first, with the text of the line and the hint."""
    panel = ErrorsPanel(LIGHT)
    qtbot.addWidget(panel)
    clicked: list[tuple[Path, int]] = []
    panel.line_clicked.connect(lambda path, line: clicked.append((path, line)))
    outer = Frame("/home/me/my robot.py", 6, "run", "self.drive(<40>)")
    inner = Frame("/home/me/helper.py", 12, "drive", "motors.set_sped()")
    report = FailureReport(
        "MisuseAttribute", "no `set_sped`", inner.file, 12, (outer, inner), ("Try `set_speeds`.",)
    )
    panel.add(Failure(0, report))
    text = panel.browser.toPlainText()
    assert text.index("helper.py, line 12") < text.index("my robot.py, line 6")
    assert "self.drive(<40>)" in text
    assert "Try `set_speeds`." in text
    panel.browser.anchorClicked.emit(QUrl("file:///home/me/my%20robot.py?line=6"))
    assert clicked == [(Path("/home/me/my robot.py"), 6)]


@posix_only
def test_an_error_is_shown_every_time_it_happens(desk: Desk) -> None:
    """The same one in two runs is two entries; its line opens in the editor."""
    file = desk.load("""
        class Wrong(Controller):
            def run(self):
                self.motors.set_sped(1, 1)
    """)
    for _ in range(2):
        desk.side.start()
        desk.until_state(RunState.ENDED)
        desk.bridge.reset()
    assert len(desk.side.errors.entries) == 2
    assert "Did you mean `set_speeds`?" in desk.side.errors.browser.toPlainText()
    desk.window.messages.buttons[0].click()
    assert desk.opened == [(file, 5)]


# Sensors, gripper, mission


@pytest.mark.parametrize(
    ("shown", "values"),
    [(Shown.PROXIMITY, ROBOT.proximity), (Shown.AMBIENT, ROBOT.ambient), (Shown.OFF, None)],
)
def test_the_sensor_display_shows_proximity_ambient_light_or_nothing(
    qtbot: QtBot, shown: Shown, values: tuple[int, ...] | None
) -> None:
    """And paints it."""
    picture = SensorPicture(LIGHT, KHEPERA_1)
    qtbot.addWidget(picture)
    picture.show_robot(ROBOT, KHEPERA_1, robot_colour(0))
    picture.set_shown(shown)
    assert picture.values() == values
    assert not picture.grab().isNull()


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        (None, ("–", "–", "–")),
        (ROBOT, ("arm up", "open", "nothing")),
        (replace(ROBOT, arm_position=249.0, object_present=True), ("arm down", "open", "object")),
        (replace(ROBOT, arm_position=200.0, jaw_gap_mm=2.0), ("arm moves", "closed", "nothing")),
        (replace(ROBOT, held_object_id=3), ("arm up", "holds", "nothing")),
    ],
)
def test_the_gripper_in_words(
    qtbot: QtBot, robot: RobotSnapshot | None, words: tuple[str, str, str]
) -> None:
    """As the icons show it."""
    picture = GripperPicture(LIGHT, KHEPERA_1.gripper)
    qtbot.addWidget(picture)
    picture.show_robot(robot, KHEPERA_1.gripper)
    assert picture.words() == words
    assert not picture.grab().isNull()


@posix_only
def test_panels_show_the_run(desk: Desk) -> None:
    """Readings, time, way and the end."""
    desk.load(SHORT)
    desk.window.panels["mission"].raise_()
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)
    assert desk.side.mission.time.text() == "0.50 s"
    assert desk.side.mission.state.text() == "all controllers have ended"
    assert desk.side.mission.way.text() != "0.00 m"
    desk.window.panels["sensors"].raise_()
    desk.until(lambda: desk.side.sensors.sensors.values() is not None)
    assert desk.side.bar.time_label.text().strip() == "0:00.50"
