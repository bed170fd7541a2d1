"""The rays of a run are those of the place where the robot is drawn."""

from __future__ import annotations

import pytest

from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.runs.ray_tracer import FAR_REFRESHES, RayTracer

NEVER_S = 1e9


@pytest.mark.parametrize(
    ("refreshes", "is_traced"), [(FAR_REFRESHES, False), (FAR_REFRESHES + 1, True)]
)
def test_a_fast_run_does_not_leave_its_rays_behind(refreshes: int, is_traced: bool) -> None:
    """However short the time on the wall: after so many refreshes they are traced again."""
    world = empty_world()
    simulation = Simulation(world)
    rays = RayTracer(world, period_s=NEVER_S)
    first = rays.of(0, simulation.snapshot())
    simulation.apply(0, SetSpeeds(10, 10))
    simulation.advance(2 * refreshes)

    assert (rays.of(0, simulation.snapshot()) is not first) is is_traced
