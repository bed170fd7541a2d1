"""The readings round the robot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QMouseEvent
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.run.test_gripper_picture import ROBOT
from wsusim.gui.features.run.sensor_picture import BAR_SHARE, BODY_SHARE, SensorPicture, Shown
from wsusim.gui.widgets.theme import current_theme, robot_colour
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")


@pytest.mark.parametrize(
    ("shown", "values"),
    [(Shown.PROXIMITY, ROBOT.proximity), (Shown.AMBIENT, ROBOT.ambient), (Shown.OFF, None)],
)
def test_the_sensor_display_shows_proximity_ambient_light_or_nothing(
    qtbot: QtBot, shown: Shown, values: tuple[int, ...] | None
) -> None:
    """And paints it."""
    picture = SensorPicture(KHEPERA_1)
    qtbot.addWidget(picture)
    picture.show_robot(ROBOT, KHEPERA_1, robot_colour(0))
    picture.set_shown(shown)
    assert picture.values() == values
    assert not picture.grab().isNull()


def test_a_sensor_is_named_as_a_program_calls_it(qtbot: QtBot) -> None:
    """By its number and by its name, where the pointer or the keyboard is."""
    picture = SensorPicture(KHEPERA_1)
    qtbot.addWidget(picture)
    at = picture.place_of(2)
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
    QCoreApplication.sendEvent(picture, moved)
    assert "sensors[2]  =  sensors.front_left" in picture.toolTip()


def test_the_wheels_speeds_are_told_apart_from_the_numbers_of_sensors(qtbot: QtBot) -> None:
    """They are named."""
    picture = SensorPicture(KHEPERA_1)
    qtbot.addWidget(picture)
    assert picture.wheels == ""
    picture.show_robot(replace(ROBOT, left_speed=6.0, right_speed=-3.0), KHEPERA_1, robot_colour(0))
    assert picture.wheels == "Wheels: 6, -3"


def test_the_wheels_speeds_are_in_the_robots_own_unit(qtbot: QtBot) -> None:
    """An e-puck's 400 is told as 400, as its program gives it, and not as 4 pulses a tick."""
    kind = robot_kind("epuck")
    turning = 400 * kind.motors.unit_pulses
    picture = SensorPicture(kind)
    qtbot.addWidget(picture)
    picture.show_robot(replace(ROBOT, left_speed=turning, right_speed=0.0), kind, robot_colour(0))
    assert picture.wheels == "Wheels: 400, 0"


@pytest.mark.parametrize("height_px", [100, 140, 230])
def test_the_values_of_the_sensors_in_front_stand_apart(qtbot: QtBot, height_px: int) -> None:
    """However low the panel is: they would read as one number."""
    picture = SensorPicture(KHEPERA_1)
    qtbot.addWidget(picture)
    picture.resize(240, height_px)
    assert not picture.value_box(2).intersects(picture.value_box(3))


@pytest.mark.parametrize(("kind", "is_body"), [("khepera1", True), ("thymio", False)])
def test_a_body_is_drawn_as_it_is(qtbot: QtBot, kind: str, is_body: bool) -> None:
    """A Khepera fills its circle; beside a Thymio, which is narrower, the circle is lighter."""
    picture = SensorPicture(robot_kind(kind))
    qtbot.addWidget(picture)
    picture.resize(picture.sizeHint())
    rim, bars = picture.place_of(0, 0.0), picture.place_of(0, 1.0)
    length = ((bars - rim).x() ** 2 + (bars - rim).y() ** 2) ** 0.5
    middle_y = (picture.height() - picture.fontMetrics().height()) / 2.0
    left = picture.width() / 2.0 - 0.87 * BODY_SHARE / BAR_SHARE * length

    seen = picture.grab().toImage().pixelColor(round(left), round(middle_y) + 12)

    assert (seen.name() == current_theme().robot_body) == is_body
