"""The gripper: an arm that goes up and down, with two jaws."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from wsusim.control.misuse import missing, whole_number
from wsusim.control.part import Part
from wsusim.model.commands import RobotCommand, SetArm, SetGrip
from wsusim.model.readings import Quantity

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

ARM_UP = 180
"""Arm position out of the way (controllers of the original simulator)."""

ARM_DOWN = 249
"""Arm position with the jaws at the floor (controllers of the original simulator)."""

OBJECT_LEVEL = 100
"""Light barrier: from here on something is between the jaws (PYRO's driver)."""


class Gripper(Part):
    """Arm and jaws. Calls return at once; the arm and jaws need up to about a second to move.

    While the arm is down, the six front sensors see only the arm.

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

    __slots__ = ("_is_there",)
    _title: ClassVar[str] = "`gripper`"
    _advice: ClassVar[dict[str, str]] = {
        "arm_position": "It tells you where the arm is now. To move it, call `move_arm(position)`.",
        "is_closed": "Call `close()` or `open()`.",
    }

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._is_there = robot.kind.gripper is not None

    def _send(self, command: RobotCommand, *, settle: bool = False) -> None:
        self._need()
        (self._robot.send_and_settle if settle else self._robot.send)(command)

    def _read(self, quantity: Quantity) -> int:
        self._need()
        return self._robot.read(quantity)[0]

    def _need(self) -> None:
        if not self._is_there:
            raise missing("gripper", self._robot.kind.title)

    def raise_arm(self) -> None:
        """Lift the arm out of the way of the sensors (position 180)."""
        self._send(SetArm(ARM_UP))

    def lower_arm(self) -> None:
        """Bring the jaws down to the floor in front of the robot (position 249)."""
        self._send(SetArm(ARM_DOWN))

    def move_arm(self, position: float) -> None:
        """Move the arm to a position, 0 to 255; larger is lower."""
        advice = "180 or less is up, 249 or more is down."
        self._send(SetArm(whole_number("position", position, 0, 255, "the arm", advice)))

    def open(self) -> None:
        """Open the jaws; takes one tick (10 ms) to begin."""
        self._send(SetGrip(closed=False), settle=True)

    def close(self) -> None:
        """Close the jaws; takes one tick (10 ms) to begin."""
        self._send(SetGrip(closed=True), settle=True)

    @property
    def arm_position(self) -> int:
        """Where the arm is now, 0 to 255; larger is lower."""
        return self._read(Quantity.ARM)

    @property
    def object_present(self) -> bool:
        """Whether something breaks the light barrier between the jaws."""
        return self._read(Quantity.OBJECT_PRESENT) >= OBJECT_LEVEL

    @property
    def resistivity(self) -> int:
        """Electrical resistivity of what the closed jaws hold, 0 to 255."""
        return self._read(Quantity.RESISTIVITY)

    @property
    def is_closed(self) -> bool:
        """Whether the jaws are closed or closing."""
        return self._read(Quantity.GRIP) == 1
