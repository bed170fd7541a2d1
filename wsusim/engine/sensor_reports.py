"""Reports on a sensor: its rays, its lamps, and what they add to its reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wsusim.model.world import MovableKind

Target = Literal["nothing", "border", "wall", "light", "robot"] | MovableKind
Hider = tuple[Target, int | None]
"""What hides a lamp: its kind, and its id in the world."""


@dataclass(frozen=True, slots=True)
class RayReport:
    """One ray of a proximity sensor, in the world's frame."""

    angle_deg: float
    """Direction from the sensor's axis, counter-clockwise."""
    start_mm: tuple[float, float]
    end_mm: tuple[float, float]
    distance_mm: float
    weight: float
    """Share of the sensor's sensitivity; the shares of all rays make 1. 0 under a network."""
    target: Target = "nothing"
    target_id: int | None = None
    """Id of the wall, light, cap, ball or robot."""
    reflectivity: float = 0.0
    contribution: float = 0.0
    """Weight times reflectivity times the echo at this distance, and under sensor model 2 times
    what the angle of incidence leaves of it; under a network, what the ray changes in its light
    (see ``engine.sensor_network.ray_shares``)."""
    closeness: float = 0.0
    """What the ray puts into a network: 0 = meets nothing, 1 = white plastic at the sensor."""


@dataclass(frozen=True, slots=True)
class ProximityReport:
    """``light = crosstalk + sum of contributions``, ``ideal = gain * light - threshold``.

    Under sensor model 2 the rays are those directions in which the sensor's integral is taken,
    ``kernels.sensor_records.NODES`` over each thing that it sees, and a few to show where it sees
    nothing.
    """

    sensor_model: int
    rays: tuple[RayReport, ...]
    gain: float
    """Of this sensor, the kind's spread included."""
    noise: float
    """Of this sensor, as a ratio to what its kind has; 0 = none."""
    crosstalk: float
    """Light without any rays: of the sensor's own lamp, or a network's output for nothing."""
    light: float
    has_network: bool
    """Whether the light is the output of a neural network, not a sum of weighted echoes."""
    threshold: float
    ideal: float
    """Before noise, rounding and the cut to 0..1023."""
    is_blinded: bool
    """The lowered arm is in front of the sensor: it reads 1015 to 1022, whatever the rays say."""


@dataclass(frozen=True, slots=True)
class LampReport:
    """One lamp as a sensor sees it, the strongest of a report comes first."""

    light_id: int
    distance_mm: float
    angle_deg: float
    """Direction from the sensor's axis, counter-clockwise."""
    is_in_view: bool
    """Within the sensor's angle."""
    hidden_by: Hider | None
    """The first that stands before it: a wall, a cap, a ball, another lamp or another robot."""
    reading: float
    """What the sensor would read, without noise, if this were the only lamp and not hidden."""

    @property
    def is_hidden(self) -> bool:
        """Whether something stands between it and the sensor."""
        return self.hidden_by is not None


@dataclass(frozen=True, slots=True)
class LightReport:
    """The lamps of a world for one sensor; the strongest one in sight makes the reading."""

    lamps: tuple[LampReport, ...]
    gain: float
    """Sensitivity of this sensor: to it a lamp's power is so many times its own."""
    noise: float
    """Of this sensor, as a ratio to what its kind has; 0 = none."""
    ideal: float
    """Before noise and rounding."""
