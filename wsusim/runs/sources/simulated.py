"""Simulated robots: what a simulation begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wsusim.model.inputs import Input
from wsusim.runs.observer import Abilities, Observers
from wsusim.runs.request import RunRequest

if TYPE_CHECKING:
    from wsusim.engine.simulation import Simulation
    from wsusim.hosting.host import HostSettings
    from wsusim.runs.sources.opened_simulation import OpenedSimulation

ABILITIES = Abilities(pause=True, drag=True, order=True, type=True, rays=True)


class SimulatedRobots:
    """The robots of a simulation; fulfils ``source.Source``.

    Attributes:
        request: Which, and how fast.
        simulation: Where to begin, instead of the request's maze and seed.
        host_settings: What the controllers' hosts need to know besides the request.
        programs: What is run instead of the request's controllers: copies of them, by robot.
        earlier: The inputs of the simulation before the run begins.
    """

    abilities = ABILITIES

    def __init__(
        self,
        request: RunRequest,
        simulation: Simulation | None = None,
        host_settings: HostSettings | None = None,
        programs: Sequence[str] | None = None,
        earlier: Sequence[tuple[int, int, Input]] = (),
    ) -> None:
        self.request = request
        self.simulation = simulation
        self.host_settings = host_settings
        self.programs = programs
        self.earlier = earlier
        self.is_pinned = request.speed is None

    def open(self, observers: Observers) -> OpenedSimulation:
        """Build the simulation, or bring it to the moment at which the run begins."""
        from wsusim.runs.sources.opened_simulation import open_simulation

        return open_simulation(self, observers)

    def close(self) -> None:
        """Do nothing: nothing is open yet."""
