"""A robot that is only a tape: the run of a real robot, repeated without the robot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Self

from wsusim.backends.tape.exact import ExactTape
from wsusim.backends.tape.loose import LooseTape
from wsusim.engine.snapshots import RobotStatistics
from wsusim.hosting.host import Host, HostSettings
from wsusim.hosting.host_group import HostGroup
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import World
from wsusim.runs.actions import Action
from wsusim.runs.observer import Abilities, Observers, RunStart, RunUpdate
from wsusim.runs.request import RunRequest
from wsusim.runs.sources.real_track import UNSEEN, RealTrack
from wsusim.runs.sources.source import Finish

LOOK_S = 0.05

PATIENCE_S = 60.0
"""A program on a tape has all the time it wants: only an endless loop is ended. Its rounds are
counted, and so many are three times what the quickest computer does in the patience of a real run.
"""

COMPUTED_SHARE = 10.0
"""The same in all, for each second of the run."""


class TapedRobot:
    """Lets one program drive a tape; fulfils ``source.Source`` and, being ready, ``Opened``.

    Args:
        request: With one controller, in a process of its own.
        world: The maze with the robot.
        tape: What answers it.
        settings: For its host.
        on_share: Called now and then with how much of the tape is over.
    """

    abilities = Abilities()
    is_pinned = True

    def __init__(
        self,
        request: RunRequest,
        world: World,
        tape: ExactTape | LooseTape,
        settings: HostSettings,
        on_share: Callable[[float], object] = lambda share: None,
    ) -> None:
        self.request = request
        self._world = world
        self._tape = tape
        self._settings = settings
        self._on_share = on_share

    def open(self, observers: Observers) -> Self:
        """Return the tape, which is ready."""
        return self

    def members(self) -> list[tuple[str, ExactTape | LooseTape]]:
        """Return the program and its tape."""
        return [(self.request.driven[0], self._tape)]

    def settings(self) -> HostSettings:
        """Return what its host needs to know."""
        request = self.request
        return replace(
            self._settings,
            patience_s=PATIENCE_S,
            load_patience_s=PATIENCE_S,
            compute_s=PATIENCE_S + COMPUTED_SHARE * (request.time_s or 0.0),
            sandbox=request.sandbox,
            parameters=request.parameters,
            tells_lines=True,
        )

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start, as it was for the real robot."""
        track = RealTrack(self._world, self.request.pulse_mm)
        time_s = self.request.time_s
        return RunStart(
            self.request,
            self.abilities,
            self._world,
            RunUpdate(track.snapshot(0), (track.statistics,)),
            seed=self.request.seed,
            is_ideal=False,
            options={},
            end_tick=None if time_s is None else seconds_to_ticks(time_s),
        )

    def go(self, group: HostGroup) -> None:
        """Start the program."""
        group.start()

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Wait for the program's end."""
        steps = max(1, len(self._tape.steps))
        while not group.wait(LOOK_S):
            look()
            self._on_share(min(1.0, self._tape.at / steps))

    def finish(self) -> Finish:
        """Return how far the tape got."""
        return Finish(self.tick, "finished", UNSEEN, (RobotStatistics(0.0, 0, 0),))

    def close(self) -> None:
        """Do nothing: nothing moves."""

    @property
    def tick(self) -> int:
        """The last tick that the program was told."""
        return self._tape.told

    def stop(self) -> None:
        """End the program."""
        self._tape.request_stop()

    def steer(self, action: Action) -> None:
        """Do nothing: the past can't be changed."""
