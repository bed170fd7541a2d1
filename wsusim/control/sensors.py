"""The infra-red sensors: how near things are, and how bright it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from threading import get_ident
from typing import TYPE_CHECKING, Any, ClassVar, Self

from wsusim.control.misuse import real_number, shown, with_article
from wsusim.control.part import Numbered, Part, Several
from wsusim.errors import Misuse, MisuseIndex, MisuseType
from wsusim.model.readings import Quantity
from wsusim.model.text import nearest

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

_PROXIMITY = Quantity.PROXIMITY  # looked up once: programs ask for it all the time


class Sensor(Numbered):
    """One infra-red sensor.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> sensors = Robot(FakeBackend({0.0: {"proximity": [0, 0, 900, 40, 0, 0, 0, 0]}})).sensors
        >>> sensors[2].proximity, sensors.front_right.proximity, sensors[2].ambient
        (900, 40, 500)
    """

    __slots__ = ("_mount",)
    _title: ClassVar[str] = "A sensor"
    _old_names: ClassVar[tuple[str, ...]] = ("distance", "light")

    def __init__(self, robot: Calls, index: int) -> None:
        super().__init__(robot, index)
        self._mount = robot.kind.sensors[index]

    @property
    def proximity(self) -> int:
        """How near something is: 0 = nothing in sight, 1023 = touching.

        A white wall is first seen at about 5 cm.
        """
        robot = self._robot
        values = robot.proximities
        if values and robot.calls_left and get_ident() == robot.thread:
            robot.calls_left -= 1  # what ``read`` would do: programs read more than anything else
            return values[self._index]
        return robot.read(_PROXIMITY)[self._index]

    @property
    def ambient(self) -> int:
        """Ambient light: about 500 in the dark, about 50 in front of a lamp."""
        return self._robot.read(Quantity.AMBIENT)[self._index]

    distance = proximity
    light = ambient

    @property
    def name(self) -> str:
        """Where it looks, for example ``front_left``."""
        return self._mount.name

    @property
    def bearing(self) -> float:
        """Where it looks, in degrees: 0 is ahead, 90 to the left, -90 to the right."""
        return self._mount.bearing_deg

    def __repr__(self) -> str:
        return f"<sensor {self._index}, {self.name}>"


class Direction(Part):
    """What a robot sees in one direction, whatever sensors it has.

    One sensor, or several that look equally near to the direction that was asked for: a Khepera
    has two that look ahead.
    """

    __slots__ = ("sensors",)
    _title: ClassVar[str] = "A direction"

    sensors: tuple[Sensor, ...]
    """The sensors that look there."""

    def __init__(self, robot: Calls, sensors: Sequence[Sensor]) -> None:
        super().__init__(robot)
        self.sensors = tuple(sensors)

    @property
    def proximity(self) -> int:
        """How near something is: the greatest reading, 0 = nothing in sight, 1023 = touching."""
        return max(sensor.proximity for sensor in self.sensors)

    @property
    def ambient(self) -> int:
        """Ambient light: the brightest reading, about 500 in the dark, about 50 before a lamp."""
        return min(sensor.ambient for sensor in self.sensors)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its sensors, for what is in the order of all, such as ``proximities``."""
        return tuple(sensor._index for sensor in self.sensors)

    @property
    def bearing(self) -> float:
        """Where its sensors look on average, in degrees; positive is left."""
        return sum(sensor.bearing for sensor in self.sensors) / len(self.sensors)

    def __repr__(self) -> str:
        names = ", ".join(sensor.name for sensor in self.sensors)
        return f"<what {names} see>"


class Sensors(Several[Sensor]):
    """All sensors: by number ``sensors[2]``, by name ``sensors.front_left``, or in a loop.

    On a Khepera numbers run clockwise from the left: 0 left, 1 left 45 degrees, 2 front left,
    3 front right, 4 right 45 degrees, 5 right, 6 back right, 7 back left. They form a ring, so a
    negative number counts back round the robot as in any Python list: ``sensors[-1]`` is
    ``sensors[7]``, the neighbour of ``sensors[0]``. A slice such as ``sensors[0:3]`` is a tuple of
    sensors. Other robots have other sensors; ``toward`` finds one on every robot.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> sensors = Robot(FakeBackend({0.0: {"proximity": [0, 9, 900, 4, 0, 0, 0, 0]}})).sensors
        >>> sensors.proximities
        [0, 9, 900, 4, 0, 0, 0, 0]
        >>> max(sensors, key=lambda sensor: sensor.proximity).name
        'front_left'
        >>> sensors.toward(0).proximity, sensors.toward(45).proximity
        (900, 9)
    """

    __slots__ = ("_toward",)
    _title: ClassVar[str] = "`sensors`"
    _old_names: ClassVar[tuple[str, ...]] = ("distances", "lights")

    left: Sensor
    """Sensor 0: 90 degrees to the left."""
    left_45: Sensor
    """Sensor 1: 45 degrees to the left."""
    front_left: Sensor
    """Sensor 2: ahead, left of the middle."""
    front_right: Sensor
    """Sensor 3: ahead, right of the middle."""
    right_45: Sensor
    """Sensor 4: 45 degrees to the right."""
    right: Sensor
    """Sensor 5: 90 degrees to the right."""
    back_right: Sensor
    """Sensor 6: backwards, on the right."""
    back_left: Sensor
    """Sensor 7: backwards, on the left."""

    def __new__(cls, robot: Calls) -> Self:
        """Give each sensor that this kind of robot has its name."""
        named = _with_names(tuple(mount.name for mount in robot.kind.sensors))
        sensors: Self = super().__new__(named)
        return sensors

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._all = tuple(Sensor(robot, index) for index in range(len(robot.kind.sensors)))
        self._toward: dict[float, Direction] = {}
        for sensor in self._all:
            setattr(self, sensor.name, sensor)

    def toward(self, bearing: float) -> Direction:
        """Return what the robot sees in a direction; it works on every kind of robot.

        Args:
            bearing: In degrees: 0 is ahead, 90 to the left, -90 to the right, 180 behind.

        Returns:
            The sensor that looks nearest to there, or those that do equally; ask it for
            ``proximity`` and ``ambient``.
        """
        known = self._toward.get(bearing)
        if known is not None:
            return known
        wanted = real_number("bearing", bearing, "toward", "degrees, positive to the left")
        if not self._all:
            raise MisuseIndex(f"{self._robot.kind.title} has no infra-red sensors.")
        off = [_between_deg(sensor.bearing, wanted) for sensor in self._all]
        nearest_deg = min(off) + _EQUALLY_DEG
        sensors = [
            sensor for sensor, here in zip(self._all, off, strict=True) if here <= nearest_deg
        ]
        found = self._toward[bearing] = Direction(self._robot, sensors)
        return found

    @property
    def proximities(self) -> list[int]:
        """The proximity of all sensors at one moment, in the order of their numbers."""
        robot = self._robot
        values = robot.proximities
        if values and robot.calls_left and get_ident() == robot.thread:
            robot.calls_left -= 1
            return list(values)
        return list(robot.read(_PROXIMITY))

    @property
    def ambients(self) -> list[int]:
        """The ambient light at all sensors at one moment, in the order of their numbers."""
        return list(self._robot.read(Quantity.AMBIENT))

    distances = proximities
    lights = ambients

    @property
    def near(self) -> int:
        """The proximity from which it is time to turn away, for this kind of robot.

        It is what the sensors that look ahead read near a white wall; its robot file says how near:
        26 mm for a Khepera I, 87 mm for a Thymio.
        """
        return self._robot.kind.readings.near

    @property
    def far(self) -> int:
        """The proximity from which something is there at all, for this kind of robot.

        A sensor that sees nothing reads less, also on a robot that never reads 0.
        """
        return self._robot.kind.readings.far

    @property
    def age(self) -> float:
        """How many seconds ago the robot was asked for the proximities that you read last.

        0 if there is no serial line, or before you have read any.
        """
        return self._robot.line_times().age_s

    @property
    def exchange_time(self) -> float:
        """How many seconds the last exchange with the robot took, including repeats.

        0 if there is no serial line.
        """
        return self._robot.line_times().exchange_s

    def __repr__(self) -> str:
        return f"<sensors 0 to {len(self._all) - 1}>"

    def _refusal(self, index: object, *, is_number: bool) -> Misuse:
        last = len(self._all) - 1
        if is_number:
            numbered = ", ".join(f"{k} {sensor.name}" for k, sensor in enumerate(self._all))
            return MisuseIndex(
                f"There is no sensor {shown(index)}: {with_article(self._robot.kind.title)}'s "
                f"sensors are 0 to {last} ({numbered})."
            )
        if isinstance(index, str):
            names = [sensor.name for sensor in self._all]
            name = nearest(index, names) or names[0]
            return MisuseType(
                f"In brackets, use a number from 0 to {last}. To use the name, write "
                f"`sensors.{name}`."
            )
        return MisuseType(
            f"A sensor's number must be a whole number from 0 to {last}, but this is "
            f"{shown(index)} ({type(index).__name__}). Convert it with int(...)."
        )


@cache
def _with_names(names: tuple[str, ...]) -> Any:
    """Return the class of sensors of these names: a misspelt one is answered with them."""
    return type("Sensors", (Sensors,), {"__slots__": names, "__doc__": Sensors.__doc__})


_EQUALLY_DEG = 0.5
"""Sensors that look as near as this to a direction look there equally."""


def _between_deg(one: float, other: float) -> float:
    """Return the angle between two bearings, 0 to 180."""
    return abs((one - other + 180.0) % 360.0 - 180.0)
