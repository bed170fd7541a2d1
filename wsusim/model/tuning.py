"""How one robot differs from its kind: gains, noise, faults. Ratios, 1 = as its kind."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SlowMotor:
    """A motor that turns too slowly for a while (dust in its gears, says the paper of 2002)."""

    side: str
    """``left`` or ``right``."""
    from_s: float
    until_s: float
    factor: float
    """Speed reached as a ratio of the speed asked for, 0..1."""


@dataclass(frozen=True, slots=True)
class ProximityResponse:
    """A measured response to white plastic in the place of the kind's own.

    The law and the other figures (rays, threshold, crosstalk) remain those of the kind; see
    ``ProximityModel``.
    """

    echo_mm: tuple[float, ...]
    """Distances from the sensor, rising from 0."""
    echo: tuple[float, ...]
    """Echoes at these distances, falling to 0."""


@dataclass(frozen=True, slots=True)
class RobotTuning:
    """Gains and noise of one robot; ratios to what its kind's table says."""

    left_motor_gain: float = 1.0
    right_motor_gain: float = 1.0
    motor_noise: float = 1.0
    proximity_gain: tuple[float, ...] = (1.0,) * 8
    """Per sensor, on top of the kind's spread."""
    proximity_spread: bool = True
    """Whether the measured differences from sensor to sensor are applied."""
    proximity_noise: float = 1.0
    light_noise: float = 1.0
    slow_motors: tuple[SlowMotor, ...] = ()
    response: ProximityResponse | None = None

    @classmethod
    def ideal(cls) -> RobotTuning:
        """Return a robot without noise and without differences between its sensors."""
        return cls(motor_noise=0.0, proximity_spread=False, proximity_noise=0.0, light_noise=0.0)
