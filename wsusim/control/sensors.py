"""The eight infra-red sensors: how near things are, and how bright it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, overload

from wsusim.control.misuse import shown
from wsusim.control.part import Part
from wsusim.errors import MisuseIndex, MisuseType
from wsusim.model.readings import Quantity
from wsusim.model.text import nearest

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

SENSOR_NAMES = (
    "left",
    "left_45",
    "front_left",
    "front_right",
    "right_45",
    "right",
    "back_right",
    "back_left",
)
"""Clockwise round the robot, from the left; number 0 to 7 on every Khepera."""

_PROXIMITY = Quantity.PROXIMITY  # looked up once: programs ask for it all the time


class Sensor(Part):
    """One infra-red sensor.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> sensors = Robot(FakeBackend({0.0: {"proximity": [0, 0, 900, 40, 0, 0, 0, 0]}})).sensors
        >>> sensors[2].proximity, sensors.front_right.proximity, sensors[2].ambient
        (900, 40, 500)
    """

    __slots__ = ("_index",)
    _title: ClassVar[str] = "A sensor"
    _old_names: ClassVar[tuple[str, ...]] = ("distance", "light")

    def __init__(self, robot: Calls, index: int) -> None:
        super().__init__(robot)
        self._index = index

    @property
    def proximity(self) -> int:
        """How near something is: 0 = nothing in sight, 1023 = touching.

        A white wall is first seen at about 5 cm.
        """
        return self._robot.read(_PROXIMITY)[self._index]

    @property
    def ambient(self) -> int:
        """Ambient light: about 500 in the dark, about 50 in front of a lamp."""
        return self._robot.read(Quantity.AMBIENT)[self._index]

    distance = proximity
    light = ambient

    @property
    def name(self) -> str:
        """Where it looks, for example ``front_left``."""
        return SENSOR_NAMES[self._index]

    def __repr__(self) -> str:
        return f"<sensor {self._index}, {self.name}>"


class Sensors(Part):
    """All eight sensors: by number ``sensors[2]``, by name ``sensors.front_left``, or in a loop.

    Numbers run clockwise from the left: 0 left, 1 left 45 degrees, 2 front left, 3 front right,
    4 right 45 degrees, 5 right, 6 back right, 7 back left. They form a ring, so a negative
    number counts back round the robot as in any Python list: ``sensors[-1]`` is ``sensors[7]``,
    the neighbour of ``sensors[0]``. A slice such as ``sensors[0:3]`` is a tuple of sensors.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> sensors = Robot(FakeBackend({0.0: {"proximity": [0, 9, 900, 4, 0, 0, 0, 0]}})).sensors
        >>> sensors.proximities
        [0, 9, 900, 4, 0, 0, 0, 0]
        >>> max(sensors, key=lambda sensor: sensor.proximity).name
        'front_left'
    """

    __slots__ = ("_all", *SENSOR_NAMES)
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

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._all = tuple(Sensor(robot, index) for index in range(len(SENSOR_NAMES)))
        for name, sensor in zip(SENSOR_NAMES, self._all, strict=True):
            setattr(self, name, sensor)

    @property
    def proximities(self) -> list[int]:
        """The proximity of all eight sensors at one moment, in the order of their numbers."""
        return list(self._robot.read(_PROXIMITY))

    @property
    def ambients(self) -> list[int]:
        """The ambient light at all eight sensors at one moment, in the order of their numbers."""
        return list(self._robot.read(Quantity.AMBIENT))

    distances = proximities
    lights = ambients

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

    @overload
    def __getitem__(self, index: int) -> Sensor: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Sensor, ...]: ...
    def __getitem__(self, index: int | slice) -> Sensor | tuple[Sensor, ...]:
        try:
            return self._all[index]
        except IndexError:
            raise MisuseIndex(
                f"There is no sensor {shown(index)}: a Khepera's sensors are 0 to 7. "
                "0 is left, 2 and 3 look ahead, 5 is right, 6 and 7 look back."
            ) from None
        except TypeError:
            raise _bad_index(index) from None

    def __iter__(self) -> Iterator[Sensor]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return "<sensors 0 to 7>"


def _bad_index(index: object) -> MisuseType:
    if isinstance(index, str):
        name = nearest(index, SENSOR_NAMES) or "front_left"
        return MisuseType(
            f"In brackets, use a number from 0 to 7. To use the name, write `sensors.{name}`."
        )
    return MisuseType(
        f"A sensor's number must be a whole number from 0 to 7, but this is {shown(index)} "
        f"({type(index).__name__}). Convert it with int(...)."
    )
