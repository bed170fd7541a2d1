"""What a sensor of model 2 gets of a single wall or cylinder, for curves and calibration.

Plain arithmetic over many places at once; the kernels do the same for a whole maze.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.sensing import cone_power, echo_curve
from wsusim.kernels import elementwise
from wsusim.model.fixed_order import product
from wsusim.model.robot_kind import ConeModel

Floats = NDArray[np.float64]

STEP_DEG = 2.0
_ANGLES_RAD = np.radians(np.arange(-90.0 + STEP_DEG / 2.0, 90.0, STEP_DEG))


def light_of_wall(
    model: ConeModel, width_deg: float, distance_mm: Floats, turned_rad: Floats
) -> Floats:
    """Return the light [N] of an endless white wall, crosstalk included.

    Args:
        model: Of the robot's kind.
        width_deg: Of the sensor's field.
        distance_mm: [N] from the sensor to the wall, along its perpendicular.
        turned_rad: [N] from the sensor's bearing to that perpendicular.
    """
    cos = _cos_of_turns(turned_rad)
    is_met = cos > 1e-6
    way_mm = distance_mm[:, None] / np.where(is_met, cos, 1e-6)
    return _light(model, width_deg, np.where(is_met, way_mm, np.inf), cos)


def light_of_cylinder(
    model: ConeModel, width_deg: float, middle_mm: Floats, turned_rad: Floats, radius_mm: float
) -> Floats:
    """Return the light [N] of a white cylinder, crosstalk included.

    ``middle_mm`` [N] is how far its middle is from the sensor; the rest as in ``light_of_wall``.
    """
    along = middle_mm[:, None] * _cos_of_turns(turned_rad)
    square = along**2 - (middle_mm[:, None] ** 2 - radius_mm**2)
    is_met = (square > 0.0) & (along > 0.0)
    inner = np.sqrt(np.where(is_met, square, 0.0))
    way_mm = np.where(is_met, along - inner, np.inf)
    return _light(model, width_deg, way_mm, inner / radius_mm)


def _cos_of_turns(turned_rad: Floats) -> Floats:
    """Return [N, angles]: the cosine of each direction of the field to the perpendicular."""
    ahead, aside = elementwise.cos(turned_rad), elementwise.sin(turned_rad)
    return np.outer(ahead, elementwise.cos(_ANGLES_RAD)) + np.outer(
        aside, elementwise.sin(_ANGLES_RAD)
    )


def _light(model: ConeModel, width_deg: float, way_mm: Floats, cos: Floats) -> Floats:
    """Return the light of what is so far in each direction, under these angles of incidence."""
    share = elementwise.power(elementwise.cos(_ANGLES_RAD), cone_power(width_deg))
    curve = echo_curve(model)
    at_mm = np.linspace(0.0, model.echo_mm[-1], len(curve))
    is_near = way_mm <= at_mm[-1]  # most of what is in the field is too far for an echo
    echo = np.zeros(way_mm.shape)
    echo[is_near] = np.interp(way_mm[is_near], at_mm, curve) * elementwise.power(
        cos[is_near], model.incidence_power
    )
    light: Floats = product(echo, share / share.sum()) + model.crosstalk
    return light
