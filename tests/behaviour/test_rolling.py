"""Balls roll and bounce, boxes turn, heavy things stop a robot, the gripper takes what fits."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.oracles.rolling import speeds_after_hit, way_until_rest_mm
from tests.worlds import draw_world, empty_world
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Box, Cap, Cylinder, Wall, World

FLOOR = World("floor", Arena.rectangle(2000.0, 600.0), next_id=50)
BALL = Ball(5, 300.0, 300.0, 40.0, mass_g=30.0, restitution=0.8)


def rolling(world: World, vx_mm_s: float, vy_mm_s: float = 0.0) -> Simulation:
    """Return a run in which the world's first loose thing has a speed."""
    simulation = Simulation(world, ideal=True)
    body = simulation.state.bodies[0]
    body.vx_mm_s, body.vy_mm_s = vx_mm_s, vy_mm_s
    return simulation


def speeds(simulation: Simulation) -> list[float]:
    """Return the speeds along x of all loose things."""
    return [body.vx_mm_s for body in simulation.state.bodies]


def test_a_ball_rolls_until_the_floor_has_stopped_it() -> None:
    """Its way is v^2 / (2 mu g)."""
    simulation = rolling(replace(FLOOR, balls=(replace(BALL, friction=0.02),)), 500.0)

    simulation.advance(400)

    way_mm = simulation.snapshot().objects[0].x_mm - 300.0
    assert way_mm == pytest.approx(way_until_rest_mm(500.0, 0.02), rel=0.01)
    assert speeds(simulation) == [0.0]


@pytest.mark.parametrize("restitution", [0.0, 0.4, 0.8])
def test_a_wall_throws_a_ball_back_by_the_less_bouncy_of_the_two(restitution: float) -> None:
    """A soft wall takes more of its speed than a hard one."""
    wall = Wall(1, 500.0, 100.0, 500.0, 500.0, restitution=restitution)
    ball = replace(BALL, friction=0.0)
    simulation = rolling(replace(FLOOR, walls=(wall,), balls=(ball,)), 400.0)

    simulation.advance(100)

    assert speeds(simulation)[0] == pytest.approx(-400.0 * restitution)


def test_a_wall_with_friction_takes_speed_along_it() -> None:
    """A ball that comes aslant leaves more steeply than it came."""
    ball = replace(BALL, friction=0.0, restitution=1.0)
    simulation = rolling(replace(FLOOR, balls=(ball,)), 300.0, 300.0)

    simulation.advance(150)

    body = simulation.state.bodies[0]
    assert body.vy_mm_s == pytest.approx(-300.0)
    assert body.vx_mm_s == pytest.approx(300.0 * 5.0 / 7.0)


@pytest.mark.parametrize("mass_g", [10.0, 30.0, 300.0])
def test_a_ball_that_hits_another_gives_it_speed(mass_g: float) -> None:
    """Both speeds follow from momentum and restitution."""
    balls = (
        replace(BALL, friction=0.0),
        replace(BALL, id=6, x_mm=400.0, mass_g=mass_g, friction=0.0),
    )
    simulation = rolling(replace(FLOOR, balls=balls), 400.0)

    simulation.advance(30)

    assert speeds(simulation) == pytest.approx(list(speeds_after_hit(30.0, mass_g, 400.0, 0.8)))


def test_a_ball_leaves_a_robot_faster_than_it_comes() -> None:
    """It bounces off as off a wall that comes towards it: (1 + e) times the robot's speed."""
    world = replace(empty_world(), balls=(replace(BALL, x_mm=380.0, friction=0.0),))
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(20, 20))

    simulation.advance(60)

    assert speeds(simulation)[0] == pytest.approx(1.8 * 160.0, rel=0.01)


def test_a_cap_that_a_ball_hits_slides() -> None:
    """Whatever a ball hits moves, and the floor soon stops it."""
    world = replace(FLOOR, caps=(Cap(7, 400.0, 300.0),), balls=(BALL,))
    simulation = Simulation(world, ideal=True)
    simulation.state.bodies[1].vx_mm_s = 400.0

    simulation.advance(600)

    assert 420.0 < simulation.snapshot().objects[0].x_mm < 650.0
    assert speeds(simulation)[0] == 0.0


def test_a_box_that_is_hit_beside_its_middle_turns() -> None:
    """It goes on and spins, the way the hit turns it."""
    box = Box(7, Pose(400.0, 285.0), 40.0, 80.0)
    simulation = Simulation(replace(FLOOR, balls=(BALL,), boxes=(box,)), ideal=True)
    simulation.state.bodies[0].vx_mm_s = 600.0

    simulation.advance(100)

    moved = simulation.snapshot().objects[1]
    assert moved.x_mm > 400.0
    assert -math.pi < moved.heading_rad < -0.01


def test_a_box_that_is_pushed_beside_its_middle_turns() -> None:
    """It is driven along and turns away from the robot."""
    world = replace(empty_world(), boxes=(Box(7, Pose(380.0, 315.0)),))
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(150)

    moved = simulation.snapshot().objects[0]
    assert moved.x_mm > 390.0
    assert 0.2 < moved.heading_rad < 2.0
    assert simulation.snapshot().robots[0].pose.x_mm > 410.0


def test_a_box_that_is_pushed_in_its_middle_goes_straight() -> None:
    """There is nothing to turn it."""
    world = replace(empty_world(), boxes=(Box(7, Pose(380.0, 300.0)),))
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(150)

    moved = simulation.snapshot().objects[0]
    assert moved.heading_rad == pytest.approx(0.0, abs=1e-3)
    assert moved.x_mm - simulation.snapshot().robots[0].pose.x_mm == pytest.approx(57.5, abs=0.01)


@pytest.mark.parametrize(
    "thing",
    [
        {"boxes": (Box(7, Pose(380.0, 300.0), mass_g=1000.0),)},
        {"cylinders": (Cylinder(7, 380.0, 300.0, mass_g=1000.0),)},
    ],
)
def test_a_heavy_thing_stops_the_robot(thing: dict[str, object]) -> None:
    """A Khepera has not the grip to push a kilogramme: its wheels slip, and it is a contact."""
    simulation = Simulation(replace(empty_world(), **thing), ideal=True)  # type: ignore[arg-type]
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(150)

    assert simulation.snapshot().objects[0].x_mm == 380.0
    assert simulation.snapshot().robots[0].contact_front
    assert simulation.statistics(0).contacts == 1


def test_the_gripper_takes_a_cylinder_and_a_golf_ball() -> None:
    """What fits between the jaws is held, carried and, where it is let go, lies still."""
    ball = Ball(7, 352.0, 300.0, 42.7, mass_g=45.9)
    simulation = Simulation(replace(empty_world(), balls=(ball,)), ideal=True)
    simulation.apply(0, SetArm(249))
    simulation.advance(150)
    simulation.apply(0, SetGrip(True))
    simulation.advance(100)
    held = simulation.snapshot().robots[0].held_object_id
    simulation.apply(0, SetGrip(False))
    simulation.advance(100)

    assert held == 7
    assert simulation.snapshot().robots[0].held_object_id is None
    assert abs(simulation.snapshot().objects[0].x_mm - 352.0) < 15.0


def test_no_gripper_takes_a_box() -> None:
    """Jaws that close on a box stop at it."""
    box = Box(7, Pose(355.0, 300.0), 30.0, 30.0)
    simulation = Simulation(replace(empty_world(), boxes=(box,)), ideal=True)
    simulation.apply(0, SetArm(249))
    simulation.advance(150)
    simulation.apply(0, SetGrip(True))
    simulation.advance(100)

    assert simulation.snapshot().robots[0].held_object_id is None
    assert simulation.snapshot().robots[0].jaw_gap_mm > 29.0


def test_the_matrix_shows_a_box_as_it_is_turned() -> None:
    """Its cells are those under its outline, give or take one, and none of the floor beside it."""
    box = Box(7, Pose(1000.0, 300.0, math.pi / 2.0), 200.0, 40.0)
    occupancy = Simulation(replace(FLOOR, boxes=(box,)), ideal=True).occupancy

    assert occupancy.name_of(occupancy.code_at(1000.0, 395.0)) == "box 7"
    assert occupancy.code_at(1030.0, 300.0) == 0
    assert occupancy.code_at(1000.0, 300.0) == occupancy.code_at(1018.0, 210.0)


def test_balls_at_rest_and_caps_stay_where_they_are() -> None:
    """Nothing moves unless something moves it."""
    simulation = Simulation(draw_world("...\n.oc\n..."), ideal=True)
    before = simulation.snapshot().objects

    simulation.advance(500)

    assert simulation.snapshot().objects == before
