"""Contacts of moving discs and of boxes against twins that look at many points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely import LineString, Point, box

from tests.oracles.contact import first_touch, point_to_segment_mm
from tests.seeds import few
from tests.unit.kernels.from_python import box_meets_segment, from_box, meet_segment
from wsusim.kernels.contact import NEVER


@pytest.mark.parametrize("seed", few(range(10)))
def test_a_moving_disc_touches_a_segment_when_the_twin_says(seed: int) -> None:
    """The share of the way up to the contact is exact, whatever the angle and the length."""
    rng = np.random.default_rng(seed)
    a, b, start = (tuple(rng.uniform(-30, 30, 2).tolist()) for _ in range(3))
    way = tuple(rng.uniform(-60, 60, 2).tolist())
    reach = float(rng.uniform(0.2, 0.95)) * point_to_segment_mm(a, b, start)

    share, nx, ny = meet_segment(*a, *b, *start, *way, reach)

    expected = first_touch(a, b, start, way, reach)
    faces_the_way = math.isclose(math.hypot(nx, ny), 1.0) and nx * way[0] + ny * way[1] < 0.0
    assert share == pytest.approx(NEVER if expected is None else expected, abs=1e-6)
    assert expected is None or faces_the_way


def test_a_disc_in_contact_may_leave() -> None:
    """A way that leads away from what is touched, or along it, is free."""
    wall = (0.0, 0.0, 100.0, 0.0)

    shares = [
        meet_segment(*wall, 50.0, 10.0, vx, vy, 10.0)[0]
        for vx, vy in ((0.0, 5.0), (5.0, 0.0), (-3.0, 0.1))
    ]

    assert shares == [NEVER] * 3


def test_a_disc_in_contact_may_not_go_on() -> None:
    """A way that leads into what is touched ends at once."""
    share, nx, ny = meet_segment(0.0, 0.0, 100.0, 0.0, 50.0, 10.0, 1.0, -1.0, 10.0)

    assert (share, nx, ny) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("way_mm", [1e-3, 1.0, 15.0])
def test_a_disc_that_touches_a_slant_never_gets_through(way_mm: float) -> None:
    """Whatever rounding makes of the place of a disc in contact, it may not go on into the edge."""
    rng = np.random.default_rng(7)
    angles = rng.uniform(-math.pi, math.pi, 5000)
    shares = []
    for angle, into, along in zip(
        angles, rng.uniform(-1.2, 1.2, 5000), rng.uniform(10.0, 290.0, 5000), strict=True
    ):
        ex, ey = math.cos(angle), math.sin(angle)
        ax, ay = 400.0 * ex, 400.0 * ey
        x, y = ax + along * ex - 27.501 * ey, ay + along * ey + 27.501 * ex
        vx, vy = way_mm * math.sin(angle + into), -way_mm * math.cos(angle + into)
        edge = (ax, ay, ax + 300.0 * ex, ay + 300.0 * ey)
        shares.append(meet_segment(*edge, x, y, vx, vy, 27.501)[0])

    assert max(shares) * way_mm < 1e-9


@pytest.mark.parametrize("seed", few(range(8)))
def test_a_box_meets_a_segment_when_shapely_says(seed: int) -> None:
    """The quick test of a box and a segment agrees with shapely."""
    rng = np.random.default_rng(seed)
    corners = [-3.0, -2.0, 4.0, 1.0]
    segment = rng.uniform(-8, 8, 4).tolist()

    meets = box_meets_segment(*corners, *segment)

    assert meets == box(*corners).intersects(LineString([segment[:2], segment[2:]]))


@pytest.mark.parametrize("seed", few(range(8)))
def test_the_gap_of_a_box_and_a_point_is_shapelys(seed: int) -> None:
    """Outside the gap is the distance; going back along the direction leads onto the border."""
    rng = np.random.default_rng(seed)
    corners = [-3.0, -2.0, 4.0, 1.0]
    x, y = rng.uniform(-8, 8, 2).tolist()

    gap, nx, ny = from_box(*corners, x, y)

    shape = box(*corners)
    assert abs(gap) == pytest.approx(shape.exterior.distance(Point(x, y)))
    assert (gap < 0.0) == shape.contains(Point(x, y))
    back = Point(x - gap * nx, y - gap * ny)
    assert shape.exterior.distance(back) == pytest.approx(0.0, abs=1e-9)
