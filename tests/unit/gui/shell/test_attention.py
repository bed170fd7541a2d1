"""The robot that all panels show."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QStyleOptionComboBox

from tests.unit.gui.conftest import ROBOT_ID, small_world
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.main_window import MainWindow
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart, World

SECOND_ID = 9


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


def two_robots() -> World:
    """Return the small maze with a second robot."""
    world = small_world()
    second = RobotStart(SECOND_ID, Pose(200.0, 150.0))
    return replace(world, robots=(*world.robots, second), next_id=10)


def test_it_follows_the_selection(window: MainWindow) -> None:
    """And stays when something else is selected."""
    window.document.load(two_robots(), None)
    window.document.selection.select([SECOND_ID])
    window.document.selection.clear()
    assert window.attention.robot == 1
    window.document.selection.select([ROBOT_ID])
    assert window.attention.robot == 0


def test_a_robot_that_is_gone_is_left(window: MainWindow) -> None:
    """The first one takes its place."""
    window.document.load(two_robots(), None)
    window.attention.choose(1)
    window.document.load(small_world(), None)
    assert window.attention.robot == 0


def test_rays_are_those_of_its_robot_while_the_layer_is_on(window: MainWindow) -> None:
    """The code that draws them is told of both."""
    window.document.load(two_robots(), None)
    told: list[int | None] = []
    window.attention.rays_changed.connect(lambda: told.append(window.attention.rays_robot))
    window.attention.choose(1)
    window.action_set["layer rays"].trigger()
    window.action_set["layer rays"].trigger()
    assert told == [1, None, 1]


def test_a_narrow_box_shows_the_number_of_the_robot(window: MainWindow) -> None:
    """The beginning of "Robot 2" would be that of every robot."""
    window.document.load(two_robots(), None)
    box = RobotBox(window.attention, window.document)
    window.attention.choose(1)
    shown = []
    for width_px in (55, 300):
        box.resize(width_px, 24)
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        shown.append(option.currentText)
    assert shown == ["2", "Robot 2"]
