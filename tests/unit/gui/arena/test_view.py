"""What the view shows of the arena: all of it, a place, larger or smaller."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter

from tests.unit.gui.conftest import ROBOT_ID, small_world
from wsusim.gui.arena.painting import PaintedItem
from wsusim.gui.arena.scale_bar import ScaleBar
from wsusim.gui.shell.main_window import MainWindow
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World

ROBOT = RobotStart(1, Pose(90.0, 90.0))
CONTEST = World("contest", Arena.rectangle(2892.0, 2892.0), robots=(ROBOT,))


def _off_middle_px(window: MainWindow) -> float:
    """Return how far the middle of the arena is from the middle of the view."""
    middle = window.view.mapFromScene(window.scene.arena_box().center())
    off = middle - window.view.viewport().rect().center()
    return math.hypot(off.x(), off.y())


def test_a_bigger_maze_opens_centred_and_whole(window: MainWindow) -> None:
    """Also right after a small one: the scene has grown before the view is fitted."""
    window.view.set_scale_bar_visible(False)
    window.files.new()
    window.document.load(CONTEST, None)
    corners = [QPoint(*at) for at in ((0, 0), (2892, 0), (2892, 2892), (0, 2892))]
    shown = [window.view.mapFromScene(corner.toPointF()) for corner in corners]
    assert _off_middle_px(window) <= 2.0
    assert all(window.view.viewport().rect().contains(at) for at in shown)


def test_fitting_brings_a_smaller_maze_back(window: MainWindow) -> None:
    """It fills the view again, but for the strip of the scale bar."""
    window.document.load(CONTEST, None)
    window.document.load(small_world(), None)
    box = window.view.mapFromScene(window.scene.arena_box()).boundingRect()
    assert _off_middle_px(window) <= 25.0
    assert box.height() > 0.6 * window.view.viewport().height()


def test_the_robot_is_found_in_a_large_maze(window: MainWindow) -> None:
    """It is selected, in the middle, and large enough to be seen."""
    window.document.load(CONTEST, None)
    window.action_set["find robot"].trigger()
    at_px = window.view.mapFromScene(window.scene.place_of(1))
    off = at_px - window.view.viewport().rect().center()
    assert window.document.selection.ids == {1}
    assert math.hypot(off.x(), off.y()) <= 2.0
    assert window.view.mm_per_px <= 1.0


def test_a_robot_that_is_large_enough_keeps_its_size(window: MainWindow) -> None:
    """Only the place in view changes."""
    window.view.zoom(4.0)
    before = window.view.mm_per_px
    window.action_set["find robot"].trigger()
    assert window.view.mm_per_px == pytest.approx(before)
    assert window.document.selection.ids == {ROBOT_ID}


def test_the_scale_bar_never_covers_a_corner_of_the_arena(window: MainWindow) -> None:
    """Where they would meet, the arena leaves it a strip at the lower edge."""
    window.view.resize(470, 360)
    window.view.fit()
    box = window.view.mapFromScene(window.scene.arena_box()).boundingRect()
    bar = window.view.findChildren(ScaleBar)[0]
    assert not box.intersects(bar.geometry())
    assert window.view.viewport().rect().contains(box)


def test_without_the_scale_bar_the_arena_takes_all_the_room(window: MainWindow) -> None:
    """And gives it back when the bar is shown again."""
    window.view.resize(470, 360)
    window.view.fit()
    before = window.view.mm_per_px
    window.view.set_scale_bar_visible(False)
    without = window.view.mm_per_px
    window.view.set_scale_bar_visible(True)
    assert without < before
    assert window.view.mm_per_px == before


class _Faulty(PaintedItem):
    """An item with a mistake of ours in it."""

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        return QRectF(0.0, 0.0, 500.0, 500.0)

    def draw(self, painter: QPainter) -> None:
        """Fail as Python itself does, and not by ``raise``."""
        list(zip((1, 2), (1,), strict=True))


def test_a_mistake_while_painting_does_not_end_the_program(window: MainWindow) -> None:
    """It is an exception like any other one, and no segmentation fault."""
    item = _Faulty()
    window.scene.addItem(item)
    with pytest.raises(ValueError, match="zip"):
        window.view.viewport().repaint()
    window.scene.removeItem(item)
