"""Answers: what they say adds up to the very readings of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.engine.test_explain import WORLD
from tests.unit.kernels.networks import random_network
from wsusim.engine.simulation import Simulation
from wsusim.gui.features.why.answers import Answer, Answerer, Question
from wsusim.gui.features.why.arithmetic import steps
from wsusim.gui.features.why.curve_plot import spots
from wsusim.gui.features.why.ray_table import rows
from wsusim.gui.features.why.words import headline, shares
from wsusim.model.commands import SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import SILENT, ProximityResponse, RobotTuning
from wsusim.model.world import Arena, World

SEED = 5
TICKS = tuple(range(0, 120, 8))


def drive(*, ideal: bool) -> dict[int, Snapshot]:
    """Return two robots in a crowd at some ticks."""
    simulation = Simulation(WORLD, seed=SEED, ideal=ideal)
    simulation.apply(0, SetSpeeds(3, 4))
    simulation.apply(1, SetSpeeds(-5, 7))
    taken = {}
    for tick in TICKS:
        simulation.advance_to(tick)
        taken[tick] = simulation.snapshot()
    return taken


@pytest.fixture(scope="module")
def noisy() -> dict[int, Snapshot]:
    """Return a run with noise."""
    return drive(ideal=False)


@pytest.fixture(scope="module")
def silent() -> dict[int, Snapshot]:
    """Return the same run without noise."""
    return drive(ideal=True)


ANSWERER = Answerer()


def ask(
    moment: Snapshot, robot: int, sensor: int, *, is_light: bool = False, is_ideal: bool = False
) -> Answer:
    """Return the answer for one reading of a moment."""
    state = moment.robots[robot]
    reading = (state.ambient if is_light else state.proximity)[sensor]
    return ANSWERER.answer(
        Question(WORLD, moment, SEED, is_ideal, robot, sensor, is_light, reading)
    )


def all_of(run: dict[int, Snapshot], *, is_ideal: bool) -> list[Answer]:
    """Return the answers for all readings of a run."""
    return [
        ask(run[tick], robot, sensor, is_light=is_light, is_ideal=is_ideal)
        for tick in TICKS
        for robot in (0, 1)
        for sensor in range(8)
        for is_light in (False, True)
    ]


def test_ideal_cut_and_noise_make_the_reading(noisy):
    """For every sensor and moment of a run; and each comes out again to the unit."""
    answers = all_of(noisy, is_ideal=False)
    sums = [answer.ideal + answer.cut + answer.noise for answer in answers]
    assert sums == pytest.approx([answer.question.reading for answer in answers])
    assert all(answer.is_exact for answer in answers)
    assert any(abs(answer.noise) > 5.0 for answer in answers)


def test_without_noise_only_rounding_is_left(silent):
    """At most half a unit."""
    answers = all_of(silent, is_ideal=True)
    assert all(answer.is_exact for answer in answers)
    assert max(abs(answer.noise) for answer in answers) <= 0.5
    assert {answer.drawn for answer in answers} == {None}


def test_the_steps_lead_from_the_echoes_to_the_ideal_value(noisy):
    """Sum of the rays' shares plus crosstalk, times gain, less threshold."""
    rays = ask(noisy[0], 0, 2).rays
    echoes = sum(ray.contribution for ray in rays.rays)
    assert rays.gain * (rays.crosstalk + echoes) - rays.threshold == pytest.approx(rays.ideal)


def test_the_headline_names_what_the_strongest_ray_meets(noisy):
    """With ray, thing and distance."""
    text = headline(ask(noisy[0], 0, 2))
    assert "“front left”" in text
    assert "ray 1 meets cap 5 at 29 mm" in text


def test_a_lowered_arm_is_the_reason():
    """The rays are told, but they do not count."""
    world = replace(WORLD, walls=(), lights=(), caps=(), balls=(), robots=WORLD.robots[:1])
    simulation = Simulation(world, seed=SEED)
    simulation.apply(0, SetArm(255))
    simulation.advance(400)
    moment = simulation.snapshot()
    reading = moment.robots[0].proximity[2]
    answer = Answerer().answer(Question(world, moment, SEED, False, 0, 2, False, reading))
    assert answer.rays.is_blinded
    assert answer.is_exact
    assert "the arm is down" in headline(answer)
    assert steps(answer)[-1].value == str(reading)


def test_a_hidden_lamp_is_laid_to_what_hides_it(noisy):
    """Light 3 stands behind wall 7."""
    answer = ask(noisy[0], 0, 2, is_light=True)
    assert "light 3 is hidden by wall 7" in headline(answer)
    assert any("behind wall 7" in cell for row in rows(answer) for cell in row)


def test_an_older_moment_is_found_out(noisy):
    """A reading that was not taken at this place is not explained as if it had been."""
    answer = ANSWERER.answer(
        Question(WORLD, noisy[112], SEED, False, 1, 5, False, noisy[0].robots[1].proximity[5])
    )
    assert not answer.is_exact


def test_rays_are_numbered_from_left_to_right(noisy):
    """Row and point of a ray have the same number; points lie where their rays end."""
    answer = ask(noisy[0], 0, 2)
    table = rows(answer)
    assert table[0][0] == "1: 45° left"
    assert table[-1][0] == "7: 45° right"
    assert all(table[s.number][2] == f"{s.distance_mm:.1f} mm" for s in spots(answer))


def test_lamps_lie_on_the_light_curve(noisy):
    """The strongest lamp's point has its reading."""
    answer = ask(noisy[0], 0, 0, is_light=True)
    best = max(spots(answer), key=lambda spot: spot.share)
    assert best.reading == pytest.approx(answer.ideal)
    assert 0.0 < best.distance_mm <= 400.0


def test_a_network_s_answer_adds_up_too() -> None:
    """Light of the rays and of nothing, times the gain, less the threshold, is the ideal value."""
    tuning = RobotTuning(proximity_noise=SILENT, network=random_network(1))
    world = replace(WORLD, robots=tuple(replace(robot, tuning=tuning) for robot in WORLD.robots))
    simulation = Simulation(world, seed=SEED)
    simulation.advance(4)
    moment = simulation.snapshot()
    reading = moment.robots[0].proximity[2]

    answer = Answerer().answer(Question(world, moment, SEED, False, 0, 2, False, reading))

    report = answer.rays
    assert report is not None
    rays = sum(ray.contribution for ray in report.rays)
    whole = report.gain * (rays + report.crosstalk) - report.threshold
    assert answer.is_exact
    assert answer.ideal == pytest.approx(whole)
    assert steps(answer)[0].words == "what the network makes of the rays"
    assert {row[4] for row in rows(answer)} == {"–"}
    assert all(0.0 <= spot.share <= 1.0 for spot in spots(answer))
    assert len(answer.curve) > 2


def networked(seed: int) -> tuple[Answer, ...]:
    """Return the answers for all sensors of a robot with a network, before it moves."""
    robot, other = WORLD.robots
    tuned = replace(robot, tuning=RobotTuning(network=random_network(seed)))
    world = replace(WORLD, robots=(tuned, other))
    moment = Simulation(world, seed=SEED).snapshot()
    readings = moment.robots[0].proximity
    return tuple(
        ANSWERER.answer(Question(world, moment, SEED, False, 0, sensor, False, readings[sensor]))
        for sensor in range(8)
    )


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_shares_under_a_network_are_parts_of_one(seed: int) -> None:
    """A ray may take away from the reading; what all do makes 100 %, and none is above it."""
    answers = networked(seed)
    sums = [sum(map(abs, shares(answer.rays))) for answer in answers]
    assert sums == pytest.approx([1.0 if any(shares(a.rays)) else 0.0 for a in answers])
    assert min(min(shares(answer.rays)) for answer in answers) < 0.0
    assert all(0.0 <= spot.share <= 1.0 for answer in answers for spot in spots(answer))


def alone(tuning: RobotTuning) -> Answer:
    """Return the answer for a sensor of a robot that nothing is near to."""
    robot = replace(WORLD.robots[0], pose=Pose(500.0, 500.0), tuning=tuning)
    world = World("empty", Arena.rectangle(1000.0, 1000.0), robots=(robot,), next_id=100)
    moment = Simulation(world, seed=SEED).snapshot()
    reading = moment.robots[0].proximity[2]
    return ANSWERER.answer(Question(world, moment, SEED, False, 0, 2, False, reading))


def test_what_a_network_makes_of_nothing_is_no_noise() -> None:
    """The robot sees nothing, and its network makes a reading of that."""
    answer = alone(RobotTuning(network=random_network(2)))
    assert answer.ideal > 100.0
    assert "none of its rays" in headline(answer)
    assert f"The network makes {answer.ideal:.0f} of that" in headline(answer)


def test_the_range_is_that_of_the_measured_response() -> None:
    """A robot whose measured echo ends at 50 mm meets nothing within 50 mm, not within 62."""
    response = ProximityResponse((0.0, 20.0, 50.0), (9000.0, 2000.0, 0.0))
    assert "within 50 mm" in headline(alone(RobotTuning(response=response)))
