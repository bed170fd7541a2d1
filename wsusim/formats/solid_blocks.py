"""Walls for the solid blocks of other programs: along their longer side, several if too thick."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wsusim.model.geometry import Pose

SHORTEST_MM = 0.1

Bar = tuple[float, float, float, float, float]
"""A wall's ends ``x0, y0, x1, y1`` and its thickness, in mm."""


def bars_of(middle: Pose, length_mm: float, thickness_mm: float) -> Iterator[Bar]:
    """Yield the walls of a block; nothing for one without a size.

    Args:
        middle: Of the block; its heading is the direction of ``length_mm``.
        length_mm: Of one side.
        thickness_mm: Of the other one, which may be longer.
    """
    from wsusim.formats.traced_walls import THICKEST_MM, THINNEST_MM  # slow to load

    if thickness_mm > length_mm:
        length_mm, thickness_mm = thickness_mm, length_mm
        middle = Pose(middle.x_mm, middle.y_mm, middle.heading_rad + math.pi / 2.0)
    if not (thickness_mm > 0.0 and length_mm >= SHORTEST_MM):
        return
    count = math.ceil(thickness_mm / THICKEST_MM)
    for number in range(count):
        aside = ((number + 0.5) / count - 0.5) * thickness_mm
        ends = [middle.place((end, aside)) for end in (-length_mm / 2.0, length_mm / 2.0)]
        (x0, y0), (x1, y1) = [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in ends]
        yield x0, y0, x1, y1, max(THINNEST_MM, round(thickness_mm / count, 3))
