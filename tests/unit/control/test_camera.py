"""The linear camera."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot

PICTURE = [128] * 64


PICTURE[7], PICTURE[40] = 20, 255


READINGS = {
    "pixels": ({"camera_pixels": PICTURE}, lambda robot: robot.camera.pixels, PICTURE),
    "brightest": ({"camera_pixels": PICTURE}, lambda robot: robot.camera.brightest, 40),
    "darkest": ({"camera_pixels": PICTURE}, lambda robot: robot.camera.darkest, 7),
    "light": ({"camera_light": [2, 3]}, lambda robot: robot.camera.light, 515),
}


@pytest.mark.parametrize(("script", "ask", "answer"), READINGS.values(), ids=READINGS)
def test_each_property_reads_its_quantity(script, ask, answer) -> None:
    """Properties give what the robot says, as numbers or truth values."""
    robot = Robot(FakeBackend({0.0: script}))

    assert ask(robot) == answer
    assert type(ask(robot)) is type(answer)
