"""The floor sensors: how bright the floor is under the robot."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from wsusim.control.misuse import shown
from wsusim.control.part import Numbered, Several
from wsusim.errors import Misuse, MisuseIndex, MisuseType
from wsusim.model.readings import Quantity

if TYPE_CHECKING:
    from wsusim.control.calls import Calls


class FloorSensor(Numbered):
    """One floor sensor.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> floor = Robot(FakeBackend({0.0: {"floor": [80, 990]}})).floor
        >>> floor[0].brightness, floor.right.brightness
        (80, 990)
    """

    __slots__ = ()
    _title: ClassVar[str] = "A floor sensor"

    @property
    def brightness(self) -> int:
        """How bright the floor is below it: about 60 on black, 1000 on white."""
        return self._robot.read(Quantity.FLOOR)[self._index]

    def __repr__(self) -> str:
        return f"<floor sensor {self._index}>"


class Floor(Several[FloorSensor]):
    """The sensors that look at the floor: ``floor[0]`` or ``floor.left``, ``floor.right``.

    A Khepera and a robot of most other kinds has two, side by side under its front.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> floor = Robot(FakeBackend({0.0: {"floor": [80, 990]}})).floor
        >>> len(floor), floor.brightnesses
        (2, [80, 990])
    """

    __slots__ = ("_kind",)
    _title: ClassVar[str] = "`floor`"

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._kind = robot.kind
        self._all = tuple(FloorSensor(robot, k) for k in range(len(self._kind.floor_sensors)))

    @property
    def left(self) -> FloorSensor:
        """The first one, on the left."""
        return self[0]

    @property
    def right(self) -> FloorSensor:
        """The last one, on the right."""
        return self[len(self._all) - 1]

    @property
    def brightnesses(self) -> list[int]:
        """What all of them read, from left to right."""
        return [sensor.brightness for sensor in self._all]

    def _refusal(self, index: object, *, is_number: bool) -> Misuse:
        if not is_number:
            return MisuseType(
                f"A floor sensor's number is a whole number from 0, but this is {shown(index)} "
                f"({type(index).__name__}). By name, write `floor.left` or `floor.right`."
            )
        if not self._all:
            return Misuse(
                f"The {self._kind.title} has no floor sensors. Choose a robot that has, such as "
                "khepera1."
            )
        numbers = " and ".join(map(str, range(len(self._all))))
        return MisuseIndex(
            f"There is no floor sensor {shown(index)}. The {self._kind.title} has {numbers}, "
            "counted from the left."
        )

    def __repr__(self) -> str:
        return f"<{len(self._all)} floor sensors>"
