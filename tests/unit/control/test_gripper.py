"""Arm and jaws."""

from __future__ import annotations

import pytest

from wsusim.backends.contract import RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse
from wsusim.model.commands import (
    SetArm,
    SetGrip,
)

ORDERS = {
    "up": (lambda robot: robot.gripper.raise_arm(), SetArm(180)),
    "down": (lambda robot: robot.gripper.lower_arm(), SetArm(249)),
    "arm": (lambda robot: robot.gripper.move_arm(200), SetArm(200)),
    "open": (lambda robot: robot.gripper.open(), SetGrip(closed=False)),
    "close": (lambda robot: robot.gripper.close(), SetGrip(closed=True)),
}


@pytest.mark.parametrize(("call", "command"), ORDERS.values(), ids=ORDERS)
def test_each_method_sends_its_order(fake: FakeBackend, robot: Robot, call, command) -> None:
    """One call, one order."""
    call(robot)

    assert [sent.command for sent in fake.commands] == [command]


READINGS = {
    "arm_position": ({"arm": [201]}, lambda robot: robot.gripper.arm_position, 201),
    "nothing": ({"object_present": [0]}, lambda robot: robot.gripper.object_present, False),
    "a little": ({"object_present": [99]}, lambda robot: robot.gripper.object_present, False),
    "a cap": ({"object_present": [100]}, lambda robot: robot.gripper.object_present, True),
    "resistivity": ({"resistivity": [77]}, lambda robot: robot.gripper.resistivity, 77),
    "closed": ({"grip": [1]}, lambda robot: robot.gripper.is_closed, True),
    "open": ({"grip": [0]}, lambda robot: robot.gripper.is_closed, False),
}


@pytest.mark.parametrize(("script", "ask", "answer"), READINGS.values(), ids=READINGS)
def test_each_property_reads_its_quantity(script, ask, answer) -> None:
    """Properties give what the robot says, as numbers or truth values."""
    robot = Robot(FakeBackend({0.0: script}))

    assert ask(robot) == answer
    assert type(ask(robot)) is type(answer)


REFUSED = {
    "arm": (lambda r: r.gripper.move_arm(256), "`position` is 256.*0 to 255"),
    "set other method": (lambda r: setattr(r.gripper, "open", 1), r"`open\(\.\.\.\)`"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []


@pytest.mark.parametrize(
    "use", [lambda r: r.gripper.lower_arm(), lambda r: r.gripper.close(), lambda r: r.camera.pixels]
)
def test_a_robot_without_gripper_and_camera_says_so(fake: FakeBackend, use) -> None:
    """The message names the robot, the part, and one that has it; nothing is sent."""
    epuck = Robot(fake, RobotInfo(0, "epuck", "fake"))

    with pytest.raises(Misuse, match=r"is an e-puck, and it has no .*--robot khepera1"):
        use(epuck)
    assert fake.commands == []
