"""The interface between a run and its source of robots: simulated, emulated or real."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from wsusim.backends.contract import HostedBackend
    from wsusim.engine.snapshots import RobotStatistics
    from wsusim.hosting.host import Host, HostSettings
    from wsusim.hosting.host_group import HostGroup
    from wsusim.model.snapshot import MissionSnapshot
    from wsusim.runs.actions import Action
    from wsusim.runs.observer import Abilities, Observers, RunStart
    from wsusim.runs.report import End, LineReport
    from wsusim.runs.request import RunRequest


@dataclass(frozen=True, slots=True)
class Finish:
    """What the robots report on a run that is over."""

    tick: int
    """The last one."""
    end: End
    """How the run as a whole came to its end."""
    mission: MissionSnapshot
    statistics: Sequence[RobotStatistics]
    """What each robot has done."""
    trace_sha256: str = ""
    """Fingerprint of all ticks; empty where there is none."""
    is_reproducible: bool = False
    """Whether the same request gives the same run again."""
    line: LineReport | None = None
    """Figures of a real robot's line."""


class Opened(Protocol):
    """Robots that are ready. A run calls the methods in this order, in one thread."""

    request: RunRequest
    """What is done: where a run goes on from a recording, with the recording's maze and seed."""

    def members(self) -> Sequence[tuple[str, HostedBackend]]:
        """Return the controllers, each with the backend of its robot."""

    def settings(self) -> HostSettings:
        """Return what the controllers' hosts need to know."""

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return what is known now that the controllers are loaded; nothing has moved yet."""

    def go(self, group: HostGroup) -> None:
        """Start the controllers: this is the first tick."""

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Drive the robots until the run is over; call ``look`` a few times a second.

        It is called again after Ctrl-C has broken it off.
        """

    def finish(self) -> Finish:
        """Stop what still moves, after all controllers have ended, and show it a last time."""

    def close(self) -> None:
        """Release the robots, with motors at zero. Also after a failure; idempotent."""

    # Any thread, and at once

    @property
    def tick(self) -> int:
        """The tick that the robots are in."""

    def stop(self) -> None:
        """Stop the robots and end the run."""

    def steer(self, action: Action) -> None:
        """Do what a person asks for; only called for what ``abilities`` allow."""


class Source(Protocol):
    """Robots that can be driven once they are opened."""

    abilities: Abilities
    is_pinned: bool
    """Whether the run's threads are kept on one processor: right for lock-step at full speed."""

    def open(self, observers: Observers) -> Opened:
        """Return the robots, ready; ``observers`` get all events from now on.

        Raises:
            BadInput: They can't be provided as requested. Nothing is left open.
            LinkLost: A real robot does not answer.
        """

    def close(self) -> None:
        """Release what is held without being opened, if anything; idempotent."""
