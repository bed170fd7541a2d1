"""The profile of one measured robot: a JSON file by which simulated robots become like it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from wsusim.errors import BadInput, MazeError
from wsusim.formats.atomic import read_whole, write_whole
from wsusim.formats.entries import Entry, ResponseEntry
from wsusim.formats.explain import explain
from wsusim.formats.json_text import decode_text, parse_json
from wsusim.formats.layout import lay_out
from wsusim.formats.values import choice, line, number
from wsusim.formats.world_check import response_problem
from wsusim.model.tuning import ProximityResponse, RobotTuning
from wsusim.model.units import PULSE_MM
from wsusim.robots import ROBOT_KINDS, robot_kind

FORMAT = "wsusim-profile"
VERSION = 1

FIFTH_POWER_DEVIATION = math.sqrt(1.0 / 11.0)
"""Standard deviation of the fifth power of a uniform number in -1..1: the simulated sensor's noise
is such a power times its greatest relative error."""


class SensorEntry(Entry):
    """One proximity sensor."""

    name: Annotated[str, line(40)]
    gain: Annotated[float, number(0, 2)]
    noise: Annotated[float, number(0, 10)] = 1.0
    """Spread of its readings as a ratio to what its kind has."""


class MotorEntry(Entry):
    """One wheel."""

    gain: Annotated[float, number(0, 2)] = 1.0
    """Pulses that it turns in a second, as a ratio to those ordered."""


class ProfileEntry(Entry):
    """The whole file. Gains and noise are ratios, 1 = as the table of the robot's kind."""

    format: Literal["wsusim-profile"]
    version: Literal[1]
    name: Annotated[str, line(100)]
    kind: Annotated[str, choice(ROBOT_KINDS)] = "khepera1"
    pulse_mm: Annotated[float, number(0.05, 0.12)] = PULSE_MM
    """Way of a wheel for each pulse of its counter: 0.08, or 1/12 (K-Team's manuals name both)."""
    turn_round_s: Annotated[float, number(0, 1)] | None = None
    """What an exchange takes beside its time on the line."""
    left_motor: MotorEntry = MotorEntry()
    right_motor: MotorEntry = MotorEntry()
    motor_noise: Annotated[float, number(0, 10)] = 1.0
    sensors: Annotated[list[SensorEntry], Field(min_length=8, max_length=8)]
    response: ResponseEntry | None = None
    """Echo over distance, where it was measured; ``null``: as the kind."""

    def tuning(self) -> RobotTuning:
        """Return what makes a simulated robot like this one.

        A simulated counter counts pulses of 0.08 mm, so another size of the pulse goes into the
        motors' gain. The simulation knows one noise for all sensors: the mean.
        """
        ways = self.pulse_mm / PULSE_MM
        response = None
        if self.response is not None:
            response = ProximityResponse(tuple(self.response.echo_mm), tuple(self.response.echo))
        return RobotTuning(
            left_motor_gain=self.left_motor.gain * ways,
            right_motor_gain=self.right_motor.gain * ways,
            motor_noise=self.motor_noise,
            proximity_gain=tuple(sensor.gain for sensor in self.sensors),
            proximity_spread=False,
            proximity_noise=sum(sensor.noise for sensor in self.sensors) / len(self.sensors),
            response=response,
        )


def load_profile(path: Path | str) -> ProfileEntry:
    """Return the profile in a file.

    Raises:
        BadInput: It can't be read or is no good profile; the message holds all that is wrong.
    """
    path = Path(path)
    try:
        values = parse_json(decode_text(read_whole(path)))
    except MazeError as error:
        words = str(error).replace("a maze file", "a profile")
        raise BadInput(f"The profile {path}: {words}") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise BadInput(
            f"{path} is no profile of a robot. `python main.py calibrate` makes one; it begins "
            f'with {{"format": "{FORMAT}", "version": {VERSION}, ...'
        )
    try:
        profile = ProfileEntry.model_validate(values)
    except ValidationError as error:
        problems = explain(error, ProfileEntry)
        raise BadInput("\n  - ".join([f"{path} is no good profile:", *problems])) from None
    response = profile.tuning().response
    problem = None if response is None else response_problem(response)
    if problem is not None:
        raise BadInput(f"{path} is no good profile: response {problem}")
    return profile


def save_profile(profile: ProfileEntry, path: Path | str) -> None:
    """Write a profile in one step; raises ``BadInput`` when it can't be written."""
    values = profile.model_dump(exclude_none=True)
    write_whole(Path(path), lay_out(values).encode("utf-8"))


def expected_deviation(kind_name: str, reading: float) -> float:
    """Return the relative standard deviation that a kind's sensor has at a reading 0..1023."""
    model = robot_kind(kind_name).proximity
    share = min(max(reading, 0.0) / 1023.0, 1.0)
    greatest = model.noise_low + (model.noise_high - model.noise_low) * share
    return greatest * FIFTH_POWER_DEVIATION
