"""A picture as an eye sees it, drawn column by column.

A picture's columns are upright, so that each of them looks along one vertical plane: where a solid
is entered and left within that plane is worked out once for a column, and the rows in between are
filled. A depth for each pixel sorts out what hides what. To look down, the horizon is shifted up,
as by a lens that stands off the middle of its picture; upright edges stay upright.

The plain twin is ``tests/oracles/pictures.py``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inner, loop
from wsusim.kernels.records import Rows
from wsusim.kernels.solids import BALL, FACE, PRISM, Ground, Solid, ground_at, lit, put, shaded

Floats = NDArray[np.float64]

NEAR_MM = 1.0
"""Nothing nearer to the eye than this is drawn."""

FAR_MM = 1e9
"""As deep as the sky."""

NOTHING = 0xFFFFFFFF
"""No colour: the floor or the sky is seen."""

HALF_LIGHT_MM = 2000.0
"""So far away the light that depends on the distance is half of what it is close by (guess)."""

FAINTEST = 64
"""Light, of 256, in which the farthest things are seen (guess: it looks well)."""


class Lens(NamedTuple):
    """Where a picture is taken from."""

    x_mm: float
    y_mm: float
    z_mm: float
    cos: float
    sin: float
    """Of the direction in which it looks."""
    focal_px: float
    """Pixels from the middle to what stands 45 degrees aside."""
    horizon_px: float
    """Row, from the top, of what is as high as the eye."""
    skipped: int
    """First solid that is not drawn, ..."""
    skipped_end: int
    """... and the first one behind it that is drawn again."""


class Canvas(NamedTuple):
    """Scratch of one picture, column by column."""

    depths: NDArray[np.float64]
    """[columns, rows] of what is drawn there, along the direction of looking."""
    colours: NDArray[np.uint32]
    """[columns, rows]."""


@loop
def draw_ahead(
    solids: Rows[Solid],
    corners_mm: Floats,
    ground: Ground,
    lens: Lens,
    canvas: Canvas,
    pixels: NDArray[np.uint8],
) -> None:
    """Draw what is seen through a lens.

    Args:
        solids: All that stands in the world.
        corners_mm: [N, 2] of faces and prisms.
        ground: The floor.
        lens: Where the picture is taken from, upright.
        canvas: Scratch of the picture's size.
        pixels: [rows, columns, 3] out: red, green and blue, row 0 at the top.

    Cost: some 5 ns a pixel, and 20 to 100 ns for each solid and column that it reaches over.
    """
    columns, rows = canvas.depths.shape
    for row in range(rows):
        # The floor is drawn last; what lies under it is not seen.
        below = row + 0.5 - lens.horizon_px
        depth_mm = lens.focal_px * lens.z_mm / below if below > 0.0 else FAR_MM
        for column in range(columns):
            canvas.depths[column, row] = depth_mm
    for column in range(columns):
        for row in range(rows):
            canvas.colours[column, row] = NOTHING
    for number in range(solids.size):
        solid = solids[number]
        if lens.skipped <= number < lens.skipped_end:
            continue
        if solid.shape == FACE:
            draw_face(canvas, lens, solid, corners_mm)
        elif solid.shape == PRISM:
            draw_prism(canvas, lens, solid, corners_mm)
        elif solid.radius_mm > 0.0:
            draw_round(canvas, lens, solid)
    for row in range(rows):
        below = row + 0.5 - lens.horizon_px
        depth_mm = lens.focal_px * lens.z_mm / below if below > 0.0 else FAR_MM
        light = light_at(depth_mm)
        for column in range(columns):
            colour = int(canvas.colours[column, row])
            if colour == NOTHING:
                if below > 0.0:
                    slope = slope_of(lens, columns, column)
                    x_mm = lens.x_mm + depth_mm * (lens.cos - slope * lens.sin)
                    y_mm = lens.y_mm + depth_mm * (lens.sin + slope * lens.cos)
                    colour = lit(ground_at(ground, x_mm, y_mm), light)
                else:
                    colour = ground.sky
            put(pixels, row, column, colour)


@inner
def light_at(depth_mm: float) -> int:
    """Return how much light is left of what is so far away, of 256."""
    return FAINTEST + int((256.0 - FAINTEST) * HALF_LIGHT_MM / (HALF_LIGHT_MM + depth_mm))


@inner
def faded(colour: int, depth_mm: float) -> int:
    """Return a colour as it looks from so far away."""
    return lit(colour, light_at(depth_mm))


@inner
def row_at(lens: Lens, rows: int, z_mm: float, depth_mm: float) -> int:
    """Return the first row of pixels whose middles are not above a point."""
    row = lens.horizon_px + lens.focal_px * (lens.z_mm - z_mm) / depth_mm
    return math.ceil(min(max(row, -1.0), rows + 1.0) - 0.5)


@inner
def paint_upright(
    canvas: Canvas, lens: Lens, column: int, depth_mm: float, low_mm: float, high_mm: float,
    colour: int,
) -> None:  # fmt: skip
    """Paint a side of a solid into one column."""
    rows = canvas.depths.shape[1]
    first = max(row_at(lens, rows, high_mm, depth_mm), 0)
    last = min(row_at(lens, rows, low_mm, depth_mm), rows)
    for row in range(first, last):
        if depth_mm < canvas.depths[column, row]:
            canvas.depths[column, row] = depth_mm
            canvas.colours[column, row] = colour


@inner
def paint_level(
    canvas: Canvas, lens: Lens, column: int, near_mm: float, far_mm: float, z_mm: float,
    colour: int, shines: bool,
) -> None:  # fmt: skip
    """Paint a solid's top, or its bottom, from a depth to another into one column."""
    rows = canvas.depths.shape[1]
    one, other = row_at(lens, rows, z_mm, near_mm), row_at(lens, rows, z_mm, far_mm)
    for row in range(max(min(one, other), 0), min(max(one, other), rows)):
        below = row + 0.5 - lens.horizon_px
        depth_mm = lens.focal_px * (lens.z_mm - z_mm) / below
        if depth_mm < canvas.depths[column, row]:
            canvas.depths[column, row] = depth_mm
            canvas.colours[column, row] = colour if shines else faded(colour, depth_mm)


@inner
def paint_span(
    canvas: Canvas, lens: Lens, column: int, near_mm: float, far_mm: float, solid: Solid,
    side_x: float, side_y: float,
) -> None:  # fmt: skip
    """Paint what a column sees of an upright solid that it enters at one depth and leaves again.

    ``(side_x, side_y)``: where the side looks that is entered.
    """
    if near_mm > NEAR_MM:
        colour = solid.colour
        if not solid.shines:
            colour = faded(shaded(colour, side_x, side_y, 0.0), near_mm)
        paint_upright(canvas, lens, column, near_mm, solid.low_mm, solid.high_mm, colour)
    if lens.z_mm > solid.high_mm:
        top = solid.colour if solid.shines else shaded(solid.colour, 0.0, 0.0, 1.0)
        paint_level(canvas, lens, column, near_mm, far_mm, solid.high_mm, top, solid.shines)
    elif lens.z_mm < solid.low_mm:
        under = solid.colour if solid.shines else shaded(solid.colour, 0.0, 0.0, -1.0)
        paint_level(canvas, lens, column, near_mm, far_mm, solid.low_mm, under, solid.shines)


@inner
def ahead_of(lens: Lens, x_mm: float, y_mm: float) -> float:
    """Return how far ahead of the eye a point is."""
    return (x_mm - lens.x_mm) * lens.cos + (y_mm - lens.y_mm) * lens.sin


@inner
def beside_of(lens: Lens, x_mm: float, y_mm: float) -> float:
    """Return how far to the left of the eye a point is."""
    return (y_mm - lens.y_mm) * lens.cos - (x_mm - lens.x_mm) * lens.sin


@inner
def column_at(lens: Lens, columns: int, slope: float) -> float:
    """Return the column, middles at whole numbers, of what is so far to the left for each mm ahead.

    At most two columns beyond the picture.
    """
    column = 0.5 * columns - 0.5 - slope * lens.focal_px
    return min(max(column, -2.0), columns + 1.0)


@inner
def slope_of(lens: Lens, columns: int, column: int) -> float:
    """Return how far to the left a column looks for each mm ahead."""
    return (0.5 * columns - 0.5 - column) / lens.focal_px


@inner
def draw_face(canvas: Canvas, lens: Lens, solid: Solid, corners_mm: Floats) -> None:
    """Draw a wall that is seen from one side only and has no thickness."""
    columns = canvas.depths.shape[0]
    k = solid.first
    ahead = ahead_of(lens, corners_mm[k, 0], corners_mm[k, 1])
    beside = beside_of(lens, corners_mm[k, 0], corners_mm[k, 1])
    end_ahead = ahead_of(lens, corners_mm[k + 1, 0], corners_mm[k + 1, 1])
    end_beside = beside_of(lens, corners_mm[k + 1, 0], corners_mm[k + 1, 1])
    cross = ahead * end_beside - beside * end_ahead
    if cross <= 0.0 or (ahead < NEAR_MM and end_ahead < NEAR_MM):
        return  # seen from behind, or not at all
    along_ahead, along_beside = end_ahead - ahead, end_beside - beside
    # Seen from its free side, its beginning is on the right.
    left, right = end_beside / end_ahead, beside / ahead
    if end_ahead < NEAR_MM:
        left = (beside + along_beside * (NEAR_MM - ahead) / along_ahead) / NEAR_MM
    if ahead < NEAR_MM:
        right = (beside + along_beside * (NEAR_MM - ahead) / along_ahead) / NEAR_MM
    length = math.sqrt(along_ahead * along_ahead + along_beside * along_beside)
    step_x = corners_mm[k + 1, 0] - corners_mm[k, 0]
    step_y = corners_mm[k + 1, 1] - corners_mm[k, 1]
    side = shaded(solid.colour, -step_y / length, step_x / length, 0.0)
    first = max(math.ceil(column_at(lens, columns, left)), 0)
    last = min(math.floor(column_at(lens, columns, right)), columns - 1)
    for column in range(first, last + 1):
        slope = slope_of(lens, columns, column)
        depth_mm = max(cross / (along_beside - slope * along_ahead), NEAR_MM)
        paint_upright(
            canvas, lens, column, depth_mm, solid.low_mm, solid.high_mm, faded(side, depth_mm)
        )


@inner
def draw_prism(canvas: Canvas, lens: Lens, solid: Solid, corners_mm: Floats) -> None:
    """Draw an upright solid with a convex outline."""
    columns = canvas.depths.shape[0]
    leftmost, rightmost = -FAR_MM, FAR_MM
    is_ahead = False
    for k in range(solid.first, solid.first + solid.corners):
        ahead = ahead_of(lens, corners_mm[k, 0], corners_mm[k, 1])
        if ahead < NEAR_MM:
            leftmost, rightmost = FAR_MM, -FAR_MM
        else:
            is_ahead = True
            slope = beside_of(lens, corners_mm[k, 0], corners_mm[k, 1]) / ahead
            leftmost, rightmost = max(leftmost, slope), min(rightmost, slope)
    if not is_ahead:
        return
    first = max(math.floor(column_at(lens, columns, leftmost)), 0)
    last = min(math.ceil(column_at(lens, columns, rightmost)), columns - 1)
    end = solid.first + solid.corners
    for column in range(first, last + 1):
        slope = slope_of(lens, columns, column)
        to_x = lens.cos - slope * lens.sin
        to_y = lens.sin + slope * lens.cos
        near_mm, far_mm = NEAR_MM, FAR_MM
        entered = solid.first
        for k in range(solid.first, end):
            after = solid.first if k + 1 == end else k + 1
            step_x = corners_mm[after, 0] - corners_mm[k, 0]
            step_y = corners_mm[after, 1] - corners_mm[k, 1]
            # How fast the column's line leaves through this side, and how far inside it begins.
            outwards = to_x * step_y - to_y * step_x
            inside = step_x * (lens.y_mm - corners_mm[k, 1])
            inside -= step_y * (lens.x_mm - corners_mm[k, 0])
            if outwards > 0.0:
                far_mm = min(far_mm, inside / outwards)
            elif outwards < 0.0:
                enters_mm = inside / outwards
                if enters_mm > near_mm:
                    near_mm, entered = enters_mm, k
            elif inside < 0.0:
                far_mm = -FAR_MM
        if near_mm < far_mm:
            after = solid.first if entered + 1 == end else entered + 1
            step_x = corners_mm[after, 0] - corners_mm[entered, 0]
            step_y = corners_mm[after, 1] - corners_mm[entered, 1]
            length = math.sqrt(step_x * step_x + step_y * step_y)
            paint_span(
                canvas, lens, column, near_mm, far_mm, solid, step_y / length, -step_x / length
            )


@inner
def draw_round(canvas: Canvas, lens: Lens, solid: Solid) -> None:
    """Draw an upright cylinder or a ball."""
    columns = canvas.depths.shape[0]
    ahead = ahead_of(lens, solid.x_mm, solid.y_mm)
    beside = beside_of(lens, solid.x_mm, solid.y_mm)
    radius = solid.radius_mm
    if ahead + radius < NEAR_MM:
        return
    outside = ahead * ahead + beside * beside - radius * radius
    first, last = 0, columns - 1
    if ahead > radius and outside > 0.0:
        reach = radius * math.sqrt(outside)
        width = ahead * ahead - radius * radius
        leftmost = (ahead * beside + reach) / width
        rightmost = (ahead * beside - reach) / width
        first = max(math.floor(column_at(lens, columns, leftmost)), 0)
        last = min(math.ceil(column_at(lens, columns, rightmost)), columns - 1)
    for column in range(first, last + 1):
        slope = slope_of(lens, columns, column)
        stretch = 1.0 + slope * slope
        middle = ahead + slope * beside
        within = middle * middle - stretch * outside
        if within <= 0.0:
            continue
        half = math.sqrt(within)
        near_mm, far_mm = (middle - half) / stretch, (middle + half) / stretch
        if far_mm <= NEAR_MM:
            continue
        to_x = lens.cos - slope * lens.sin
        to_y = lens.sin + slope * lens.cos
        if solid.shape == BALL:
            paint_ball(canvas, lens, column, max(near_mm, NEAR_MM), far_mm, solid, to_x, to_y)
        else:
            side_x = (lens.x_mm + near_mm * to_x - solid.x_mm) / radius
            side_y = (lens.y_mm + near_mm * to_y - solid.y_mm) / radius
            paint_span(canvas, lens, column, max(near_mm, NEAR_MM), far_mm, solid, side_x, side_y)


@inner
def paint_ball(
    canvas: Canvas, lens: Lens, column: int, near_mm: float, far_mm: float, solid: Solid,
    to_x: float, to_y: float,
) -> None:  # fmt: skip
    """Paint what one column sees of a ball, whose outline it enters and leaves at these depths."""
    rows = canvas.depths.shape[1]
    radius = solid.radius_mm
    middle_z = 0.5 * (solid.low_mm + solid.high_mm)
    top = min(
        row_at(lens, rows, middle_z + radius, near_mm),
        row_at(lens, rows, middle_z + radius, far_mm),
    )
    bottom = max(
        row_at(lens, rows, middle_z - radius, near_mm),
        row_at(lens, rows, middle_z - radius, far_mm),
    )
    x, y, z = solid.x_mm - lens.x_mm, solid.y_mm - lens.y_mm, middle_z - lens.z_mm
    outside = x * x + y * y + z * z - radius * radius
    if outside <= 0.0:
        return  # the eye is in it
    for row in range(max(top, 0), min(bottom, rows)):
        to_z = (lens.horizon_px - row - 0.5) / lens.focal_px
        stretch = to_x * to_x + to_y * to_y + to_z * to_z
        middle = x * to_x + y * to_y + z * to_z
        within = middle * middle - stretch * outside
        if within <= 0.0:
            continue
        depth_mm = (middle - math.sqrt(within)) / stretch
        if NEAR_MM < depth_mm < canvas.depths[column, row]:
            colour = solid.colour
            if not solid.shines:
                colour = shaded(
                    colour,
                    (depth_mm * to_x - x) / radius,
                    (depth_mm * to_y - y) / radius,
                    (depth_mm * to_z - z) / radius,
                )
                colour = faded(colour, depth_mm)
            canvas.depths[column, row] = depth_mm
            canvas.colours[column, row] = colour
