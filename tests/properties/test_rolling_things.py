"""Whatever rolls, slides and turns: energy never grows, nothing enters anything, chance is none."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.oracles.rolling import deepest_overlap_mm, energy
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Box, Cap, Cylinder, Light, RobotStart, Wall, World

ROUNDING_MM = 1e-6
TICKS = 100

coordinate = st.floats(60.0, 440.0)
speed = st.floats(-1500.0, 1500.0)
ratio = st.floats(0.0, 1.0)


@st.composite
def worlds(draw: st.DrawFn, robots: int = 0) -> World:
    """Return a small arena with a slanted wall, a lamp, and things anywhere on the floor."""
    places = iter(
        draw(st.lists(st.tuples(coordinate, coordinate), min_size=9 + robots, max_size=9 + robots))
    )
    angle = draw(st.floats(-math.pi, math.pi))
    return World(
        "rolling",
        Arena.rectangle(500.0, 500.0),
        walls=(Wall(1, 20.0, 20.0, 20.0 + 300.0 * abs(math.cos(angle)), 200.0, 12.0),),
        lights=(Light(2, *next(places)),),
        caps=(Cap(3, *next(places)),),
        balls=tuple(
            Ball(k, *next(places), size, mass_g=mass, restitution=draw(ratio))
            for k, size, mass in ((4, 42.7, 45.9), (5, 65.0, 58.0), (6, 22.0, 5.6))
        ),
        cylinders=(Cylinder(7, *next(places)),),
        boxes=tuple(
            Box(k, Pose(*next(places), angle + k), width, 30.0, friction=draw(ratio))
            for k, width in ((8, 70.0), (9, 30.0))
        ),
        robots=tuple(RobotStart(20 + k, Pose(*next(places), angle)) for k in range(robots)),
        next_id=40,
    )


def started(world: World, draw: st.DataObject) -> Simulation:
    """Return a run in which all that is loose has been given a speed."""
    try:
        simulation = Simulation(world, ideal=True)
    except BadInput:
        reject()
    for body in simulation.state.bodies[len(world.lights) :]:
        body.vx_mm_s, body.vy_mm_s = draw.draw(speed), draw.draw(speed)
        body.spin_rad_s = draw.draw(st.floats(-20.0, 20.0)) if body.is_box else 0.0
    return simulation


def each_tick(simulation: Simulation, ticks: int, figure: Callable[[], float]) -> list[float]:
    """Return a figure of every tick that follows."""
    figures = []
    for _ in range(ticks):
        simulation.advance(1)
        figures.append(figure())
    return figures


@given(worlds(), st.data())
def test_energy_never_grows(world: World, data: st.DataObject) -> None:
    """Bounces and the floor take energy or leave it, in every tick, whatever meets whatever."""
    simulation = started(world, data)
    before = energy(simulation)

    energies = [before, *each_tick(simulation, TICKS, lambda: energy(simulation))]

    assert (np.diff(energies) <= 1e-9 * before).all()


@given(worlds(), st.data())
def test_nothing_enters_anything(world: World, data: st.DataObject) -> None:
    """Balls, caps, cylinders and boxes keep out of each other, of walls and of lamps."""
    simulation = started(world, data)

    depths = each_tick(simulation, TICKS, lambda: deepest_overlap_mm(world, simulation))

    assert max(depths) <= ROUNDING_MM


@given(worlds(robots=2), st.data())
def test_nothing_enters_anything_where_robots_drive(world: World, data: st.DataObject) -> None:
    """The same holds while two robots drive through it all."""
    simulation = started(world, data)
    wheel = st.integers(-60, 60)
    orders = data.draw(st.lists(st.tuples(wheel, wheel), min_size=4, max_size=4))
    depths = []
    for k, order in enumerate(orders):
        simulation.apply(k % 2, SetSpeeds(*order))
        depths += each_tick(simulation, 40, lambda: deepest_overlap_mm(world, simulation))

    assert max(depths) <= ROUNDING_MM


@given(worlds(robots=1), st.data())
def test_the_same_seed_gives_the_same_bytes(world: World, data: st.DataObject) -> None:
    """A run that goes on from a saved state gives every byte that the run itself gives."""
    simulation = started(world, data)
    simulation.apply(0, SetSpeeds(40, 30))
    simulation.advance(60)
    saved = simulation.save_state()
    again = Simulation(world, ideal=True)

    again.restore_state(saved)
    simulation.advance(TICKS)
    again.advance(TICKS)

    one, other = simulation.save_state(), again.save_state()
    assert {name: table.tobytes() for name, table in one.items()} == {
        name: table.tobytes() for name, table in other.items()
    }


@given(st.integers(2, 5), st.integers(2, 5), st.integers(10, 127))
def test_caps_pushed_into_a_corner_do_not_explode(columns: int, rows: int, order: int) -> None:
    """A robot that drives a stack of caps into a corner jams: no cap gets away from it fast."""
    caps = tuple(
        Cap(10 + 10 * i + j, 20.0 + 30.0 * i, 20.0 + 30.0 * j)
        for i in range(columns)
        for j in range(rows)
    )
    start = RobotStart(1, Pose(330.0, 330.0, -0.75 * math.pi))
    far = (Ball(2, 450.0, 60.0),)
    world = World(
        "stack", Arena.rectangle(500.0, 500.0), caps=caps, balls=far, robots=(start,), next_id=99
    )
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(order, order))
    places = [np.array([(t.x_mm, t.y_mm) for t in simulation.snapshot().objects])]

    for _ in range(250):
        simulation.advance(1)
        places.append(np.array([(t.x_mm, t.y_mm) for t in simulation.snapshot().objects]))

    steps_mm = np.hypot(*np.diff(places, axis=0).transpose(2, 0, 1))
    assert steps_mm.max() <= 3.5 * order * 0.08 + 0.1
