"""Pushing against twins that go in tiny steps or by a formula, and what must hold in any crowd."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles import outline as oracle
from tests.oracles.drive import arc_end
from tests.oracles.push import Shover, along_wall_mm, bearing_after, squeeze
from tests.seeds import few
from tests.unit.kernels.from_python import make_room
from tests.unit.kernels.scenes import make_scene, random_outline
from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.engine.world_tables import views
from wsusim.kernels import records as r
from wsusim.kernels.records import SKIN_MM
from wsusim.kernels.scene import Scene
from wsusim.model.commands import SetSpeeds
from wsusim.model.units import PULSE_MM
from wsusim.model.world import Cap
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")

BODY_MM = KHEPERA_1.radius_mm
CAP_MM = 14.5
START = (500.0, 500.0)
STEPS_A_TICK = 4

PLAIN_SEEDS = [k for k in range(10) if k not in (3, 8)]
"""In the others a cap is pushed from two sides at once."""

Thing = tuple[float, float, float]
"""x, y and radius."""


def random_chain(rng: np.random.Generator) -> list[Thing]:
    """Return four things, more or less in a row ahead of the start."""
    x = START[0] + BODY_MM + 1.0
    made = []
    for _ in range(4):
        radius = float(rng.uniform(6.0, 18.0))
        x += radius + float(rng.uniform(0.5, 12.0))
        made.append((x, START[1] + float(rng.uniform(-14.0, 14.0)), radius))
        x += radius
    return made


def shove(things: list[Thing], left: int, right: int, ticks: int) -> Shover:
    """Drive the twin along the exact arc."""
    twin = Shover(BODY_MM, [thing[:2] for thing in things], [thing[2] for thing in things])
    arc_mm = (left + right) / 2 * PULSE_MM / STEPS_A_TICK
    turn_rad = (right - left) * PULSE_MM / KHEPERA_1.wheel_base_mm / STEPS_A_TICK
    for step in range(1, ticks * STEPS_A_TICK + 1):
        x, y, _ = arc_end((*START, 0.0), step * arc_mm, step * turn_rad)
        twin.go_to((x, y))
    return twin


def robot_among(
    things: list[Thing],
    place: tuple[float, float] = START,
    heading_rad: float = 0.0,
) -> Simulation:
    """Return a robot in a square of 1 m and caps."""
    caps = tuple(Cap(10 + k, x, y, diameter_mm=2 * r) for k, (x, y, r) in enumerate(things))
    world = empty_world(*place, heading_rad, size_mm=1000.0)
    return Simulation(replace(world, caps=caps), ideal=True)


def cap_places(simulation: Simulation) -> list[tuple[float, float]]:
    """Return where all caps are."""
    return [(cap.x_mm, cap.y_mm) for cap in simulation.snapshot().objects]


@pytest.mark.parametrize("seed", few(PLAIN_SEEDS))
def test_a_chain_of_caps_goes_where_tiny_steps_lead(seed: int) -> None:
    """Within 0.2 mm after 90 mm of an arc: each push adds a skin, and chains enlarge it."""
    rng = np.random.default_rng(seed)
    things = random_chain(rng)
    left, right = rng.integers(1, 4, 2).tolist()
    ticks = int(90.0 / ((left + right) / 2 * PULSE_MM))
    simulation = robot_among(things)
    simulation.apply(0, SetSpeeds(left, right))

    simulation.advance(ticks)

    twin = shove(things, left, right, ticks)
    assert twin.is_plain
    assert twin.touched
    assert np.array(cap_places(simulation)) == pytest.approx(np.array(twin.caps), abs=0.2)


@pytest.mark.parametrize("speed", [1, 10, 127])
@pytest.mark.parametrize("bearing_deg", [3.0, 20.0, -50.0, 80.0])
def test_a_cap_slides_round_the_robot_as_the_formula_says(bearing_deg: float, speed: int) -> None:
    """Within 0.5 mm at every speed: full speed is done in pieces of half a millimetre."""
    reach = BODY_MM + CAP_MM
    bearing = math.radians(bearing_deg)
    x, y = START[0] + reach * math.cos(bearing), START[1] + reach * math.sin(bearing)
    simulation = robot_among([(x, y, CAP_MM)])
    simulation.apply(0, SetSpeeds(speed, speed))

    simulation.advance(math.ceil(60.0 / (speed * PULSE_MM)))

    robot_x = simulation.snapshot().robots[0].pose.x_mm
    way_mm = robot_x - START[0]
    # Beyond 90 degrees the robot leaves it behind.
    last = min(way_mm, reach * math.log(1.0 / math.tan(abs(bearing) / 2.0)))
    expected = bearing_after(bearing, last, reach)
    assert cap_places(simulation)[0] == pytest.approx(
        (
            START[0] + last + reach * math.cos(expected),
            START[1] + reach * math.sin(expected),
        ),
        abs=0.5,
    )


WALL_REACH_MM = BODY_MM + CAP_MM + SKIN_MM


def robot_pressing_a_cap_to_a_wall(slant_rad: float, bearing_rad: float) -> Simulation:
    """Return a robot that looks down at the lower border; the cap touches both (``squeeze``)."""
    low = CAP_MM + 2 * SKIN_MM
    apart = WALL_REACH_MM + SKIN_MM
    place = (300.0, low + apart * math.sin(bearing_rad))
    cap = (300.0 + apart * math.cos(bearing_rad), low, CAP_MM)
    return robot_among([cap], place, -slant_rad)


def driven_mm(simulation: Simulation, ticks: int) -> float:
    """Drive at speed 2 and return how far the robot has come."""
    before = simulation.snapshot().robots[0].pose
    simulation.apply(0, SetSpeeds(2, 2))
    simulation.advance(ticks)
    after = simulation.snapshot().robots[0].pose
    return math.dist((before.x_mm, before.y_mm), (after.x_mm, after.y_mm))


SLIDING = [(0.35, 0.5), (0.35, 1.0), (0.9, 0.6), (0.9, 1.1), (1.2, 0.9), (1.2, 1.2), (1.45, 1.2)]
JAMMED = [(0.9, 1.45), (0.9, 1.5), (1.2, 1.42), (1.45, 1.45), (1.45, 1.55)]


@pytest.mark.parametrize(("slant_rad", "bearing_rad"), SLIDING)
def test_a_cap_slides_along_a_wall_as_the_formula_says(
    slant_rad: float, bearing_rad: float
) -> None:
    """It touches wall and robot all the time, and the robot is not slowed."""
    assert squeeze(slant_rad, bearing_rad) < 3.0
    simulation = robot_pressing_a_cap_to_a_wall(slant_rad, bearing_rad)

    way_mm = driven_mm(simulation, 30)

    pose = simulation.snapshot().robots[0].pose
    ahead = along_wall_mm(pose.y_mm, CAP_MM + SKIN_MM, WALL_REACH_MM)
    assert way_mm == pytest.approx(30 * 2 * PULSE_MM)
    assert cap_places(simulation)[0] == pytest.approx(
        (pose.x_mm + ahead, CAP_MM + SKIN_MM), abs=0.01
    )


@pytest.mark.parametrize(("slant_rad", "bearing_rad"), JAMMED)
def test_a_cap_jams_that_would_be_squeezed_out_fast(slant_rad: float, bearing_rad: float) -> None:
    """The robot stands. The skin allows a creeping robot more than the factor 3: up to 5."""
    assert squeeze(slant_rad, bearing_rad) > 5.2
    simulation = robot_pressing_a_cap_to_a_wall(slant_rad, bearing_rad)

    assert driven_mm(simulation, 100) < 0.05


PEN_MM = np.array([[410.0, 410.0], [590.0, 410.0], [590.0, 590.0], [410.0, 590.0]])


def edge_shapes(edges_mm: np.ndarray) -> list[oracle.Shape]:
    """Return all edges as shapes."""
    return [shape for edge in edges_mm.tolist() for shape in oracle.edge(*edge)]


def random_crowd(rng: np.random.Generator) -> Scene:
    """Return a robot, half the time with its arm down, a lamp and caps, penned in by edges."""
    robot = replace(random_outline(rng, 480.0, 520.0), held=None)
    corners = rng.uniform([-12, -12], [12, 12], (4, 2)) + PEN_MM
    edges = np.hstack([corners, np.roll(corners, -1, axis=0)])
    lamp = (*rng.uniform(430.0, 570.0, 2).tolist(), 12.0)
    taken = [*robot.all(), *edge_shapes(edges), *oracle.disc(*lamp)]
    things = [(*lamp, r.FIXED)]
    for x, y, radius in rng.uniform([420, 420, 4], [580, 580, 14], (150, 3)).tolist():
        if oracle.gap_mm(oracle.disc(x, y, radius), taken) >= SKIN_MM:
            taken += oracle.disc(x, y, radius)
            things.append((x, y, radius, r.FREE))
    return make_scene([robot], things, edges)


def broken_promises(scene: Scene, before: np.ndarray, has_room: bool, way_mm: float) -> list[str]:
    """Return what is wrong with where the caps have gone from ``before``."""
    after = scene.discs
    moved_mm = np.hypot(after["x_mm"] - before["x_mm"], after["y_mm"] - before["y_mm"])
    if not has_room:
        return ["something moved without room"] if moved_mm.any() else []
    (me,) = views(scene.robots)
    robot = oracle.Outline(
        oracle.Pose(me.x_mm, me.y_mm, me.heading_rad),
        arm_is_down=bool(me.arm_is_down),
        jaw_gap_mm=me.jaw_gap_mm,
    ).all()
    discs = [oracle.disc(disc.x_mm, disc.y_mm, disc.radius_mm) for disc in views(scene.discs)]
    walls = edge_shapes(scene.places.edges_mm)
    wrong = []
    for k, disc in enumerate(discs):
        others = [shape for j, other in enumerate(discs) if j != k for shape in other]
        if k > 0 and oracle.are_too_near(disc, [*robot, *walls, *others]):
            wrong.append(f"{k} lies in something")
        if k > 0 and moved_mm[k] > 3.0 * way_mm + 20 * SKIN_MM:
            wrong.append(f"{k} was squeezed out")
        pushers = [*robot, *(s for j in np.flatnonzero(moved_mm) if j != k for s in discs[j])]
        if moved_mm[k] > 0.0 and oracle.gap_mm(disc, pushers) > 3.0 * way_mm:
            wrong.append(f"{k} moved by itself")
    return wrong + (["the lamp moved"] if moved_mm[0] else [])


def push_through(
    scene: Scene, rng: np.random.Generator, pieces: int, *, is_judged: bool = True
) -> tuple[list[str], int, int]:
    """Move the robot in pieces; return broken promises, pieces that pushed, pieces refused."""
    angle, way_mm = float(rng.uniform(-math.pi, math.pi)), float(rng.uniform(0.2, 0.5))
    wrong: list[str] = []
    pushed = refused = 0
    for _ in range(pieces):
        before, place = scene.discs.copy(), scene.robots.copy()
        scene.robots["x_mm"] += way_mm * math.cos(angle)
        scene.robots["y_mm"] += way_mm * math.sin(angle)
        has_room = make_room(scene, 0, way_mm)
        wrong += broken_promises(scene, before, has_room, way_mm) if is_judged else []
        pushed += int((scene.discs != before).any())
        if not has_room:
            refused += 1
            scene.robots[:] = place
            angle += 0.7
    return wrong, pushed, refused


@pytest.mark.parametrize("seed", few(range(5), 1))
def test_a_crowd_makes_way_wholly_or_not_at_all(seed: int) -> None:
    """Afterwards nothing lies in anything; nothing goes far or by itself; refused, all stay."""
    rng = np.random.default_rng(seed)
    scene = random_crowd(rng)

    wrong, _, _ = push_through(scene, rng, pieces=60)

    assert wrong == []


def test_crowds_push_and_jam() -> None:
    """So that the test before this one has looked at both outcomes, often."""
    rng = np.random.default_rng(1)

    outcomes = [
        push_through(random_crowd(rng), rng, pieces=150, is_judged=False)[1:] for _ in range(6)
    ]

    pushed, refused = np.sum(outcomes, axis=0)
    assert pushed > 50
    assert refused > 5
