"""Arm, jaws and light barrier against their plain twin, tick by tick."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from tests.oracles.gripper import MODEL, Gripper
from tests.seeds import few
from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.kernels import records as r
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Cap, World

PLACE_TOLERANCE_MM = 2e-3
"""Jaws shift a cap only when it is nearer than half a skin, and then a whole one away."""


@dataclass
class Pair:
    """A simulation and the twin, given the same orders."""

    simulation: Simulation
    twin: Gripper
    kernel_rows: list[tuple] = field(default_factory=list)
    twin_rows: list[tuple] = field(default_factory=list)
    kernel_places: list[tuple[float, float]] = field(default_factory=list)
    twin_places: list[tuple[float, float]] = field(default_factory=list)

    def order_arm(self, position: int) -> None:
        """Send the arm somewhere."""
        self.simulation.apply(0, SetArm(position))
        self.twin.arm_order = position

    def order_grip(self, closed: bool) -> None:
        """Close or open the jaws of a robot that stands still."""
        self.simulation.make_safe(0)
        self.simulation.apply(0, SetGrip(closed))
        self.twin.closed_order = closed

    def advance(self, ticks: int) -> None:
        """Do ticks and note what both say at each."""
        for _ in range(ticks):
            self.simulation.advance(1)
            self.twin.step()
            state = self.simulation.state
            me, cap = state.robots[0], state.discs[0]
            self.twin.drive_to(Pose(me.x_mm, me.y_mm, me.heading_rad))
            holds = self.twin.held_along_mm is not None
            is_even = self.simulation.tick % 2 == 0
            self.kernel_rows.append(
                (
                    round(me.arm_position, 6),
                    round(me.jaw_gap_mm, 6),
                    bool(me.arm_is_down),
                    me.held >= 0,
                    cap.state,
                    is_even and bool(me.object_present),
                )
            )
            in_hand = r.HELD_ON_FLOOR if self.twin.is_down else r.ABSENT
            self.twin_rows.append(
                (
                    round(self.twin.arm, 6),
                    round(self.twin.gap_mm, 6),
                    self.twin.is_down,
                    holds,
                    in_hand if holds else r.FREE,
                    is_even and self.twin.is_barrier_broken(),
                )
            )
            if not holds or self.twin.is_down:
                self.kernel_places.append((cap.x_mm, cap.y_mm))
                self.twin_places.append(self.twin.cap)


def pair(rng: np.random.Generator, radius_mm: float, along_mm: float, aside_mm: float) -> Pair:
    """Return a robot in a large empty arena and a cap at a place in its frame."""
    pose = Pose(1000.0, 1000.0, float(rng.uniform(-math.pi, math.pi)))
    place = pose.place((along_mm, aside_mm))
    world: World = replace(
        empty_world(1000.0, 1000.0, pose.heading_rad, size_mm=2000.0),
        caps=(Cap(5, *place, diameter_mm=2 * radius_mm),),
    )
    return Pair(Simulation(world, ideal=True), Gripper(pose, place, radius_mm))


def give_random_orders(both: Pair, rng: np.random.Generator, episodes: int) -> None:
    """Arm up, down and between, jaws open and closed, at any moment; drive about when it holds."""
    for _ in range(episodes):
        what = rng.random()
        if what < 0.45:
            both.simulation.make_safe(0)
            both.order_arm(int(rng.choice([180, 230, 248, 249, 255, 255, 255])))
        elif what < 0.8:
            both.order_grip(bool(rng.random() < 0.6))
        elif both.twin.held_along_mm is not None and both.twin.closed_order:
            both.simulation.apply(0, SetSpeeds(*rng.integers(-5, 6, 2).tolist()))
        both.advance(int(rng.choice([1, 7, 30, 120])))
    both.simulation.make_safe(0)


def assert_same(both: Pair) -> None:
    """Compare everything that was noted."""
    differing = [k for k, row in enumerate(both.kernel_rows) if row != both.twin_rows[k]]
    assert differing[:1] == [], (both.kernel_rows[differing[0]], both.twin_rows[differing[0]])
    apart = np.array(both.kernel_places) - np.array(both.twin_places)
    assert np.abs(apart).max() < PLACE_TOLERANCE_MM


@pytest.mark.parametrize("seed", few(range(6)))
def test_a_gripper_does_as_its_twin_with_a_cap_between_the_jaws(seed: int) -> None:
    """Straddles, nudges, stalls, holds, lifts, carries, puts down and drops, in any order."""
    rng = np.random.default_rng(seed)
    radius = float(rng.uniform(7.0, 24.0))
    tip = MODEL.jaw_tip_x_mm
    along = float(rng.uniform(MODEL.jaw_root_x_mm + radius + 0.01, tip))
    both = pair(rng, radius, along, float(rng.uniform(-20.0, 20.0)))

    give_random_orders(both, rng, episodes=60)

    assert_same(both)


@pytest.mark.parametrize("seed", few(range(6)))
def test_a_gripper_does_as_its_twin_with_nothing_near(seed: int) -> None:
    """The jaws then open and close to the full, and nothing is held."""
    rng = np.random.default_rng(seed)
    both = pair(rng, 14.5, -300.0, 0.0)

    give_random_orders(both, rng, episodes=40)

    assert_same(both)
    assert both.twin.held_along_mm is None
