"""The gripper: an arm that goes up and down, with two jaws."""

from __future__ import annotations

from typing import ClassVar

from wsusim.control.misuse import whole_number
from wsusim.control.part import Part
from wsusim.model.commands import SetArm, SetGrip
from wsusim.model.readings import Quantity

ARM_UP = 180
"""Arm position out of the way (controllers of the original simulator)."""

ARM_DOWN = 249
"""Arm position with the jaws at the floor (controllers of the original simulator)."""

OBJECT_LEVEL = 100
"""Light barrier: from here on something is between the jaws (PYRO's driver)."""


class Gripper(Part):
    """Arm and jaws. Calls return at once; the arm and jaws need up to about a second to move.

    While the arm is down, the six front sensors see nothing but the arm.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> gripper = Robot(FakeBackend({0.0: {"object_present": [160]}})).gripper
        >>> gripper.lower_arm()
        >>> if gripper.object_present:
        ...     gripper.close()
        >>> gripper.is_closed
        True
    """

    __slots__ = ()
    _title: ClassVar[str] = "`gripper`"
    _advice: ClassVar[dict[str, str]] = {
        "arm_position": "It tells you where the arm is now. To move it, call `move_arm(position)`.",
        "is_closed": "Call `close()` or `open()`.",
    }

    def raise_arm(self) -> None:
        """Lift the arm out of the way of the sensors (position 180)."""
        self._robot.send(SetArm(ARM_UP))

    def lower_arm(self) -> None:
        """Bring the jaws down to the floor in front of the robot (position 249)."""
        self._robot.send(SetArm(ARM_DOWN))

    def move_arm(self, position: float) -> None:
        """Move the arm to a position, 0 to 255; larger is lower."""
        advice = "180 or less is up, 249 or more is down."
        self._robot.send(SetArm(whole_number("position", position, 0, 255, "the arm", advice)))

    def open(self) -> None:
        """Open the jaws; takes one tick (10 ms) to begin."""
        self._robot.send_and_settle(SetGrip(closed=False))

    def close(self) -> None:
        """Close the jaws; takes one tick (10 ms) to begin."""
        self._robot.send_and_settle(SetGrip(closed=True))

    @property
    def arm_position(self) -> int:
        """Where the arm is now, 0 to 255; larger is lower."""
        return self._robot.read(Quantity.ARM)[0]

    @property
    def object_present(self) -> bool:
        """Whether something breaks the light barrier between the jaws."""
        return self._robot.read(Quantity.OBJECT_PRESENT)[0] >= OBJECT_LEVEL

    @property
    def resistivity(self) -> int:
        """Electrical resistivity of what the closed jaws hold, 0 to 255."""
        return self._robot.read(Quantity.RESISTIVITY)[0]

    @property
    def is_closed(self) -> bool:
        """Whether the jaws are closed or closing."""
        return self._robot.read(Quantity.GRIP)[0] == 1
