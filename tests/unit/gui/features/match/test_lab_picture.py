"""The picture of a match shows lab, robots and thoughts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from tests.unit.ciber.recorded.files import GRID, LAB
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.written import Cell, Overlay
from wsusim.gui.features.match.lab_picture import LabPicture
from wsusim.gui.widgets.theme import LIGHT, robot_colour

SCALE_PX = 20


@pytest.fixture
def picture(qtbot: QtBot) -> LabPicture:
    """Return a picture in which a robot diameter has 20 pixels."""
    made = LabPicture()
    qtbot.addWidget(made)
    made.resize(28 * SCALE_PX + 16, 14 * SCALE_PX + 16)
    made.show_lab(LAB, GRID)
    return made


def colour_at(picture: LabPicture, x: float, y: float) -> QColor:
    """Return the colour at a place of the lab."""
    place = round(8 + x * SCALE_PX), round(8 + (14.0 - y) * SCALE_PX)
    return picture.grab().toImage().pixelColor(*place)


def test_the_lab_is_drawn_the_right_way_up(picture: LabPicture) -> None:
    """The wall is below the middle, the target right, the beacon in it."""
    assert colour_at(picture, 5.2, 3.0) == QColor(LIGHT.wall)
    assert colour_at(picture, 5.2, 11.0) == QColor(LIGHT.floor)
    assert colour_at(picture, 20.0, 7.0) == QColor(LIGHT.light_glow)


def test_robots_are_where_they_are(picture: LabPicture, match_file: Path) -> None:
    """Each in its colour."""
    with MatchRecording(match_file) as recording:
        moment = recording.at(30)
    picture.show_moment(moment, {})
    robot = moment.robots[1]
    assert colour_at(picture, robot.x - 0.3, robot.y - 0.2) == robot_colour(1)


def test_a_map_of_cells_lies_where_its_agent_says(picture: LabPicture, match_file: Path) -> None:
    """Rows from below: surely free is white, surely blocked dark; only of the chosen robot."""
    with MatchRecording(match_file) as recording:
        moment, thoughts = recording.at(60), recording.thoughts_at(60)
    picture.show_moment(moment, thoughts)
    plain = colour_at(picture, 25.0, 3.0)
    picture.set_thinker(2)
    dark = colour_at(picture, 25.0, 3.0)
    assert plain == QColor(LIGHT.floor)
    assert dark.lightness() < 120
    assert colour_at(picture, 10.0, 3.0) == plain  # unknown


def test_a_map_is_drawn_over_the_lab_with_what_each_character_earned(picture: LabPicture) -> None:
    """Green where it is right, red where it is wrong; the mouse tells which."""
    cells = (Cell(10.0, 9.0, "X", "X", 10), Cell(12.0, 9.0, "-", "X", -5))
    picture.set_overlay(Overlay(cells, ((10.0, 11.0), (14.0, 11.0))))
    right, wrong = colour_at(picture, 10.28, 9.28), colour_at(picture, 12.28, 9.28)
    assert right.green() > right.red()
    assert wrong.red() > wrong.green()
    path = colour_at(picture, 12.0, 11.0)
    assert path.blue() > path.red()
    place = QPointF(8 + 12.2 * SCALE_PX, 8 + (14.0 - 9.2) * SCALE_PX)
    assert picture.told_at(place) == "-5: '-', right is 'X'"
    assert not picture.told_at(QPointF(20.0, 20.0))
    picture.set_overlay(None)
    assert colour_at(picture, 12.28, 9.28) == QColor(LIGHT.floor)
