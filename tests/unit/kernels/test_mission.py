"""Goal regions and missions against the model's own words and a plain recount."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tests.oracles.mission import Recount
from tests.oracles.outline import Outline
from tests.seeds import few
from tests.unit.kernels.from_python import are_in_goal, check_mission
from tests.unit.kernels.scenes import make_scene
from wsusim.engine.world_tables import goal_table, new_clock
from wsusim.kernels import records as r
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Cap, GoalRegion, Light, Mission, World

MISSIONS = [
    Mission("free"),
    Mission("reach_goal"),
    Mission("reach_goal", winner="all"),
    Mission("deliver_caps"),
    Mission("deliver_caps", winner="all"),
    Mission("deliver_caps", caps_to_deliver=0),
    Mission("deliver_caps", caps_to_deliver=2),
]


def random_goals(rng: np.random.Generator, count: int) -> tuple[GoalRegion, ...]:
    """Return regions of both shapes, turned by anything."""
    return tuple(
        GoalRegion(
            k,
            Pose(*rng.uniform(100, 500, 2).tolist(), float(rng.uniform(-7, 7))),
            *rng.uniform(20, 250, 2).tolist(),
            shape=str(rng.choice(["rectangle", "ellipse"])),
        )
        for k in range(count)
    )


def border_points(goal: GoalRegion, stretch: float) -> list[tuple[float, float]]:
    """Return points on the border of a region that is stretched by a factor."""
    half_width, half_height = goal.width_mm / 2, goal.height_mm / 2
    ring = [(math.cos(a), math.sin(a)) for a in np.linspace(0.1, 6.2, 40).tolist()]
    if goal.shape == "rectangle":
        ring = [(u / max(abs(u), abs(v)), v / max(abs(u), abs(v))) for u, v in ring]
    return [goal.pose.place((stretch * u * half_width, stretch * v * half_height)) for u, v in ring]


def random_world(rng: np.random.Generator, kind: Mission) -> World:
    """Return a world of goals, a lamp, three caps and a ball."""
    goals = random_goals(rng, int(rng.integers(0, 3)))
    caps = tuple(Cap(10 + k, 0.0, 0.0) for k in range(3))
    lights, balls = (Light(9, 300.0, 300.0),), (Ball(20, 0.0, 0.0),)
    arena = Arena.rectangle(600.0, 600.0)
    return World(
        "m", arena, goals=goals, mission=kind, caps=caps, lights=lights, balls=balls, next_id=30
    )


def follow(world: World, robots: int, rng: np.random.Generator, ticks: int) -> tuple[list, list]:
    """Move everything about at random; return what kernel and recount say at each tick."""
    places = [(0.0, 0.0, 5.0, r.FIXED), *[(0.0, 0.0, 5.0, r.FREE)] * 4]
    scene = make_scene([Outline(Pose(0.0, 0.0))] * robots, places)
    scene.robots["goal_tick"] = -1
    clocks, goals = new_clock(world), goal_table(world)
    recount = Recount(world.mission, list(world.goals), len(world.caps))
    kernel, twin = [], []
    for tick in range(ticks):
        places = rng.uniform(0, 600, (robots, 2))
        scene.robots["x_mm"], scene.robots["y_mm"] = places.T
        things_moved = tick == 0 or rng.random() < 0.6
        if things_moved:
            scene.discs["x_mm"], scene.discs["y_mm"] = rng.uniform(0, 600, (2, 5))
            scene.discs["state"][1:] = rng.choice([r.FREE, r.FREE, r.ABSENT, r.HELD_ON_FLOOR], 4)
        clocks["tick"] = tick
        check_mission(scene, clocks, goals, things_moved)
        caps = scene.discs[1:4]
        lying = caps[caps["state"] == r.FREE][["x_mm", "y_mm"]].tolist()
        recount.look(tick, places.tolist(), lying)
        kernel.append(
            (
                scene.robots["goal_tick"].tolist(),
                [*clocks["caps_in_goal"].tolist(), *clocks["mission_tick"].tolist()],
            )
        )
        achieved = -1 if recount.achieved_at is None else recount.achieved_at
        reached = [recount.reached_at.get(robot, -1) for robot in range(robots)]
        twin.append((reached, [recount.delivered, achieved]))
    return kernel, twin


@pytest.mark.parametrize("seed", few(range(5), 2))
def test_a_point_is_in_a_goal_when_the_model_says(seed: int) -> None:
    """Anywhere, and just within and just beyond the borders of every region."""
    rng = np.random.default_rng(seed)
    goals = random_goals(rng, 3)
    world = World("m", Arena.rectangle(600.0, 600.0), goals=goals, next_id=9)
    borders = [border_points(g, s) for g, s in itertools.product(goals, (1 - 1e-9, 1 + 1e-9))]
    points = [*rng.uniform(0, 600, (100, 2)).tolist(), *itertools.chain.from_iterable(borders)]

    found = are_in_goal(goal_table(world), np.array(points))

    assert found.tolist() == [any(goal.contains(x, y) for goal in goals) for x, y in points]


def test_nothing_is_in_a_goal_without_goals() -> None:
    """An empty table holds no point."""
    world = World("m", Arena.rectangle(600.0, 600.0))

    assert not are_in_goal(goal_table(world), np.zeros((3, 2))).any()


@pytest.mark.parametrize("kind", MISSIONS, ids=str)
@pytest.mark.parametrize("robots", [0, 1, 3])
@pytest.mark.parametrize("seed", few(range(5), 2))
def test_a_mission_comes_along_as_a_recount_says(seed: int, robots: int, kind: Mission) -> None:
    """Who has reached a goal and when, the caps that lie there now, and when it was achieved."""
    rng = np.random.default_rng(seed)

    kernel, twin = follow(random_world(rng, kind), robots, rng, ticks=30)

    assert kernel == twin
