"""The robot editor in the window: drag, undo, type, open, save, drive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import EDITORS_SIZE, Hall, clear, new_window, small_world
from tests.unit.gui.studio import part_of
from wsusim.editor.changes import Change
from wsusim.formats.robot_file import load_robot
from wsusim.gui.features.editing.workbench import edit
from wsusim.gui.features.robot_kinds.kinds_side import KindsSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import UsualReadings
from wsusim.model.world import RobotStart
from wsusim.robots import base_name, robot_kind, shipped_text


@pytest.fixture(scope="module")
def hall(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Return a window with the editor that all tests of this file share."""
    window = new_window(tmp_path_factory.mktemp("settings"))
    KindsSide(window)
    yield Hall(window, EDITORS_SIZE)
    clear(window)


@pytest.fixture
def window(hall: Hall) -> Iterator[MainWindow]:
    """Return the window; it is tidy again after the test."""
    yield hall.window
    hall.tidy()


@pytest.fixture
def side(window: MainWindow) -> KindsSide:
    """Return the editor, with an e-puck."""
    found = part_of(window, KindsSide)
    found.panel.resize(900, 400)
    found.open_panel()
    found.document.load(robot_kind("epuck"), None)
    return found


def drag(side: KindsSide, start: QPointF, end: QPointF, keys=Qt.KeyboardModifier.NoModifier):
    """Drag with the left button, in three steps."""
    drawing, button = side.panel.drawing, Qt.MouseButton.LeftButton
    QTest.mousePress(drawing, button, keys, start.toPoint())
    for share in (0.3, 0.7, 1.0):
        at = start + (end - start) * share
        _move(drawing, at, button, keys)
    QTest.mouseRelease(drawing, button, keys, end.toPoint())


def press(window: MainWindow, keys: str) -> None:
    """Press keys for whatever has the focus, on the way that a real keyboard takes."""
    combination = QKeySequence(keys)[0]
    modifiers = combination.keyboardModifiers()
    QTest.keyClick(window.windowHandle(), combination.key(), modifiers)


def _move(widget, at, button, keys):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(QEvent.Type.MouseMove, at, at, Qt.MouseButton.NoButton, button, keys)
    widget.mouseMoveEvent(event)


def test_a_sensor_is_dragged_in_one_step_that_can_be_undone(side: KindsSide) -> None:
    """Round to the other side of the nose; Undo brings it back, Redo there again."""
    drawing, document = side.panel.drawing, side.document
    before = document.kind

    drag(side, drawing.place_of(6), drawing.place_of(7) + QPointF(12.0, -2.0))
    moved = document.kind.sensors[6]

    assert moved.bearing_deg % 5.0 == 0.0
    assert moved.bearing_deg < 20.0
    assert document.undo_stack.count() == 1
    side.panel.undo.trigger()
    assert document.kind == before
    side.panel.redo.trigger()
    assert document.kind.sensors[6] == moved


def test_a_sensor_is_turned_by_its_tip(side: KindsSide) -> None:
    """To straight ahead; its place stays."""
    drawing, document = side.panel.drawing, side.document
    document.choose(6)
    place = drawing.place_of(6)

    drag(side, drawing.tip_of(6), place + QPointF(1.0, -40.0))

    mount = document.kind.sensors[6]
    assert (mount.x_mm, mount.y_mm, mount.bearing_deg) == (24.7, 24.7, 0.0)


def test_arrow_keys_move_and_turn(side: KindsSide) -> None:
    """A millimetre ahead, and 5 degrees to the left."""
    side.document.choose(5)

    QTest.keyClick(side.panel.drawing, Qt.Key.Key_Up)
    moved = side.document.kind.sensors[5]
    QTest.keyClick(side.panel.drawing, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)

    assert (moved.x_mm, moved.y_mm) == (1.0, 35.0)
    assert side.document.kind.sensors[5].bearing_deg == 95.0


def test_figures_are_typed_in_the_table(side: KindsSide) -> None:
    """With a comma, too; what is not possible is refused and told."""
    model = side.panel.table.model()

    model.setData(model.index(2, 1), "1,5")
    model.setData(model.index(2, 4), "0.8")
    refusals: list[str] = []
    side.document.refused.connect(refusals.append)
    model.setData(model.index(2, 2), "-300")

    assert side.document.kind.sensors[2].x_mm == 1.5
    assert side.document.kind.cone.traits[2].gain == 0.8
    assert side.document.kind.sensors[2].y_mm == -35.0
    assert "sensors[2].y_mm is -300.0, but it must be a number from -250 to 250" in refusals[0]


def test_the_body_is_changed_in_the_form(side: KindsSide) -> None:
    """Steps of one visit to a box are one edit."""
    box = side.panel.form.boxes["body", "radius_mm"]

    box.setValue(38.0)
    box.setValue(39.0)

    assert side.document.kind.radius_mm == 39.0
    assert side.document.undo_stack.count() == 1


def test_what_is_near_is_typed_in_the_form(side: KindsSide) -> None:
    """As a whole number of the file, in one step that can be undone."""
    boxes = side.panel.form.boxes
    before = side.document.kind

    boxes["readings", "near"].setValue(80)
    boxes["readings", "far"].setValue(20)

    assert side.document.file["readings"] == {"near": 80, "far": 20}
    assert (side.document.kind.readings.near, side.document.kind.readings.far) == (80, 20)
    side.panel.undo.trigger()
    side.panel.undo.trigger()
    assert side.document.kind == before
    assert (boxes["readings", "near"].value(), boxes["readings", "far"].value()) == (50, 30)


def test_far_stays_below_near(side: KindsSide) -> None:
    """The editor's own window says why, with both numbers; the box shows the old one again."""
    side.panel.form.boxes["readings", "far"].setValue(60)

    told = side.panel.remark.text()
    assert told == "readings has far = 60 and near = 50, but far must be below near."
    assert side.document.kind.readings.far == 30
    assert side.panel.form.boxes["readings", "far"].value() == 30


def test_a_robot_without_usual_readings_shows_those_that_count(side: KindsSide) -> None:
    """300 and 100, as the file's page says; changing one keeps the other."""
    kind = replace(robot_kind("epuck"), readings=UsualReadings())
    side.document.load(kind, None)
    boxes = side.panel.form.boxes
    shown = boxes["readings", "near"].value(), boxes["readings", "far"].value()

    boxes["readings", "near"].setValue(200)

    assert shown == (300, 100)
    assert side.document.kind.readings == UsualReadings(200, 100)


def test_the_form_says_where_a_wall_reads_near(side: KindsSide) -> None:
    """In millimetres from the body, and again with every change."""
    facts = side.panel.form.facts
    before = facts.text()

    side.panel.form.boxes["readings", "near"].setValue(100)

    assert "reads Near at about 31 mm from the body, Far at 45 mm" in before
    assert "reads Near at about 17 mm from the body, Far at 45 mm" in facts.text()


def test_sensors_are_removed_mirrored_and_added(side: KindsSide) -> None:
    """An e-puck has as many as there may be, so one must go before."""
    panel = side.panel
    side.document.choose(0)
    assert not panel.add.isEnabled()

    panel.remove_sensor()
    side.document.choose(6)
    panel.mirror_sensor()

    assert len(side.document.kind.sensors) == 8
    assert side.document.kind.sensors[7].name == "front_right"
    assert side.document.sensor == 7


def test_a_robot_is_saved_and_opened(side: KindsSide, tmp_path: Path) -> None:
    """What is saved is the robot that is shown; the title has a star until then."""
    file = tmp_path / "mine.toml"
    side.panel.form.boxes["body", "radius_mm"].setValue(30.5)
    star = side.panel.title.text()

    side.save(file)
    side.begin("thymio")
    side.open(file)

    assert ("*" in star, "*" in side.panel.title.text()) == (True, False)
    assert load_robot(file) == side.document.kind
    assert side.document.kind.radius_mm == 30.5


def test_a_bad_file_is_told_and_changes_nothing(
    side: KindsSide, window: MainWindow, tmp_path: Path
) -> None:
    """The message names the file and what is wrong."""
    file = tmp_path / "bad.toml"
    text = shipped_text("epuck").replace("radius_mm = 37.0", "radius_mm = 0")
    file.write_text(text, "utf-8")
    line = text[: text.index("radius_mm = 0")].count("\n") + 1

    window.openers.open(file)

    assert side.document.kind == robot_kind("epuck")
    assert f"bad.toml: line {line}: body.radius_mm is 0" in window.messages.text


@pytest.mark.parametrize("place", ["drawing", "table", "a number"])
def test_undo_of_the_keyboard_is_the_editors_while_it_has_the_keys(
    side: KindsSide, window: MainWindow, place: str
) -> None:
    """The maze could undo something, too: its Undo has the same keys, and stays out of this."""
    panel, document = side.panel, side.document
    radius = panel.form.boxes["body", "radius_mm"]
    edit(window.document, Change(replace(small_world(), name="other"), ()), "Rename")
    maze, before = window.document.world, document.kind
    radius.setValue(36.0)
    after = document.kind
    {"drawing": panel.drawing, "table": panel.table, "a number": radius}[place].setFocus()

    press(window, "Ctrl+Z")
    undone = document.kind
    press(window, "Ctrl+Shift+Z")

    assert (undone, document.kind) == (before, after)
    assert window.document.world is maze


def test_drive_it_puts_the_robot_into_the_maze(side: KindsSide, window: MainWindow) -> None:
    """The robot becomes such a one; the maze's Undo takes that back."""
    side.panel.form.boxes["body", "radius_mm"].setValue(36.0)
    before = window.document.world

    side.drive()

    kinds = {robot.kind for robot in window.document.world.robots}
    assert {base_name(kind) for kind in kinds} == {"epuck"}
    assert {robot_kind(kind).radius_mm for kind in kinds} == {36.0}
    window.document.undo_stack.undo()
    assert window.document.world == before


def test_drive_it_gives_the_main_window_the_keyboard(
    side: KindsSide, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arrow keys drive the robot at once, though the editor is a window of its own."""
    asked: list[bool] = []
    monkeypatch.setattr(window, "activateWindow", lambda: asked.append(True))

    side.drive()

    assert asked == [True]


def test_a_robot_without_room_is_told(side: KindsSide, window: MainWindow) -> None:
    """The maze stays as it is."""
    side.panel.form.boxes["body", "radius_mm"].setValue(240.0)
    before = window.document.world

    side.drive()

    assert window.document.world == before
    assert "where the maze's robots start" in window.messages.text


def test_drive_it_changes_the_selected_robots_only(side: KindsSide, window: MainWindow) -> None:
    """The class's other robots stay what they are."""
    second = RobotStart(9, Pose(200.0, 200.0))
    world = small_world()
    window.document.load(replace(world, robots=(*world.robots, second), next_id=10), None)
    window.document.selection.select([9])

    side.drive()

    kinds = [base_name(robot.kind) for robot in window.document.world.robots]
    assert kinds == ["khepera1", "epuck"]
    assert window.attention.robot == 1


@pytest.mark.parametrize(
    ("clicked", "undone"), [("maze", "maze"), ("drawing", "robot"), ("button", "robot")]
)
def test_undo_takes_the_history_of_what_was_used_last(
    side: KindsSide, window: MainWindow, clicked: str, undone: str
) -> None:
    """With both histories filled, the keys are never ambiguous."""
    edit(window.document, Change(replace(small_world(), name="other"), ()), "Rename")
    side.panel.form.boxes["body", "radius_mm"].setValue(36.0)
    side.document.choose(0)
    side.dock.setFloating(False)
    window.activateWindow()
    QApplication.processEvents()
    window.view.setFocus()
    {
        "maze": window.view.setFocus,
        "drawing": side.panel.drawing.setFocus,
        "button": side.panel.remove.click,
    }[clicked]()
    maze, robot = window.document.world, side.document.kind

    press(window, "Ctrl+Z")

    is_maze = window.document.world is not maze
    is_robot = side.document.kind != robot
    assert {"maze": is_maze, "robot": is_robot} == {
        "maze": undone == "maze",
        "robot": undone == "robot",
    }


def test_closing_asks_for_an_unsaved_robot(
    lone_window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """Cancel keeps the window; Save asks for a file, and then the window closes."""
    side = KindsSide(lone_window)
    side.panel.form.boxes["body", "radius_mm"].setValue(36.0)

    lone_window.close()
    question = lone_window.findChild(QMessageBox, "unsaved changes")
    assert question is not None
    assert "e-puck" in question.text()
    question.button(QMessageBox.StandardButton.Save).click()
    (dialog,) = lone_window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine.toml"))
    dialog.close()

    assert not lone_window.isVisible()
    assert load_robot(tmp_path / "mine.toml").radius_mm == 36.0


def test_a_robot_survives_a_crash(side: KindsSide, window: MainWindow) -> None:
    """The next window offers it, and shows it as not yet saved."""
    side.panel.form.boxes["body", "radius_mm"].setValue(36.0)
    window.unsaved.autosave_now()
    (copy,) = (window.folder / "autosave").glob("*.autosave-robot.json")
    left = copy.with_name("0-dead.autosave-robot.json")
    left.write_bytes(copy.read_bytes())
    side.document.load(robot_kind("thymio"), None)

    window.unsaved.offer_leftovers()
    told = window.messages.text
    window.messages.buttons[0].click()

    assert "e-puck" in told
    assert (side.document.kind.radius_mm, side.document.is_modified) == (36.0, True)
    assert not left.exists()


def test_a_name_with_a_blank_is_refused_in_words(side: KindsSide, window: MainWindow) -> None:
    """It says what a name is, and which one would do."""
    name = side.panel.form.texts["name"]
    name.setFocus()
    name.selectAll()
    QTest.keyClicks(name, "My robot")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert "try my_robot" in window.messages.text
    assert "try my_robot" in side.panel.remark.text()  # the editor may hide the other
    assert name.text() == "epuck"


def test_a_grey_button_says_why(side: KindsSide) -> None:
    """Its tooltip says what is missing."""
    before = side.panel.remove.toolTip()
    while side.panel.add.isEnabled():
        side.panel.add_sensor()
    assert "Click a sensor" in before
    assert "Remove one first" in side.panel.add.toolTip()


def test_after_saving_it_says_how_to_use_the_robot_here(side: KindsSide, tmp_path: Path) -> None:
    """In the window, not on a command line."""
    side.save(tmp_path / "mine.toml")
    messages = side._shell.messages
    assert "press Drive it" in messages.text
    assert "--" not in messages.text
