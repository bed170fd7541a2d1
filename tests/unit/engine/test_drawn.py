"""What was drawn for the sensors, and what hides a lamp, are found again from a snapshot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracles.sight import what_hides
from tests.unit.engine.test_explain import WORLD
from wsusim.engine.drawn import drawn_uniforms, sensed_tick
from wsusim.engine.explain import SensorView
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot, thing_at_start
from wsusim.model.world import Box

SEED = 5
IDS = tuple(start.id for start in WORLD.robots)
TICKS = (0, 2, 4, 100, 510, 512, 514, 600)


@pytest.fixture(scope="module")
def snapshots() -> dict[int, Snapshot]:
    """Return the crowd at some ticks, with both robots under way."""
    simulation = Simulation(WORLD, seed=SEED)
    simulation.apply(0, SetSpeeds(3, 4))
    simulation.apply(1, SetSpeeds(-5, 7))
    taken = {}
    for tick in TICKS:
        simulation.advance_to(tick)
        taken[tick] = simulation.snapshot()
    return taken


@pytest.mark.parametrize("tick", TICKS)
def test_the_readings_come_out_again(snapshots, tick):
    """With the numbers drawn once more, a view reads to the unit what the robots have read."""
    snapshot = snapshots[tick]
    read = SensorView(WORLD, snapshot).read(drawn_uniforms(SEED, IDS, tick))

    assert [tuple(row) for row in read] == [r.proximity + r.ambient for r in snapshot.robots]


def test_between_two_looks_the_numbers_stay():
    """At an odd tick the readings are those of the tick before."""
    assert sensed_tick(601) == 600
    assert (drawn_uniforms(SEED, IDS, 601) == drawn_uniforms(SEED, IDS, 600)).all()


@pytest.mark.parametrize("tick", TICKS)
def test_what_hides_a_lamp_is_found_where_one_is_hidden(snapshots, tick):
    """Plain geometry agrees with the sensors' own view, for all robots, sensors and lamps."""
    snapshot = snapshots[tick]
    view = SensorView(WORLD, snapshot)
    seen = [
        (lamp.hidden_by, what_hides(WORLD, snapshot, robot, sensor, lamp.light_id))
        for robot in range(2)
        for sensor in range(8)
        for lamp in view.explain_light(robot, sensor).lamps
    ]

    assert {hider is None for hider, _ in seen} == {True, False}
    assert all(hider == found for hider, found in seen)


def test_the_nearest_thing_hides(snapshots):
    """The wall in front of the robot stands between its front sensor and the lamp behind it."""
    lamps = SensorView(WORLD, snapshots[0]).explain_light(0, 2).lamps

    assert [lamp.hidden_by for lamp in lamps if lamp.light_id == 3] == [("wall", 7)]


@pytest.mark.parametrize("turned_rad", [0.3, 1.2, 2.7])
def test_a_box_hides_by_its_sides(snapshots, turned_rad):
    """Where a box is turned and put elsewhere during a run, both see the same shadows."""
    box = Box(9, Pose(0.0, 0.0), 90.0, 12.0)
    world = replace(WORLD, boxes=(box,))
    moved = replace(thing_at_start(box), x_mm=305.0, y_mm=400.0, heading_rad=turned_rad)
    snapshot = replace(snapshots[0], objects=(*snapshots[0].objects, moved))
    view = SensorView(world, snapshot)

    hiders = [
        (lamp.hidden_by, what_hides(world, snapshot, robot, sensor, lamp.light_id))
        for robot in range(2)
        for sensor in range(8)
        for lamp in view.explain_light(robot, sensor).lamps
    ]

    assert all(hider == found for hider, found in hiders)
    assert ("box", 9) in [hider for hider, _ in hiders]
