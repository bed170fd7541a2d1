"""What the view shows of the arena: all of it, a place, larger or smaller."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint

from tests.unit.gui.conftest import ROBOT_ID, small_world
from wsusim.gui.shell.window import MainWindow
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
    window.files.new()
    window.document.load(CONTEST, None)
    corners = [QPoint(*at) for at in ((0, 0), (2892, 0), (2892, 2892), (0, 2892))]
    shown = [window.view.mapFromScene(corner.toPointF()) for corner in corners]
    assert _off_middle_px(window) <= 2.0
    assert all(window.view.viewport().rect().contains(at) for at in shown)


def test_fitting_brings_a_smaller_maze_back(window: MainWindow) -> None:
    """It fills the view again."""
    window.document.load(CONTEST, None)
    window.document.load(small_world(), None)
    box = window.view.mapFromScene(window.scene.arena_box()).boundingRect()
    assert _off_middle_px(window) <= 2.0
    assert box.height() > 0.7 * window.view.viewport().height()


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
