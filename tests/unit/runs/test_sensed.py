"""The moment at which readings were taken, when only the tick after it is at hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.engine.test_explain import WORLD
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.runs.sensed import as_before


@pytest.mark.parametrize("tick", [2, 40, 510, 512])
def test_robots_are_where_they_were(tick: int) -> None:
    """Across the blocks in which a simulation keeps its ticks, too."""
    simulation = Simulation(WORLD, seed=3)
    simulation.apply(0, SetSpeeds(3, 4))
    simulation.apply(1, SetSpeeds(-5, 7))
    simulation.advance_to(tick)
    then = simulation.snapshot()
    simulation.advance(1)
    before = as_before(simulation, simulation.snapshot())

    assert before.tick == tick
    assert [robot.pose for robot in before.robots] == [robot.pose for robot in then.robots]


def test_what_is_held_comes_along() -> None:
    """It is as far in front of the robot as it is now."""
    simulation = Simulation(WORLD, seed=3)
    simulation.apply(0, SetSpeeds(8, -8))
    simulation.advance_to(20)
    then = simulation.snapshot()
    simulation.advance(1)
    now = simulation.snapshot()
    robot = now.robots[0]
    x_mm, y_mm = robot.pose.place((50.0, 0.0))
    cap = replace(now.objects[0], held_by=robot.id, x_mm=x_mm, y_mm=y_mm)
    before = as_before(simulation, replace(now, objects=(cap, *now.objects[1:])))

    place = (before.objects[0].x_mm, before.objects[0].y_mm)
    assert place == pytest.approx(then.robots[0].pose.place((50.0, 0.0)))
