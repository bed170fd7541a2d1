"""Orders to the motors, as a student sees them: counters, targets, readings."""

from __future__ import annotations

import pytest

from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import (
    SetCounters,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity
from wsusim.model.tuning import RobotTuning, SlowMotor
from wsusim.model.world import RobotStart, World


def ideal(world: World | None = None) -> Simulation:
    """Return a simulation without noise; one robot in an empty square."""
    return Simulation(world or empty_world(size_mm=2000.0, x_mm=900.0, y_mm=900.0), ideal=True)


def tuned(**tuning: object) -> Simulation:
    """Return a simulation of one robot with this tuning, without any other noise."""
    world = empty_world(size_mm=2000.0, x_mm=900.0, y_mm=900.0)
    start = world.robots[0]
    quiet = RobotTuning(left_motor_noise=0.0, right_motor_noise=0.0, **tuning)
    robot = RobotStart(start.id, start.pose, tuning=quiet)
    return Simulation(World("tuned", world.arena, robots=(robot,)))


def test_noise_is_each_wheels_own() -> None:
    """With noise in the right wheel only, the left one turns exactly as ordered."""
    world = empty_world(size_mm=2000.0, x_mm=900.0, y_mm=900.0)
    start = world.robots[0]
    robot = RobotStart(start.id, start.pose, tuning=RobotTuning(left_motor_noise=0.0))
    simulation = Simulation(World("one noisy wheel", world.arena, robots=(robot,)))
    simulation.apply(0, SetSpeeds(100, 100))
    simulation.advance(50)
    turned = []

    for _ in range(40):
        simulation.advance(1)
        turned.append(simulation.read(0, Quantity.SPEEDS))

    left, right = zip(*turned, strict=True)
    assert set(left) == {100}
    assert len(set(right)) > 1


def test_five_pulses_a_tick_for_a_second_are_forty_millimetres() -> None:
    """D,5,5 for one second moves 40 mm (but for the first tick, in which it gathers speed)."""
    simulation = ideal()
    simulation.apply(0, SetSpeeds(5, 5))

    simulation.advance(100)

    assert simulation.statistics(0).distance_mm == pytest.approx(40.0, abs=0.2)
    assert simulation.snapshot().robots[0].pose.x_mm == pytest.approx(940.0, abs=0.2)


def test_a_speed_order_is_reached_under_the_acceleration_limit() -> None:
    """A wheel gains three pulses a tick, each tick."""
    simulation = ideal()
    simulation.apply(0, SetSpeeds(10, -10))
    speeds = []

    for _ in range(5):
        simulation.advance(1)
        speeds.append(simulation.read(0, Quantity.SPEEDS))

    assert speeds == [(3, -3), (6, -6), (9, -9), (10, -10), (10, -10)]


def test_counters_wrap_as_signed_32_bit() -> None:
    """Beyond 2^31 - 1 a counter goes on from -2^31."""
    simulation = ideal()
    simulation.apply(0, SetCounters(2147483640, -2147483640))
    simulation.apply(0, SetSpeeds(5, -5))

    simulation.advance(100)

    assert simulation.read(0, Quantity.POSITIONS) == (
        2147483640 + 498 - 2**32,
        -2147483640 - 498 + 2**32,
    )


def test_set_counters_is_read_at_once() -> None:
    """G takes effect before the next tick."""
    simulation = ideal()

    simulation.apply(0, SetCounters(12, -7))

    assert simulation.read(0, Quantity.POSITIONS) == (12, -7)


def test_a_target_is_reached_exactly() -> None:
    """C,1000,1000 moves 80 mm and ends exactly on 1000."""
    simulation = ideal()
    simulation.apply(0, SetTargets(1000, 1000))

    simulation.advance(400)

    assert simulation.read(0, Quantity.POSITIONS) == (1000, 1000)
    assert simulation.read(0, Quantity.MOTION) == (1, 1, 0, 1, 1, 0)
    assert simulation.read(0, Quantity.SPEEDS) == (0, 0)
    assert simulation.snapshot().robots[0].pose.x_mm == pytest.approx(980.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_a_target_is_reached_exactly_with_noise(seed: int) -> None:
    """Position control works on the counters, so noise and a weak motor change nothing."""
    world = empty_world(size_mm=2000.0, x_mm=900.0, y_mm=900.0)
    simulation = Simulation(world, seed=seed)
    simulation.apply(0, SetTargets(1000, -640))

    simulation.advance(600)

    assert simulation.read(0, Quantity.POSITIONS) == (1000, -640)


def test_the_profile_limits_speed_and_acceleration() -> None:
    """J sets how fast a wheel goes to its target, and how fast it gets fast."""
    simulation = ideal()
    simulation.apply(0, SetProfile(10, 128, 10, 128))
    simulation.apply(0, SetTargets(3000, 3000))

    simulation.advance(10)
    early = simulation.read(0, Quantity.SPEEDS)
    simulation.advance(50)
    later = simulation.read(0, Quantity.SPEEDS)

    assert (early, later) == ((5, 5), (10, 10))


def test_a_new_order_replaces_a_running_target() -> None:
    """D stops the way to a target; the mode says so."""
    simulation = ideal()
    simulation.apply(0, SetTargets(5000, 5000))
    simulation.advance(100)

    simulation.apply(0, SetSpeeds(0, 0))
    simulation.advance(100)

    left, _ = simulation.read(0, Quantity.POSITIONS)
    assert 0 < left < 5000
    assert simulation.read(0, Quantity.MOTION) == (1, 0, 0, 1, 0, 0)


def test_motion_tells_the_gap_to_the_target() -> None:
    """While a wheel is under way, T is 0 and E what is left to go."""
    simulation = ideal()
    simulation.apply(0, SetTargets(5000, 0))
    simulation.advance(100)

    on_target, mode, error, right_on_target, _, _ = simulation.read(0, Quantity.MOTION)

    left, _ = simulation.read(0, Quantity.POSITIONS)
    assert (on_target, mode, error, right_on_target) == (0, 1, 5000 - left, 1)


def against_a_wall() -> Simulation:
    """Return a robot that stands with its front at the arena's border."""
    return Simulation(empty_world(x_mm=560.0, y_mm=300.0), ideal=True)


def test_a_wheel_that_is_held_back_does_not_reach_its_speed() -> None:
    """K's error is what was ordered less what E says."""
    simulation = against_a_wall()
    simulation.apply(0, SetSpeeds(12, 12))

    simulation.advance(200)

    assert simulation.read(0, Quantity.SPEEDS) == (2, 2)
    assert simulation.read(0, Quantity.MOTION) == (0, 0, 10, 0, 0, 10)


@pytest.mark.parametrize("ticks", [250, 1500], ids=["under way", "at last"])
def test_a_blocked_robot_ends_its_way_by_slipping(ticks: int) -> None:
    """Its counters creep on and come to the target, as those of a robot whose wheels slip do."""
    simulation = against_a_wall()
    simulation.apply(0, SetTargets(1000, 1000))

    simulation.advance(ticks)

    left, right = simulation.read(0, Quantity.POSITIONS)
    arrived = (1, 1, 0, 1, 1, 0)
    assert (left == right == 1000) == (simulation.read(0, Quantity.MOTION) == arrived)
    assert (left == 1000) == (ticks == 1500)
    assert simulation.snapshot().robots[0].pose.x_mm < 573.0


def test_full_voltage_is_full_speed() -> None:
    """P,255 turns a wheel as fast as it can; half of it half as fast."""
    simulation = ideal()
    simulation.apply(0, SetPwm(255, -51))

    simulation.advance(60)

    assert simulation.read(0, Quantity.SPEEDS) == (127, -25)
    assert simulation.read(0, Quantity.MOTION)[1] == 2


def test_a_motors_gain_changes_its_speed() -> None:
    """A wheel with gain 0.9 turns a tenth slower, and its counter knows."""
    simulation = tuned(left_motor_gain=0.9)
    simulation.apply(0, SetSpeeds(10, 10))
    simulation.advance(100)
    simulation.apply(0, SetCounters(0, 0))

    simulation.advance(10)

    assert simulation.read(0, Quantity.POSITIONS) == (90, 100)


def test_a_slow_motor_is_slow_for_its_while() -> None:
    """From 1 s to 2 s the right wheel turns at half speed; before and after it is sound."""
    simulation = tuned(slow_motors=(SlowMotor("right", 1.0, 2.0, 0.5),))
    simulation.apply(0, SetSpeeds(4, 4))
    rights = []

    for _ in range(3):
        simulation.apply(0, SetCounters(0, 0))
        simulation.advance(100)
        rights.append(simulation.read(0, Quantity.POSITIONS)[1])

    assert rights == [399, 200, 400]


def test_speed_noise_is_about_five_percent() -> None:
    """Wheel speeds scatter by the kind's figure around the order."""
    simulation = Simulation(empty_world(), seed=3)
    simulation.apply(0, SetSpeeds(100, -100))
    simulation.advance(100)
    turned = []

    for _ in range(400):
        simulation.advance(1)
        turned.append(simulation.snapshot().robots[0].left_speed)

    mean = sum(turned) / len(turned)
    spread = (sum((t - mean) ** 2 for t in turned) / len(turned)) ** 0.5
    assert mean == pytest.approx(100.0, abs=1.0)
    assert spread == pytest.approx(5.0, abs=0.6)


def test_make_safe_stops_the_wheels_at_once() -> None:
    """After make_safe not even the next tick moves the robot."""
    simulation = ideal()
    simulation.apply(0, SetSpeeds(20, 20))
    simulation.advance(50)
    before = simulation.snapshot().robots[0].pose

    simulation.make_safe(0)
    simulation.advance(10)

    assert simulation.snapshot().robots[0].pose == before
