"""Closing the corners of walls."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import Polygon, box, unary_union

from wsusim.editor.corners import closed_corners
from wsusim.model.world import Arena, Wall, World

CORNERS = ((200.0, 200.0), (600.0, 200.0), (600.0, 500.0), (200.0, 500.0))
SQUARE = tuple(
    Wall(number + 1, *start, *end, thickness_mm=20.0)
    for number, (start, end) in enumerate(zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True))
)
IDS = {wall.id for wall in SQUARE}


def world_of(*walls: Wall) -> World:
    """Return a maze with these walls."""
    return World("corners", Arena.rectangle(1000.0, 800.0), walls=walls, next_id=99)


def covered(walls: tuple[Wall, ...]) -> Polygon:
    """Return the area of walls."""
    return unary_union([Polygon(wall.corners_mm()) for wall in walls])


def after(walls: tuple[Wall, ...]) -> tuple[Wall, ...]:
    """Return walls with their corners closed."""
    longer = {w.id: w for w in closed_corners(world_of(*walls), {wall.id for wall in walls})}
    return tuple(longer.get(wall.id, wall) for wall in walls)


def test_a_square_of_walls_has_no_notch() -> None:
    """Its outline is a rectangle outside and one inside."""
    outline = covered(after(SQUARE))
    assert outline.equals(box(190, 190, 610, 510).difference(box(210, 210, 590, 490)))


def test_one_wall_goes_on_at_each_corner() -> None:
    """And not both: four halves of a thickness for four corners."""
    lengths = sum(abs(w.x1_mm - w.x0_mm) + abs(w.y1_mm - w.y0_mm) for w in after(SQUARE))
    assert lengths == pytest.approx(1400.0 + 4 * 10.0)


def test_closed_corners_stay_as_they_are() -> None:
    """A second time changes nothing."""
    assert closed_corners(world_of(*after(SQUARE)), IDS) == []


def test_it_is_closed_by_half_of_the_other_walls_thickness() -> None:
    """A thin wall that meets a thick one goes further."""
    thin = replace(SQUARE[0], thickness_mm=10.0)
    (longer,) = closed_corners(world_of(thin, replace(SQUARE[1], thickness_mm=40.0)), {thin.id})
    assert longer == replace(thin, x1_mm=620.0)


def test_only_the_chosen_walls_get_longer() -> None:
    """The others are not this person's business."""
    assert {wall.id for wall in closed_corners(world_of(*SQUARE), {1})} == {1}


@pytest.mark.parametrize(
    "other",
    [
        Wall(9, 600.0, 200.0, 900.0, 200.0),
        Wall(9, 600.0, 200.0, 800.0, 400.0),
        Wall(9, 500.0, 200.0, 500.0, 400.0),
        Wall(9, 700.0, 200.0, 700.0, 400.0),
        Wall(9, 600.0, 200.0, 600.0, 200.0),
    ],
    ids=["in one line", "askew", "in the middle", "apart", "without length"],
)
def test_what_is_no_square_corner_is_left_alone(other: Wall) -> None:
    """Lengthening would put a step where there was none."""
    assert closed_corners(world_of(SQUARE[0], other), {1, 9}) == []
