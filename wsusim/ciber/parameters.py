"""The numbers of a match: what an agent is told when it registers, and three presets.

Source of the figures: the contest's rules and technical specifications of 2013, the paper "Brain"
(2008) for ``rtss08``, and the defaults of the public simulator, measured, for ``2026``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from wsusim.ciber.xml_text import g, is_on, number, on, parse, whole
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_ordinary

SENSORS = ("Obstacle", "Beacon", "Ground", "Compass", "Collision")
"""Sensors that may have to be asked for, and may answer late."""

LARGEST_FILE = 1_000_000
"""Bytes of a parameter, lab or grid file; contest files have a few thousand."""


@dataclass(frozen=True, slots=True)
class Requestable:
    """Whether a sensor has to be asked for, and how many cycles old its answer is."""

    is_requestable: bool = False
    latency_cycles: int = 0


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

    sim_time_cycles: int = 1800
    key_time_cycles: int = 1350
    cycle_ms: int = 50
    compass_noise_deg: float = 2.0
    beacon_noise_deg: float = 2.0
    obstacle_noise: float = 0.1
    motors_noise_percent: float = 1.5
    gps_noise_um: float = 0.5
    has_gps: bool = False
    has_beacon_sensor: bool = False
    has_compass: bool = True
    has_score_sensor: bool = False
    requests_per_cycle: int = 0
    obstacle: Requestable = Requestable()
    beacon: Requestable = Requestable()
    ground: Requestable = Requestable()
    compass: Requestable = Requestable()
    collision: Requestable = Requestable()
    beacon_aperture_rad: float = math.pi
    beacon_range_um: float = math.inf
    line_truth: float = 0.98
    return_time_penalty: int = 25
    arrival_time_penalty: int = 100
    wall_penalty: int = 2
    robot_penalty: int = 2
    target_reward: int = 100
    home_reward: int = 100
    is_noise_fed_back: bool = True
    others: dict[str, str] = field(default_factory=dict)
    """Attributes of a file that are not ours: kept, and written again."""

    def __post_init__(self) -> None:
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                shown = name.replace("_", " ")
                raise BadInput(
                    f"The {shown} of this match is {value:g}, but it must be from {low:g} to "
                    f"{high:g}. Change it in the parameter file."
                )

    def to_attributes(self, beacons: int) -> list[tuple[str, str]]:
        """Return what a Reply tells, in its order; never file names, which would be too long."""
        asked = [getattr(self, name.lower()) for name in SENSORS]
        order = (*range(len(SENSORS)),)
        return [
            ("SimTime", g(self.sim_time_cycles)),
            ("CycleTime", g(self.cycle_ms)),
            ("CompassNoise", g(self.compass_noise_deg)),
            ("BeaconNoise", g(self.beacon_noise_deg)),
            ("ObstacleNoise", g(self.obstacle_noise)),
            ("MotorsNoise", g(self.motors_noise_percent)),
            ("KeyTime", g(self.key_time_cycles)),
            ("GPS", on(self.has_gps)),
            ("GPSLinNoise", g(self.gps_noise_um)),
            ("GPSDirNoise", self.others.get("GPSDirNoise", "5")),
            ("BeaconSensor", on(self.has_beacon_sensor)),
            ("CompassSensor", on(self.has_compass)),
            ("ScoreSensor", on(self.has_score_sensor)),
            ("ShowActions", self.others.get("ShowActions", "True")),
            ("NBeacons", g(beacons)),
            ("NRequestsPerCycle", g(self.requests_per_cycle)),
            *((f"{SENSORS[i]}Requestable", on(asked[i].is_requestable)) for i in order),
            *((f"{SENSORS[i]}Latency", g(asked[i].latency_cycles)) for i in order),
            ("BeaconAperture", f"{self.beacon_aperture_rad:f}"),
            ("ReturnTimePenalty", g(self.return_time_penalty)),
            ("ArrivalTimePenalty", g(self.arrival_time_penalty)),
            ("CollisionWallPenalty", g(self.wall_penalty)),
            ("CollisionRobotPenalty", g(self.robot_penalty)),
            ("TargetReward", g(self.target_reward)),
            ("HomeReward", g(self.home_reward)),
        ]

    def to_xml(self) -> str:
        """Return the parameters as a file of the contest."""
        known = [pair for pair in self.to_attributes(0) if pair[0] != "NBeacons"]
        named = {name for name, _ in known}
        rest = [(k, v) for k, v in sorted(self.others.items()) if k not in named]
        lines = [*known, ("LineSensorTrueProb", g(self.line_truth)), *rest]
        if math.isfinite(self.beacon_range_um):
            lines.append(("BeaconRange", g(self.beacon_range_um)))
        if not self.is_noise_fed_back:
            lines.append(("MotorsNoiseFedBack", "Off"))
        body = "\n".join(f'    {name}="{value}"' for name, value in lines)
        return f"<Parameters\n{body}\n/>\n"


_RANGES: tuple[tuple[str, float, float], ...] = (
    ("sim_time_cycles", 0, 1_000_000),
    ("key_time_cycles", 0, 1_000_000),
    ("cycle_ms", 1, 60_000),
    ("compass_noise_deg", 0, 360),
    ("beacon_noise_deg", 0, 360),
    ("obstacle_noise", 0, 100),
    ("motors_noise_percent", 0, 100),
    ("gps_noise_um", 0, 1000),
    ("requests_per_cycle", 0, 1000),
    ("beacon_aperture_rad", 0, 10),
    ("line_truth", 0, 1),
    *(
        (name, 0, 100_000)
        for name in (
            "return_time_penalty",
            "arrival_time_penalty",
            "wall_penalty",
            "robot_penalty",
            "target_reward",
            "home_reward",
        )
    ),
)

_WHOLE = {
    "SimTime": "sim_time_cycles",
    "KeyTime": "key_time_cycles",
    "CycleTime": "cycle_ms",
    "NRequestsPerCycle": "requests_per_cycle",
    "ReturnTimePenalty": "return_time_penalty",
    "ArrivalTimePenalty": "arrival_time_penalty",
    "CollisionWallPenalty": "wall_penalty",
    "CollisionRobotPenalty": "robot_penalty",
    "TargetReward": "target_reward",
    "HomeReward": "home_reward",
}
_REAL = {
    "CompassNoise": "compass_noise_deg",
    "BeaconNoise": "beacon_noise_deg",
    "ObstacleNoise": "obstacle_noise",
    "MotorsNoise": "motors_noise_percent",
    "GPSLinNoise": "gps_noise_um",
    "BeaconAperture": "beacon_aperture_rad",
    "BeaconRange": "beacon_range_um",
    "LineSensorTrueProb": "line_truth",
}
_SWITCH = {
    "GPS": "has_gps",
    "BeaconSensor": "has_beacon_sensor",
    "CompassSensor": "has_compass",
    "ScoreSensor": "has_score_sensor",
    "MotorsNoiseFedBack": "is_noise_fed_back",
}


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
        if name in _WHOLE:
            changes[_WHOLE[name]] = whole(value)
        elif name in _REAL:
            changes[_REAL[name]] = number(value)
        elif name in _SWITCH:
            changes[_SWITCH[name]] = is_on(value)
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


def read_file(path: Path, kind: str) -> bytes:
    """Return what is in a file of at most ``LARGEST_FILE`` bytes; raises ``BadInput``."""
    check_ordinary(path, f"a {kind} file of the contest")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"The {kind} file {str(path)!r} can't be read: {error.strerror}.") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(
            f"{path.name} is larger than {LARGEST_FILE:,} bytes, so it is not a {kind} file."
        )
    return content


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

assert {f.name for f in fields(Parameters)} >= {*_WHOLE.values(), *_REAL.values()}
