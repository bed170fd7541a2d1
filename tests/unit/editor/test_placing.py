"""Where robots, caps, balls and lamps may stand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from wsusim.editor import changes
from wsusim.editor.objects import centre_mm, objects_by_id
from wsusim.editor.placing import Floor, conflicts, settle
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World

WALL = Wall(1, 200.0, 500.0, 800.0, 500.0, thickness_mm=20.0)
ROBOT = RobotStart(2, Pose(500.0, 300.0))
CAP = Cap(3, 100.0, 100.0, diameter_mm=30.0)
WORLD = World(
    "room", Arena.rectangle(1000.0, 1000.0), walls=(WALL,), caps=(CAP,), robots=(ROBOT,), next_id=4
)


def test_a_free_place_stays_as_it_is() -> None:
    """A body dropped on free floor is not moved."""
    assert changes.move(WORLD, [2], 10.0, 20.0).world.robots[0].pose == Pose(510.0, 320.0)


@pytest.mark.parametrize(
    ("at_mm", "expected_mm"),
    [
        ((500.0, 495.0), (500.0, 462.0)),
        ((500.0, 505.0), (500.0, 538.0)),
        ((5.0, 300.0), (28.0, 300.0)),
        ((815.0, 500.0), (828.0, 500.0)),
    ],
    ids=["below the wall", "above the wall", "from the border", "past the wall's end"],
)
def test_a_robot_in_a_wall_slides_to_the_nearest_free_place(
    at_mm: tuple[float, float], expected_mm: tuple[float, float]
) -> None:
    """The nearest place is half a millimetre clear of the wall, straight away from it."""
    world = replace(WORLD, robots=(replace(ROBOT, pose=Pose(*at_mm)),))

    settled = settle(world, {2})

    assert centre_mm(settled.world.robots[0]) == pytest.approx(expected_mm, abs=0.2)
    assert settled.slid_mm[2] == pytest.approx(math.dist(at_mm, expected_mm), abs=0.2)


def test_a_cap_dropped_on_a_robot_slides_beside_it() -> None:
    """Bodies are in each other's way."""
    change = changes.move(WORLD, [3], 395.0, 205.0)

    distance_mm = math.dist(centre_mm(change.world.caps[0]), centre_mm(ROBOT))
    assert distance_mm == pytest.approx(27.5 + 15.0 + 0.5, abs=0.1)
    assert [thing.id for thing in change.intended] == [3]


def test_a_robot_without_room_within_reach_is_refused() -> None:
    """Where there is no free place near, nothing changes and the robot is named."""
    block = Wall(1, 300.0, 500.0, 700.0, 500.0, thickness_mm=400.0)
    world = replace(WORLD, walls=(block,), robots=(replace(ROBOT, pose=Pose(900.0, 100.0)),))

    change = changes.move(world, [2], -400.0, 400.0)

    assert change.is_refused
    assert change.world is world
    assert [thing.id for thing in change.refused] == [2]


def test_a_wall_moved_onto_a_robot_pushes_it_aside() -> None:
    """It does not matter which of the two was moved: the body gives way."""
    change = changes.move(WORLD, [1], 0.0, -200.0)

    assert not conflicts(change.world)
    assert objects_by_id(change.world)[1] == replace(WALL, y0_mm=300.0, y1_mm=300.0)


def test_bodies_moved_together_keep_their_distances_on_free_floor() -> None:
    """Those that move along are not in each other's way."""
    world = replace(WORLD, caps=(replace(CAP, x_mm=440.0, y_mm=300.0),))

    change = changes.move(world, [2, 3], 30.0, 0.0)

    assert not change.intended
    assert centre_mm(change.world.caps[0]) == (470.0, 300.0)


def test_a_lamps_foot_may_lean_into_a_wall() -> None:
    """As in maze files, only the lamp's middle needs free floor."""
    floor = Floor(WORLD)

    assert floor.is_free(Light(9, 500.0, 515.0), (500.0, 515.0))
    assert not floor.is_free(Light(9, 500.0, 505.0), (500.0, 505.0))


def test_objects_dragged_out_of_the_arena_stop_at_its_border() -> None:
    """A wall stays inside with both ends, as a whole."""
    change = changes.move(WORLD, [1], 500.0, 900.0)

    assert change.world.walls[0] == replace(
        WALL, x0_mm=400.0, x1_mm=1000.0, y0_mm=1000.0, y1_mm=1000.0
    )


def test_a_wall_that_does_not_fit_when_turned_is_refused() -> None:
    """Where an object can't be brought inside, nothing changes."""
    flat = replace(WORLD, arena=Arena.rectangle(1000.0, 550.0))

    assert changes.rotate(flat, [1], math.pi / 2.0).is_refused


def test_a_floor_made_smaller_than_its_walls_is_refused() -> None:
    """Walls are never left outside."""
    after = replace(WORLD, arena=Arena.rectangle(700.0, 1000.0))

    assert [t.id for t in changes.change_maze(WORLD, after).refused] == [1]
