"""New objects: in their usual size, or drawn out."""

from __future__ import annotations

import pytest

from wsusim.editor.new_objects import GOAL_SIDE_MM, drawn_object, empty_world, new_object
from wsusim.editor.objects import PLACEABLE, ObjectKind, centre_mm, kind_of
from wsusim.editor.snapping import Snapping
from wsusim.model.world import GoalRegion, Wall

WORLD = empty_world("new")
GRID = Snapping(20.0)


@pytest.mark.parametrize("kind", PLACEABLE)
def test_a_new_object_stands_where_it_is_put(kind: ObjectKind) -> None:
    """Whatever it is."""
    thing = new_object(kind, (300.0, 200.0), WORLD)
    assert (kind_of(thing), centre_mm(thing)) == (kind, (300.0, 200.0))


def test_a_goal_region_is_drawn_from_corner_to_corner() -> None:
    """In any direction; the corners are on the grid."""
    drawn = drawn_object(ObjectKind.GOAL, (400.0, 300.0), (101.0, 502.0), GRID, WORLD)
    assert isinstance(drawn, GoalRegion)
    assert (drawn.width_mm, drawn.height_mm, centre_mm(drawn)) == (300.0, 200.0, (250.0, 400.0))


@pytest.mark.parametrize("from_mm", [None, (300.0, 200.0), (300.0, 204.0)])
def test_a_click_makes_a_goal_region_of_the_usual_size(from_mm: tuple[float, float] | None) -> None:
    """So does a drag that is too short."""
    drawn = drawn_object(ObjectKind.GOAL, from_mm, (301.0, 202.0), GRID, WORLD)
    assert isinstance(drawn, GoalRegion)
    assert (drawn.width_mm, centre_mm(drawn)) == (GOAL_SIDE_MM, (300.0, 200.0))


def test_a_wall_is_drawn_from_end_to_end() -> None:
    """From where it was begun to the grid."""
    drawn = drawn_object(ObjectKind.WALL, (100.0, 100.0), (99.0, 258.0), GRID, WORLD)
    assert isinstance(drawn, Wall)
    assert (drawn.x0_mm, drawn.y0_mm, drawn.x1_mm, drawn.y1_mm) == (100.0, 100.0, 100.0, 260.0)
