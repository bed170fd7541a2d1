"""What a fit is worth: its errors where it was not fitted, and whether it had the right table.

A model always comes near to the readings that it was fitted to. So a part of them is kept back: the
rest is fitted without them, and its error there is what one may expect elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wsusim.calibration.fit_table import LEAST_READING, MOST_READING, fit_scenes
from wsusim.calibration.measured_places import (
    Scene,
    light_at_places,
    misfit_of_scenes,
    places_of,
)
from wsusim.errors import BadInput
from wsusim.formats.profile import ProfileEntry
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import robot_kind

KEPT_BACK = 4
"""One heading of so many is kept back, the same at all distances."""

USUAL_CYLINDER_MM = 55.0
"""A thing as wide as a Khepera, for lack of a better guess."""

CLEARLY = 1.25
"""A fit whose error is so much greater is worse, and not by chance."""

LEAST_MISFIT = 0.002
"""Of the full scale: less is next to nothing either way."""

USUAL_LEVEL = 1.25
"""Robots whose sensors together are more sensitive than their kind's by this factor, or less by it,
are rare (guess: the eight of the one Khepera that was measured are at 0.96)."""

WIDTHS_MM = np.geomspace(5.0, 300.0, 40)
"""Of cylinders that are tried."""

MOST_HEADINGS = 60
"""To tell a wall from a cylinder so many headings are enough."""


def kept_back_error(scenes: Sequence[Scene], kind: str) -> float | None:
    """Return the mean error, as a ratio of the full scale, where a model was not fitted.

    ``None``: there are too few readings for a fit without them.
    """
    parts = [_is_kept_back(scene, KEPT_BACK) for scene in scenes]
    fitted = [scene.part(~is_back) for scene, is_back in zip(scenes, parts, strict=True)]
    back = [scene.part(is_back) for scene, is_back in zip(scenes, parts, strict=True)]
    if not all(len(scene.table.reading) for scene in (*fitted, *back)):
        return None
    try:
        profile = fit_scenes(fitted, "without", kind=kind).profile
    except BadInput:
        return None
    return misfit_of_scenes(back, profile)


def looks_like_other(scene: Scene, kind: str) -> bool:
    """Return whether the readings before a wall look like those before a cylinder, or the reverse.

    Before a round thing readings fall faster, with the distance and to the sides.
    """
    steps = len(np.unique(scene.table.heading_deg)) // MOST_HEADINGS
    few = scene.part(_is_kept_back(scene, steps)) if steps > 1 else scene
    other = replace(few, diameter_mm=USUAL_CYLINDER_MM if few.diameter_mm is None else None)
    try:
        own = _misfit_at_best(few, kind)
        return own > LEAST_MISFIT and own > CLEARLY * _misfit_at_best(other, kind)
    except BadInput:
        return False


def _misfit_at_best(scene: Scene, kind: str) -> float:
    return misfit_of_scenes([scene], fit_scenes([scene], "tried", kind=kind).profile)


def usual_width_mm(scenes: Sequence[Scene], profile: ProfileEntry) -> float | None:
    """Return how wide the cylinder would be if the robot's sensors were usual ones on the whole.

    How sensitive all sensors are together, and how wide the cylinder is, say almost the same: a
    width that is wrong goes into the gains unseen, and makes all readings before walls wrong.
    ``None``: there is a wall, too, or the sensors are usual enough with the width that was told.
    """
    kind = robot_kind(profile.kind)
    level = _level(profile, kind)
    widths = [scene.diameter_mm for scene in scenes]
    if None in widths or max(level, 1.0 / level) < USUAL_LEVEL:
        return None
    factors = []
    for width_mm in WIDTHS_MM.tolist():
        ratios = []
        for number, usual in enumerate(kind.cone.traits):
            for scene in scenes:
                places = places_of(scene.table, kind, number, scene.diameter_mm)
                is_telling = (places.mean > LEAST_READING) & (places.mean < MOST_READING)
                places = places.taken(is_telling)
                told = light_at_places(kind.cone, usual, places)
                other = light_at_places(kind.cone, usual, replace(places, diameter_mm=width_mm))
                ratios.append((other / np.maximum(told, 1e-9))[told > 0.0])
        factors.append(float(np.median(np.concatenate(ratios))))
    return float(np.interp(level, factors, WIDTHS_MM))


def _level(profile: ProfileEntry, kind: RobotKind) -> float:
    """Return how sensitive a robot's sensors are on the whole, as a ratio to its kind's."""
    ratios = [
        sensor.gain / usual.gain
        for sensor, usual in zip(profile.sensors, kind.cone.traits, strict=True)
    ]
    return float(np.exp(np.mean(np.log(ratios))))


def _is_kept_back(scene: Scene, share: int) -> NDArray[np.bool_]:
    """Return [N] which readings are at every so manieth heading."""
    _, number = np.unique(np.round(scene.table.heading_deg, 1), return_inverse=True)
    is_back: NDArray[np.bool_] = number.ravel() % share == share // 2
    return is_back
