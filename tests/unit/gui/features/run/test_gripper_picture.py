"""The gripper in icons and words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import ROBOT_ID
from wsusim.gui.features.run.gripper_picture import GripperPicture
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import RobotSnapshot
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")

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


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        (None, ("–", "–", "–")),
        (ROBOT, ("arm up", "open", "nothing")),
        (replace(ROBOT, arm_position=249.0, object_present=True), ("arm down", "open", "object")),
        (replace(ROBOT, arm_position=200.0, jaw_gap_mm=2.0), ("arm moving", "closed", "nothing")),
        (replace(ROBOT, held_object_id=3), ("arm up", "holding", "nothing")),
    ],
)
def test_the_gripper_in_words(
    qtbot: QtBot, robot: RobotSnapshot | None, words: tuple[str, str, str]
) -> None:
    """As the icons show it."""
    picture = GripperPicture(KHEPERA_1.gripper)
    qtbot.addWidget(picture)
    picture.show_robot(robot, KHEPERA_1.gripper)
    assert picture.words() == words
    assert not picture.grab().isNull()
