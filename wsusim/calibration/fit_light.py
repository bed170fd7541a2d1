"""Gain and noise of the light sensors, from readings of a lamp at known distances."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from wsusim.calibration.measurements import LightReading
from wsusim.engine.sensing import glow_curve
from wsusim.kernels.sensor_records import MAX_LEVEL
from wsusim.model.robot_kind import LightModel

LEAST_READINGS = 5
"""So many of a sensor at a distance make a middle and a spread."""

MARGIN = 8.0
"""Readings this near to the brightest or to the dark say next to nothing of a lamp."""


def light_gains(
    readings: list[LightReading], power: float, model: LightModel
) -> dict[int, tuple[float, float]]:
    """Return gain and noise of each sensor of which something can be said.

    The level of a lamp on a sensor's axis is ``sqrt(gain * power) / distance``; the level is found
    from the middle reading by the kind's curve, and the gain is the median over the distances.
    """
    groups: dict[tuple[int, float], list[int]] = defaultdict(list)
    for reading in readings:
        groups[reading.sensor, reading.distance_mm].append(reading.value)
    curve = glow_curve(model)
    levels = np.linspace(0.0, MAX_LEVEL, len(curve))
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for (sensor, distance_mm), values in sorted(groups.items()):
        middle = float(np.median(values))
        is_clear = curve.min() + MARGIN <= middle <= model.dark - MARGIN
        if len(values) < LEAST_READINGS or not is_clear:
            continue
        level = float(np.interp(-middle, -curve, levels))
        # The model's errors are evenly spread: the median one is half of the greatest.
        greatest = 2.0 * float(np.median(np.abs(np.array(values) - middle)))
        usual = model.noise * min(middle, model.dark - middle)
        found[sensor].append(((level * distance_mm) ** 2 / power, greatest / usual))
    return {
        sensor: (float(np.median([g for g, _ in pairs])), float(np.median([n for _, n in pairs])))
        for sensor, pairs in found.items()
    }
