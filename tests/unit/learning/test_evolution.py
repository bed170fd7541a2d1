"""Evolution makes better robots, the same ones for the same seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.extras import needs

pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")

from wsusim.backends.fake import FakeBackend
from wsusim.batch import Network, Worlds
from wsusim.control.loader import load_controllers
from wsusim.learning.champion import draw_fitness, program_of
from wsusim.learning.evolution import Evolution, Plan, evolve, judge

pytestmark = needs("cma", "requirements-learn.txt")

SHORT = Plan(generations=6, population=8, trials=2, seconds=10.0, seed=3)


def test_robots_get_better() -> None:
    """The mean fitness of the last generations is above that of the first."""
    evolution = evolve(SHORT)

    assert len(evolution.mean) == SHORT.generations
    assert evolution.mean[-1] > evolution.mean[0]


def test_the_same_seed_gives_the_same_champion() -> None:
    """Whatever the cores do meanwhile."""
    plan = replace(SHORT, generations=2)

    assert evolve(plan).champion.tobytes() == evolve(plan).champion.tobytes()


def test_who_stops_an_evolution_keeps_what_it_has_brought() -> None:
    """As if no more generations had been asked for."""
    ctrl_c = iter([None, KeyboardInterrupt])

    def stop_in_the_second(_: Evolution) -> None:
        if (pressed := next(ctrl_c)) is not None:
            raise pressed

    stopped = evolve(SHORT, stop_in_the_second)

    assert stopped.champion.tobytes() == evolve(replace(SHORT, generations=2)).champion.tobytes()


def test_straight_ahead_is_fitter_than_standing_still() -> None:
    """And standing still is worth nothing."""
    ahead, still = np.zeros((2, Network.size()))
    ahead[[8, 17]] = 3.0
    worlds = Worlds("rooms", 2 * SHORT.trials, cores=1)

    scores = judge(SHORT, worlds, np.array([ahead, still]), np.random.default_rng(1))

    assert scores[0] > 0.1
    assert scores[1] == 0.0


@pytest.mark.parametrize("hidden", [0, 3])
def test_the_champions_program_drives_as_its_network(hidden: int, tmp_path: Path) -> None:
    """An ordinary controller with the same orders for the same readings."""
    plan = replace(SHORT, hidden=hidden)
    rng = np.random.default_rng(hidden)
    evolution = Evolution([0.5], [0.4], rng.normal(size=Network.size(plan.shape)))
    readings = rng.integers(0, 1024, 8).tolist()
    file = tmp_path / "champion.py"
    file.write_text(program_of(plan, evolution), encoding="utf-8")
    fake = FakeBackend({0.0: {"proximity": readings}}, stop_at_s=0.5)

    (loaded,) = load_controllers(str(file))
    fake.run(loaded.create())

    assert fake.speeds_at(0.2) == Network(evolution.champion, plan.shape).speeds(readings)


def test_the_fitness_is_drawn(tmp_path: Path) -> None:
    """As a picture."""
    draw_fitness(Evolution([0.1, 0.5], [0.0, 0.3], np.zeros(18)), tmp_path / "fitness.png")

    assert (tmp_path / "fitness.png").read_bytes()[:4] == b"\x89PNG"
