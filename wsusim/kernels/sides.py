"""A box's corners and sides, for sensors that see it and bodies that run into it.

Sides are seen from outside, as the edges of walls are from the free floor. The plain twins, which
take them for edges, are in ``tests/oracles``: ``proximity``, ``cone`` and ``light``.
"""

from __future__ import annotations

from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.rays import FAR_MM, LEVEL, Bodies, cut_disc, eyes_of
from wsusim.kernels.records import Body, Disc


@inner
def box_corner(thing: Disc, body: Body, k: int) -> tuple[float, float]:
    """Return the k-th corner of a box in the world, counter-clockwise."""
    s, c = sin_cos(body.heading_rad)
    u = body.half_x_mm if k == 0 or k == 3 else -body.half_x_mm
    v = body.half_y_mm if k < 2 else -body.half_y_mm
    return thing.x_mm + c * u - s * v, thing.y_mm + s * u + c * v


@inline
def way_between(at_mm: float, way: float, half_mm: float) -> tuple[float, float]:
    """Return from where to where, along a ray, it is between two parallel sides of a box.

    ``at_mm`` is where it starts, from the middle; ``way`` how far it goes across, per length.
    """
    if abs(way) <= LEVEL:
        far_mm = FAR_MM if abs(at_mm) <= half_mm else -FAR_MM
        return -far_mm, far_mm
    one, other = (-half_mm - at_mm) / way, (half_mm - at_mm) / way
    return min(one, other), max(one, other)


@inner
def cut_box(
    box_x_mm: float,
    box_y_mm: float,
    heading_rad: float,
    half_x_mm: float,
    half_y_mm: float,
    x_mm: float,
    y_mm: float,
    dx: float,
    dy: float,
) -> float:
    """Return how far along the ray (direction of length 1) a box is met, or ``FAR_MM``.

    A ray that starts inside of the box meets it at 0.
    """
    s, c = sin_cos(heading_rad)
    wx, wy = x_mm - box_x_mm, y_mm - box_y_mm
    in_x, out_x = way_between(c * wx + s * wy, c * dx + s * dy, half_x_mm)
    in_y, out_y = way_between(c * wy - s * wx, c * dy - s * dx, half_y_mm)
    enter, leave = max(in_x, in_y), min(out_x, out_y)
    if leave < enter or leave < 0.0:
        return FAR_MM
    return max(enter, 0.0)


@inline
def is_box(bodies: Bodies, body: int) -> bool:
    """Return whether a body is a box; disc d is d, robot r is ``D + r``."""
    return bool(body < bodies.discs.size and bodies.made[body].is_box)


@inline
def body_disc(bodies: Bodies, body: int) -> tuple[float, float, float]:
    """Return middle and radius of a body; of a box, those of the smallest disc that it fits into.

    Disc d is d, robot r is ``D + r``.
    """
    discs = bodies.discs.size
    if body < discs:
        thing = bodies.discs[body]
        return thing.x_mm, thing.y_mm, thing.radius_mm
    they = bodies.robots[body - discs]
    return they.x_mm, they.y_mm, eyes_of(bodies, body - discs).body_radius_mm


@inline
def cut_body(bodies: Bodies, body: int, x_mm: float, y_mm: float, dx: float, dy: float) -> float:
    """Return how far along the ray (direction of length 1) a body is met, or ``FAR_MM``."""
    bx, by, radius = body_disc(bodies, body)
    if is_box(bodies, body):
        made = bodies.made[body]
        half_x_mm, half_y_mm = made.half_x_mm, made.half_y_mm
        return cut_box(bx, by, made.heading_rad, half_x_mm, half_y_mm, x_mm, y_mm, dx, dy)
    return cut_disc(bx, by, radius, x_mm, y_mm, dx, dy)
