"""Editing the maze in the window, by mouse and by keys."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import (
    CAP_ID,
    GOAL_ID,
    ROBOT_ID,
    WALL_ID,
    Keys,
    Mouse,
    new_window,
    small_world,
)
from tests.unit.gui.studio import part_of
from wsusim.editor.objects import ObjectKind, all_objects, centre_mm, objects_by_id
from wsusim.gui.document import Mode
from wsusim.gui.features.editing.editing import Editing
from wsusim.gui.features.editing.tools.edit_tool import PALETTE_MIME
from wsusim.gui.shell.main_window import MainWindow
from wsusim.model.world import Cap, Wall

Key, Held = Qt.Key, Qt.KeyboardModifier


def _arrow(*, is_repeat: bool) -> QKeyEvent:
    return QKeyEvent(QKeyEvent.Type.KeyPress, Key.Key_Right, Held.NoModifier, "", is_repeat)


class Asked(QObject):
    """Counts how often a window is asked to lay out its panels."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.count = 0
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Count."""
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


def test_a_click_selects_what_is_under_it(window: MainWindow, mouse: Mouse) -> None:
    """And nothing else stays selected."""
    mouse.click(600.0, 400.0)
    assert window.document.selection.ids == {ROBOT_ID}


def test_a_click_on_another_of_its_kind_lays_nothing_out_again(window: MainWindow) -> None:
    """The window keeps its geometry, and a click its price."""
    world = window.document.world
    window.document.put_world(replace(world, caps=(*world.caps, Cap(90, 420.0, 300.0))))
    for cap in (90, CAP_ID) * 3:  # until the form has come to rest
        window.document.selection.select([cap])
        QApplication.processEvents()
    asked = Asked(window)

    window.document.selection.select([90])
    QApplication.processEvents()

    assert asked.count == 0


def test_the_fields_of_a_locked_maze_give_no_reason_of_another_kind(window: MainWindow) -> None:
    """A plain floor is not called anything else."""
    window.document.lock(True, by="test")
    window.document.selection.select([CAP_ID])
    window.document.selection.clear()
    tip = part_of(window, Editing).properties.form.editor("width_mm").toolTip()
    window.document.lock(False, by="test")
    assert tip == ""


def test_ctrl_click_adds_to_the_selection(window: MainWindow, mouse: Mouse) -> None:
    """A second object joins the first."""
    mouse.click(600.0, 400.0)
    mouse.click(300.0, 300.0, Held.ControlModifier)
    assert window.document.selection.ids == {ROBOT_ID, CAP_ID}


def test_dragging_moves_to_the_grid(window: MainWindow, mouse: Mouse) -> None:
    """A robot dropped off the grid stands on the nearest grid point."""
    mouse.drag((600.0, 400.0), (688.0, 327.0))
    assert centre_mm(window.document.world.robots[0]) == (680.0, 320.0)


def test_alt_switches_the_grid_off(window: MainWindow, mouse: Mouse) -> None:
    """With Alt held a thing goes where the pointer is, to the pixel."""
    mouse.drag((600.0, 400.0), (688.0, 327.0), Held.AltModifier)
    robot = centre_mm(window.document.world.robots[0])
    assert robot == pytest.approx((688.0, 327.0), abs=2.0 * window.view.mm_per_px)
    assert robot != (680.0, 320.0)


def test_a_drag_is_one_edit_with_a_name(window: MainWindow, mouse: Mouse) -> None:
    """The menu says what would be undone."""
    mouse.drag((300.0, 300.0), (400.0, 200.0))
    assert window.document.undo_stack.count() == 1
    assert window.action_set["undo"].text().replace("&", "") == "Undo move cap"


def test_escape_ends_a_drag_and_changes_nothing(
    window: MainWindow, mouse: Mouse, keys: Keys
) -> None:
    """The object goes back to where it was."""
    mouse.press(300.0, 300.0, Held.NoModifier)
    mouse.move(500.0, 200.0)

    keys(Key.Key_Escape)

    assert window.document.shown == small_world()
    assert window.document.undo_stack.count() == 0


def test_a_robot_dropped_on_a_wall_slides_beside_it_and_says_so(
    window: MainWindow, mouse: Mouse
) -> None:
    """The status bar tells that it moved to the nearest free place."""
    mouse.drag((600.0, 400.0), (400.0, 600.0))

    robot = window.document.world.robots[0]
    assert abs(robot.pose.y_mm - 600.0) == pytest.approx(27.5 + 9.75 + 0.5, abs=0.1)
    assert "nearest free place" in window.status.currentMessage()


def test_things_with_nothing_in_common_have_no_properties_to_type(window: MainWindow) -> None:
    """A cap, a wall and a robot: the panel says so, and F2 finds nothing to go to."""
    window.document.selection.select(thing.id for thing in all_objects(window.document.world))

    window.action_set["properties"].trigger()

    shown = [label.text() for label in part_of(window, Editing).properties.findChildren(QLabel)]
    assert any("nothing in common" in text for text in shown)


def test_the_rubber_band_selects_all_inside(window: MainWindow, mouse: Mouse) -> None:
    """A drag from bare floor selects what it encloses."""
    mouse.drag((250.0, 250.0), (660.0, 470.0))
    assert window.document.selection.ids == {CAP_ID, ROBOT_ID}


def test_a_walls_end_is_pulled_by_its_handle(window: MainWindow, mouse: Mouse) -> None:
    """The other end stays."""
    window.document.selection.select([WALL_ID])
    mouse.drag((500.0, 600.0), (640.0, 700.0))

    wall = window.document.world.walls[0]
    assert (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) == (200.0, 600.0, 640.0, 700.0)


def test_a_robot_is_turned_by_its_handle_in_steps(window: MainWindow, mouse: Mouse) -> None:
    """The heading follows the pointer to the nearest 15 degrees."""
    window.document.selection.select([ROBOT_ID])
    (handle,) = window.scene.handles()
    mouse.drag(handle.at_mm, (602.0, 520.0))
    heading_deg = math.degrees(window.document.world.robots[0].pose.heading_rad)
    assert heading_deg == pytest.approx(90.0)


def test_a_region_is_resized_by_its_corner(window: MainWindow, mouse: Mouse) -> None:
    """The opposite corner stays."""
    window.document.selection.select([GOAL_ID])
    mouse.drag((740.0, 240.0), (700.0, 300.0))
    goal = window.document.world.goals[0]
    assert (goal.width_mm, goal.height_mm) == (240.0, 220.0)


def test_arrow_keys_move_by_the_grid(window: MainWindow, keys: Keys) -> None:
    """Right and up go one grid step."""
    window.document.selection.select([CAP_ID])
    keys(Key.Key_Right, Key.Key_Up)
    assert centre_mm(window.document.world.caps[0]) == (320.0, 320.0)


def test_alt_and_arrow_keys_move_by_a_millimetre(window: MainWindow, keys: Keys) -> None:
    """For exact places."""
    window.document.selection.select([CAP_ID])
    keys(Key.Key_Left, modifier=Held.AltModifier)
    assert centre_mm(window.document.world.caps[0]) == (299.0, 300.0)


def test_a_held_arrow_key_is_one_edit(window: MainWindow, qtbot: object) -> None:
    """Its repeats merge; the next press begins a new edit."""
    from PySide6.QtGui import QKeyEvent

    window.document.selection.select([CAP_ID])
    for is_repeat in (False, True, True):
        press = QKeyEvent(QKeyEvent.Type.KeyPress, Key.Key_Right, Held.NoModifier, "", is_repeat, 1)
        window.view.keyPressEvent(press)
    assert window.document.undo_stack.count() == 1

    window.document.undo_stack.undo()
    assert window.document.world == small_world()


def test_shift_and_arrow_keys_resize(window: MainWindow, keys: Keys) -> None:
    """A wall's second end moves."""
    window.document.selection.select([WALL_ID])
    keys(Key.Key_Right, modifier=Held.ShiftModifier)
    assert window.document.world.walls[0].x1_mm == 520.0


def test_tab_selects_the_objects_one_after_the_other(window: MainWindow, keys: Keys) -> None:
    """In reading order."""
    keys(Key.Key_Tab)
    assert window.document.selection.ids == {WALL_ID}
    keys(Key.Key_Tab)
    assert window.document.selection.ids == {ROBOT_ID}


def test_ctrl_tab_adds_the_next_object(window: MainWindow, keys: Keys) -> None:
    """Several are selected without the mouse."""
    keys(Key.Key_Tab)
    keys(Key.Key_Tab, modifier=Held.ControlModifier)
    assert window.document.selection.ids == {WALL_ID, ROBOT_ID}


def test_an_object_is_placed_by_keys_alone(window: MainWindow, keys: Keys) -> None:
    """The letter picks it, arrows move the cross, Enter drops it."""
    window.view.centerOn(400.0, 200.0)
    window.action_set["insert ball"].trigger()
    keys(Key.Key_Right, Key.Key_Return)
    (ball,) = window.document.world.balls
    assert window.document.selection.ids == {ball.id}


def test_a_wall_is_drawn_by_keys_alone(window: MainWindow, keys: Keys) -> None:
    """Enter fixes the first end, the arrows go to the second one, Enter ends."""
    window.action_set["insert wall"].trigger()
    keys(Key.Key_Return, *[Key.Key_Up] * 3, Key.Key_Return)
    wall = window.document.world.walls[1]
    assert (wall.x1_mm - wall.x0_mm, wall.y1_mm - wall.y0_mm) == (0.0, 60.0)


def test_a_wall_is_drawn_by_a_drag(window: MainWindow, mouse: Mouse) -> None:
    """And its ends are on the grid."""
    part_of(window, Editing).pick(ObjectKind.WALL, by_key=False)
    mouse.drag((101.0, 99.0), (101.0, 262.0))
    wall = window.document.world.walls[1]
    assert (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) == (100.0, 100.0, 100.0, 260.0)


def test_an_object_is_dropped_from_the_palette(window: MainWindow, mouse: Mouse) -> None:
    """It stands at the nearest grid point and is selected."""
    data = QMimeData()
    data.setData(PALETTE_MIME, b"light")
    drop = QDropEvent(
        QPointF(mouse.px(447.0, 203.0)),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Held.NoModifier,
    )

    window.view.dropEvent(drop)

    (light,) = window.document.world.lights
    assert centre_mm(light) == (440.0, 200.0)
    assert window.document.selection.ids == {light.id}


def test_copied_objects_are_pasted_into_another_window(
    window: MainWindow, tmp_path_factory: pytest.TempPathFactory, qtbot: QtBot
) -> None:
    """The clipboard carries them as text."""
    other = new_window(tmp_path_factory.mktemp("other"))
    qtbot.addWidget(other, before_close_func=lambda w: w.document.undo_stack.setClean())
    window.document.selection.select([WALL_ID, CAP_ID])
    window.action_set["copy"].trigger()

    other.action_set["paste"].trigger()

    assert len(other.document.world.walls) == 1
    assert len(other.document.world.caps) == 1


def test_pasting_other_text_says_that_there_is_nothing(window: MainWindow) -> None:
    """A sentence on the clipboard adds no object."""
    QGuiApplication.clipboard().setText("hello")
    window.action_set["paste"].trigger()
    assert window.document.world == small_world()
    assert "no objects on the clipboard" in window.status.currentMessage()


@pytest.mark.parametrize(
    ("action", "undo_text"),
    [
        ("duplicate", "duplicate cap"),
        ("delete", "delete cap"),
        ("cut", "cut cap"),
    ],
)
def test_menu_edits_can_be_undone_by_name(window: MainWindow, action: str, undo_text: str) -> None:
    """Each edit of the menu has its name and goes back."""
    window.document.selection.select([CAP_ID])

    window.action_set[action].trigger()

    assert window.document.undo_stack.undoText() == undo_text
    window.document.undo_stack.undo()
    assert window.document.world == small_world()


def test_rotating_by_keys_turns_15_degrees(window: MainWindow) -> None:
    """Left is counter-clockwise."""
    window.document.selection.select([ROBOT_ID])
    window.action_set["rotate left"].trigger()
    heading_deg = math.degrees(window.document.world.robots[0].pose.heading_rad)
    assert heading_deg == pytest.approx(15.0)


def test_aligning_is_one_edit(window: MainWindow) -> None:
    """Robot and cap end at the same lower line."""
    window.document.selection.select([CAP_ID, ROBOT_ID])
    window.action_set["align bottom"].trigger()
    assert window.document.undo_stack.undoText() == "align 2 objects"
    assert window.document.world.robots[0].pose.y_mm == pytest.approx(300.0 - 14.5 + 27.5)


def test_closing_corners_is_one_edit_or_says_why_not(window: MainWindow) -> None:
    """One wall alone has no corner."""
    document, close = window.document, window.action_set["align corners"]
    walls = (Wall(20, 100.0, 100.0, 200.0, 100.0), Wall(21, 200.0, 100.0, 200.0, 200.0))
    document.put_world(replace(document.world, walls=walls, next_id=22))
    document.selection.select([20, 21])
    close.trigger()
    done = document.undo_stack.undoText()
    close.trigger()
    assert done == "close corners"
    assert window.messages.said[-1].startswith("None of the selected walls")


def test_undo_selects_what_comes_back(window: MainWindow) -> None:
    """One sees what was undone."""
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.document.undo_stack.undo()
    assert window.document.selection.ids == {CAP_ID}


def test_during_a_run_a_drag_asks_the_run(window: MainWindow, mouse: Mouse) -> None:
    """The maze itself does not change; the request has id and place."""
    asked: list[tuple[int, float, float]] = []
    window.view.object_drag_requested.connect(lambda *what: asked.append(what))
    window.document.set_mode(Mode.RUN)

    mouse.drag((300.0, 300.0), (420.0, 220.0))

    name, x_mm, y_mm = asked[-1]
    assert name == CAP_ID
    assert (x_mm, y_mm) == pytest.approx((420.0, 220.0), abs=2.0 * window.view.mm_per_px)
    assert window.document.world == small_world()


def test_during_a_run_arrow_keys_ask_the_run(window: MainWindow, keys: Keys) -> None:
    """Tab goes round what can be moved; an arrow is a step of the grid, with Shift five."""
    asked: list[tuple[int, float, float]] = []
    window.view.object_drag_requested.connect(lambda *what: asked.append(what))
    window.document.set_mode(Mode.RUN)

    keys(Key.Key_Tab, Key.Key_Tab, Key.Key_Right)
    keys(Key.Key_Up, modifier=Held.ShiftModifier)

    assert asked == [(CAP_ID, 320.0, 300.0), (CAP_ID, 300.0, 400.0)]
    assert window.document.world == small_world()


def test_during_a_run_the_maze_is_not_edited(window: MainWindow) -> None:
    """Deleting is switched off, and placing is refused with a message."""
    window.document.selection.select([CAP_ID])
    window.document.set_mode(Mode.RUN)
    part_of(window, Editing).pick(ObjectKind.WALL, by_key=False)
    assert not window.action_set["delete"].isEnabled()
    assert CAP_ID in objects_by_id(window.document.world)
    assert "reset it first" in window.messages.text


def test_reset_keeps_unsaved_edits(window: MainWindow, mouse: Mouse) -> None:
    """Reset goes back to the start of the run, which is the maze as edited."""
    mouse.drag((300.0, 300.0), (400.0, 200.0))
    edited = window.document.world
    window.document.set_mode(Mode.RUN)

    window.action_set["reset"].trigger()

    assert window.document.world == edited
    assert window.document.is_modified
    assert window.document.can_edit


def test_the_ruler_measures_and_leaves_the_maze_alone(window: MainWindow, mouse: Mouse) -> None:
    """It is no edit."""
    window.action_set["tool ruler"].trigger()
    mouse.drag((200.0, 600.0), (500.0, 200.0))
    assert not window.scene.ruler.boundingRect().isNull()
    assert window.document.undo_stack.count() == 0


def test_walls_are_drawn_one_after_the_other(window: MainWindow, mouse: Mouse, keys: Keys) -> None:
    """The tool stays in hand until Escape."""
    part_of(window, Editing).pick(ObjectKind.WALL, by_key=False)
    mouse.drag((100.0, 100.0), (100.0, 260.0))
    mouse.drag((160.0, 100.0), (160.0, 260.0))
    keys(Key.Key_Escape)
    mouse.drag((220.0, 100.0), (220.0, 260.0))
    assert len(window.document.world.walls) == 3


def test_a_goal_region_is_drawn_as_a_rectangle(window: MainWindow, mouse: Mouse) -> None:
    """From one corner to the other."""
    part_of(window, Editing).pick(ObjectKind.GOAL, by_key=False)
    mouse.drag((101.0, 99.0), (338.0, 221.0))
    goal = window.document.world.goals[1]
    assert (goal.width_mm, goal.height_mm, centre_mm(goal)) == (240.0, 120.0, (220.0, 160.0))


def test_the_palette_is_off_while_the_maze_cannot_be_edited(window: MainWindow) -> None:
    """It does not look as if something could be placed."""
    palette = part_of(window, Editing).palette
    window.document.set_mode(Mode.RUN)
    off = palette.isEnabled()
    window.action_set["reset"].trigger()
    assert (off, palette.isEnabled()) == (False, True)


def test_a_goal_in_a_maze_without_a_task_offers_one(window: MainWindow, mouse: Mouse) -> None:
    """One click makes reaching it the mission, which can be undone."""
    window.action_set["insert goal"].trigger()
    mouse.drag((100.0, 100.0), (180.0, 180.0))
    window.messages.buttons[0].click()
    mission = window.document.world.mission
    window.document.undo_stack.undo()
    assert mission.kind == "reach_goal"
    assert window.document.world.mission.kind == "free"
