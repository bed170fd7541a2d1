"""Controllers in the window: loaded, chosen, watched, new, edited."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from tests.unit.gui.conftest import ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.features.run.test_run_side import DRIVER, SHORT
from wsusim.gui.features.run.controller_book import Choice
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart
from wsusim.programs.new_controller import ready_controllers, templates

TWO = """
    class First(Controller):
        def run(self):
            print("first")

    class Second(Controller):
        def run(self):
            print("second")
"""


def test_all_classes_of_a_file_can_be_chosen(desk: Desk) -> None:
    """None of several classes is used before a person has chosen."""
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


def test_it_is_told_which_of_several_robots_a_file_drives(desk: Desk) -> None:
    """The message names the robot."""
    world = desk.window.document.world
    second = RobotStart(9, Pose(200.0, 150.0))
    desk.window.document.load(replace(world, robots=(*world.robots, second)), None)
    desk.load(DRIVER)
    first = desk.window.status.currentMessage()
    desk.load(DRIVER)

    assert first == "student.py drives Robot 1. Run it with F5."
    assert desk.window.status.currentMessage() == "student.py drives Robot 2. Run it with F5."


def test_a_changed_file_is_noticed(desk: Desk) -> None:
    """A hint says that the next run uses it; a class with another name is followed."""
    file = desk.load(DRIVER)
    file.write_text(file.read_text().replace("Driver", "Pilot"))
    desk.until(lambda: "has changed" in desk.side.controllers.panel.hint)
    choice = desk.side.controllers.book.choice_of(ROBOT_ID)
    assert choice is not None
    assert choice.class_name == "Pilot"


def test_of_a_changed_file_that_drives_no_robot_any_more_nothing_is_said(desk: Desk) -> None:
    """The next run doesn't use it: another program drives, as when a lesson goes on."""
    file = desk.load(DRIVER)
    file.write_text(file.read_text().replace("Driver", "Pilot"))
    desk.until(lambda: "has changed" in desk.side.controllers.panel.hint)

    desk.load(SHORT, "other.py")

    assert desk.side.controllers.panel.hint == ""


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


def test_a_name_that_is_taken_is_not_proposed(desk: Desk, tmp_path: Path) -> None:
    """The number after it leaves a name that Python can import."""
    desk.load(DRIVER)
    (tmp_path / "my_robot.py").touch()
    desk.side.controllers.ask_new(templates()[0])
    dialog = desk.window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert Path(dialog.selectedFiles()[0]) == tmp_path / "my_robot_2.py"
    dialog.reject()


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
    assert desk.side.controllers.panel.hint == ""
    file.write_text(good)
    desk.until(lambda: desk.window.messages.text == "")
    assert (broken, box.currentText()) == (
        "Error: Driver — student.py",
        "Driver — student.py",
    )


def test_a_deleted_file_is_said_to_be_gone(desk: Desk) -> None:
    """Not that it has changed."""
    desk.load(DRIVER).unlink()
    desk.until(lambda: "deleted or moved" in desk.window.messages.text)
    box = desk.side.controllers.panel.box(0)
    assert box.currentText() == "Gone: Driver — student.py"
    assert box.toolTip().startswith(box.currentText())


def test_a_real_robot_has_neither_seed_nor_noise_to_choose(desk: Desk) -> None:
    """Seed and noise are switched off, with a sentence, until a simulated one is chosen again."""
    panel, ideal = desk.side.controllers.panel, desk.model.row.ideal

    def state() -> tuple[bool, bool, bool]:
        return panel.seed.isEnabled(), ideal.isEnabled(), panel.real.isHidden()

    before = state()
    desk.window.setup.choose_robot("socket://127.0.0.1:9")
    real, why = state(), ideal.toolTip()
    desk.window.setup.choose_robot(None)
    assert (before, real, state()) == ((True, True, True), (False, False, False), before)
    assert why.startswith("A real robot brings its own noise")


def test_another_maze_keeps_the_first_robots_controller(desk: Desk) -> None:
    """Whichever robot had got its own first."""
    world = desk.window.document.world
    second = RobotStart(max(robot.id for robot in world.robots) + 1, Pose(200.0, 150.0))
    desk.window.document.load(replace(world, robots=(*world.robots, second)), None)
    book = desk.side.controllers.book
    book.assign(second.id, Choice(desk.write(TWO), "Second"))
    book.assign(ROBOT_ID, Choice(desk.write(TWO), "First"))
    desk.window.document.load(world, None)

    choice = book.choice_of(ROBOT_ID)
    assert choice is not None
    assert choice.class_name == "First"
