"""Prepares the first run, and then the first explanations, before they are needed."""

from __future__ import annotations

from wsusim.model.camera_image import SMALLEST_PX
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RAYS_MODEL, RobotTuning
from wsusim.model.world import Arena, Cap, Light, RobotStart, World

QUESTION_KERNELS = (
    "sense.sense_some",
    "inspection.trace_sensor",
    "inspection.look_for_lamps",
    "ray_fan.sweep",
    "perspective.draw_ahead",
    "overhead.draw_above",
)
"""What ``warm_up_questions`` compiles."""

RUN_KERNELS = ("tick.run_ticks",)
"""What ``warm_up_run`` compiles, as far as it takes long."""

RAY_KERNELS = ("inspection.trace_cone", "inspection.trace_sensor")
"""What ``warm_up_rays`` compiles: that with which rays are drawn."""

EMULATED_KERNELS = (*RUN_KERNELS, "ray_fan.sweep")
"""What ``warm_up_emulated`` compiles, as far as it takes long."""

WORLD = World(
    "warm-up",
    Arena.rectangle(400.0, 400.0),
    lights=(Light(1, 350.0, 50.0),),
    caps=(Cap(2, 300.0, 300.0),),
    robots=(RobotStart(3, Pose(150.0, 150.0)),),
    next_id=4,
)


def warm_up_run() -> None:
    """Compile what an unwatched run needs."""
    from wsusim.engine.simulation import Simulation

    Simulation(WORLD).advance(4)


def warm_up() -> None:
    """Import the engine and compile what a watched run needs, so that the first begins quickly."""
    import shapely  # noqa: F401 - the first drag would wait for it

    from wsusim.backends import simulated  # noqa: F401
    from wsusim.engine.occupancy import Occupancy
    from wsusim.engine.paced import PacedEngine  # noqa: F401
    from wsusim.engine.simulation import Simulation
    from wsusim.engine.static_map import build_static_map
    from wsusim.hosting import host_group  # noqa: F401
    from wsusim.runs.ray_tracer import RayTracer
    from wsusim.runs.recorded import record, resume  # noqa: F401
    from wsusim.runs.sources import shown_simulation  # noqa: F401

    simulation = Simulation(WORLD)
    simulation.advance(4)
    Occupancy(WORLD, build_static_map(WORLD)).show(None)
    RayTracer(WORLD).of(0, simulation.snapshot())


def warm_up_rays() -> None:
    """Compile what drawing the rays of any sensor needs."""
    from wsusim.engine.explain import SensorView
    from wsusim.engine.simulation import Simulation
    from wsusim.runs.ray_tracer import RayTracer

    moment = Simulation(WORLD).snapshot()
    RayTracer(WORLD).of(0, moment)
    with_rays = [RobotTuning(sensor_model=RAYS_MODEL)]
    SensorView(WORLD, moment, tunings=with_rays).explain_proximity(0, 0)


def warm_up_emulated() -> None:
    """Compile what an emulated robot needs: a run's, and the images of its line camera."""
    from wsusim.engine.line_camera import CameraView
    from wsusim.engine.simulation import Simulation

    warm_up_run()
    CameraView(WORLD).image(Simulation(WORLD).snapshot(), 0)


def warm_up_questions() -> None:
    """Compile what the first *why* needs, and the first images of cameras and eyes."""
    import numpy as np

    from wsusim.engine.explain import SensorView
    from wsusim.engine.eye import EyeView
    from wsusim.engine.line_camera import CameraView
    from wsusim.engine.simulation import Simulation
    from wsusim.kernels.sensor_records import NOISE_COLUMNS

    moment = Simulation(WORLD).snapshot()
    view = SensorView(WORLD, moment)
    view.read(np.zeros((1, NOISE_COLUMNS)))
    view.explain_light(0, 0)
    view.explain_proximity(0, 0)
    with_rays = [RobotTuning(sensor_model=RAYS_MODEL)]
    SensorView(WORLD, moment, tunings=with_rays).explain_proximity(0, 0)
    CameraView(WORLD).image(moment, 0)
    eye = EyeView(WORLD)
    eye.eye(moment, 0, SMALLEST_PX)
    eye.overhead(moment, SMALLEST_PX)
