"""What people do to a run while they watch it, as values, so that they can come from anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.model.commands import RobotCommand


@dataclass(frozen=True, slots=True)
class Pause:
    """Let time stand still."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Let time go on."""


@dataclass(frozen=True, slots=True)
class Step:
    """While time stands still, advance by so many ticks."""

    ticks: int = 1


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Go on at another speed: simulated seconds per second of the wall clock."""

    speed: float


@dataclass(frozen=True, slots=True)
class Drag:
    """Put a robot, cap or ball elsewhere."""

    object_id: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Order:
    """Give an order to a robot that no controller drives."""

    robot: int
    command: RobotCommand


@dataclass(frozen=True, slots=True)
class TypeLine:
    """Send a line of the Khepera's protocol to a robot that no controller drives.

    Observers hear the answer (``replied``).

    Attributes:
        robot: Its number, from 0.
        line: Without its end.
        sender: Who typed it, and gets the answer.
    """

    robot: int
    line: str
    sender: str = ""


@dataclass(frozen=True, slots=True)
class HoldKeys:
    """Set the keys that a person holds down from now on, as bits: see ``model.extras``."""

    keys: int


Action = Pause | Resume | Step | SetSpeed | Drag | Order | TypeLine | HoldKeys
