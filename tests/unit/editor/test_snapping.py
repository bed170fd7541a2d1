"""What draws points and objects while they are dragged."""

from __future__ import annotations

import math

import pytest

from wsusim.editor.snapping import Snapping, snap_angle_rad, snap_ends
from wsusim.model.world import Arena, Cap, Wall, World

WALL = Wall(1, 100.0, 100.0, 300.0, 100.0)
GRID = Snapping(grid_mm=20.0, reach_mm=12.0)


def test_a_point_goes_to_the_nearest_grid_point() -> None:
    """Both coordinates are rounded to the grid."""
    assert GRID.point((47.0, 71.0)) == (40.0, 80.0)


def test_a_wall_end_within_reach_goes_before_the_grid() -> None:
    """Walls join exactly."""
    assert GRID.point((305.0, 108.0), [(300.0, 100.0)]) == (300.0, 100.0)


def test_a_wall_end_beyond_reach_does_not_draw() -> None:
    """The reach is what is near on the screen."""
    assert GRID.point((320.0, 100.0), [(305.0, 100.0)]) == (320.0, 100.0)


def test_nothing_draws_without_snapping() -> None:
    """With Alt held, the pointer's own place counts."""
    assert Snapping().point((47.3, 71.9), [(47.0, 72.0)]) == (47.3, 71.9)


def test_a_moved_wall_joins_with_whichever_end_is_near() -> None:
    """The second end snaps as well as the first."""
    dx_mm, dy_mm = GRID.shift(WALL, (93.0, 4.0), [(400.0, 100.0)])
    assert (300.0 + dx_mm, 100.0 + dy_mm) == (400.0, 100.0)


def test_a_moved_cap_ignores_wall_ends() -> None:
    """Only walls join walls."""
    cap = Cap(2, 0.0, 0.0)
    assert GRID.shift(cap, (299.0, 99.0), [(297.0, 97.0)]) == (300.0, 100.0)


def test_the_moved_walls_own_ends_do_not_draw_it() -> None:
    """A wall does not stick to where it was."""
    world = World("w", Arena.rectangle(500.0, 500.0), walls=(WALL,))
    assert (100.0, 100.0) not in snap_ends(world, {1})


@pytest.mark.parametrize(("given_deg", "expected_deg"), [(7.0, 0.0), (8.0, 15.0), (-50.0, -45.0)])
def test_angles_go_in_steps_of_15_degrees(given_deg: float, expected_deg: float) -> None:
    """The nearest step counts."""
    assert math.degrees(snap_angle_rad(math.radians(given_deg))) == pytest.approx(expected_deg)
