"""The curves of one scale over time, with their legend."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtWidgets import QWidget

from wsusim.analysis.curve_channels import Scale
from wsusim.analysis.curves import Curve, drawn_rows
from wsusim.analysis.sample_history import History
from wsusim.gui.features.curves.legend import Entry, Legend
from wsusim.gui.features.curves.names import look_of
from wsusim.gui.widgets.layouts import in_column, in_row, named
from wsusim.gui.widgets.plot import Drawing, Line, Plot
from wsusim.model.units import TICKS_PER_SECOND

LEAST_EM = 3.6
"""Height of a plot, at least, in heights of the text."""

PADDING = 0.06
FIXED_PADDING = 0.03
SHRUNK = 0.5
"""A range that fits is made smaller only when so little of it is used, so that it stands still."""

HALF_TURN_DEG = 180.0
NO_VALUE = "–"


class PlotRow(QWidget):
    """Draws when it is told to; the ``PlotStack`` decides what is in view."""

    def __init__(self, scale: Scale) -> None:
        super().__init__()
        self.scale = scale
        self._look = look_of(scale)
        self._range = (0.0, 0.0)
        self._entries: dict[Curve, Entry] = {}
        self.plot = named(Plot(x_unit=" s", widest="-00000"), self._look.title)
        self.plot.setMinimumSize(80, 20)
        self.legend = Legend(self._look.title)
        legend = in_column(self.legend, None)
        self.setLayout(in_row(self.plot, legend, spacing=0, grows=self.plot))

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The curves that it shows."""
        return tuple(self._entries)

    def set_curves(self, entries: dict[Curve, Entry]) -> None:
        """Show these curves in this order, drawn as their entries say."""
        self._entries = entries
        self.legend.set_entries(tuple(entries.values()))
        self._range = (0.0, 0.0)

    def dress(self, *, has_time: bool, legend_px: int) -> None:
        """Take up the text size; only the lowest plot writes the time."""
        em = self.fontMetrics().height()
        self.plot.has_x_figures = has_time
        self.plot.update()
        self.legend.setFixedWidth(legend_px)
        plot_px = round(LEAST_EM * em) + (em + 8 if has_time else 4)
        self.setMinimumHeight(max(plot_px, self.legend.sizeHint().height()))

    def draw(
        self,
        history: History,
        rows: tuple[int, int],
        seconds: tuple[float, float],
        *,
        is_fixed: bool,
    ) -> None:
        """Draw the rows of a history from one to the other, in a stretch of time."""
        most = max(4, int(self.plot.frame_px.width()))
        jump = HALF_TURN_DEG if self.scale is Scale.HEADING else math.inf
        lines = []
        for curve, entry in self._entries.items():
            if curve.robot < history.robots and rows[0] < rows[1]:
                column = history.column(curve.robot, curve.column)
                shown = drawn_rows(column, *rows, most)
                seconds_shown = history.ticks[shown] / TICKS_PER_SECOND
                values = column[shown].astype(np.float64)
                lines.append(Line(seconds_shown, values, entry.pen, jump))
        if lines:
            low = min(float(line.y.min()) for line in lines)
            high = max(float(line.y.max()) for line in lines)
            self._fit(low, high, is_fixed=is_fixed)
        elif self._range == (0.0, 0.0):
            self._range = self._look.fixed or (0.0, self._look.least)
        self.plot.show_drawing(Drawing(seconds, self._range, tuple(lines)))

    def write_values(self, history: History, row: int | None) -> None:
        """Write the values of a row into the legend; ``None``: there are none."""
        self.legend.set_values(
            tuple(
                NO_VALUE
                if row is None or curve.robot >= history.robots
                else f"{history.column(curve.robot, curve.column)[row]:.{self._look.digits}f}"
                for curve in self._entries
            )
        )

    def _fit(self, low: float, high: float, *, is_fixed: bool) -> None:
        """Choose the range of values."""
        if is_fixed and self._look.fixed is not None:
            low, high = min(low, self._look.fixed[0]), max(high, self._look.fixed[1])
            margin = FIXED_PADDING * (high - low)
            self._range = (low - margin, high + margin)
            return
        lack = max(0.0, self._look.least - (high - low))
        low, high = low - lack / 2.0, high + lack / 2.0
        margin = PADDING * (high - low)
        low, high = low - margin, high + margin
        before = self._range
        is_inside = before[0] <= low + margin / 2.0 and high - margin / 2.0 <= before[1]
        if not is_inside or high - low < SHRUNK * (before[1] - before[0]):
            self._range = (low, high)
