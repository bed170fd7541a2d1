"""A world as pictures show it."""

from __future__ import annotations

from dataclasses import replace

import shapely

from tests.pictures import drawn, on_floor
from tests.worlds import draw_world, empty_world
from wsusim.engine.picture_solids import (
    BALL,
    CYLINDER,
    Solids,
    convex,
    ground_of,
    number_of,
)
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import wall_corners_mm
from wsusim.kernels.solids import PRISM
from wsusim.model.world import World
from wsusim.robots import robot_kind
from wsusim.scene.heights import LIFTED_MM
from wsusim.scene.palette import LIGHT


def shown(world: World) -> Solids:
    """Return the solids at the start of a run."""
    solids = Solids(world)
    solids.show(Simulation(world).snapshot())
    return solids


def test_every_thing_is_there_at_its_place_and_in_its_size() -> None:
    """Caps are flat cylinders, balls are balls."""
    world = draw_world("c.b\n...\n.R.")
    table = shown(world).table
    cap = table[(table["shape"] == CYLINDER) & (table["colour"] == number_of(LIGHT.cap))]
    ball = table[table["shape"] == BALL]
    assert [(row["x_mm"], row["y_mm"]) for row in (*cap, *ball)] == [(50, 250), (250, 250)]
    assert ball[0]["high_mm"] == 2 * ball[0]["radius_mm"] == world.balls[0].diameter_mm


def test_walls_are_solid_outlines_counter_clockwise() -> None:
    """As the kernels want their prisms."""
    world = draw_world("..#\nR..")
    solids = shown(world)
    row = next(row for row in solids.table if row["shape"] == PRISM)
    outline = shapely.Polygon(solids.corners_mm[row["first"] : row["first"] + row["corners"]])
    assert outline.exterior.is_ccw
    assert outline.equals(shapely.Polygon(wall_corners_mm(world.walls[0])))


def test_what_a_raised_gripper_holds_is_above_the_robot() -> None:
    """And comes down with it."""
    world = draw_world("R.c")
    solids, moment = Solids(world), Simulation(world).snapshot()
    held = replace(moment.objects[0], held_by=world.robots[0].id)
    lifts = []
    for arm in (100.0, 255.0):
        robot = replace(moment.robots[0], arm_position=arm)
        solids.show(replace(moment, robots=(robot,), objects=(held,)))
        row = solids.table[solids.table["colour"] == number_of(LIGHT.cap)][0]
        lifts.append(float(row["low_mm"]))
    assert lifts == [LIFTED_MM, 0.0]


def test_the_floor_shows_its_goals() -> None:
    """Inside they have another colour, and beyond the arena there is none."""
    ground = ground_of(draw_world("G..\n..R"))

    def colour_at(x_mm: float, y_mm: float) -> int:
        return int(ground.colours[int(y_mm / ground.square_mm), int(x_mm / ground.square_mm)])

    assert colour_at(250.0, 50.0) == number_of(LIGHT.floor)
    assert colour_at(50.0, 150.0) != number_of(LIGHT.floor)


def test_the_floor_shows_the_pictures_that_lie_on_it() -> None:
    """Row 0 of a picture is where y is greatest; ink darkens the floor, paper does not."""
    world = replace(
        empty_world(), floor_pictures=(on_floor(drawn("#.", ".."), 300.0, 300.0, 50.0),)
    )
    ground = ground_of(world)

    def colour_at(x_mm: float, y_mm: float) -> int:
        return int(ground.colours[int(y_mm / ground.square_mm), int(x_mm / ground.square_mm)])

    assert colour_at(275.0, 325.0) == 0
    beside = [(325.0, 325.0), (275.0, 275.0), (225.0, 325.0), (275.0, 375.0)]
    assert {colour_at(*place) for place in beside} == {number_of(LIGHT.floor)}


def test_parts_of_grippers_are_convex() -> None:
    """Of every kind of robot, as prisms must be."""
    outlines = [
        outline
        for kind in (robot_kind("khepera1"), robot_kind("khepera2"))
        for outline in convex(kind).gripper.outlines_mm(10.0)
    ]
    assert all(
        shapely.Polygon(outline).equals(shapely.Polygon(outline).convex_hull)
        for outline in outlines
    )


def test_a_robots_own_eye_leaves_out_its_body_only() -> None:
    """Base, body and mark; not its gripper, nor another robot."""
    solids = shown(draw_world("R.R"))
    first, end = solids.parts_of(1)
    assert end - first == 3
    assert set(solids.table[first:end]["x_mm"]) & {250.0}
    assert len(solids.table) - end == 3


def test_a_world_without_anything_can_be_drawn() -> None:
    """Only its border is there."""
    assert len(shown(empty_world()).table) == 4 + 6
