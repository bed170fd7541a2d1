"""Where a robot believes it is."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World
from wsusim.robots import robot_kind
from wsusim.runs.sources.dead_reckoning import DeadReckoning


def test_straight_ahead() -> None:
    """1000 pulses of both wheels are 80 mm ahead."""
    reckoning = DeadReckoning(Pose(100.0, 100.0, math.pi / 2), 52.5)
    reckoning.begin(0, 0)

    pose = reckoning.update(1000, 1000)

    assert (pose.x_mm, pose.y_mm) == pytest.approx((100.0, 180.0))


def test_a_turn_on_the_spot() -> None:
    """1035 pulses apart turn a Khepera by 180 degrees about (measured by a student: 1035)."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.7)
    reckoning.begin(0, 0)

    pose = reckoning.update(-1035, 1035)

    assert abs(pose.heading_rad) == pytest.approx(math.pi, abs=0.01)


@pytest.mark.parametrize(
    ("before", "after", "mm"),
    [(2**31 - 5, -(2**31) + 5, 0.8), (-(2**31), 2**31 - 5, -0.4), (5, -5, -0.8)],
)
def test_counters_that_wrap_make_no_jump(before: int, after: int, mm: float) -> None:
    """32 bits run over in both directions."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.5)
    reckoning.begin(before, before)

    assert reckoning.update(after, after).x_mm == pytest.approx(mm)


def test_counters_that_are_set_make_no_jump() -> None:
    """Setting the counters while the robot drives is no way."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.5)
    reckoning.begin(0, 0)
    reckoning.update(500, 500)

    reckoning.begin(0, 0)

    assert reckoning.update(10, 10).x_mm == pytest.approx(510 * 0.08)


def test_the_size_of_a_pulse_is_the_profiles() -> None:
    """A twelfth of a millimetre instead of 0.08."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.5, pulse_mm=1.0 / 12.0)
    reckoning.begin(0, 0)

    assert reckoning.update(1200, 1200).x_mm == pytest.approx(100.0)


@pytest.mark.parametrize("speeds", [(-120, 120), (150, 60), (-90, -200)])
def test_a_robot_whose_axle_is_behind_its_middle(speeds: tuple[int, int]) -> None:
    """Reckoned from the counters of a simulated Thymio it is where the simulation has it."""
    kind = robot_kind("thymio")
    start = Pose(1000.0, 1000.0, 0.4)
    world = World("hall", Arena.rectangle(2000, 2000), robots=(RobotStart(1, start, kind.name),))
    simulation = Simulation(replace(world, next_id=2), ideal=True)
    simulation.apply(0, SetSpeeds(*speeds))
    reckoning = DeadReckoning(
        start, kind.wheel_base_mm, kind.motors.pulse_mm, axle_x_mm=kind.axle_x_mm
    )
    reckoning.begin(0, 0)

    for _ in range(100):
        simulation.advance(2)
        me = simulation.state.robots[0]
        pose = reckoning.update(me.left.position, me.right.position)

    assert (pose.x_mm, pose.y_mm) == pytest.approx((me.x_mm, me.y_mm), abs=0.3)
    assert math.remainder(pose.heading_rad - me.heading_rad, math.tau) == pytest.approx(0, abs=0.01)
