"""What a fit is worth: its errors where it was not fitted, and whether it had the right table.

A model always comes near to the readings that it was fitted to. So a part of them is kept back: the
rest is fitted without them, and its error there is what one may expect elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import BadInput
from wsusim.tools.calibration.fit_table import fit_scenes
from wsusim.tools.calibration.measured_places import Scene, misfit_of_scenes

KEPT_BACK = 4
"""One heading of so many is kept back, the same at all distances."""

USUAL_CYLINDER_MM = 55.0
"""A thing as wide as a Khepera, for lack of a better guess."""

CLEARLY = 1.25
"""A fit whose error is so much greater is worse, and not by chance."""

LEAST_MISFIT = 0.002
"""Of the full scale: less is next to nothing either way."""

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
        own, others = (
            misfit_of_scenes([one], fit_scenes([one], "tried", kind=kind).profile)
            for one in (few, other)
        )
    except BadInput:
        return False
    return own > LEAST_MISFIT and own > CLEARLY * others


def _is_kept_back(scene: Scene, share: int) -> NDArray[np.bool_]:
    """Return [N] which readings are at every so manieth heading."""
    _, number = np.unique(np.round(scene.table.heading_deg, 1), return_inverse=True)
    is_back: NDArray[np.bool_] = number.ravel() % share == share // 2
    return is_back
