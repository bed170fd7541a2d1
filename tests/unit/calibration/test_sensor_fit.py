"""The fit of a single sensor."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from wsusim.calibration.measured_places import Places, light_at_places
from wsusim.calibration.sensor_fit import Errors, fit_sensor
from wsusim.robots import robot_kind

KIND = robot_kind("thymio")
BEHIND = 5
"""A sensor that looks straight back: its bearing may be 180 or -180 degrees."""


@pytest.mark.parametrize("noise", [5.0, 150.0])
@pytest.mark.parametrize("bearing_deg", [178.0, -178.0])
def test_a_fit_begins_on_either_side_of_straight_back(bearing_deg: float, noise: float) -> None:
    """179.5 and -179.5 degrees are one degree apart, not 359: the same comes out."""
    distance, heading = (
        grid.ravel() for grid in np.meshgrid(np.arange(10.0, 90.0, 8.0), np.arange(0.0, 360.0, 4.0))
    )
    traits = replace(KIND.cone.traits[BEHIND], bearing_deg=bearing_deg)
    nothing = np.zeros(len(distance))
    places = Places(KIND, BEHIND, None, distance, heading, nothing, nothing, nothing + 1.0)
    light = light_at_places(KIND.cone, traits, places)
    places = replace(places, mean=np.clip(traits.gain * light - traits.threshold, 0.0, 1023.0))

    found = [
        fit_sensor(
            KIND.cone,
            [places],
            Errors(noise, noise),
            start=replace(traits, bearing_deg=start_deg),
        ).traits.bearing_deg
        for start_deg in (179.5, -179.5)
    ]

    assert math.remainder(found[0] - found[1], 360.0) == pytest.approx(0.0, abs=1e-3)
