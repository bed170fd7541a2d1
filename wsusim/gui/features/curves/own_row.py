"""Curves of a program's own numbers: what it plots, and variables that a person has ticked."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from wsusim.gui.features.curves.legend import Entry, Legend
from wsusim.gui.features.curves.plot_row import LEAST_EM, NO_VALUE, PADDING
from wsusim.gui.features.curves.styles import Style
from wsusim.gui.widgets.layouts import in_column, in_row, named
from wsusim.gui.widgets.plot import Drawing, Line, Plot
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.runs.value_book import PLOTTED, ValueBook

MOST_CURVES = 12
MOST_POINTS = 4000
"""Of one curve are drawn at once."""

Name = tuple[int, str]
"""(robot, name of a value)."""


class OwnRow(QWidget):
    """One plot; a number is valid until the next one, so its curve has steps."""

    def __init__(self) -> None:
        super().__init__()
        self.title = self.tr("Your program's values")
        self.names: tuple[Name, ...] = ()
        """What it shows."""
        self.plot = named(Plot(x_unit=" s", widest="-00000"), self.title)
        self.plot.setMinimumSize(80, 20)
        self.legend = Legend(self.title)
        legend = in_column(self.legend, None)
        self.setLayout(in_row(self.plot, legend, spacing=0, grows=self.plot))

    def set_names(self, names: tuple[Name, ...], robots: int, colours: tuple[QColor, ...]) -> None:
        """Show these values."""
        self.names = names[:MOST_CURVES]
        entries = []
        for number, (robot, name) in enumerate(self.names):
            words = name.removeprefix(f"{PLOTTED}.")
            label = words if robots == 1 else f"{robot + 1}  {words}"
            dot = colours[robot] if robots > 1 and robot < len(colours) else None
            entries.append(Entry(label, Style(number).pen(current_theme()), dot))
        self.legend.set_entries(tuple(entries))

    def dress(self, *, has_time: bool, legend_px: int) -> None:
        """Take up the text size; only the lowest plot writes the time."""
        em = self.fontMetrics().height()
        self.plot.has_x_figures = has_time
        self.plot.update()
        self.legend.setFixedWidth(legend_px)
        plot_px = round(LEAST_EM * em) + (em + 8 if has_time else 4)
        self.setMinimumHeight(max(plot_px, self.legend.sizeHint().height()))

    def draw(self, book: ValueBook, seconds: tuple[float, float], last_tick: int) -> None:
        """Draw what the values were in a stretch of time, up to the newest tick."""
        lines, lows, highs = [], [], []
        for number, (robot, name) in enumerate(self.names):
            ticks, values = book.numbers(robot, name)
            if not len(ticks):
                continue
            x, y = steps(ticks, values, last_tick)
            begin = max(0, int(np.searchsorted(x, seconds[0])) - 2)
            end = int(np.searchsorted(x, seconds[1])) + 2
            x, y = x[begin:end], y[begin:end]
            stride = max(1, len(x) // MOST_POINTS)
            x, y = x[::stride], y[::stride]
            if np.isfinite(y).any():
                lows.append(float(np.nanmin(y)))
                highs.append(float(np.nanmax(y)))
                for piece_x, piece_y in pieces(x, y):
                    lines.append(Line(piece_x, piece_y, Style(number).pen(current_theme())))
        low, high = (min(lows), max(highs)) if lows else (0.0, 1.0)
        spare = max(PADDING * (high - low), 1e-6 * max(abs(low), abs(high)), 1e-9)
        if high == low:
            spare = max(0.5, 0.1 * abs(high))
        self.plot.show_drawing(Drawing(seconds, (low - spare, high + spare), tuple(lines)))

    def write_values(self, book: ValueBook, tick: int | None) -> None:
        """Write the values at a tick into the legend; ``None``: there are none."""
        held = (
            {}
            if tick is None
            else {robot: book.at(robot, tick) for robot in {robot for robot, _ in self.names}}
        )
        texts = []
        for robot, name in self.names:
            value = held.get(robot, {}).get(name)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            texts.append(NO_VALUE if value is None else f"{value:.5g}" if is_number else str(value))
        self.legend.set_values(tuple(texts))


def steps(ticks: np.ndarray, values: np.ndarray, last_tick: int) -> tuple[np.ndarray, np.ndarray]:
    """Return seconds and values of a curve in which each value is valid until the next."""
    ends = np.append(ticks[1:], max(last_tick, int(ticks[-1])))
    x = np.column_stack((ticks, ends)).ravel() / TICKS_PER_SECOND
    return x, np.repeat(values, 2)


def pieces(x: np.ndarray, y: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the stretches of a curve in which there are numbers."""
    there = np.isfinite(y)
    if there.all():
        return [(x, y)]
    edges = np.flatnonzero(np.diff(there.astype(np.int8))) + 1
    return [
        (part_x, part_y)
        for part_x, part_y in zip(np.split(x, edges), np.split(y, edges), strict=True)
        if len(part_y) and np.isfinite(part_y[0])
    ]
