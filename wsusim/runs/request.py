"""The request for a run: all that it needs to know before it starts, checked when it is made."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsusim.errors import BadInput
from wsusim.model.camera_image import is_size
from wsusim.model.geometry import Pose
from wsusim.model.units import PULSE_MM, seconds_to_ticks
from wsusim.model.world import World

if TYPE_CHECKING:
    from wsusim.control.debugging.host_debugger import HostDebugger
    from wsusim.hosting.sandbox import Sandbox

DEFAULT_TIME_LIMIT_S = 1800.0
"""Simulated time after which a run ends when neither its maze nor the user names a limit."""

LONGEST_RUN_S = 1_000_000.0
"""Eleven simulated days: beyond it a number was mistyped."""

BAUD_RATES = (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200)

PATIENCE_S = 5.0
"""Away from its robot a controller may stay this long (wall clock)."""

LONGEST_PATIENCE_S = 3600.0

REAL_PATIENCE_S = 2.0
"""Away from a real robot this long: only its controller watches where it drives."""

AS_FAST_AS_IT_GOES = 1e6
"""A speed that no computer reaches."""

SLOWEST, FASTEST = 0.1, 50.0
"""Range of the speeds that are kept."""

SPEED_RANGE = (0.01, AS_FAST_AS_IT_GOES)

RECORDED = (
    "controllers", "maze", "seed", "time_s", "robot_kind", "starts", "is_ideal", "is_isolated",
    "speed", "baud", "patience_s", "compute_s", "decision_factor", "profile",
    "sensor_model", "parameters", "simulated_from", "allowed",
)  # fmt: skip
"""Fields of a request that are kept in a recording."""

DECISION_RANGE = (0.001, 10_000.0)


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """How to record a run.

    Attributes:
        file: The file to write.
        overwrite: Whether an existing file may be replaced.
        sample_ticks: Ticks from one sample to the next.
        eye_px: Width and height of the pictures of robots' eyes that are recorded; ``None``: none.
        is_beside: Whether a process of its own writes while the run goes on; else it is written at
            the run's end, which costs less and keeps the whole run in memory.
    """

    file: Path
    overwrite: bool = False
    sample_ticks: int = 2
    eye_px: tuple[int, int] | None = None
    is_beside: bool = True


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a recording."""

    file: Path
    tick: int


@dataclass(frozen=True, slots=True)
class RunRequest:
    """Everything that decides how a run goes, however it is started and whatever robots it is for.

    Attributes:
        controllers: ``file.py``, ``file.py:Class`` or the name of a ready controller, in the order
            of the maze's robots; empty: nothing, or a person drives this robot.
        maze: Name of a built-in maze, a file in any format that wsusim reads, or the maze itself.
        seed: Start of all randomness, 0 or more.
        time_s: Simulated seconds after which the run ends; ``None``: the mission's limit, else
            ``DEFAULT_TIME_LIMIT_S`` if there are controllers.
        robot_kind: Replaces the kind of every robot in the maze.
        starts: Replace the starts of the first robots.
        is_ideal: No noise, no differences between sensors.
        is_isolated: Each controller in a process of its own.
        is_sandboxed: Those processes are locked in, as the controllers come from strangers.
        speed: Pace against the wall clock, as a ratio to real time; ``None``: as fast as it goes.
        baud: Charge each exchange the time it takes on a serial line of this rate.
        decision_factor: Charge the controller's own computing time, times this factor; ``None``:
            free.
        profile: File of a measured robot that every robot of the maze is to match.
        sensor_model: Law of all proximity sensors, 1 or 2; ``None``: as maze and profile say.
        parameters: Figures that the controllers get instead of those in their files; see
            ``control.parameters``.
        patience_s: Wall-clock seconds that a controller may stay away from its robot before it is
            ended.
        compute_s: Processor time that each isolated controller may use in all; both this and the
            patience are then counted in rounds of its loops; ``None``: any, and patience is
            measured by the clock.
        leave_behind_s: In a paced run, the seconds after which the world goes on without a
            controller; ``None``: it waits.
        simulated_from: For a simulated run that begins where a real robot was: the recording, the
            moment and the robot; else empty.
        begin_at: Begin at a moment of a recording; maze, seed and options are then its own.
        record: How to record the run.
        debugger: Debugs the controllers, which must be isolated.
        real_robot: Address of the real robot to drive; ``None``: simulate.
        pulse_mm: Of a real robot: distance that a wheel rolls for a pulse, from which its place is
            computed.
        allowed: What controllers are told and may do beyond what a robot can: ``model.extras``.
        return_patience_s: How long to wait at the end for a lost real robot, to stop it.
        memory_mb: How much memory each controller may use; ``None``: as much as is usual in a
            process of its own, and any amount in a thread.
        has_variables: Report the controllers' variables at each wait. The run stays the same; where
            computing is charged it would not, so nothing is reported there.
    """

    controllers: tuple[str, ...]
    maze: str | World = "rooms"
    seed: int = 1
    time_s: float | None = None
    robot_kind: str | None = None
    starts: tuple[Pose, ...] = ()
    is_ideal: bool = False
    is_isolated: bool = False
    is_sandboxed: bool = False
    speed: float | None = None
    baud: int | None = None
    patience_s: float = PATIENCE_S
    compute_s: float | None = None
    decision_factor: float | None = None
    profile: str | None = None
    sensor_model: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    leave_behind_s: float | None = None
    simulated_from: str = ""
    begin_at: Moment | None = None
    record: RecordingOptions | None = None
    debugger: HostDebugger | None = None
    real_robot: str | None = None
    pulse_mm: float = PULSE_MM
    return_patience_s: float = 30.0
    allowed: tuple[str, ...] = ("episodes",)
    memory_mb: int | None = None
    has_variables: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**63:
            raise BadInput(
                f"The seed is {self.seed}, but it must be a whole number from 0 to {2**63 - 1:,}."
            )
        _check_range("time", self.time_s, 0.01, LONGEST_RUN_S, "s of simulated time")
        _check_range("speed", self.speed, *SPEED_RANGE, "times real time")
        _check_range("patience", self.patience_s, 0.05, LONGEST_PATIENCE_S, "s")
        _check_range("decision factor", self.decision_factor, *DECISION_RANGE, "times")
        if self.is_sandboxed and not self.is_isolated:
            raise BadInput(
                "Only a controller in a process of its own can be sandboxed: isolate it."
            )
        if self.debugger is not None and not self.is_isolated:
            raise BadInput("Only a controller in a process of its own can be debugged: isolate it.")
        if self.baud is not None and self.baud not in BAUD_RATES:
            rates = ", ".join(map(str, BAUD_RATES))
            raise BadInput(
                f"The timing is 'serial:{self.baud}', but a serial line has one of these rates: "
                f"{rates}."
            )

    def recorded_options(self) -> dict[str, Any]:
        """Return what a recording keeps, as plain values: all that a repetition needs."""
        options = {name: getattr(self, name) for name in RECORDED}
        options["maze"] = self.maze_name
        options["allowed"] = list(self.allowed)
        options["starts"] = [[pose.x_mm, pose.y_mm, pose.heading_rad] for pose in self.starts]
        return options

    @property
    def driven(self) -> dict[int, str]:
        """The robots that have a controller, with their controllers."""
        return {robot: spec for robot, spec in enumerate(self.controllers) if spec}

    @property
    def world(self) -> World:
        """The maze itself, if the request holds it: that of a window or a recording."""
        assert isinstance(self.maze, World)
        return self.maze

    @property
    def maze_name(self) -> str:
        """The name of the maze."""
        return self.maze.name if isinstance(self.maze, World) else self.maze

    @property
    def sandbox(self) -> Sandbox | None:
        """How the controllers are locked in, if they are."""
        if not self.is_sandboxed:
            return None
        from wsusim.hosting.sandbox import Sandbox

        return Sandbox()

    @property
    def timing(self) -> str:
        """How exchanges with the robot are timed, as the command line writes it."""
        return "ideal" if self.baud is None else f"serial:{self.baud}"

    @property
    def is_reproducible(self) -> bool:
        """Whether the same request gives the same run again, by its own options."""
        return self.decision_factor is None


def in_order(specs: Mapping[int, str]) -> tuple[str, ...]:
    """Return the value of ``RunRequest.controllers`` for controllers by robot."""
    return tuple(specs.get(robot, "") for robot in range(max(specs, default=-1) + 1))


def _check_range(name: str, value: float | None, low: float, high: float, unit: str) -> None:
    """Raise ``BadInput`` unless ``value`` is absent or a number within ``low..high``."""
    if value is None or (math.isfinite(value) and low <= value <= high):
        return
    raise BadInput(f"The {name} is {value:g}, but it must be {low:,.10g} to {high:,.10g} {unit}.")


def parse_timing(text: str) -> int | None:
    """Return the baud rate of ``serial:BAUD``, ``None`` for ``ideal``; raises ``BadInput``."""
    if text == "ideal":
        return None
    kind, _, rate = text.partition(":")
    if kind != "serial" or not rate.isdecimal() or not rate.isascii():
        raise BadInput(
            f"The timing is {text!r}, but it must be 'ideal' or 'serial:BAUD' (serial:9600)."
        )
    return int(rate[:9])


def parse_decision(text: str) -> float | None:
    """Return the factor of ``measured[:FACTOR]``, ``None`` for ``free``; raises ``BadInput``."""
    if text == "free":
        return None
    kind, has_factor, factor = text.partition(":")
    try:
        number = float(factor) if has_factor else 1.0
    except ValueError:
        number = math.nan
    if kind != "measured" or not math.isfinite(number):
        raise BadInput(
            f"The decision time is {text!r}, but it must be 'free', 'measured' (this computer's) "
            "or 'measured:FACTOR' (measured:20 for a computer that is 20 times slower)."
        )
    return number


def parse_start(text: str) -> Pose:
    """Return the pose of ``X,Y,DEG`` (millimetres and degrees); raises ``BadInput``."""
    try:
        x_mm, y_mm, heading_deg = (float(part) for part in text.split(","))
    except ValueError:
        x_mm = math.nan
    if not math.isfinite(x_mm) or not (math.isfinite(y_mm) and math.isfinite(heading_deg)):
        raise BadInput(
            f"The start is {text!r}, but it must be three numbers X,Y,DEG: "
            "millimetres from the lower-left corner and degrees counter-clockwise (300,250,90)."
        )
    return Pose(x_mm, y_mm, math.radians(heading_deg))


def parse_picture_size(text: str) -> tuple[int, int]:
    """Return width and height of ``WxH``; raises ``BadInput`` if no eye has such pictures."""
    width, _, height = text.lower().partition("x")
    is_whole = width.isascii() and width.isdigit() and height.isascii() and height.isdigit()
    if not is_whole or not is_size(int(width), int(height)):
        raise BadInput(
            f"The size of the pictures is {text!r}, but it must be width x height, from 64x48 to "
            "320x240: 160x120, for example."
        )
    return int(width), int(height)


def parse_parameter(text: str) -> tuple[str, bool | int | float | str]:
    """Return name and value of ``NAME=VALUE``; raises ``BadInput``."""
    name, is_there, value = text.partition("=")
    if not is_there or not name.strip().isidentifier():
        raise BadInput(
            f"{text!r} sets no value of a controller. Write its name, = and the value: NEAR=600"
        )
    try:
        found = json.loads(value)
    except ValueError:
        found = value
    return name.strip(), found if isinstance(found, bool | int | float) else value


def parse_moment(text: str) -> Moment:
    """Return the moment of ``FILE@SECONDS``; raises ``BadInput``."""
    file, at, seconds = text.rpartition("@")
    try:
        value = float(seconds)
        # Neither negative nor infinite nor "not a number".
        is_time = 0.0 <= value < 1e9
    except ValueError:
        is_time = False
    if not at or not file or not is_time:
        raise BadInput(
            f"{text!r} is not a moment in a recording. Write the file, @ and the time in seconds: "
            "run.mcap@12.5"
        )
    return Moment(Path(file), seconds_to_ticks(value))
