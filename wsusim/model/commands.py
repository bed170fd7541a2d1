"""What a controller can ask of a robot: one frozen value per order, the same on every backend.

The letters are those of the Khepera's serial language (manual v5.02). Ranges are checked once, in
``wsusim.control``; below it they are taken as given.
"""

from __future__ import annotations

from dataclasses import dataclass

SPEED_MOST = 10_000
"""Greatest speed order of any robot, in its own unit."""


@dataclass(frozen=True, slots=True)
class SetSpeeds:
    """D: wheel speeds in the robot's unit; of a Khepera -127..127 pulses per 10 ms (1 = 8 mm/s)."""

    left: int
    right: int


@dataclass(frozen=True, slots=True)
class SetTargets:
    """C: go to these wheel positions in pulses with the trapezoid profile, -(2^23-2)..2^23-2."""

    left_pulses: int
    right_pulses: int


@dataclass(frozen=True, slots=True)
class SetCounters:
    """G: set the two position counters, signed 32 bit."""

    left_pulses: int
    right_pulses: int


@dataclass(frozen=True, slots=True)
class SetProfile:
    """J: greatest speed (the robot's unit) and acceleration (3.125 mm/s2) of each wheel."""

    left_speed: int = 20
    left_acceleration: int = 64
    right_speed: int = 20
    right_acceleration: int = 64


@dataclass(frozen=True, slots=True)
class SetPwm:
    """P: motor voltage directly, -255..255."""

    left: int
    right: int


@dataclass(frozen=True, slots=True)
class SetArm:
    """T,1,E: arm position, 0..255; larger is lower (up 180 and less, down 249 and more)."""

    position: int


@dataclass(frozen=True, slots=True)
class SetGrip:
    """T,1,D: close or open the jaws."""

    closed: bool


@dataclass(frozen=True, slots=True)
class SetLed:
    """L: LED 0 (lateral) or 1 (frontal) off (0), on (1) or toggled (2)."""

    led: int
    action: int


@dataclass(frozen=True, slots=True)
class SendRadio:
    """T,4,S: send at most 16 bytes by radio to a robot (1, 2, ...), or to all others (0)."""

    to: int
    data: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put robots and things back to their starts, for another try; time goes on.

    Only a simulation can.
    """


@dataclass(frozen=True, slots=True)
class Say:
    """A line that the controller shows beside the robot; no robot ever gets it."""

    text: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A figure laid over the maze: points in the world's millimetres; no robot ever gets it.

    ``shape``: ``line`` (a polyline), ``dots``, ``text`` (at the first point) or ``grid``: squares,
    whose lower-left corner is the first point, with the size of the second one; ``text`` has their
    shades, see ``model.shades``.
    """

    shape: str
    points_mm: tuple[tuple[float, float], ...]
    colour: str = "blue"
    text: str = ""


@dataclass(frozen=True, slots=True)
class ClearDrawing:
    """Remove all that this controller has drawn."""


Value = float | int | bool | str | None
"""What a variable holds: a number, a truth value, or a text for all else; ``None``: it is gone."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Numbers that the controller shows as curves; no robot ever gets them."""

    values: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Variables:
    """What has changed in the controller's variables since the previous wait.

    The program doesn't ask for it; a run is the same with and without.

    Attributes:
        changes: Names (``self.count``, ``run.error``) and their current values.
        left_out: How many variables there are besides those that are sampled.
    """

    changes: tuple[tuple[str, Value], ...]
    left_out: int = 0


RobotCommand = (
    SetSpeeds
    | SetTargets
    | SetCounters
    | SetProfile
    | SetPwm
    | SetArm
    | SetGrip
    | SetLed
    | SendRadio
    | PutBack
)
"""Orders that reach the robot."""

Annotation = Say | Draw | ClearDrawing | Plot | Variables
"""Remarks that stay with the host (window, recording)."""

Command = RobotCommand | Annotation
