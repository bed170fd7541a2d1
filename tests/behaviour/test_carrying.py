"""The gripper: arm, jaws, light barrier; what they hold and what they run into."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.oracles.overlaps import Overlaps
from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.world import Cap, Light, RobotStart, Wall, World

UP, DOWN = 180, 255
AHEAD_MM = 50.0
"""Where the middle of the jaws is, from the robot's centre."""


def facing_cap(
    x_mm: float = 300.0 + AHEAD_MM, y_mm: float = 300.0, **changes: object
) -> Simulation:
    """Return a robot at (300, 300) that looks along +x, and a cap."""
    cap = Cap(5, x_mm, y_mm, resistivity=77)
    return Simulation(replace(empty_world(), caps=(cap,), **changes), ideal=True)


def lower(simulation: Simulation, robot: int = 0) -> None:
    """Send the arm down and wait."""
    simulation.apply(robot, SetArm(DOWN))
    simulation.advance(150)


def grab(simulation: Simulation) -> None:
    """Lower the arm round the cap and close the jaws."""
    lower(simulation)
    simulation.apply(0, SetGrip(True))
    simulation.advance(80)


def read(simulation: Simulation, quantity: Quantity) -> int:
    """Return a quantity that is one number."""
    return simulation.read(0, quantity)[0]


def held(simulation: Simulation) -> int | None:
    """Return the id of what the robot holds."""
    return simulation.snapshot().robots[0].held_object_id


def cap_place(simulation: Simulation) -> tuple[float, float]:
    """Return where the first cap is."""
    cap = simulation.snapshot().objects[0]
    return (cap.x_mm, cap.y_mm)


def test_a_finger_that_comes_down_squeezes_nothing_through_a_wall() -> None:
    """A small cap between a finger and a thin wall can't be nudged aside: the arm waits."""
    wall = Wall(9, 336.0, 333.4, 430.0, 333.4, 0.1)
    cap = Cap(5, 350.0, 330.84, diameter_mm=5.0)
    simulation = Simulation(replace(empty_world(), walls=(wall,), caps=(cap,)), ideal=True)

    lower(simulation)

    assert cap_place(simulation) == (350.0, 330.84)
    assert not simulation.state.robots[0].arm_is_down


def test_a_small_cap_beside_the_axis_is_held_clear_of_the_body() -> None:
    """Jaws take a cap to their middle; on a wide Khepera II that must not be into its body."""
    cap = Cap(5, 337.4885, 300.95, diameter_mm=5.0)
    start = RobotStart(1, Pose(300.0, 300.0), "khepera2")
    world = replace(empty_world(), robots=(start,), caps=(cap,))
    simulation = Simulation(world, ideal=True)

    grab(simulation)

    assert held(simulation) == 5
    assert cap_place(simulation)[0] - 300.0 >= 35.0 + 2.5


def test_the_arm_takes_its_time() -> None:
    """From 180 to 250 takes a second."""
    simulation = facing_cap(x_mm=100.0)
    simulation.apply(0, SetArm(250))

    simulation.advance(50)
    half_way = read(simulation, Quantity.ARM)
    simulation.advance(50)

    assert (half_way, read(simulation, Quantity.ARM)) == (215, 250)


def test_the_jaws_take_their_time() -> None:
    """They close by a gap of 0.9 mm a tick; the grip reads closed at once."""
    simulation = facing_cap(x_mm=100.0)
    simulation.apply(0, SetGrip(True))

    simulation.advance(10)

    assert read(simulation, Quantity.GRIP) == 1
    assert simulation.snapshot().robots[0].jaw_gap_mm == pytest.approx(41.0)


def test_a_lowered_arm_blinds_the_front_sensors() -> None:
    """Sensors 0 to 5 read 1015 to 1022; the two behind see on."""
    simulation = facing_cap(x_mm=100.0)
    lower(simulation)

    readings = simulation.read(0, Quantity.PROXIMITY)

    assert all(1015 <= reading <= 1022 for reading in readings[:6])
    assert readings[6:] == (0, 0)


def test_the_light_barrier_sees_a_cap_between_the_jaws() -> None:
    """It reads 0 with nothing there and 100 or more with a cap, once the arm is down."""
    simulation = facing_cap()
    with_arm_up = read(simulation, Quantity.OBJECT_PRESENT)

    lower(simulation)

    assert with_arm_up == 0
    assert read(simulation, Quantity.OBJECT_PRESENT) >= 100


def test_closing_jaws_hold_a_cap() -> None:
    """They stop at the cap's width, and resistivity is the cap's."""
    simulation = facing_cap()
    before = read(simulation, Quantity.RESISTIVITY)

    grab(simulation)

    robot = simulation.snapshot().robots[0]
    assert robot.held_object_id == 5
    assert robot.jaw_gap_mm == pytest.approx(29.0, abs=0.01)
    assert (before, read(simulation, Quantity.RESISTIVITY)) == (255, 77)


def test_jaws_centre_a_cap_that_lies_aside() -> None:
    """A closing jaw pushes the cap to the other one."""
    simulation = facing_cap(y_mm=308.0)

    grab(simulation)

    assert held(simulation) == 5
    assert cap_place(simulation)[1] == pytest.approx(300.0, abs=1e-6)


def test_jaws_that_find_nothing_close() -> None:
    """Without a cap the gap ends at its least."""
    simulation = facing_cap(x_mm=100.0)

    grab(simulation)

    assert held(simulation) is None
    assert simulation.snapshot().robots[0].jaw_gap_mm == pytest.approx(2.0)


def test_grab_carry_drop_moves_a_cap() -> None:
    """A cap grabbed here and put down there lies there."""
    simulation = facing_cap()
    grab(simulation)
    simulation.apply(0, SetArm(UP))
    simulation.advance(150)
    simulation.apply(0, SetSpeeds(-10, -10))
    simulation.advance(200)
    simulation.apply(0, SetSpeeds(0, 0))
    lower(simulation)
    simulation.apply(0, SetGrip(False))
    simulation.advance(80)

    robot_x = simulation.snapshot().robots[0].pose.x_mm
    assert held(simulation) is None
    assert robot_x < 150.0
    assert cap_place(simulation) == pytest.approx((robot_x + AHEAD_MM, 300.0), abs=1e-6)


def test_a_lifted_cap_leaves_the_matrix_and_a_dropped_one_returns() -> None:
    """While it is carried it is nowhere on the floor."""
    simulation = facing_cap()
    grab(simulation)
    on_floor = simulation.occupancy.code_at(350.0, 300.0)
    simulation.apply(0, SetArm(UP))
    simulation.advance(150)

    lifted = simulation.occupancy.code_at(350.0, 300.0)
    lower(simulation)
    simulation.apply(0, SetGrip(False))
    simulation.advance(10)

    assert (on_floor, lifted, simulation.occupancy.code_at(350.0, 300.0)) == (3, 0, 3)


def test_a_held_cap_on_the_floor_moves_with_the_robot() -> None:
    """With the arm down it is dragged along, turns included."""
    simulation = facing_cap()
    grab(simulation)
    simulation.apply(0, SetSpeeds(-4, 4))
    simulation.advance(100)

    pose = simulation.snapshot().robots[0].pose
    assert pose.heading_rad > 0.5
    assert cap_place(simulation) == pytest.approx(pose.place((AHEAD_MM, 0.0)), abs=1e-6)


def test_opening_a_raised_arm_drops_the_cap_in_front() -> None:
    """It falls to where the jaws would be at the floor."""
    simulation = facing_cap()
    grab(simulation)
    simulation.apply(0, SetArm(UP))
    simulation.advance(150)
    simulation.apply(0, SetGrip(False))

    simulation.advance(80)

    assert held(simulation) is None
    assert cap_place(simulation) == pytest.approx((350.0, 300.0), abs=1e-6)


def test_a_cap_is_not_dropped_where_there_is_no_room() -> None:
    """With a wall in front the jaws stay closed and keep it; they open when there is room."""
    simulation = facing_cap()
    grab(simulation)
    simulation.apply(0, SetArm(UP))
    simulation.advance(150)
    simulation.move_robot(0, Pose(560.0, 300.0))
    simulation.apply(0, SetGrip(False))
    simulation.advance(80)
    at_the_wall = held(simulation)

    simulation.move_robot(0, Pose(300.0, 300.0))
    simulation.advance(80)

    assert (at_the_wall, held(simulation)) == (5, None)


def test_the_arm_stops_above_a_wall() -> None:
    """It stalls just above, blinds nothing, and goes on when the robot has backed off."""
    simulation = facing_cap(x_mm=100.0)
    simulation.move_robot(0, Pose(560.0, 300.0))
    lower(simulation)
    stalled = read(simulation, Quantity.ARM)

    simulation.move_robot(0, Pose(300.0, 300.0))
    simulation.advance(20)

    assert stalled < 249
    assert read(simulation, Quantity.ARM) == 255


def test_the_arm_stops_above_a_cap_under_a_finger() -> None:
    """A cap squarely below a finger holds the arm up and stays where it is."""
    simulation = facing_cap(y_mm=328.0)

    lower(simulation)

    assert read(simulation, Quantity.ARM) < 249
    assert cap_place(simulation) == (350.0, 328.0)


def test_the_arm_nudges_a_cap_aside_that_is_partly_below() -> None:
    """A cap that touches the body lies a little under the cross-beam; it gives way."""
    simulation = facing_cap(x_mm=300.0 + 27.5 + 14.6)

    lower(simulation)

    assert read(simulation, Quantity.ARM) == 255
    assert Overlaps(simulation).find() == []


def test_a_lowered_gripper_stops_at_a_wall() -> None:
    """Its tips reach the wall before the body does."""
    simulation = facing_cap(x_mm=100.0)
    lower(simulation)
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(400)

    assert 600.0 - simulation.snapshot().robots[0].pose.x_mm == pytest.approx(62.0, abs=0.05)
    assert simulation.snapshot().robots[0].contact_front


def test_a_lowered_gripper_stops_a_turn() -> None:
    """Beside a wall the jaws can't be swung through it; the wheels slip."""
    simulation = facing_cap(x_mm=100.0)
    simulation.move_robot(0, Pose(300.0, 560.0))
    lower(simulation)
    simulation.apply(0, SetSpeeds(-6, 6))
    simulation.advance(200)
    before = simulation.snapshot().robots[0]

    simulation.advance(100)

    after = simulation.snapshot().robots[0]
    assert 0.0 < after.pose.heading_rad < math.pi / 2
    assert after.pose.heading_rad == pytest.approx(before.pose.heading_rad, abs=1e-3)
    assert 60 <= after.right_position - before.right_position <= 90


def test_a_lowered_gripper_pushes_caps() -> None:
    """A cap in the way of a finger is pushed on."""
    simulation = facing_cap(x_mm=400.0, y_mm=328.0)
    lower(simulation)
    simulation.apply(0, SetSpeeds(5, 5))

    simulation.advance(200)

    assert cap_place(simulation)[0] > 415.0
    assert Overlaps(simulation).find() == []


def test_a_lowered_gripper_stops_at_a_lamp() -> None:
    """Lamps hold jaws as well as bodies."""
    simulation = facing_cap(x_mm=100.0, lights=(Light(7, 450.0, 328.0),))
    lower(simulation)
    simulation.apply(0, SetSpeeds(5, 5))

    simulation.advance(400)

    assert 450.0 - 19.5 - simulation.snapshot().robots[0].pose.x_mm == pytest.approx(62.0, abs=1.0)


def test_jaws_stop_at_what_is_between_them() -> None:
    """A wall's end between the jaws stalls them."""
    wall = Wall(9, 340.0, 300.0, 600.0, 300.0, 10.0)
    simulation = facing_cap(x_mm=100.0, walls=(wall,))
    lower(simulation)
    simulation.apply(0, SetGrip(True))

    simulation.advance(100)

    assert simulation.snapshot().robots[0].jaw_gap_mm == pytest.approx(10.0, abs=1.0)
    assert simulation.snapshot().robots[0].jaw_gap_mm >= 10.0


def test_a_gripper_holds_another_robot_off() -> None:
    """A robot that drives at a lowered gripper stops at its tips."""
    starts = (RobotStart(1, Pose(200.0, 300.0)), RobotStart(2, Pose(480.0, 300.0, math.pi)))
    world = World("two", empty_world().arena, robots=starts)
    simulation = Simulation(world, ideal=True)
    lower(simulation)
    simulation.apply(0, SetGrip(True))
    simulation.advance(80)
    simulation.apply(1, SetSpeeds(20, 20))

    simulation.advance(300)

    first, second = simulation.snapshot().robots
    # The closed tips are 8 mm wide of the middle line: the round body touches them beside it.
    assert 62.0 + 25.0 < second.pose.x_mm - first.pose.x_mm < 62.0 + 27.6
    assert Overlaps(simulation).find() == []


def test_a_robot_with_a_lowered_arm_is_dragged_only_where_its_gripper_fits() -> None:
    """By hand too, jaws don't go into walls."""
    simulation = facing_cap(x_mm=100.0)
    lower(simulation)

    with pytest.raises(BadInput, match="no room"):
        simulation.move_robot(0, Pose(550.0, 300.0))

    assert simulation.state.robots[0].x_mm == 300.0
