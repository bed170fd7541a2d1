"""What is known about a run when it is judged: every tick, its prints and its report.

A teacher's own predicate gets this, too. Nothing in it leads to the controller or the simulation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wsusim.model.robot_table import HISTORY, HISTORY_WIDTH
from wsusim.model.units import TICK_S, ticks_to_seconds
from wsusim.model.world import World
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.report import RunReport

Reals = NDArray[np.float64]

LINES_KEPT = 40
"""Lines of print that are kept with a verdict."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One run: column by column, a row for each tick of 10 ms.

    Attributes:
        world: The maze with its robots.
        report: How it went: ``goal_time_s``, ``caps_delivered``, ``contacts``, ``distance_mm``,
            ``sim_time_s``, ``outcome``.
        robots: Of each robot a table [ticks] whose columns are named as in a recording.
        first_tick: Tick of the first row.
    """

    world: World
    report: RunReport
    robots: tuple[NDArray[np.void], ...]
    first_tick: int = 1

    @property
    def time_s(self) -> Reals:
        """[ticks] seconds since the start."""
        return (
            np.arange(self.first_tick, self.first_tick + len(self.robots[0]), dtype=float) * TICK_S
        )

    @property
    def x_mm(self) -> Reals:
        """[ticks] where the first robot is, to the right."""
        return self.robots[0]["x_mm"]

    @property
    def y_mm(self) -> Reals:
        """[ticks] where the first robot is, upwards."""
        return self.robots[0]["y_mm"]

    @property
    def heading_rad(self) -> Reals:
        """[ticks] where the first robot looks, counter-clockwise from the right."""
        return self.robots[0]["heading_rad"]

    @property
    def left_speed(self) -> Reals:
        """[ticks] speed of the first robot's left wheel, pulses per 10 ms."""
        return self.robots[0]["left_speed"]

    @property
    def right_speed(self) -> Reals:
        """[ticks] speed of the first robot's right wheel, pulses per 10 ms."""
        return self.robots[0]["right_speed"]

    @property
    def proximity(self) -> NDArray[np.int64]:
        """[ticks, 8] the first robot's proximity readings, 0 to 1023."""
        return self.robots[0]["proximity"]

    @property
    def ambient(self) -> NDArray[np.int64]:
        """[ticks, 8] the first robot's light readings."""
        return self.robots[0]["ambient"]


@dataclass(slots=True)
class Collector(RunObserver):
    """Collects the evidence of a run while it goes on."""

    world: World | None = None
    lines: list[str] = field(default_factory=list)
    """The first lines that the controller printed, with their seconds."""
    lines_left_out: int = 0
    _spans: list[Reals] = field(default_factory=list)
    _first_tick: int | None = None

    def started(self, start: RunStart) -> None:
        """Note the maze."""
        self.world = start.world

    def spanned(self, first_tick: int, rows: Reals) -> None:
        """Collect every tick."""
        self._first_tick = first_tick if self._first_tick is None else self._first_tick
        self._spans.append(rows.copy())

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep the first lines."""
        for line in text.splitlines():
            if len(self.lines) < LINES_KEPT:
                self.lines.append(f"{ticks_to_seconds(tick):.2f} s: {line[:200]}")
            else:
                self.lines_left_out += 1

    def evidence(self, report: RunReport) -> Evidence | None:
        """Return what was collected; ``None``: the run ended before its first tick."""
        if self.world is None or not self._spans:
            return None
        rows = np.concatenate(self._spans)
        robots = tuple(
            rows[:, number * HISTORY_WIDTH : (number + 1) * HISTORY_WIDTH]
            .copy()
            .view(HISTORY)[:, 0]
            for number in range(len(self.world.robots))
        )
        return Evidence(self.world, report, robots, self._first_tick or 0)
