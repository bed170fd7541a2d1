"""Answers: what they say adds up to the very readings of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.analysis.asking import ANSWERER, SEED, TICKS, ask, blinded, drive, networked
from tests.unit.engine.test_explain import WORLD
from tests.unit.kernels.networks import random_network
from wsusim.analysis.answers import Answer, Answerer, Question
from wsusim.engine.simulation import Simulation
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import SILENT, RobotTuning


@pytest.fixture(scope="module")
def noisy() -> dict[int, Snapshot]:
    """Return a run with noise."""
    return drive(ideal=False)


@pytest.fixture(scope="module")
def silent() -> dict[int, Snapshot]:
    """Return the same run without noise."""
    return drive(ideal=True)


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


def test_a_lowered_arm_blinds() -> None:
    """The rays are told, but they do not count."""
    answer = blinded()
    assert answer.rays is not None
    assert answer.rays.is_blinded
    assert answer.is_exact


def test_an_older_moment_is_found_out(noisy):
    """A reading that was not taken at this place is not explained as if it had been."""
    answer = ANSWERER.answer(
        Question(WORLD, noisy[112], SEED, False, 1, 5, False, noisy[0].robots[1].proximity[5])
    )
    assert not answer.is_exact


def test_points_lie_where_their_rays_end(noisy):
    """Ray 1 is the leftmost; those that meet nothing have no point."""
    answer = ask(noisy[0], 0, 2)
    rays = answer.rays_left_to_right
    angles = [ray.angle_deg for ray in rays]
    assert angles == sorted(angles, reverse=True)
    assert [spot.distance_mm for spot in answer.spots] == [
        ray.distance_mm for ray in rays if ray.target != "nothing"
    ]


def test_lamps_lie_on_the_light_curve(noisy):
    """The strongest lamp's point has its reading."""
    answer = ask(noisy[0], 0, 0, is_light=True)
    best = max(answer.spots, key=lambda spot: spot.share)
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
    assert all(0.0 <= spot.share <= 1.0 for spot in answer.spots)
    assert len(answer.curve) > 2


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_shares_under_a_network_are_parts_of_one(seed: int) -> None:
    """A ray may take away from the reading; what all do makes 100 %, and none is above it."""
    answers = networked(seed)
    sums = [sum(map(abs, answer.shares)) for answer in answers]
    assert sums == pytest.approx([1.0 if any(a.shares) else 0.0 for a in answers])
    assert min(min(answer.shares) for answer in answers) < 0.0
    assert all(0.0 <= spot.share <= 1.0 for answer in answers for spot in answer.spots)


@pytest.mark.parametrize("is_light", [False, True], ids=["rays", "lamps"])
def test_the_cells_of_a_line_lead_from_the_sensor_to_its_end(noisy, is_light):
    """For each ray, or the line to each lamp, in the order of the rows."""
    answer = ask(noisy[112], 0, 2, is_light=is_light)

    ends = [(cells[0], cells[-1]) for cells in answer.crossed]

    side = WORLD.cell_mm
    assert ends == [
        tuple((int(y // side), int(x // side)) for x, y in line) for line in answer.lines_mm
    ]
