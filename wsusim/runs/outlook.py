"""What programs will do from a moment of a run on, computed again after each edit.

It isn't checked first whether an edited program still does what it did before: that would take as
long as doing it. The new future simply begins there; a program that differs on its way reports it,
and the future begins once more where it first did.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wsusim.control.debugging.breakpoints import Why
from wsusim.control.debugging.debugger import DebugEvent, Stop
from wsusim.control.report import FailureReport
from wsusim.hosting.past import NOT_REPRODUCIBLE, NoWayBack
from wsusim.model.geometry import Point
from wsusim.model.robot_table import HISTORY, HISTORY_WIDTH
from wsusim.model.units import SENSOR_REFRESH_TICKS, seconds_to_ticks, ticks_to_seconds
from wsusim.runs.debugged import DebuggedRun
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.report import RunReport

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wsusim.engine.simulation import Simulation

LOOK_AHEAD_S = 20.0
"""Simulated time after the moment; some 0.1 s of a processor."""

Texts = Mapping[int, Mapping[str, str]]
"""Files of programs by path, for each robot that has other ones than in the run."""

Ways = tuple[tuple[Point, ...], ...]
"""Where each robot goes, by their order."""


class LookCalledOff(Exception):
    """The answer is no longer wanted."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes after a moment.

    Attributes:
        from_tick: Where it begins: at the moment, or before it, where an edited program first does
            something else.
        end_tick: Where the outlook ends.
        ways: Where the robots go.
        report: The state at its end. Distances and contacts count from the run's beginning.
            ``None``: a program can't be loaded.
        failure: Why a program failed, if one did.
    """

    from_tick: int
    end_tick: int
    ways: Ways
    report: RunReport | None
    failure: FailureReport | None


class Outlooks:
    """Looks ahead from one moment of a run; one thread at a time, except for ``call_off``.

    Args:
        run: Its programs, and what is known about them.
        tick: The moment.
    """

    def __init__(self, run: DebuggedRun, tick: int) -> None:
        self.run = run
        self.tick = tick
        self._request = replace(
            run.request,
            debugger=None,
            speed=None,
            record=None,
            time_s=ticks_to_seconds(tick + seconds_to_ticks(LOOK_AHEAD_S)),
        )
        self._world: Simulation | None = None
        """That of the moment, for the next look: half of the work can be done before it."""
        self._called_off = threading.Event()

    def prepare(self) -> None:
        """Prepare what the next look needs."""
        if self._world is None:
            self._world = self.run.world_at(self.tick, self._request.time_s)

    def call_off(self) -> None:
        """End the current look soon; it raises ``LookCalledOff``. Any thread."""
        self._called_off.set()

    def look(self, texts: Texts, on_ways: Callable[[Ways], None] = lambda _ways: None) -> Outlook:
        """Return what the programs do with these texts.

        Args:
            texts: Those that were edited.
            on_ways: Called several times with what is known by then.

        Raises:
            NoWayBack: A program doesn't do the same again, even as it was.
            LookCalledOff: The answer is no longer wanted.
        """
        self._called_off.clear()
        tick = self.tick
        while True:
            found = self._look_from(tick, texts, on_ways)
            if isinstance(found, Outlook):
                return found
            earlier = self.run.known(found.robot).log.tick_after(found.moment.wait)
            if found.robot not in texts or earlier >= tick:
                raise NoWayBack(NOT_REPRODUCIBLE.format(what=found.detail or _ENDED))
            tick = earlier

    def _look_from(
        self, tick: int, texts: Texts, on_ways: Callable[[Ways], None]
    ) -> Outlook | Stop:
        """Return what comes after a tick, or where a program differed before it."""
        world = None
        if tick == self.tick:
            world, self._world = self._world, None
        follower = _Follower(on_ways, self._called_off)
        future = self.run.begun_at(
            tick,
            texts,
            on_event=follower.hear,
            observers=(follower,),
            request=self._request,
            world=world,
        ).run
        future.start()
        try:
            follower.wait()
        finally:
            has_ended = future.close()
        if follower.difference is not None:
            return follower.difference
        if not has_ended or self._called_off.is_set():
            raise LookCalledOff
        return Outlook(
            tick, follower.end_tick, follower.ways, future.report, follower.failure_report
        )


class _Follower(RunObserver):
    """Records where robots go, and notices a program that differs."""

    def __init__(self, on_ways: Callable[[Ways], None], called_off: threading.Event) -> None:
        self.difference: Stop | None = None
        self.failure_report: FailureReport | None = None
        self.end_tick = 0
        self._on_ways = on_ways
        self._called_off = called_off
        self._points: list[list[Point]] = []
        self._over = threading.Event()

    @property
    def ways(self) -> Ways:
        """Where the robots went so far."""
        return tuple(map(tuple, self._points))

    def wait(self) -> None:
        """Wait until the run is over or need not go on."""
        while not self._over.wait(_LOOK_S):
            if self._called_off.is_set():
                return

    def hear(self, event: DebugEvent) -> None:
        """Note the first program that differs; the others are ended with it."""
        is_first = self.difference is None and not self._over.is_set()
        if is_first and isinstance(event, Stop) and event.why in (Why.DIFFERS, Why.PRESENT):
            self.difference = event
            self._over.set()

    def started(self, start: RunStart) -> None:
        """Begin where the robots are."""
        snapshot = start.update.snapshot
        self.end_tick = snapshot.tick
        self._points = [[(robot.pose.x_mm, robot.pose.y_mm)] for robot in snapshot.robots]

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Keep where the robots were at each refresh of their sensors."""
        self.end_tick = first_tick + len(rows) - 1
        table = rows[-first_tick % SENSOR_REFRESH_TICKS :: SENSOR_REFRESH_TICKS]
        for number, points in enumerate(self._points):
            part = table[:, number * HISTORY_WIDTH : (number + 1) * HISTORY_WIDTH].view(HISTORY)
            points += zip(part["x_mm"][:, 0].tolist(), part["y_mm"][:, 0].tolist(), strict=True)
        self._on_ways(self.ways)

    def failed(self, robot: int | None, spec: str, report: FailureReport) -> None:
        """Keep the first failure."""
        self.failure_report = self.failure_report or report

    def closed(self) -> None:
        """Note that the run is over."""
        self._over.set()


_ENDED = "it came to its end before that moment"

_LOOK_S = 0.02
"""So often it is looked whether the rest is still wanted (wall clock)."""


def edited_texts(run: DebuggedRun, read: Callable[[str, str], str]) -> dict[int, dict[str, str]]:
    """Return the programs that have changed since they were loaded, by robot.

    Args:
        run: The run of the programs.
        read: Returns a file's current text, given its path and its earlier text.
    """
    edited: dict[int, dict[str, str]] = {}
    for robot in run.debugger.robots:
        texts = run.debugger.texts_of(robot)
        now = {file: read(file, text) for file, text in texts.items()}
        if now != texts:
            edited[robot] = now
    return edited
