"""Who listens to everything that happens in a run: the recorder, or the one that compares."""

from __future__ import annotations

from typing import Protocol

from wsusim.engine.simulation import Simulation
from wsusim.model.commands import Command
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest


class RunTap(Protocol):
    """Hears all that a recording needs; ``command`` is called by whoever steps the simulation."""

    def begin(self, request: RunRequest, simulation: Simulation) -> None:
        """Prepare for a run that is about to begin; nothing has moved yet."""

    def command(self, tick: int, robot: int, command: Command) -> None:
        """Hear of an order or remark as it reaches the simulation."""

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Hear what a controller printed. Any thread."""

    def noticed(self, tick: int, text: str) -> None:
        """Hear a remark about the run. Any thread."""

    def end(self, report: RunReport) -> None:
        """Hear how the run ended; nothing moves any more."""

    def cut_off(self) -> None:
        """Hear that the run broke off; called after ``end`` too, where it does nothing."""
