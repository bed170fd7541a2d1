"""What the rays of a sensor can meet: random scenes from which a network learns to see.

A person measures a sensor before a wall that it faces squarely. From that alone a network would not
know what a single ray, an edge or a grey surface makes; the fitted curve does. So the network
learns from the curve in scenes like these, and from the measurements.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.model.robot_kind import ProximityModel

Floats = NDArray[np.float64]


def random_scenes(
    model: ProximityModel, count: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return how far the rays of scenes go (mm) and how what they meet reflects, [count, rays].

    There are one surface or two, the nearer one is seen; ``inf`` where a ray meets none. A surface
    is flat, at any distance and angle; half of them are white, half fill the whole view.
    """
    first_mm, first = _surfaces(model, count, rng)
    second_mm, second = _surfaces(model, count, rng)
    second_mm = np.where(rng.random((count, 1)) < 0.5, second_mm, np.inf)
    way_mm = np.minimum(first_mm, second_mm)
    return way_mm, np.where(first_mm <= second_mm, first, second)


def _surfaces(model: ProximityModel, count: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return how far the rays go to surfaces, ``inf`` past them, and how these reflect."""
    rays = np.radians(model.ray_angle_deg)
    distance_mm = rng.uniform(0.0, model.echo_mm[-1], (count, 1))
    turned = rng.uniform(-1.0, 1.0, (count, 1))
    is_white = rng.random((count, 1)) < 0.5
    reflectivity = np.where(is_white, 1.0, rng.uniform(0.05, 1.0, (count, 1)))
    from_rad = rng.uniform(2.0 * rays[0], rays[-1], (count, 1))
    to_rad = from_rad + rng.uniform(0.3, 2.5, (count, 1))
    fills_view = rng.random((count, 1)) < 0.5
    along = np.cos(rays - turned)
    is_met = (fills_view | ((rays >= from_rad) & (rays <= to_rad))) & (along > 0.05)
    way_mm = np.where(is_met, distance_mm / np.maximum(along, 0.05), np.inf)
    return way_mm, np.broadcast_to(reflectivity, way_mm.shape)
