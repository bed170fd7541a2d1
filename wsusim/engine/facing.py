"""The light that a sensor of model 2 gets from one wall or cylinder, for curves and calibration.

Plain arithmetic over many places at once; the kernels do the same for a whole maze.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.sensing import cone_power, echo_curve
from wsusim.kernels import elementwise
from wsusim.model.fixed_order import product
from wsusim.model.robot_kind import ConeModel

Floats = NDArray[np.float64]

STEP_DEG = 2.0
_ANGLES_RAD = np.radians(np.arange(-90.0 + STEP_DEG / 2.0, 90.0, STEP_DEG))
"""The directions of a sensor's field, from its bearing."""
AROUND_STEP_DEG = 0.5
_AROUND_RAD = np.radians(np.arange(-180.0 + AROUND_STEP_DEG / 2.0, 180.0, AROUND_STEP_DEG))
"""All directions around a sensor, from the robot's heading: finer, as they aren't in step with the
bearing, so that an edge of the field may fall on either side of one."""


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
    echo = _echo_of_wall(model, distance_mm, turned_rad, _ANGLES_RAD)
    return _light(model, width_deg, _ANGLES_RAD, echo)


def light_of_cylinder(
    model: ConeModel, width_deg: float, middle_mm: Floats, turned_rad: Floats, radius_mm: float
) -> Floats:
    """Return the light [N] of a white cylinder, crosstalk included.

    ``middle_mm`` [N] is how far its middle is from the sensor; the rest as in ``light_of_wall``.
    """
    cos = _cosines(turned_rad, _ANGLES_RAD)
    return _light(
        model, width_deg, _ANGLES_RAD, _echo_of_cylinder(model, middle_mm, cos, radius_mm)
    )


def echoes_around(
    model: ConeModel, away_mm: Floats, toward_rad: Floats, radius_mm: float | None
) -> Floats:
    """Return the echo from each direction around a sensor, [directions, N].

    A sensor's bearing and width only weigh these, so that many can be tried at little cost
    (``shares_around``).

    Args:
        model: Of the robot's kind.
        away_mm: [N] from the sensor to a white wall, or to the middle of a cylinder.
        toward_rad: [N] where that is, from the robot's heading.
        radius_mm: Of the cylinder; ``None``: it is a wall.
    """
    if radius_mm is None:
        echo = _echo_of_wall(model, away_mm, toward_rad, _AROUND_RAD)
    else:
        cos = _cosines(toward_rad, _AROUND_RAD)
        echo = _echo_of_cylinder(model, away_mm, cos, radius_mm)
    return np.ascontiguousarray(echo.T)


def shares_around(width_deg: float, bearing_rad: float) -> Floats:
    """Return the weight of each direction of ``echoes_around`` in a sensor's light [directions].

    The light of each place, without crosstalk, is ``shares @ echoes``.
    """
    aside_rad = (_AROUND_RAD - bearing_rad + np.pi) % (2.0 * np.pi) - np.pi
    is_seen = np.abs(aside_rad) < np.pi / 2.0
    shares = np.zeros(len(_AROUND_RAD))
    shares[is_seen] = _shares(width_deg, aside_rad[is_seen])
    return shares


def _cosines(toward_rad: Floats, directions_rad: Floats) -> Floats:
    """Return [N, directions]: the cosine of each direction to a perpendicular."""
    ahead, aside = elementwise.cos(toward_rad), elementwise.sin(toward_rad)
    return np.outer(ahead, elementwise.cos(directions_rad)) + np.outer(
        aside, elementwise.sin(directions_rad)
    )


def _echo_of_wall(
    model: ConeModel, distance_mm: Floats, toward_rad: Floats, directions_rad: Floats
) -> Floats:
    # Tables have each heading at many distances: the powers are as many as the headings.
    turns_rad, turn = np.unique(toward_rad, return_inverse=True)
    cos = _cosines(turns_rad, directions_rad)
    is_met = cos > 1e-6
    lean = elementwise.power(np.where(is_met, cos, 0.0), model.incidence_power)
    way_mm = distance_mm[:, None] / np.where(is_met, cos, 1e-6)[turn]
    return _echo(model, np.where(is_met[turn], way_mm, np.inf), lambda near: lean[turn][near])


def _echo_of_cylinder(model: ConeModel, middle_mm: Floats, cos: Floats, radius_mm: float) -> Floats:
    along = middle_mm[:, None] * cos
    square = along**2 - (middle_mm[:, None] ** 2 - radius_mm**2)
    is_met = (square > 0.0) & (along > 0.0)
    inner = np.sqrt(np.where(is_met, square, 0.0))
    return _echo(
        model,
        np.where(is_met, along - inner, np.inf),
        lambda near: elementwise.power(inner[near] / radius_mm, model.incidence_power),
    )


def _echo(
    model: ConeModel, way_mm: Floats, lean_where: Callable[[NDArray[np.bool_]], Floats]
) -> Floats:
    """Return the echo from each direction, for these distances; slanted things weaken it."""
    curve = echo_curve(model)
    at_mm = np.linspace(0.0, model.echo_mm[-1], len(curve))
    is_near = way_mm <= at_mm[-1]  # most of what is in the field is too far for an echo
    echo = np.zeros(way_mm.shape)
    echo[is_near] = np.interp(way_mm[is_near], at_mm, curve) * lean_where(is_near)
    return echo


def _light(model: ConeModel, width_deg: float, aside_rad: Floats, echo: Floats) -> Floats:
    """Return the light of echoes [N, directions], at these angles from a sensor's bearing."""
    light: Floats = product(echo, _shares(width_deg, aside_rad)) + model.crosstalk
    return light


def _shares(width_deg: float, aside_rad: Floats) -> Floats:
    """Return the weights of directions at these angles from a sensor's bearing; their sum is 1."""
    share = elementwise.power(elementwise.cos(aside_rad), cone_power(width_deg))
    shares: Floats = share / share.sum()
    return shares
