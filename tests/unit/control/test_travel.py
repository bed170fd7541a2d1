"""``drive_mm`` and ``turn_deg``: how far, how long, and what is told of something in the way."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.worlds import empty_world
from wsusim.backends.fake import FakeBackend
from wsusim.backends.simulated import SimulatedBackend
from wsusim.control.robot import Robot
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.errors import Misuse
from wsusim.model.commands import SetProfile, SetSpeeds, SetTargets
from wsusim.model.world import World

FREE, AT_THE_WALL = empty_world(300.0, 300.0), empty_world(40.0, 300.0, math.pi)


def in_world(world: World) -> tuple[Robot, Simulation]:
    """Return a robot without noise, where the world has it."""
    simulation = Simulation(world, ideal=True)
    backend = SimulatedBackend(Lockstep(simulation, [0]), 0, "khepera1")
    return Robot(backend, backend.connect()), simulation


def stuck(left_gap: int, right_gap: int) -> FakeBackend:
    """Return a robot whose wheels stay so far from any target."""
    return FakeBackend({0.0: {"motion": [0, 1, left_gap, 0, 1, right_gap]}}, stop_at_s=10.0)


@pytest.mark.parametrize("distance_mm", [200, -75.5])
def test_it_drives_so_far(distance_mm: float) -> None:
    """The robot is there when the call returns, and stands."""
    robot, simulation = in_world(FREE)

    has_arrived = robot.motors.drive_mm(distance_mm)

    assert has_arrived
    assert simulation.pose(0).x_mm == pytest.approx(300.0 + distance_mm, abs=0.1)
    assert robot.motors.left_speed == robot.motors.right_speed == 0


@pytest.mark.parametrize("angle_deg", [90, -45])
def test_it_turns_so_far(angle_deg: float) -> None:
    """Positive is to the left, as headings count."""
    robot, simulation = in_world(FREE)

    has_turned = robot.motors.turn_deg(angle_deg)

    assert has_turned
    assert math.degrees(simulation.pose(0).heading_rad) == pytest.approx(angle_deg, abs=0.2)


def test_a_wall_in_the_way_is_noticed() -> None:
    """Soon, and the robot stands still."""
    robot, _ = in_world(AT_THE_WALL)

    has_arrived = robot.motors.drive_mm(300)

    assert not has_arrived
    assert robot.now_ticks() < 200
    assert robot.motors.left_speed == robot.motors.right_speed == 0


def test_slow_wheels_are_not_taken_for_blocked_ones() -> None:
    """The slowest profile gets there too."""
    robot, simulation = in_world(FREE)
    robot.motors.set_profile(1, 1)

    has_arrived = robot.motors.drive_mm(10)

    assert has_arrived
    assert simulation.pose(0).x_mm == pytest.approx(310.0, abs=0.1)


def test_wheels_that_stay_back_are_told_to_stop() -> None:
    """By the counters alone, as on a real robot."""
    fake = stuck(900, 900)

    has_arrived = Robot(fake).motors.drive_mm(100)

    assert not has_arrived
    assert [sent.command for sent in fake.commands] == [SetTargets(1250, 1250), SetSpeeds(0, 0)]
    assert fake.now_ticks() < 100


def test_one_wheel_that_stays_back_is_enough() -> None:
    """The other one may have arrived."""
    assert not Robot(stuck(0, 400)).motors.turn_deg(90)


def test_the_last_millimetre_does_not_count() -> None:
    """A motor that rests a few pulses before its target has arrived as well as it can."""
    assert Robot(stuck(3, -5)).motors.drive_mm(100)


def test_stop_ends_the_way() -> None:
    """The program gets its turn to end."""
    fake = FakeBackend({0.0: {"motion": [0, 1, 900, 0, 1, 900]}}, stop_at_s=0.15)

    assert not Robot(fake).motors.drive_mm(100)
    assert fake.now_ticks() == 15


def test_the_profile_is_the_programs_own() -> None:
    """Neither call changes what ``set_profile`` said."""
    fake = FakeBackend()
    motors = Robot(fake).motors
    motors.set_profile(30, 32)

    motors.drive_mm(10)

    assert [sent.command for sent in fake.commands] == [
        SetProfile(30, 32, 30, 32),
        SetTargets(125, 125),
    ]


def test_a_calibrated_robot_turns_its_wheels_by_its_own_pulses() -> None:
    """A pulse is as long as it was measured."""
    fake = FakeBackend()
    info = replace(fake.connect(), pulse_mm=0.1)

    Robot(fake, info).motors.drive_mm(10)

    assert fake.commands[0].command == SetTargets(100, 100)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda motors: motors.drive_mm("far"), "`distance` is 'far'.*millimetres"),
        (lambda motors: motors.drive_mm(1e9), r"`distance` is 1e\+09.*drive_mm\(1000\)"),
        (lambda motors: motors.turn_deg(float("nan")), "`angle` is nan.*degrees"),
        (lambda motors: motors.turn_deg(1e9), r"`angle` is 1e\+09.*turn_deg\(90\)"),
    ],
)
def test_what_is_no_way_is_refused(call, message: str) -> None:
    """The message says what can be given."""
    fake = FakeBackend()

    with pytest.raises(Misuse, match=message):
        call(Robot(fake).motors)

    assert fake.commands == []
