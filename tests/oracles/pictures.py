"""Plain twin of ``kernels.perspective`` and ``kernels.overhead``: one ray for each pixel.

Every ray is cut with every solid in three dimensions, and the nearest surface is what is seen.
"""

from __future__ import annotations

import math

import numpy as np

NEAR_MM, HALF_LIGHT_MM = 1.0, 2000.0
SUN = (0.36, 0.48, 0.8)
FACE, PRISM, CYLINDER, BALL = range(4)


def picture_ahead(solids, corners_mm, ground, lens, width, height):
    """Return the picture [height, width, 3] that is seen through a lens."""
    pixels = np.zeros((height, width, 3), np.uint8)
    for row in range(height):
        for column in range(width):
            left = (0.5 * width - 0.5 - column) / lens.focal_px
            up = (lens.horizon_px - row - 0.5) / lens.focal_px
            ray = (lens.cos - left * lens.sin, lens.sin + left * lens.cos, up)
            pixels[row, column] = _split(_seen(solids, corners_mm, ground, lens, ray))
    return pixels


def picture_above(solids, corners_mm, ground, left_mm, top_mm, pixel_mm, width, height):
    """Return the picture [height, width, 3] from straight above."""
    pixels = np.zeros((height, width, 3), np.uint8)
    for row in range(height):
        for column in range(width):
            eye = (left_mm + (column + 0.5) * pixel_mm, top_mm - (row + 0.5) * pixel_mm, 1e4)
            hits = []
            for solid in solids:
                if solid["shape"] != FACE:
                    depth, normal = _cut(solid, corners_mm, eye, (0.0, 0.0, -1.0))
                    hits.append((depth, solid, normal))
            depth, solid, normal = min(hits, key=lambda hit: hit[0], default=(math.inf, None, None))
            if depth == math.inf:
                colour = _floor(ground, *eye[:2])
            else:
                colour = int(solid["colour"])
                colour = colour if solid["shines"] else _shaded(colour, normal)
            pixels[row, column] = _split(colour)
    return pixels


def _seen(solids, corners_mm, ground, lens, ray):
    eye = (lens.x_mm, lens.y_mm, lens.z_mm)
    nearest, colour = math.inf, ground.sky
    if ray[2] < 0.0:
        nearest = -eye[2] / ray[2]
        place = (eye[0] + nearest * ray[0], eye[1] + nearest * ray[1])
        colour = _lit(_floor(ground, *place), _light(nearest))
    for number, solid in enumerate(solids):
        if lens.skipped <= number < lens.skipped_end:
            continue
        depth, normal = _cut(solid, corners_mm, eye, ray)
        if NEAR_MM <= depth < nearest:
            nearest, colour = depth, int(solid["colour"])
            if not solid["shines"]:
                colour = _lit(_shaded(colour, normal), _light(depth))
    return colour


def _cut(solid, corners_mm, eye, ray):
    """Return how far along the ray a solid is met, and where its surface looks there."""
    if solid["shape"] == BALL:
        return _cut_ball(solid, eye, ray)
    corners = corners_mm[solid["first"] : solid["first"] + solid["corners"]]
    if solid["shape"] == FACE:
        return _cut_face(solid, corners, eye, ray)
    # An upright solid is where its outline's span and the span of its heights meet.
    enter, leave, normal = -math.inf, math.inf, (0.0, 0.0, 0.0)
    bounds = [(0.0, 0.0, 1.0, float(solid["high_mm"])), (0.0, 0.0, -1.0, -float(solid["low_mm"]))]
    if solid["shape"] == PRISM:
        if len(corners) < 3:
            return math.inf, normal
        for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            length = math.hypot(x1 - x0, y1 - y0)
            out = ((y1 - y0) / length, (x0 - x1) / length)
            bounds.append((*out, 0.0, out[0] * x0 + out[1] * y0))
    else:
        radius = float(solid["radius_mm"])
        if radius <= 0.0:
            return math.inf, normal
        x, y = eye[0] - float(solid["x_mm"]), eye[1] - float(solid["y_mm"])
        roots = _roots(
            ray[0] ** 2 + ray[1] ** 2, x * ray[0] + y * ray[1], x * x + y * y - radius * radius
        )
        if roots is None:
            return math.inf, normal
        enter, leave = roots
        if math.isfinite(enter):
            side = ((x + enter * ray[0]) / radius, (y + enter * ray[1]) / radius)
            normal = (*side, 0.0)
    for nx, ny, nz, limit in bounds:
        speed = nx * ray[0] + ny * ray[1] + nz * ray[2]
        inside = limit - nx * eye[0] - ny * eye[1] - nz * eye[2]
        if speed > 0.0:
            leave = min(leave, inside / speed)
        elif speed < 0.0:
            if inside / speed > enter:
                enter, normal = inside / speed, (nx, ny, nz)
        elif inside < 0.0:
            return math.inf, normal
    return (enter, normal) if enter < leave else (math.inf, normal)


def _cut_face(solid, corners, eye, ray):
    (x0, y0), (x1, y1) = corners
    length = math.hypot(x1 - x0, y1 - y0)
    normal = ((y0 - y1) / length, (x1 - x0) / length, 0.0)
    speed = normal[0] * ray[0] + normal[1] * ray[1]
    if speed >= 0.0:
        return math.inf, normal
    depth = (normal[0] * (x0 - eye[0]) + normal[1] * (y0 - eye[1])) / speed
    x, y, z = (eye[k] + depth * ray[k] for k in range(3))
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length**2
    is_met = depth > 0.0 and 0.0 <= along <= 1.0 and solid["low_mm"] <= z <= solid["high_mm"]
    return (depth, normal) if is_met else (math.inf, normal)


def _cut_ball(solid, eye, ray):
    radius = float(solid["radius_mm"])
    middle = (solid["x_mm"], solid["y_mm"], 0.5 * (solid["low_mm"] + solid["high_mm"]))
    if radius <= 0.0:
        return math.inf, (0.0, 0.0, 0.0)
    away = [eye[k] - middle[k] for k in range(3)]
    roots = _roots(
        sum(part * part for part in ray),
        sum(away[k] * ray[k] for k in range(3)),
        sum(part * part for part in away) - radius * radius,
    )
    if roots is None:
        return math.inf, (0.0, 0.0, 0.0)
    return roots[0], tuple((away[k] + roots[0] * ray[k]) / radius for k in range(3))


def _roots(a, half_b, c):
    """Return both solutions of ``a t^2 + 2 half_b t + c = 0``; a line along the axis has none."""
    if a == 0.0:
        return (-math.inf, math.inf) if c < 0.0 else None
    within = half_b * half_b - a * c
    if within <= 0.0:
        return None
    return (-half_b - math.sqrt(within)) / a, (-half_b + math.sqrt(within)) / a


def _floor(ground, x_mm, y_mm):
    row = math.floor((y_mm - ground.y_mm) / ground.square_mm)
    column = math.floor((x_mm - ground.x_mm) / ground.square_mm)
    rows, columns = ground.colours.shape
    if 0 <= row < rows and 0 <= column < columns:
        return int(ground.colours[row, column])
    return ground.outside


def _light(depth_mm):
    return 64 + int(192.0 * HALF_LIGHT_MM / (HALF_LIGHT_MM + depth_mm))


def _shaded(colour, normal):
    towards = sum(part * sun for part, sun in zip(normal, SUN, strict=True))
    return _lit(colour, 208 + math.floor(48.0 * towards))


def _lit(colour, light):
    return sum(((colour >> shift & 255) * light >> 8) << shift for shift in (16, 8, 0))


def _split(colour):
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255
