"""What shapely decides at the gripper's moments, for jaws of any shape and caps of any size."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles.overlaps import Overlaps
from tests.seeds import few
from tests.worlds import empty_world
from wsusim.engine.gripping import meeting_gap_mm
from wsusim.engine.simulation import Simulation
from wsusim.kernels.records import SKIN_MM
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Cap, RobotStart, Wall, World
from wsusim.robots import ROBOT_KINDS, robot_kind

KHEPERA_1 = robot_kind("khepera1")
GRIPPER = KHEPERA_1.gripper

POINTED_JAW = (
    *((32.0, 4.0), (34.0, 0.0), (36.0, 4.0), (45.0, 4.0), (47.0, 0.0), (49.0, 4.0)),
    *((58.0, 4.0), (60.0, 0.0), (62.0, 4.0), (62.0, 8.0), (32.0, 8.0)),
)
"""Three points that look inwards, 13 mm apart, and notches of 4 mm between them."""

POINTED = replace(
    KHEPERA_1,
    name="pointed",
    gripper=replace(
        GRIPPER,
        jaw_outline_mm=POINTED_JAW,
        arm_outline_mm=((24.0, -30.0), (32.0, -38.0), (32.0, 38.0), (24.0, 30.0)),
    ),
)


@pytest.fixture
def pointed(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a robot kind whose jaws have three points."""
    monkeypatch.setitem(ROBOT_KINDS, POINTED.name, POINTED)
    return POINTED.name


def with_cap(diameter_mm: float, ahead_mm: float, kind: str = "khepera1") -> Simulation:
    """Return a robot that looks along +x, and a cap straight ahead of it."""
    world = empty_world(300.0, 300.0)
    robot = RobotStart(1, Pose(300.0, 300.0), kind)
    cap = Cap(5, 300.0 + ahead_mm, 300.0, diameter_mm)
    return Simulation(replace(world, robots=(robot,), caps=(cap,), next_id=6), ideal=True)


def do(simulation: Simulation, *orders: SetArm | SetGrip) -> None:
    """Give orders one after the other, each with the time that it takes."""
    for order in orders:
        simulation.apply(0, order)
        simulation.advance(150)


@pytest.mark.parametrize("diameter_mm", [5.0, 8.0, 12.0, 17.0, 24.0, 29.0, 36.0, 44.0, 49.9])
def test_a_cap_that_fits_between_the_jaws_is_held_at_its_width(diameter_mm: float) -> None:
    """Flat jaws come to stand a skin from it on both sides."""
    simulation = with_cap(diameter_mm, max(50.0, 33.0 + diameter_mm / 2))

    do(simulation, SetArm(255), SetGrip(True), SetArm(180))

    robot = simulation.snapshot().robots[0]
    assert robot.held_object_id == 5
    assert robot.jaw_gap_mm == 2.0 * (diameter_mm / 2 + SKIN_MM)


@pytest.mark.parametrize("diameter_mm", [50.5, 55.0, 60.0])
def test_a_cap_that_is_too_wide_stops_the_arm(diameter_mm: float) -> None:
    """The arm stays just above it, however long it is told to come down."""
    simulation = with_cap(diameter_mm, 48.0 + diameter_mm / 4)

    do(simulation, SetArm(255), SetGrip(True))

    robot = simulation.snapshot().robots[0]
    assert robot.arm_position < GRIPPER.arm_down
    assert robot.held_object_id is None


@pytest.mark.parametrize(
    ("along_mm", "half_gap_mm"),
    [
        (47.0, 12.0 + SKIN_MM),
        (40.5, math.sqrt((12.0 + SKIN_MM) ** 2 - 6.5**2)),
        (60.0, 12.0 + SKIN_MM),
    ],
    ids=["at a point", "between two points", "at the tips"],
)
def test_pointed_jaws_meet_a_cap_with_their_points(along_mm: float, half_gap_mm: float) -> None:
    """Nearer together where it lies in a notch."""
    gap_mm = meeting_gap_mm(POINTED.gripper, along_mm, 12.0)

    assert gap_mm == pytest.approx(2.0 * half_gap_mm, abs=1e-6)


def test_a_robot_with_pointed_jaws_holds_a_cap_in_a_notch(pointed: str) -> None:
    """It closes, lifts, and puts it down where it was."""
    simulation = with_cap(24.0, 53.5, pointed)

    do(simulation, SetArm(255), SetGrip(True))
    held = simulation.snapshot().robots[0]
    do(simulation, SetArm(180), SetArm(255), SetGrip(False))

    assert held.held_object_id == 5
    assert held.jaw_gap_mm == pytest.approx(2.0 * math.sqrt(12.001**2 - 6.5**2), abs=1e-6)
    assert simulation.snapshot().robots[0].held_object_id is None
    assert simulation.snapshot().objects[0].x_mm == pytest.approx(353.5)


def narrow_world(kind: str) -> World:
    """Return two robots and caps between walls, all of them near each other."""
    return World(
        "narrow",
        empty_world(size_mm=420.0).arena,
        walls=(Wall(1, 60.0, 140.0, 240.0, 190.0, 8.0), Wall(2, 300.0, 60.0, 300.0, 240.0, 20.0)),
        caps=tuple(
            Cap(10 + k, 120.0 + 33.0 * k, 260.0 + 9.0 * k, 12.0 + 6.0 * k) for k in range(5)
        ),
        robots=(RobotStart(3, Pose(60.0, 60.0), kind), RobotStart(4, Pose(360.0, 360.0), kind)),
        next_id=20,
    )


def overlaps_of_a_run(simulation: Simulation, seed: int, moments: int) -> list[str]:
    """Give random orders and return every overlap that there ever was."""
    rng = np.random.default_rng(seed)
    oracle = Overlaps(simulation)
    found = []
    for _ in range(moments):
        robot = int(rng.integers(2))
        orders = (
            SetSpeeds(*rng.integers(-8, 12, 2).tolist()),
            SetArm(int(rng.choice([180, 255, 255]))),
            SetGrip(bool(rng.random() < 0.6)),
        )
        simulation.apply(robot, orders[rng.integers(3)])
        simulation.advance(int(rng.integers(1, 30)))
        found += oracle.find()
    return found


@pytest.mark.parametrize("seed", few(range(3), 1))
@pytest.mark.parametrize("kind", ["khepera1", "pointed"])
def test_nothing_is_ever_in_anything_else(pointed: str, kind: str, seed: int) -> None:
    """Whatever the jaws' shape: they push, grip, carry, drop and jam in a narrow place."""
    simulation = Simulation(narrow_world(kind), seed=seed)

    assert overlaps_of_a_run(simulation, seed, moments=100) == []


def test_a_question_has_the_same_answer_every_time() -> None:
    """Two simulations of one world come out alike, and so does one that is taken back."""
    runs = [with_cap(24.0, 52.0), with_cap(24.0, 52.0)]
    saved = runs[0].save_state()
    do(runs[0], SetArm(255), SetGrip(True))
    runs[0].restore_state(saved)

    do(runs[0], SetArm(255), SetGrip(True))
    do(runs[1], SetArm(255), SetGrip(True))

    assert runs[0].snapshot() == runs[1].snapshot()


def test_a_cap_is_not_dropped_onto_another() -> None:
    """The jaws stay closed above it, and open when it is gone."""
    simulation = with_cap(24.0, 50.0)
    lying = replace(simulation.world, caps=(*simulation.world.caps, Cap(6, 450.0, 300.0, 24.0)))
    simulation = Simulation(replace(lying, next_id=7), ideal=True)
    do(simulation, SetArm(255), SetGrip(True), SetArm(180))
    simulation.move_robot(0, Pose(395.0, 300.0))

    do(simulation, SetGrip(False))
    above = simulation.snapshot().robots[0].held_object_id
    simulation.move_object(6, 100.0, 100.0)
    do(simulation, SetGrip(False))

    assert above == 5
    assert simulation.snapshot().robots[0].held_object_id is None
