"""Shows a simulation to the observers of a run, and lets hands move things in it."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.history_feed import History
from wsusim.engine.simulation import Simulation
from wsusim.engine.snapshots import RobotStatistics
from wsusim.errors import BadInput
from wsusim.model.geometry import Pose
from wsusim.recording.file_layout import BLOCK_TICKS
from wsusim.runs.actions import Drag
from wsusim.runs.observer import Observers, RunUpdate
from wsusim.runs.sensed import SensedMoments

LONGEST_LOOK_TICKS = 20 * BLOCK_TICKS
"""Ticks that wait for the next update at most; older ones are left out."""

NO_ROWS = np.zeros((0, 0))
"""Nothing was done since the update before."""


class ShownSimulation:
    """What simulated and emulated robots have in common. The thread that steps calls.

    Attributes:
        was_moved: Whether a hand has moved something.
    """

    def __init__(self, simulation: Simulation, observers: Observers) -> None:
        self.simulation = simulation
        self.was_moved = False
        self._observers = observers
        self._sensed = SensedMoments()
        self._drags: dict[int, Drag] = {}
        self._mutex = threading.Lock()
        self._was_refused = False
        self._history: History | None = None
        self._is_begun = False
        self._is_seen = observers.hears("seen")
        self._next_tick = simulation.tick + 1
        self._rows: list[NDArray[np.float64]] = []

    def begin(self) -> None:
        """Report every tick from now on, if an observer wants them."""
        self._is_begun = True
        if self._observers.hears("given"):
            self.simulation.on_intervention = self._observers.given
        if self._observers.hears("spanned", "seen"):
            self._history = History(
                self.simulation.world,
                first_tick=self.simulation.tick,
                span_ticks=BLOCK_TICKS,
                on_rows=self._take_span,
            )
            self.simulation.keep_history(self._history)

    def end(self) -> None:
        """Report the remaining ticks, and show a last time that no wheel turns any more."""
        self.simulation.on_intervention = None
        if self._history is not None:
            self.simulation.keep_history(None)
        if not (self._is_seen and self._is_begun):
            return
        update = self.latest()
        robots = tuple(
            replace(robot, left_speed=0.0, right_speed=0.0) for robot in update.snapshot.robots
        )
        self._observers.seen(replace(update, snapshot=replace(update.snapshot, robots=robots)))

    def statistics(self) -> tuple[RobotStatistics, ...]:
        """Return what each robot has done."""
        return tuple(map(self.simulation.statistics, range(self.simulation.robot_count)))

    def look(self) -> None:
        """Show this tick to the observers."""
        self._observers.seen(self.latest())

    def first_update(self) -> RunUpdate:
        """Return what is visible before the first tick."""
        return replace(self.latest(), rows=None)

    def latest(self) -> RunUpdate:
        """Return what is visible, with all ticks since the last time."""
        simulation = self.simulation
        snapshot = simulation.snapshot()
        if self._history is not None:
            self._keep(self._history.recent(self._next_tick, snapshot.tick))
        rows, self._rows = self._rows, []
        return RunUpdate(
            snapshot,
            self.statistics(),
            self._sensed.of(simulation, snapshot),
            self._next_tick - sum(map(len, rows)),
            np.concatenate(rows) if rows else NO_ROWS,
        )

    def drag(self, action: Drag) -> bool:
        """Note where to put something, the newest place of each thing; any thread.

        Return whether ``do_drags`` must be called for it.
        """
        with self._mutex:
            is_first = not self._drags
            self._drags[action.object_id] = action
            return is_first

    def do_drags(self) -> None:
        """Put everything where it was dragged."""
        with self._mutex:
            drags, self._drags = self._drags, {}
        for action in drags.values():
            self._move(action)

    def _take_span(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        self._observers.spanned(first_tick, rows)
        if self._is_seen:
            self._keep(rows[self._next_tick - first_tick :])

    def _keep(self, rows: NDArray[np.float64]) -> None:
        """Keep ticks for the next update, up to a limit."""
        if len(rows):
            self._rows.append(rows.copy())
            self._next_tick += len(rows)
            while sum(map(len, self._rows)) > LONGEST_LOOK_TICKS:
                self._rows.pop(0)

    def _move(self, action: Drag) -> None:
        simulation = self.simulation
        numbers = {start.id: robot for robot, start in enumerate(simulation.world.robots)}
        try:
            if action.object_id in numbers:
                robot = numbers[action.object_id]
                heading_rad = simulation.snapshot().robots[robot].pose.heading_rad
                simulation.move_robot(robot, Pose(action.x_mm, action.y_mm, heading_rad))
            else:
                simulation.move_object(action.object_id, action.x_mm, action.y_mm)
        except BadInput as error:
            self._was_refused = True
            self._observers.refused(str(error))
            return
        self._sensed.note_drag(simulation.tick)
        self.was_moved = True
        if self._was_refused:
            self._was_refused = False
            self._observers.refused("")
