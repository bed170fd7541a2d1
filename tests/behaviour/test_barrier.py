"""The light barrier between the jaws against plain geometry."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles import outline as oracle
from tests.oracles.outline import Outline
from tests.seeds import few
from tests.unit.kernels.from_python import watch_barrier
from tests.unit.kernels.scenes import make_scene, random_outline
from wsusim.engine.gripping import breaks_barrier, look_around
from wsusim.engine.world_tables import State
from wsusim.kernels import records as r
from wsusim.kernels.scene import Scene
from wsusim.model.geometry import Pose
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")


def is_broken(scene: Scene) -> bool:
    """Return whether shapely finds something in robot 0's barrier."""
    state = State(np.zeros(1, r.CLOCK), scene.robots, scene.discs, scene.bodies)
    around = look_around(scene, state, [KHEPERA_1] * len(scene.robots), 0)
    return breaks_barrier(KHEPERA_1.gripper, state.robots[0].jaw_gap_mm, around)


def lowered(rng: np.random.Generator, *, holds: bool = False) -> Outline:
    """Return a robot near (500, 500) with its arm down."""
    outline = replace(random_outline(rng, 480.0, 520.0), arm_is_down=True)
    return outline if holds else replace(outline, held=None)


def before_the_jaws(robot: Outline, rng: np.random.Generator) -> tuple[float, float]:
    """Return a point near the barrier of a robot, in the world."""
    return robot.pose.place(tuple(rng.uniform([20.0, -40.0], [90.0, 40.0]).tolist()))


@pytest.mark.parametrize("seed", few(range(15)))
def test_discs_and_edges_break_the_barrier_when_it_stands_there(seed: int) -> None:
    """Lamps, caps and things that others hold do, and walls' edges; what is in the air does not."""
    rng = np.random.default_rng(seed)
    robot = lowered(rng)
    discs = [
        (*before_the_jaws(robot, rng), float(rng.uniform(3.0, 15.0)), int(state))
        for state in rng.permutation([r.FIXED, r.FREE, r.ABSENT, r.HELD_ON_FLOOR])[:2]
    ]
    edge = rng.uniform(400.0, 600.0, (1, 4))

    found = is_broken(make_scene([robot], discs, edge))

    there = oracle.edge(*edge[0].tolist())
    for x, y, radius, state in discs:
        there += oracle.disc(x, y, radius) if state != r.ABSENT else []
    assert found == oracle.breaks_barrier(robot, there)


@pytest.mark.parametrize("arm_is_down", [True, False])
@pytest.mark.parametrize("seed", few(range(10)))
def test_a_held_thing_breaks_the_barrier_when_it_reaches_it(seed: int, arm_is_down: bool) -> None:
    """Arm up or down, as far along the jaws as it is held."""
    rng = np.random.default_rng(seed)
    along, radius = float(rng.uniform(35.0, 62.0)), float(rng.uniform(3.0, 20.0))
    pose = Pose(500.0, 500.0, float(rng.uniform(-3.0, 3.0)))
    robot = Outline(
        pose, arm_is_down=arm_is_down, jaw_gap_mm=2 * radius + 0.002, held=(along, radius)
    )

    scene = make_scene([robot], [])

    is_known = watch_barrier(scene)

    assert is_known
    assert scene.robots["object_present"][0] == (
        abs(along - robot.kind.gripper.barrier_x_mm) < radius
    )


def test_the_kernel_asks_only_when_the_map_shows_something() -> None:
    """A cap in the barrier is a question; one that is nowhere near is none."""
    robot = Outline(Pose(500.0, 500.0), arm_is_down=True)

    is_known = [
        watch_barrier(make_scene([robot], [(500.0 + ahead_mm, 500.0, 10.0, r.FREE)]))
        for ahead_mm in (50.0, 120.0)
    ]

    assert is_known == [False, True]


def facing(aside_mm: float, apart_mm: float = 100.0) -> tuple[Outline, Outline]:
    """Return two robots with open jaws, one finger of each between the other's jaws."""
    first = Outline(Pose(450.0, 500.0), arm_is_down=True)
    return first, replace(first, pose=Pose(450.0 + apart_mm, 500.0 + aside_mm, math.pi))


@pytest.mark.parametrize("seed", few(range(15)))
def test_another_robot_breaks_the_barrier_when_it_stands_there(seed: int) -> None:
    """Body, gripper and what it holds, anywhere."""
    rng = np.random.default_rng(seed)
    robot = lowered(rng)
    other = random_outline(rng, 420.0, 580.0)

    found = is_broken(make_scene([robot, other], []))

    assert found == oracle.breaks_barrier(robot, other.all())


@pytest.mark.parametrize(
    "aside_mm",
    [28.5, 34.2, 40.5, 46.0],
)
def test_a_finger_between_the_jaws_breaks_the_barrier(aside_mm: float) -> None:
    """Wherever between them it stands."""
    robots = facing(aside_mm)

    assert is_broken(make_scene([*robots], []))


@pytest.mark.parametrize("aside_mm", [28.5, 34.2, 40.5, 46.0])
def test_the_finger_is_between_the_jaws_and_touches_nothing(aside_mm: float) -> None:
    """What the test before this one relies on."""
    first, second = facing(aside_mm)

    assert oracle.breaks_barrier(first, second.all())
    assert not oracle.are_too_near(first.all(), second.all())
