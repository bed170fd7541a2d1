"""Prepares the first run while nobody waits for it."""

from __future__ import annotations

from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, RobotStart, World


def warm_up() -> None:
    """Import the engine and compile what a run needs, so that the first one begins quickly."""
    import shapely  # noqa: F401 - the first drag would wait for it

    from wsusim.backends import simulated  # noqa: F401
    from wsusim.control.hosting import crew  # noqa: F401
    from wsusim.engine.occupancy import Occupancy
    from wsusim.engine.paced import PacedEngine  # noqa: F401
    from wsusim.engine.simulation import Simulation
    from wsusim.engine.static_map import build_static_map
    from wsusim.runs.ray_tracer import RayTracer
    from wsusim.runs.recorded import record, resume  # noqa: F401
    from wsusim.runs.sources import shown  # noqa: F401

    world = World(
        "warm-up",
        Arena.rectangle(400.0, 400.0),
        caps=(Cap(1, 300.0, 300.0),),
        robots=(RobotStart(2, Pose(150.0, 150.0)),),
        next_id=3,
    )
    simulation = Simulation(world)
    simulation.advance(4)
    Occupancy(world, build_static_map(world)).show(None)
    RayTracer(world).of(0, simulation.snapshot())
