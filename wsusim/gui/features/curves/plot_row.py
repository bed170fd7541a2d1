"""One plot with its legend. This imports pyqtgraph, so only ``CurvesSide`` imports it, and late."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from wsusim.gui.features.curves.channels import Scale, look_of
from wsusim.gui.features.curves.choice import Curve
from wsusim.gui.features.curves.history import History
from wsusim.gui.features.curves.legend import Entry, Legend
from wsusim.gui.features.curves.thinning import drawn_rows
from wsusim.gui.widgets.theme import Theme
from wsusim.model.units import TICKS_PER_SECOND

LEAST_EM = 3.6
"""Height of a plot, at least, in heights of the text."""

TIME_EM, VALUE_EM = 4.0, 1.1
"""Figures of an axis are at least so far apart, in heights of the text; "1000 s" is 3 wide."""

PADDING = 0.06
SHRUNK = 0.5
"""A range that fits is made smaller only when so little of it is used, so that it stands still."""

WHEEL_STEP = 0.85
"""A notch of the wheel shows this share of the time."""

NOTCH = 120.0
FULL_TURN_DEG = 360.0


class _Box(pg.ViewBox):  # type: ignore[misc]
    """Tells what the mouse does, and does nothing by itself."""

    dragged = Signal(float, float, bool)
    """Seconds where the pointer is and by which it moved; whether with the left button."""
    clicked = Signal(float)
    zoomed = Signal(float, float)
    """Factor, and the second it is about."""

    def mouseDragEvent(self, ev: Any, axis: int | None = None) -> None:  # noqa: N802 - pyqtgraph's
        """Tell of a drag."""
        ev.accept()
        by_px = ev.pos().x() - ev.lastPos().x()
        is_left = ev.button() == Qt.MouseButton.LeftButton
        self.dragged.emit(self._second(ev.pos()), by_px * self.viewPixelSize()[0], is_left)

    def mouseClickEvent(self, ev: Any) -> None:  # noqa: N802 - pyqtgraph's name
        """Tell of a click."""
        if ev.button() == Qt.MouseButton.LeftButton:
            ev.accept()
            self.clicked.emit(self._second(ev.pos()))

    def wheelEvent(self, ev: Any, axis: int | None = None) -> None:  # noqa: N802 - Qt's name
        """Tell of a turn of the wheel."""
        ev.accept()
        self.zoomed.emit(WHEEL_STEP ** (ev.delta() / NOTCH), self._second(ev.pos()))

    def _second(self, at: QPointF) -> float:
        return float(self.mapToView(at).x())


class _Axis(pg.AxisItem):  # type: ignore[misc]
    """Leaves room between its figures, and writes a unit behind each."""

    def __init__(self, side: str, figure_em: float, unit: str = "") -> None:
        """``figure_em`` is the least distance of figures, in heights of the text."""
        super().__init__(side)
        self.em_px = 12
        """Height of the text."""
        self._figure_em = figure_em
        self._unit = unit

    def tickSpacing(  # noqa: N802 - pyqtgraph's name
        self, low: float, high: float, size_px: float
    ) -> list[tuple[float, float]]:
        """Return the distance of figures: 1, 2 or 5 times a power of ten."""
        least = (high - low) * self._figure_em * self.em_px / max(size_px, 1.0)
        power = 10.0 ** math.floor(math.log10(least))
        return [(next(s * power for s in (1.0, 2.0, 5.0, 10.0) if s * power >= least), 0.0)]

    def tickStrings(  # noqa: N802 - pyqtgraph's name
        self, values: list[float], scale: float, spacing: float
    ) -> list[str]:
        """Return the figures."""
        return [text + self._unit for text in super().tickStrings(values, scale, spacing)]


class _Plot(pg.PlotWidget):  # type: ignore[misc]
    """Tells when the pointer has left it."""

    left = Signal()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Tell."""
        super().leaveEvent(event)
        self.left.emit()


class PlotRow(QWidget):
    """The curves of one scale over time. All ranges are set from outside."""

    hovered = Signal(object)
    """The second under the pointer; ``None``: it has left."""

    def __init__(self, scale: Scale, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scale = scale
        self._look = look_of(scale)
        self._range = (0.0, 0.0)
        self._items: dict[Curve, Any] = {}
        self._pointer_px: QPointF | None = None
        self.box = _Box(enableMenu=False)
        self.plot = _Plot(
            viewBox=self.box,
            enableMenu=False,
            axisItems={
                "bottom": _Axis("bottom", TIME_EM, " s"),
                "left": _Axis("left", VALUE_EM),
            },
        )
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setAccessibleName(self._look.title)
        self.plot.hideButtons()
        self.plot.setMinimumSize(80, 20)
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.box.disableAutoRange()
        self.legend = Legend(self._look.title, theme)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.legend, 0, Qt.AlignmentFlag.AlignTop)
        self._grid = pg.PlotCurveItem(connect="pairs", skipFiniteCheck=True)
        self._grid.setZValue(-20)
        self.plot.addItem(self._grid)
        self.cursor_line = self._line(90)
        self.level_line = self._line(0)
        self.playhead_line = self._line(90)
        self.plot.scene().sigMouseMoved.connect(self._follow_pointer)
        self.plot.left.connect(self._forget_pointer)

    @property
    def curves(self) -> tuple[Curve, ...]:
        """What it shows."""
        return tuple(self._items)

    def drawn(self, curve: Curve) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return seconds and values as they are drawn; for tests."""
        x, y = self._items[curve].getData()
        return np.asarray(() if x is None else x), np.asarray(() if y is None else y)

    def y_range(self) -> tuple[float, float]:
        """Return the lowest and highest value in view."""
        return self._range

    def pointed_s(self) -> float | None:
        """Return the second under the pointer, and mark its height; ``None``: it is elsewhere."""
        at_px = self._pointer_px
        self.level_line.setVisible(at_px is not None)
        if at_px is None:
            return None
        at = self.box.mapSceneToView(at_px)
        self.level_line.setValue(at.y())
        return float(at.x())

    def forget_pointer(self) -> None:
        """Leave the cursor to the keys until the pointer moves again."""
        self._pointer_px = None
        self.level_line.hide()

    def set_curves(self, entries: dict[Curve, Entry], theme: Theme) -> None:
        """Show these curves in this order, drawn as their entries say."""
        for curve in [curve for curve in self._items if curve not in entries]:
            self.plot.removeItem(self._items.pop(curve))
        for curve, entry in entries.items():
            if curve not in self._items:
                self._items[curve] = pg.PlotCurveItem(skipFiniteCheck=True)
                self.plot.addItem(self._items[curve])
            self._items[curve].setPen(entry.pen)
        self._items = {curve: self._items[curve] for curve in entries}
        self.legend.set_entries(tuple(entries.values()), theme)
        self._range = (0.0, 0.0)

    def dress(self, theme: Theme, *, has_time: bool, legend_px: int) -> None:
        """Take up theme and text size; only the lowest plot writes the time."""
        em = self.fontMetrics().height()
        self.plot.setBackground(QColor(theme.field))
        self.plot.getPlotItem().layout.setContentsMargins(0, em // 2, 0, 0)  # half a figure
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.em_px = em
            axis.setPen(QPen(QColor(theme.line)))
            axis.enableAutoSIPrefix(False)
            axis.setTextPen(QPen(QColor(theme.dim_text)))
            axis.setStyle(tickFont=self.font(), autoExpandTextSpace=False, tickLength=-4)
        self.plot.getAxis("left").setWidth(self.fontMetrics().horizontalAdvance("-00000") + 8)
        bottom = self.plot.getAxis("bottom")
        bottom.setStyle(showValues=has_time)
        bottom.setHeight(em + 8 if has_time else 4)
        self._grid.setPen(_pen(theme.grid_coarse, 1.0))
        for line, colour, width in (
            (self.cursor_line, theme.dim_text, 1.0),
            (self.level_line, theme.dim_text, 1.0),
            (self.playhead_line, theme.accent, 2.0),
        ):
            line.setPen(_pen(colour, width))
        self.legend.setFixedWidth(legend_px)
        self.setMinimumHeight(
            max(round(LEAST_EM * em) + (em + 8 if has_time else 4), self.legend.sizeHint().height())
        )

    def draw(
        self,
        history: History,
        rows: tuple[int, int],
        seconds: tuple[float, float],
        *,
        is_fixed: bool,
    ) -> None:
        """Draw the rows of a history from one to the other, in a stretch of time."""
        most = max(4, int(self.box.width()))
        lows, highs = [], []
        for curve, item in self._items.items():
            if curve.robot >= history.robots or rows[0] >= rows[1]:
                item.clear()
                continue
            column = history.column(curve.robot, curve.column)
            shown = drawn_rows(column, *rows, most)
            y = column[shown].astype(np.float64)
            item.setData(history.ticks[shown] / TICKS_PER_SECOND, y, connect=_joints(self.scale, y))
            lows.append(float(y.min()))
            highs.append(float(y.max()))
        if lows:
            self._fit(min(lows), max(highs), is_fixed=is_fixed)
        elif self._range == (0.0, 0.0):
            self._range = self._look.fixed or (0.0, self._look.least)
        self.box.setRange(xRange=seconds, yRange=self._range, padding=0.0)
        self._rule(seconds)
        self.plot.scene().prepareForPaint()  # else it paints twice

    def write_values(self, history: History, row: int | None) -> None:
        """Write the values of a row into the legend; ``None``: there are none."""
        digits = self._look.digits
        self.legend.set_values(
            tuple(
                "–"
                if row is None or curve.robot >= history.robots
                else f"{float(history.column(curve.robot, curve.column)[row]):.{digits}f}"
                for curve in self._items
            )
        )

    def _fit(self, low: float, high: float, *, is_fixed: bool) -> None:
        """Choose the range of values."""
        if is_fixed and self._look.fixed is not None:
            low, high = min(low, self._look.fixed[0]), max(high, self._look.fixed[1])
            margin = 0.03 * (high - low)
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

    def _rule(self, seconds: tuple[float, float]) -> None:
        """Draw a line at each figure of the axes; the axes' own grid costs ten times as much."""
        ends_x: list[float] = []
        ends_y: list[float] = []
        for at_s in self._figures("bottom", seconds, self.box.width()):
            ends_x += [at_s, at_s]
            ends_y += self._range
        for value in self._figures("left", self._range, self.box.height()):
            ends_x += seconds
            ends_y += [value, value]
        self._grid.setData(np.array(ends_x), np.array(ends_y))

    def _figures(self, axis: str, ends: tuple[float, float], size_px: float) -> list[float]:
        levels = self.plot.getAxis(axis).tickValues(*ends, max(1.0, size_px))
        return [float(value) for value in levels[0][1]]

    def _line(self, angle: int) -> Any:
        line = pg.InfiniteLine(angle=angle, movable=False)
        line.setZValue(20)
        line.hide()
        self.plot.addItem(line, ignoreBounds=True)
        return line

    def _follow_pointer(self, at_px: QPointF) -> None:
        is_inside = self.box.sceneBoundingRect().contains(at_px)
        self._pointer_px = QPointF(at_px) if is_inside else None
        self.hovered.emit(self.pointed_s())

    def _forget_pointer(self) -> None:
        self._pointer_px = None
        self.hovered.emit(self.pointed_s())


def _pen(colour: str, width_px: float) -> QPen:
    pen = QPen(QColor(colour), width_px)
    pen.setCosmetic(True)
    return pen


def _joints(scale: Scale, values: NDArray[np.float64]) -> str | NDArray[np.int32]:
    """Return which points are joined to the next: not where a heading comes round to the start."""
    if scale is not Scale.HEADING:
        return "all"
    is_joined = np.ones(len(values), dtype=np.int32)
    is_joined[:-1] = np.abs(np.diff(values)) < FULL_TURN_DEG / 2.0
    return is_joined
