"""The wheels against their plain twin, tick by tick."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles.drive import Wheel, arc_end
from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetPwm, SetSpeeds, SetTargets
from wsusim.model.units import PULSE_MM


def run_both(mode: str, orders: list[tuple[int, int]], every_ticks: int) -> tuple[list, list]:
    """Return the travel of both wheels after every tick, by the kernel and by the twin."""
    command = {"speed": SetSpeeds, "pwm": SetPwm, "position": SetTargets}[mode]
    simulation = Simulation(empty_world(size_mm=1600.0, x_mm=800.0, y_mm=800.0), ideal=True)
    wheels = (Wheel(mode=mode), Wheel(mode=mode))
    kernel, twin = [], []
    for left, right in orders:
        simulation.apply(0, command(left, right))
        wheels[0].order, wheels[1].order = left, right
        for _ in range(every_ticks):
            simulation.advance(1)
            for wheel in wheels:
                wheel.step()
            me = simulation.state.robots[0]
            kernel.append([me.left.travel, me.right.travel])
            twin.append([wheel.travel for wheel in wheels])
    return kernel, twin


@pytest.mark.parametrize("mode", ["speed", "pwm", "position"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_wheel_turns_as_its_plain_twin(mode: str, seed: int) -> None:
    """Speed, voltage and position orders in any order give the twin's travel at every tick."""
    rng = np.random.default_rng(seed)
    orders = [tuple(pair) for pair in rng.integers(-60, 61, (12, 2)).tolist()]

    kernel, twin = run_both(mode, orders, every_ticks=7)

    assert kernel == pytest.approx(np.array(twin), abs=1e-9)


@pytest.mark.parametrize(("left", "right"), [(5, 5), (3, -3), (2, 9), (-4, 7), (0, 6), (127, 120)])
def test_the_pose_follows_the_exact_circle(left: int, right: int) -> None:
    """At constant speeds the robot's way is a circle: no error grows with the ticks."""
    simulation = Simulation(empty_world(size_mm=2600.0, x_mm=1300.0, y_mm=1300.0), ideal=True)
    simulation.apply(0, SetSpeeds(left, right))
    simulation.advance(60)
    me = simulation.state.robots[0]
    pose = (me.x_mm, me.y_mm, me.heading_rad)
    ticks = 100

    simulation.advance(ticks)

    arc_mm = ticks * (left + right) / 2 * PULSE_MM
    turn_rad = ticks * (right - left) * PULSE_MM / me.wheel_base_mm
    x, y, heading = arc_end(pose, arc_mm, turn_rad)
    assert (me.x_mm, me.y_mm) == pytest.approx((x, y), abs=1e-8)
    assert math.remainder(me.heading_rad - heading, math.tau) == pytest.approx(0.0, abs=1e-10)
