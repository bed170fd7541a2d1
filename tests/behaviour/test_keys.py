"""Keys that a person holds are told to a program, and a recording gives the run again."""

from __future__ import annotations

from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.model.extras import mask_of
from wsusim.model.inputs import row_of, value_of
from wsusim.model.interventions import KeysHeld
from wsusim.model.readings import Quantity
from wsusim.recording.restore import drive


def test_keys_are_read_until_they_are_let_go() -> None:
    """From the tick in which they are held."""
    simulation = Simulation(empty_world())
    before = simulation.read(0, Quantity.KEYS)
    simulation.hold_keys(mask_of({"up", "a"}))
    during = simulation.read(0, Quantity.KEYS)
    simulation.hold_keys(0)

    assert (before, during) == ((0,), (mask_of({"up", "a"}),))
    assert simulation.read(0, Quantity.KEYS) == (0,)


def test_recorded_keys_are_held_again() -> None:
    """As any other input is."""
    kept = row_of(KeysHeld(5))
    simulation = Simulation(empty_world())
    drive(simulation, [(20, -1, value_of(kept))])

    assert (simulation.tick, simulation.read(0, Quantity.KEYS)) == (20, (5,))
