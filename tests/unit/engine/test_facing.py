"""What a single sensor of model 2 gets of one wall or cylinder."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wsusim.engine.facing import (
    echoes_around,
    light_of_cylinder,
    light_of_wall,
    shares_around,
)
from wsusim.robots import robot_kind

MODEL = robot_kind("khepera1").cone
AWAY_MM = np.linspace(3.0, 60.0, 24)


@pytest.mark.parametrize("radius_mm", [None, 22.5])
@pytest.mark.parametrize("width_deg", [40.0, 90.0, 140.0])
@pytest.mark.parametrize("bearing_deg", [-170.3, -44.9, 0.0, 12.7, 91.0])
def test_weighing_echoes_gives_the_light_of_each_place(
    bearing_deg: float, width_deg: float, radius_mm: float | None
) -> None:
    """What comes from all around, weighed by a sensor's field, is its light to one percent."""
    toward_rad = np.linspace(-math.pi, math.pi, len(AWAY_MM)) + math.radians(bearing_deg)
    turned_rad = toward_rad - math.radians(bearing_deg)
    away_mm = AWAY_MM + (radius_mm or 0.0)

    echoes = echoes_around(MODEL, away_mm, toward_rad, radius_mm)
    light = shares_around(width_deg, math.radians(bearing_deg)) @ echoes + MODEL.crosstalk

    if radius_mm is None:
        exact = light_of_wall(MODEL, width_deg, away_mm, turned_rad)
    else:
        exact = light_of_cylinder(MODEL, width_deg, away_mm, turned_rad, radius_mm)
    assert light == pytest.approx(exact, abs=0.01 * exact.max())
