"""Takes a simulation to a moment of a recording, by giving it all its inputs again.

A simulation is a function of world, seed and its inputs, and it runs thousands of times faster than
the robot: so repeating the run without its controllers gives the exact state at any moment. Nothing
has to be stored for it, and no part of the state can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable

from wsusim.engine.simulation import Simulation
from wsusim.model.commands import Annotation
from wsusim.model.geometry import Pose
from wsusim.model.inputs import Input
from wsusim.model.interventions import KeysHeld, MadeSafe, ObjectMoved, RobotMoved
from wsusim.recording.contents import inputs
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording


def simulation_at(
    recording: Recording, tick: int
) -> tuple[Simulation, list[tuple[int, int, Input]]]:
    """Return a simulation in the state of ``tick``, and the inputs that brought it there.

    Neither remarks (say, draw) nor orders that were given at ``tick`` itself are among them: these
    are the next ones to give.

    Raises:
        BadInput: The recording does not reach that far.
    """
    Player(recording).check_tick(tick)
    earlier = [
        entry
        for entry in inputs(recording)
        if entry[0] < tick and not isinstance(entry[2], Annotation)
    ]
    header = recording.header
    simulation = Simulation(header.world, seed=header.seed, ideal=header.is_ideal)
    drive(simulation, earlier)
    simulation.advance_to(tick)
    return simulation, earlier


def drive(simulation: Simulation, entries: Iterable[tuple[int, int, Input]]) -> None:
    """Give a simulation its inputs, each at its tick."""
    for tick, robot, value in entries:
        simulation.advance_to(tick)
        give(simulation, robot, value)


def give(simulation: Simulation, robot: int, value: Input) -> None:
    """Give a simulation one input; remarks change nothing in it."""
    if isinstance(value, MadeSafe):
        simulation.make_safe(robot)
    elif isinstance(value, RobotMoved):
        simulation.move_robot(robot, Pose(value.x_mm, value.y_mm, value.heading_rad))
    elif isinstance(value, ObjectMoved):
        simulation.move_object(value.object_id, value.x_mm, value.y_mm)
    elif isinstance(value, KeysHeld):
        simulation.hold_keys(value.keys)
    elif not isinstance(value, Annotation):
        simulation.apply(robot, value)
