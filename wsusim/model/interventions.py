"""What happens to a simulation from outside besides a controller's orders; recordings keep it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MadeSafe:
    """The host stopped a robot's motors: its controller has left or is being stopped."""


@dataclass(frozen=True, slots=True)
class RobotMoved:
    """A person put a robot elsewhere during the run."""

    x_mm: float
    y_mm: float
    heading_rad: float


@dataclass(frozen=True, slots=True)
class ObjectMoved:
    """A person put a cap or ball elsewhere during the run."""

    object_id: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class KeysHeld:
    """A person holds these keys down from now on, as bits: see ``model.extras``."""

    keys: int


Intervention = MadeSafe | RobotMoved | ObjectMoved | KeysHeld
