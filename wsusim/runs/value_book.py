"""The values of controllers' variables over time, and the numbers that they have plotted.

Runs fill it as they go on, recordings all at once; what shows values or curves asks here. Any
thread may ask while another one adds values.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wsusim.model.commands import Annotation, Plot, Value, Variables

PLOTTED = "plot"
"""Stands before the name of a number that ``self.plot`` shows: ``plot.error``."""

MOST_ENTRIES = 500_000
"""Values that are kept in all; then of the older ones every second goes."""

FEWEST_THINNED = 16
"""A series that is shorter is left as it is."""

KEPT_SHARE = 4
"""The newest quarter of a series stays as it is."""


@dataclass(slots=True)
class _Series:
    ticks: list[int] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)

    def put(self, tick: int, value: Value) -> int:
        """Add a value; return by how many there are more now."""
        if self.ticks and self.ticks[-1] >= tick:
            self.ticks[-1], self.values[-1] = tick, value
            return 0
        self.ticks.append(tick)
        self.values.append(value)
        return 1

    def at(self, tick: int) -> Value:
        """Return the value at a tick; ``None``: there was none."""
        place = bisect_right(self.ticks, tick)
        return self.values[place - 1] if place else None

    def thin(self) -> None:
        """Drop every second one of the older values."""
        if len(self.ticks) < FEWEST_THINNED:
            return
        old = len(self.ticks) - len(self.ticks) // KEPT_SHARE
        self.ticks = self.ticks[:old:2] + self.ticks[old:]
        self.values = self.values[:old:2] + self.values[old:]


class ValueBook:
    """The values of all robots of a run; robots count from 0."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._series: dict[int, dict[str, _Series]] = {}
        self._left_out: dict[int, _Series] = {}
        self._entries = 0
        self.is_thinned = False
        """Whether older values had to go: they are then told coarsely."""
        self.revision = 0
        """Grows with everything that is told."""

    def hear(self, tick: int, robot: int, remark: Annotation) -> None:
        """Add the values in a controller's remark; remarks of other kinds are ignored."""
        if isinstance(remark, Variables):
            with self._lock:
                for name, value in remark.changes:
                    self._put(tick, robot, name, value)
                self._left_out.setdefault(robot, _Series()).put(tick, remark.left_out)
        elif isinstance(remark, Plot):
            with self._lock:
                for name, number in remark.values:
                    self._put(tick, robot, f"{PLOTTED}.{name}", number)

    def names(self, robot: int) -> tuple[str, ...]:
        """Return all names that a robot's controller has had."""
        with self._lock:
            return tuple(self._series.get(robot, ()))

    def at(self, robot: int, tick: int) -> dict[str, Value]:
        """Return the values at a tick, by name."""
        with self._lock:
            held = {name: series.at(tick) for name, series in self._series.get(robot, {}).items()}
        return {name: value for name, value in held.items() if value is not None}

    def left_out(self, robot: int, tick: int) -> int:
        """Return how many variables there were besides those that are kept."""
        with self._lock:
            series = self._left_out.get(robot)
            return 0 if series is None else int(series.at(tick) or 0)

    def numbers(self, robot: int, name: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return ticks and numbers of a name: each is valid until the next; NaN: no number."""
        with self._lock:
            series = self._series.get(robot, {}).get(name)
            ticks = [] if series is None else list(series.ticks)
            values = [] if series is None else list(series.values)
        numbers = [
            float(value) if isinstance(value, int | float) else float("nan") for value in values
        ]
        return np.array(ticks, dtype=np.int64), np.array(numbers, dtype=np.float64)

    def _put(self, tick: int, robot: int, name: str, value: Value) -> None:
        series = self._series.setdefault(robot, {}).setdefault(name, _Series())
        self._entries += series.put(tick, value)
        self.revision += 1
        if self._entries > MOST_ENTRIES:
            self.is_thinned = True
            for own in self._series.values():
                for one in own.values():
                    one.thin()
            self._entries = sum(len(s.ticks) for own in self._series.values() for s in own.values())


def is_number(value: Value) -> bool:
    """Return whether a value can be a curve."""
    return isinstance(value, int | float)
