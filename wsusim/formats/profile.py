"""The profile of one measured robot: a JSON file that makes simulated robots like it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from wsusim.errors import BadInput, MazeError
from wsusim.formats.atomic import read_whole, write_whole
from wsusim.formats.entries import (
    AdditiveNoise,
    Bearing,
    Entry,
    FieldWidth,
    Gain,
    Noise,
    Threshold,
)
from wsusim.formats.entry_file import check_head, checked
from wsusim.formats.json_text import decode_text, lay_out, parse_json
from wsusim.formats.problems import listed
from wsusim.formats.sensor_models import sensor_model_problems
from wsusim.formats.world_entries import TRAITS
from wsusim.model.limits import choice, line, number, whole
from wsusim.model.robot_kind import MOST_SENSORS, RobotKind, SensorTraits
from wsusim.model.sensor_traits import traits_of
from wsusim.model.text import did_you_mean, printable
from wsusim.model.tuning import (
    ALIKE,
    CONE_MODEL,
    RAYS_MODEL,
    SENSOR_MODEL,
    SENSOR_MODELS,
    ProximityNetwork,
    ProximityResponse,
    RobotTuning,
)
from wsusim.model.units import PULSE_MM
from wsusim.robots import EARLIER, ROBOT_KINDS, SHIPPED, robot_kind
from wsusim.shipped import shipped_folder

FORMAT: Literal["wsusim-profile"] = "wsusim-profile"
VERSION: Literal[4] = 4

_CHANGED = {3: ("khepera1",), 4: ("epuck", "thymio")}
"""The shipped kinds that got other figures when a version was new."""

PULSE_LEAST_MM, PULSE_GREATEST_MM = 0.05, 0.2
GAIN_GREATEST = 2.0
NOISE_GREATEST = 10.0

FIFTH_POWER_DEVIATION = math.sqrt(1.0 / 11.0)
"""Standard deviation of the fifth power of a uniform number in -1..1: the simulated sensor's noise
is such a power times its greatest relative error."""


class SensorEntry(Entry):
    """One infra-red sensor."""

    name: Annotated[str, line(40)]
    gain: Gain
    """Of the echo, the kind's own spread included."""
    noise: Noise = 1.0
    """Spread of its readings as a ratio to what its kind has."""
    light_gain: Gain = 1.0
    """Sensitivity to lamps, see ``RobotTuning.light_gain``."""
    light_noise: Noise = 1.0
    bearing_deg: Bearing | None = None
    """Where it looks. This one and the next three: ``null``: as the kind; only of model 2."""
    width_deg: FieldWidth | None = None
    threshold: Threshold | None = None
    additive_noise: AdditiveNoise | None = None


class MotorEntry(Entry):
    """One wheel."""

    gain: Gain = 1.0
    """Pulses that it turns in a second, as a ratio to those ordered."""
    noise: Noise = 1.0
    """Unsteadiness of its speed as a ratio to what its kind has."""


class ProfileEntry(Entry):
    """The whole file. Gains and noise are ratios, 1 = as the table of the robot's kind."""

    format: Literal["wsusim-profile"] = FORMAT
    version: Literal[4] = VERSION
    name: Annotated[str, line(100)]
    kind: Annotated[str, choice(ROBOT_KINDS, SHIPPED)] = "khepera1"
    pulse_mm: Annotated[float, number(PULSE_LEAST_MM, PULSE_GREATEST_MM)] = PULSE_MM
    """Way of a wheel for each pulse of its counter. On a Khepera 0.08, or 1/12 (K-Team's manuals
    name both); on other robots 0.08 means that of their kind."""
    turn_round_s: Annotated[float, number(0, 1)] | None = None
    """What an exchange takes beside its time on the line."""
    left_motor: MotorEntry = MotorEntry()
    right_motor: MotorEntry = MotorEntry()
    motor_noise: Noise = 1.0
    """Of both wheels, a factor of each one's own (the only one in early profiles)."""
    sensors: Annotated[list[SensorEntry], Field(min_length=1, max_length=MOST_SENSORS)]
    """As many as its kind has."""
    response: ProximityResponse | None = None
    """Echo over distance, where it was measured; ``null``: as the kind."""
    network: ProximityNetwork | None = None
    """A neural network in its place; only of model 1."""
    sensor_model: Annotated[int, whole(*SENSOR_MODELS)] = SENSOR_MODEL
    """Law for which the figures of the proximity sensors were measured."""

    @model_validator(mode="before")
    @classmethod
    def _keep_meaning(cls, values: Any) -> Any:
        """Keep the meaning of older profiles.

        Those of version 1 were made when there was one sensor model, those of later ones for the
        earlier figures of kinds that have changed since.
        """
        if not isinstance(values, dict):
            return values
        version, kind = values.get("version"), values.get("kind", "khepera1")
        if version == 1:
            values = {**values, "version": VERSION, "sensor_model": RAYS_MODEL}
        elif version in (2, 3):
            changed = [names for since, names in _CHANGED.items() if since > version]
            kind = EARLIER[kind] if kind in chain(*changed) else kind
            values = {**values, "version": VERSION, "kind": kind}
        if values.get("kind") in EARLIER.values():
            robot_kind(values["kind"])  # makes it known
        return values

    def tuning(self) -> RobotTuning:
        """Return the tuning that makes a simulated robot like this one.

        A simulated counter counts the pulses of its kind, so another size of the pulse goes into
        the motors' gain. The sensors' gains are whole ones, so the kind's spread is switched off.
        """
        ways = _pulse_ratio(self.kind, self.pulse_mm)
        return RobotTuning(
            left_motor_gain=self.left_motor.gain * ways,
            right_motor_gain=self.right_motor.gain * ways,
            left_motor_noise=min(self.left_motor.noise * self.motor_noise, NOISE_GREATEST),
            right_motor_noise=min(self.right_motor.noise * self.motor_noise, NOISE_GREATEST),
            proximity_gain=tuple(sensor.gain for sensor in self.sensors),
            proximity_spread=False,
            proximity_noise=tuple(sensor.noise for sensor in self.sensors),
            light_gain=tuple(sensor.light_gain for sensor in self.sensors),
            light_noise=tuple(sensor.light_noise for sensor in self.sensors),
            response=self.response,
            network=self.network,
            sensor_model=self.sensor_model,
            **(self._traits() if self.uses_cone else {}),
        )

    @property
    def uses_cone(self) -> bool:
        """Whether the proximity sensors follow sensor model 2."""
        return self.sensor_model == CONE_MODEL and self.network is None

    def _traits(self) -> dict[str, Any]:
        """Return what sensor model 2 knows of each sensor; where nothing is said, its kind's."""
        cone = robot_kind(self.kind).cone

        def figure(sensor: SensorEntry, usual: SensorTraits, name: str) -> float:
            own: float | None = getattr(sensor, name)
            return getattr(usual, name, cone.additive_noise) if own is None else own

        sensors = list(zip(self.sensors, cone.traits, strict=True))
        return {name: tuple(figure(*sensor, name) for sensor in sensors) for name in TRAITS}


def _half_turn(bearing_deg: float) -> float:
    """Return a bearing from -180 to 180."""
    is_within = -180.0 <= bearing_deg <= 180.0
    return bearing_deg if is_within else (bearing_deg + 180.0) % 360.0 - 180.0


def _pulse_ratio(kind: str, pulse_mm: float) -> float:
    """Return how much longer a pulse is than those of a kind."""
    return 1.0 if pulse_mm == PULSE_MM else pulse_mm / robot_kind(kind).motors.pulse_mm


def profile_of_tuning(
    name: str,
    kind: str,
    tuning: RobotTuning,
    *,
    pulse_mm: float = PULSE_MM,
    turn_round_s: float | None = None,
) -> ProfileEntry:
    """Return the profile of a robot with a tuning; its ``tuning()`` returns the same again.

    The spread of the kind's sensors, when it is on, goes into their gains: a realistic robot's
    profile holds the kind's own ``sensor_gain``. Gains above 2 become 2, as far as a profile goes.
    Slow motors are left out: they are events of a run, not traits of a robot.
    """
    model = robot_kind(kind)
    is_cone = tuning.uses_cone
    spread = model.proximity.sensor_gain if tuning.proximity_spread else ALIKE
    traits = [traits_of(model.cone, tuning, number) for number in range(len(model.sensors))]

    additive = tuning.additive_noise or (model.cone.additive_noise,) * len(model.sensors)

    def motor(gain: float, noise: float) -> MotorEntry:
        own = gain if pulse_mm == PULSE_MM else round(gain / _pulse_ratio(kind, pulse_mm), 9)
        return MotorEntry(gain=min(own, GAIN_GREATEST), noise=noise)

    return ProfileEntry(
        name=name,
        kind=kind,
        pulse_mm=pulse_mm,
        turn_round_s=turn_round_s,
        left_motor=motor(tuning.left_motor_gain, tuning.left_motor_noise),
        right_motor=motor(tuning.right_motor_gain, tuning.right_motor_noise),
        sensors=[
            SensorEntry(
                name=mount.name,
                gain=min(
                    own.gain if is_cone else spread[number] * tuning.proximity_gain[number],
                    GAIN_GREATEST,
                ),
                noise=tuning.proximity_noise[number],
                light_gain=tuning.light_gain[number],
                light_noise=tuning.light_noise[number],
                bearing_deg=_half_turn(own.bearing_deg) if is_cone else None,
                width_deg=own.width_deg if is_cone else None,
                threshold=own.threshold if is_cone else None,
                additive_noise=additive[number] if is_cone else None,
            )
            for number, (mount, own) in enumerate(zip(model.sensors, traits, strict=True))
        ],
        sensor_model=tuning.sensor_model,
        response=tuning.response,
        network=tuning.network,
    )


def ready_profiles() -> dict[str, Path]:
    """Return the files of the ready profiles, the robots of a class, by name."""
    folder = shipped_folder("templates") / "profiles"
    return {path.stem: path for path in sorted(folder.glob("*.json"))}


def load_profile(path: Path | str) -> ProfileEntry:
    """Return a ready profile by its name, or else the one in a file.

    Raises:
        BadInput: It can't be read or is no valid profile; the message holds all that is wrong.
    """
    ready = ready_profiles()
    path = ready.get(str(path), Path(path))
    if not path.suffix and not path.exists():
        hint = did_you_mean(str(path), ready)
        raise BadInput(
            f"There is no profile {printable(str(path))!r}, and no file of that name.{hint} Ready "
            f"ones are: {', '.join(ready)}."
        )
    source = f"The profile {printable(str(path))}"
    content = read_whole(path, "a profile")
    try:
        values = parse_json(decode_text(content))
        if isinstance(values, dict):
            values.setdefault("version", VERSION)
        example = "`python main.py calibrate` makes one."
        check_head(values, "a robot profile", FORMAT, VERSION, example)
    except MazeError as error:
        raise BadInput(f"{source}: {error}") from None
    profile = checked(values, ProfileEntry, source)
    kind = robot_kind(profile.kind)
    problems = list(_count_problems(len(profile.sensors), kind))
    problems = problems or list(sensor_model_problems(profile.tuning(), profile.kind))
    if problems:
        raise BadInput(listed(source, problems))
    return profile


def _count_problems(sensors: int, kind: RobotKind) -> Iterator[str]:
    if sensors != len(kind.sensors):
        yield (
            f"sensors has {sensors} items, but it must have {len(kind.sensors)}, one for each "
            f"sensor of kind {kind.name!r}."
        )


def save_profile(profile: ProfileEntry, path: Path | str) -> None:
    """Write a profile in one step; raises ``BadInput`` if it can't be written."""
    values = profile.model_dump(exclude_none=True)
    write_whole(Path(path), lay_out(values).encode("utf-8"))


def expected_deviation(kind_name: str, reading: float) -> float:
    """Return the relative standard deviation that a kind's sensor has at a reading 0..1023."""
    model = robot_kind(kind_name).proximity
    share = min(max(reading, 0.0) / 1023.0, 1.0)
    greatest = model.noise_low + (model.noise_high - model.noise_low) * share
    return greatest * FIFTH_POWER_DEVIATION
