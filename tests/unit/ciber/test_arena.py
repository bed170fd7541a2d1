"""A match: who takes part, what passes between robots, and when things happen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.ciber.matches import OPEN, QUIET, cycles, drive, match
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.match_parameters import Parameters
from wsusim.ciber.match_robot import State
from wsusim.ciber.scoring import judge_named
from wsusim.errors import BadInput

GRID = (Place(3.0, 3.0), Place(6.0, 3.0))


def ready(parameters: Parameters = QUIET, seed: int = 1) -> Arena:
    """Return an arena with two free places."""
    return Arena(OPEN, GRID, parameters, judge_named("0"), seed)


@pytest.mark.parametrize("number", [0, -1])
def test_without_a_number_the_first_free_place_is_taken(number: int) -> None:
    """Id 0, or one that is no number, means any place."""
    arena = ready()
    arena.register("first", 1)
    assert arena.register("second", number).number == 2


@pytest.mark.parametrize("number", [1, 3, 0])
def test_a_place_is_given_once(number: int) -> None:
    """Taken, missing and no free places are refused."""
    arena = ready()
    arena.register("first", 1)
    arena.register("other", 2)
    with pytest.raises(BadInput):
        arena.register("late", number)


def test_registrations_close_with_the_start() -> None:
    """No robot registers while the match runs."""
    arena = ready()
    arena.register("first", 1)
    arena.start()
    with pytest.raises(BadInput, match="started"):
        arena.register("late", 2)


def test_a_start_moves_from_the_next_cycle_on() -> None:
    """The cycle of the start still tells time 0, with the Start button on; then comes time 1."""
    arena = ready()
    arena.register("first", 1)
    arena.start()
    cycles(arena, 1)
    assert (arena.time, arena.phase) == (0, Phase.RUNNING)
    cycles(arena, 1)
    assert arena.time == 1


def test_a_stop_lets_the_present_cycle_pass() -> None:
    """The cycle of the stop is still computed; the next one is not."""
    arena, _ = match()
    cycles(arena, 1)
    arena.stop()
    cycles(arena, 2)
    assert arena.time == 2


def test_the_match_ends_by_itself() -> None:
    """At the end of the time nothing moves any more, and robots may register again."""
    arena, (robot,) = match(parameters=replace(QUIET, sim_time_cycles=3))
    cycles(arena, 10, drive(0.15, 0.15))
    assert (arena.time, arena.phase, robot.state) == (3, Phase.FINISHED, State.RUNNING)
    assert arena.is_registration_open


def test_the_end_led_ends_a_robot() -> None:
    """A robot that says it is done does not move any more and stays an obstacle."""
    arena, (robot,) = match()
    cycles(arena, 1, Actions(left_motor=0.15, right_motor=0.15, end_led=True))
    here = arena.bodies.poses[0].tolist()
    cycles(arena, 5, drive(0.15, 0.15))
    assert robot.state is State.FINISHED
    assert arena.bodies.poses[0].tolist() == here


def test_robots_within_eight_diameters_hear_each_other_and_themselves() -> None:
    """Messages go to all within 8 diameters, including the sender, and to no others."""
    arena, robots = match(OPEN, (3.0, 7.0, 0.0), (10.9, 7.0, 0.0), (11.0, 7.0, 0.0))
    arena.take(1, Actions(say="hello"))
    arena.step()
    heard = [[(h.sender, h.text) for h in robot.heard] for robot in robots]
    assert heard == [[(1, "hello")], [(1, "hello")], []]


def test_a_message_is_heard_once() -> None:
    """Nothing is kept for the next cycle."""
    arena, (robot,) = match()
    cycles(arena, 1, Actions(say="hello"))
    cycles(arena, 1)
    assert robot.heard == ()


@pytest.mark.parametrize(("length", "count"), [(100, 1), (101, 0)])
def test_long_messages_are_dropped(length: int, count: int) -> None:
    """A message has at most 100 characters."""
    arena, (robot,) = match()
    arena.take(1, Actions(say="x" * length))
    arena.step()
    assert len(robot.heard) == count


def test_requests_beyond_the_budget_are_dropped() -> None:
    """Of five requests with a budget of four the first four are answered."""
    arena, (robot,) = match(parameters=replace(QUIET, requests_per_cycle=4))
    arena.take(1, Actions(requests=("Compass", "IRSensor0", "IRSensor1", "IRSensor2", "Ground")))
    assert robot.requests == ["Compass", "IRSensor0", "IRSensor1", "IRSensor2"]
    assert robot.requests_refused == 1


def test_the_same_seed_and_orders_give_the_same_match() -> None:
    """Same seed, same orders: the same match, to the byte; another seed differs."""
    digests = []
    for seed in (5, 5, 6):
        arena, _ = match(parameters=Parameters(), seed=seed)
        cycles(arena, 50, drive(0.12, 0.15))
        digests.append(arena.trace_sha256())
    assert digests[0] == digests[1] != digests[2]


def test_viewers_see_that_a_robot_is_done_one_cycle_later() -> None:
    """In the cycle of the end led it is still told as running; its score is the last one."""
    arena, (robot,) = match()
    arena.take(1, Actions(end_led=True))
    arena.step()
    assert (robot.state, arena.state_of(robot)) == (State.FINISHED, State.RUNNING)
    arena.end_cycle()
    assert arena.state_of(robot) is State.FINISHED


def test_a_robot_that_is_taken_out_is_told_of_the_present_cycle() -> None:
    """It is gone from the next one on."""
    arena, (robot,) = match()
    arena.remove(1)
    arena.step()
    assert robot.is_there
    arena.end_cycle()
    assert not robot.is_there


def test_the_last_cycle_is_still_told_as_running() -> None:
    """Both buttons are off from the next one on."""
    arena, _ = match(parameters=replace(QUIET, sim_time_cycles=2))
    cycles(arena, 1)
    arena.step()
    assert (arena.time, arena.phase, arena.is_start_lit) == (2, Phase.FINISHED, True)
    arena.end_cycle()
    assert not arena.is_start_lit


@pytest.mark.parametrize("name", ["Beacon0", "Beacon07", "Beacon-1", "IRSensor4", "Sonar", ""])
def test_asking_for_what_is_not_there_costs_nothing(name: str) -> None:
    """The lab has no beacon: the next request is within the budget of one."""
    arena, (robot,) = match(parameters=replace(QUIET, requests_per_cycle=1))
    arena.take(1, Actions(requests=(name, "Compass")))
    assert (robot.requests, robot.requests_refused) == (["Compass"], 0)
