"""What dragging does to a world."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from wsusim.editor.drags import MoveDrag, PullDrag, TurnDrag
from wsusim.editor.handles import HandleKind, handles_of
from wsusim.editor.new_objects import empty_world
from wsusim.editor.snapping import Snapping
from wsusim.model.world import Cap, Wall

WALL, CAP = Wall(5, 200.0, 600.0, 500.0, 600.0), Cap(6, 300.0, 300.0)
WORLD = replace(empty_world("new"), walls=(WALL,), caps=(CAP,), next_id=7)
GRID, FREE = Snapping(20.0, 12.0), Snapping()


def test_the_grabbed_object_goes_to_the_grid() -> None:
    """Wherever in it the drag began."""
    drag = MoveDrag(WORLD, frozenset({6}), CAP, (305.0, 296.0))
    cap = drag.change((352.0, 259.0), GRID).world.caps[0]
    assert (cap.x_mm, cap.y_mm) == (340.0, 260.0)


def test_without_snapping_it_goes_where_the_pointer_is() -> None:
    """By as much as that has moved."""
    drag = MoveDrag(WORLD, frozenset({6}), CAP, (300.0, 300.0))
    cap = drag.change((347.0, 263.0), FREE).world.caps[0]
    assert (cap.x_mm, cap.y_mm) == (347.0, 263.0)


@pytest.mark.parametrize(("snapping", "heading_deg"), [(GRID, 45.0), (FREE, 50.0)])
def test_turning_goes_in_steps_while_there_is_a_grid(
    snapping: Snapping, heading_deg: float
) -> None:
    """The robot follows the pointer from its handle."""
    drag = TurnDrag(WORLD, frozenset({1}), (300.0, 200.0))
    angle = math.radians(50.0)
    to_mm = (200.0 + 100.0 * math.cos(angle), 200.0 + 100.0 * math.sin(angle))
    heading_rad = drag.change(to_mm, snapping).world.robots[0].pose.heading_rad
    assert math.degrees(heading_rad) == pytest.approx(heading_deg)


def test_a_walls_end_is_pulled_to_the_grid() -> None:
    """The other end stays."""
    handle = next(
        handle
        for handle in handles_of(WORLD, frozenset({5}), 30.0)
        if handle.kind is HandleKind.WALL_END and handle.index == 1
    )
    wall = PullDrag(WORLD, frozenset({5}), handle).change((641.0, 699.0), GRID).world.walls[0]
    assert (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) == (200.0, 600.0, 640.0, 700.0)
