"""The numbers of a match: what an agent is told when it registers, and three presets.

Source of the figures: the contest's rules and technical specifications of 2013, the paper "Brain"
(2008) for ``rtss08``, and the defaults of the public simulator, measured, for ``2026``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from wsusim.ciber.xml_text import g, is_on, number, on, parse, whole
from wsusim.errors import BadInput
from wsusim.formats.atomic import read_whole

SENSORS = ("Obstacle", "Beacon", "Ground", "Compass", "Collision")
"""Sensors that may have to be asked for, and may answer late."""

LARGEST_FILE = 1_000_000
"""Bytes of a parameter, lab or grid file; contest files have a few thousand."""


@dataclass(frozen=True, slots=True)
class Requestable:
    """Whether a sensor has to be asked for, and how many cycles old its answer is."""

    is_requestable: bool = False
    latency_cycles: int = 0


def _named(name: str, usual: Any, low: float = -math.inf, high: float = math.inf) -> Any:
    """Return a field that the contest calls ``name``, with its range."""
    return field(default=usual, metadata={"name": name, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Parameters:
    """A match in numbers. Angles in degrees, lengths in um (robot diameters), time in cycles.

    Attributes:
        sim_time_cycles: Length of the match; 0 has no end.
        key_time_cycles: Until then a visit to the target earns its whole reward (team 2013).
        cycle_ms: Length of a cycle of the clock ``real``.
        motors_noise_percent: Standard deviation of the factor on each motor's power.
        beacon_aperture_rad: A beacon farther off the heading is not seen.
        beacon_range_um: A beacon farther away is not seen.
        line_truth: How often each bit of the line sensor is right.
        is_noise_fed_back: Whether a motor's inertia keeps its noise (the public simulator) or not
            (rules of 2013, and the paper).
    """

    sim_time_cycles: int = _named("SimTime", 1800, 0, 1_000_000)
    cycle_ms: int = _named("CycleTime", 50, 1, 60_000)
    compass_noise_deg: float = _named("CompassNoise", 2.0, 0, 360)
    beacon_noise_deg: float = _named("BeaconNoise", 2.0, 0, 360)
    obstacle_noise: float = _named("ObstacleNoise", 0.1, 0, 100)
    motors_noise_percent: float = _named("MotorsNoise", 1.5, 0, 100)
    key_time_cycles: int = _named("KeyTime", 1350, 0, 1_000_000)
    has_gps: bool = _named("GPS", usual=False)
    gps_noise_um: float = _named("GPSLinNoise", 0.5, 0, 1000)
    has_beacon_sensor: bool = _named("BeaconSensor", usual=False)
    has_compass: bool = _named("CompassSensor", usual=True)
    has_score_sensor: bool = _named("ScoreSensor", usual=False)
    requests_per_cycle: int = _named("NRequestsPerCycle", 0, 0, 1000)
    obstacle: Requestable = Requestable()
    beacon: Requestable = Requestable()
    ground: Requestable = Requestable()
    compass: Requestable = Requestable()
    collision: Requestable = Requestable()
    beacon_aperture_rad: float = _named("BeaconAperture", math.pi, 0, 10)
    beacon_range_um: float = _named("BeaconRange", math.inf)
    line_truth: float = _named("LineSensorTrueProb", 0.98, 0, 1)
    return_time_penalty: int = _named("ReturnTimePenalty", 25, 0, 100_000)
    arrival_time_penalty: int = _named("ArrivalTimePenalty", 100, 0, 100_000)
    wall_penalty: int = _named("CollisionWallPenalty", 2, 0, 100_000)
    robot_penalty: int = _named("CollisionRobotPenalty", 2, 0, 100_000)
    target_reward: int = _named("TargetReward", 100, 0, 100_000)
    home_reward: int = _named("HomeReward", 100, 0, 100_000)
    is_noise_fed_back: bool = _named("MotorsNoiseFedBack", usual=True)
    others: dict[str, str] = field(default_factory=dict)
    """Attributes of a file that are not ours: kept, and written again."""

    def __post_init__(self) -> None:
        for one in _NAMED.values():
            value, low, high = getattr(self, one.name), one.metadata["low"], one.metadata["high"]
            if not low <= value <= high:
                shown = one.name.replace("_", " ")
                raise BadInput(
                    f"The {shown} of this match is {value:g}, but it must be from {low:g} to "
                    f"{high:g}. Change it in the parameter file."
                )

    def to_attributes(self) -> dict[str, str]:
        """Return all attributes as files and replies write them, with those that are not ours."""
        told = {"GPSDirNoise": "5", "ShowActions": "True"} | self.others
        for name, one in _NAMED.items():
            value = getattr(self, one.name)
            told[name] = on(value) if isinstance(value, bool) else g(value)
        for sensor in SENSORS:
            asked: Requestable = getattr(self, sensor.lower())
            told[f"{sensor}Requestable"] = on(asked.is_requestable)
            told[f"{sensor}Latency"] = g(asked.latency_cycles)
        return told | {"BeaconAperture": f"{self.beacon_aperture_rad:f}"}

    def to_xml(self) -> str:
        """Return the parameters as a file of the contest."""
        told = self.to_attributes()
        if math.isinf(self.beacon_range_um):
            del told["BeaconRange"]
        if self.is_noise_fed_back:  # as the contest's own simulator, which has no word for it
            del told["MotorsNoiseFedBack"]
        body = "\n".join(f'    {name}="{value}"' for name, value in told.items())
        return f"<Parameters\n{body}\n/>\n"


_NAMED = {one.metadata["name"]: one for one in fields(Parameters) if one.metadata}
_READ: dict[Any, Callable[[str], Any]] = {"int": whole, "float": number, "bool": is_on}


def parameters_from_attributes(
    attributes: dict[str, str], base: Parameters | None = None
) -> Parameters:
    """Return ``base`` with what a file's attributes change; raises ``BadInput``."""
    base = Parameters() if base is None else base
    changes: dict[str, Any] = {}
    others = dict(base.others)
    asked = {name: getattr(base, name.lower()) for name in SENSORS}
    for name, value in attributes.items():
        sensor = next((s for s in SENSORS if name.lower().startswith(s.lower())), "")
        if name in _NAMED:
            changes[_NAMED[name].name] = _READ[_NAMED[name].type](value)
        elif sensor and name.endswith("Requestable"):
            asked[sensor] = replace(asked[sensor], is_requestable=is_on(value))
        elif sensor and name.endswith("Latency"):
            # Files write "collisionLatency", which the public simulator reads, or the other.
            asked[sensor] = replace(asked[sensor], latency_cycles=max(0, min(1000, whole(value))))
        else:
            others[name] = value
    changes |= {name.lower(): value for name, value in asked.items()}
    return replace(base, **changes, others=others)


def read_parameters(path: Path, base: Parameters | None = None) -> Parameters:
    """Return the parameters of a file of the contest; raises ``BadInput``."""
    root = parse(read_file(path, "parameter"), path.name)
    if root.tag != "Parameters":
        raise BadInput(
            f"{path.name} begins with <{root.tag}>, but a parameter file begins with <Parameters>."
        )
    return parameters_from_attributes(dict(root.attrib), base)


def named_in(path: Path) -> dict[str, str]:
    """Return the files that a parameter file names as its lab and grid: ``lab``, ``grid``.

    They are looked for from the file's folder on, and, as the contest's own simulator starts from
    its own folder, by their name alone beside the file.

    Raises:
        BadInput: It is no parameter file, or there is no such file.
    """
    told = read_parameters(path).others
    found: dict[str, str] = {}
    for attribute in ("Lab", "Grid"):
        name = told.get(attribute, "").replace("\\", "/")
        if not name:
            continue
        places = (path.parent / name, path.parent / Path(name).name)
        file = next((place for place in places if place.is_file()), None)
        option = attribute.lower()
        if file is None:
            raise BadInput(
                f"{path.name} says {attribute}={name!r}, but there is no such file. Say "
                f"where it is: --{option} FILE."
            )
        found[option] = str(file)
    return found


def read_file(path: Path, kind: str) -> bytes:
    """Return what is in a file of at most ``LARGEST_FILE`` bytes; raises ``BadInput``."""
    return read_whole(path, f"a {kind} file of the contest", LARGEST_FILE)


_LATE = Requestable(is_requestable=True, latency_cycles=5)
_ASKED = Requestable(is_requestable=True)

PRESETS: dict[str, Parameters] = {
    "rtss08": Parameters(
        sim_time_cycles=5000,
        key_time_cycles=3750,
        cycle_ms=25,
        has_gps=True,
        has_beacon_sensor=True,
        requests_per_cycle=2,
        obstacle=_ASKED,
        beacon=_LATE,
        ground=_ASKED,
        compass=_LATE,
        beacon_range_um=5.0,
        is_noise_fed_back=False,
    ),
    "2013": Parameters(
        has_gps=True,
        has_beacon_sensor=True,
        requests_per_cycle=4,
        obstacle=_ASKED,
        beacon=Requestable(is_requestable=True, latency_cycles=4),
        ground=_ASKED,
        compass=Requestable(is_requestable=True, latency_cycles=4),
        beacon_range_um=5.0,
        is_noise_fed_back=False,
    ),
    "2026": Parameters(),
}
"""``rtss08``: the paper's contest. Its latency is not stated there; 5 is that of the shipped file
for 25 ms. Its beacon's range is that of 2013; its key time has the usual share of the match."""
