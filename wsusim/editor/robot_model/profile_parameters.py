"""The numbers of a profile that can be changed: where each stands, and its range by the format."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any, cast

from pydantic import BaseModel

from wsusim.formats.profile import MotorEntry, ProfileEntry, SensorEntry
from wsusim.model.limits import bounds_of
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.robots import robot_kind

Step = str | int
"""A field of an entry, or a place in a list."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a profile."""

    path: tuple[Step, ...]
    """From the profile to the number: ``("sensors", 3, "gain")``."""
    low: float
    high: float

    @property
    def field(self) -> str:
        """Name of the number in its entry."""
        return str(self.path[-1])

    @property
    def sensor(self) -> int | None:
        """Number of the sensor that it belongs to."""
        return self.path[1] if len(self.path) == 3 and isinstance(self.path[1], int) else None

    def of(self, profile: ProfileEntry) -> float:
        """Return the number that a profile has, or its kind where the profile says nothing."""
        value = reduce(_inside, self.path, profile)
        return _of_kind(profile, self) if value is None else cast("float", value)

    def put(self, profile: ProfileEntry, value: float) -> ProfileEntry:
        """Return a profile with another number, brought into the range."""
        changed = _exchange(profile, self.path, min(max(value, self.low), self.high))
        assert isinstance(changed, ProfileEntry)
        return changed


def _of_kind(profile: ProfileEntry, parameter: Parameter) -> float:
    """Return a figure of sensor model 2 as the kind has it."""
    cone = robot_kind(profile.kind).cone
    if parameter.field == "additive_noise":
        return cone.additive_noise
    assert parameter.sensor is not None
    return cast("float", getattr(cone.traits[parameter.sensor], parameter.field))


def _inside(whole: Any, step: Step) -> Any:
    return whole[step] if isinstance(step, int) else getattr(whole, step)


def _exchange(whole: Any, path: tuple[Step, ...], value: float) -> Any:
    if not path:
        return value
    step, rest = path[0], path[1:]
    part = _exchange(_inside(whole, step), rest, value)
    if isinstance(step, int):
        return [*whole[:step], part, *whole[step + 1 :]]
    return whole.model_copy(update={step: part})


def _parameter(entry: type[BaseModel], *path: Step) -> Parameter:
    return Parameter(path, *bounds_of(entry, str(path[-1])))


LEFT_GAIN, RIGHT_GAIN, LEFT_NOISE, RIGHT_NOISE = (
    _parameter(MotorEntry, motor, field)
    for field in ("gain", "noise")
    for motor in ("left_motor", "right_motor")
)
PULSE = _parameter(ProfileEntry, "pulse_mm")
"""Way of a wheel for each pulse."""


def of_sensors(field: str) -> tuple[Parameter, ...]:
    """Return the numbers of this name of all sensors."""
    return tuple(
        _parameter(SensorEntry, "sensors", number, field) for number in range(MOST_SENSORS)
    )


PROXIMITY_GAIN, PROXIMITY_NOISE = of_sensors("gain"), of_sensors("noise")
BEARING, WIDTH, THRESHOLD, ADDITIVE_NOISE = (
    of_sensors(field) for field in ("bearing_deg", "width_deg", "threshold", "additive_noise")
)
LIGHT_GAIN, LIGHT_NOISE = of_sensors("light_gain"), of_sensors("light_noise")

OF_ALL_MODELS = (
    *(LEFT_GAIN, RIGHT_GAIN, LEFT_NOISE, RIGHT_NOISE, PULSE),
    *(*PROXIMITY_GAIN, *PROXIMITY_NOISE, *LIGHT_GAIN, *LIGHT_NOISE),
)

OF_CONE = (*BEARING, *WIDTH, *THRESHOLD, *ADDITIVE_NOISE)
"""Only of sensor model 2."""

ALL = (*OF_ALL_MODELS, *OF_CONE)
