"""The one plot of the window: lines, a band and dots over two axes; reports the mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from shiboken6 import VoidPtr

from wsusim.gui.widgets.theme import current_theme

Values = NDArray[np.floating[Any]]
Range = tuple[float, float]

APART_EM = 1.1
"""Figures of an axis are at least so far apart, in heights of the text."""

NOTCH = 120.0
WHEEL_STEP = 0.85
"""A notch of the wheel shows this share of the range."""

RING_PX = 3.5


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A curve; neighbours whose values differ by more than ``jump`` are not joined."""

    x: Values
    y: Values
    pen: QPen
    jump: float = math.inf


@dataclass(frozen=True, slots=True)
class Dot:
    """A point that is marked."""

    x: float
    y: float
    radius_px: float
    is_ringed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """What a plot shows.

    Attributes:
        x_range: Of the horizontal axis.
        y_range: Of the vertical axis.
        lines: Drawn in order.
        band: x, lower and upper ends of an area.
        dots: Drawn last.
        level: A dashed line at this height.
        excuse: Why there is nothing else.
    """

    x_range: Range = (0.0, 1.0)
    y_range: Range = (0.0, 1.0)
    lines: tuple[Line, ...] = ()
    band: tuple[Values, Values, Values] | None = None
    dots: tuple[Dot, ...] = ()
    level: float | None = None
    excuse: str = ""


class Plot(QWidget):
    """Shows a ``Drawing``; emits what the mouse does, and does nothing by itself."""

    hovered = Signal(object)
    """The x under the pointer; ``None``: it has left."""

    dragged = Signal(float, float, bool)
    """The x under the pointer, how far it moved, and whether with the left button."""

    clicked = Signal(float)

    zoomed = Signal(float, float)
    """Factor, and the x it is about."""

    def __init__(self, *, x_words: str = "", x_unit: str = "", widest: str = "1000") -> None:
        """``x_unit`` follows each figure, ``x_words`` are below; ``widest`` is a figure of y."""
        super().__init__()
        self.x_words = x_words
        self.has_x_figures = True
        self.cursor_at: float | None = None
        """A thin line upwards at this x."""
        self.playhead_at: float | None = None
        """A thick one."""
        self._x_unit, self._widest = x_unit, widest
        self.drawing = Drawing()
        """What is shown."""
        self._pointer_px: QPointF | None = None
        self._pressed_px: QPointF | None = None
        self._has_dragged = False
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_drawing(self, drawing: Drawing) -> None:
        """Show something else."""
        self.drawing = drawing
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which the axes can be read."""
        return self.minimumSizeHint() * 1.6

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which a curve can be seen."""
        em = self.fontMetrics().height()
        return QSize(9 * em, 7 * em)

    # Places

    @property
    def frame_px(self) -> QRectF:
        """The box between the axes."""
        em = self.fontMetrics().height()
        left = self.fontMetrics().horizontalAdvance(self._widest) + 8
        below = 3 + (em + 3 if self.has_x_figures else 0) + (em if self.x_words else 0)
        right = em if self.x_words else 1
        return QRectF(left, em / 2, self.width() - left - right, self.height() - em / 2 - below)

    def place_px(self, x: float, y: float) -> QPointF:
        """Return where a point is drawn."""
        (left, right), (low, high) = self.drawing.x_range, self.drawing.y_range
        frame = self.frame_px
        return QPointF(
            frame.left() + frame.width() * (x - left) / (right - left),
            frame.bottom() - frame.height() * (y - low) / (high - low),
        )

    def x_at(self, x_px: float) -> float:
        """Return the x of a pixel."""
        frame, (left, right) = self.frame_px, self.drawing.x_range
        return left + (right - left) * (x_px - frame.left()) / frame.width()

    def x_figures(self) -> list[float]:
        """Return where the horizontal axis has figures."""
        metrics = self.fontMetrics()
        apart_px = metrics.horizontalAdvance(f"1000{self._x_unit}") + APART_EM * metrics.height()
        return _figures(self.drawing.x_range, self.frame_px.width(), apart_px)

    def pointed(self) -> float | None:
        """Return the x under the pointer; ``None``: it is elsewhere."""
        return None if self._pointer_px is None else self.x_at(self._pointer_px.x())

    def forget_pointer(self) -> None:
        """Treat the pointer as elsewhere until it moves again."""
        self._pointer_px = None

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin a click or a drag."""
        self._pressed_px = event.position()
        self._has_dragged = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Emit where the pointer is, and how far it was dragged."""
        at_px, last_px = event.position(), self._pressed_px
        if last_px is not None and event.buttons():
            by = self.x_at(at_px.x()) - self.x_at(last_px.x())
            self._pressed_px, self._has_dragged = at_px, True
            is_left = bool(event.buttons() & Qt.MouseButton.LeftButton)
            self.dragged.emit(self.x_at(at_px.x()), by, is_left)
        self._point(at_px if self.frame_px.contains(at_px) else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Emit a click."""
        was_pressed, self._pressed_px = self._pressed_px is not None, None
        if was_pressed and not self._has_dragged and event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit(self.x_at(event.position().x()))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Emit a turn of the wheel."""
        factor = WHEEL_STEP ** (event.angleDelta().y() / NOTCH)
        self.zoomed.emit(factor, self.x_at(event.position().x()))
        event.accept()

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Emit that the pointer has left."""
        self._point(None)

    def _point(self, at_px: QPointF | None) -> None:
        if at_px != self._pointer_px:
            self._pointer_px = at_px
            self.update()
            self.hovered.emit(self.pointed())

    # Drawing

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw axes, band, lines, marks and dots."""
        painter, frame, drawing = QPainter(self), self.frame_px, self.drawing
        painter.fillRect(frame, QColor(current_theme().field))
        if drawing.excuse:
            painter.setPen(QColor(current_theme().dim_text))
            middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(frame.adjusted(6, 6, -6, -6), middle, drawing.excuse)
            return
        self._paint_axes(painter, frame)
        painter.setClipRect(frame.adjusted(-1, -1, 1, 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if drawing.band is not None:
            x, low, high = drawing.band
            soft = QColor(current_theme().accent)
            soft.setAlphaF(0.28)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(soft)
            there_and_back = np.concatenate((x, x[::-1])), np.concatenate((low, high[::-1]))
            painter.drawPolygon(self._polygon(*there_and_back))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if drawing.level is not None:
            painter.setPen(QPen(QColor(current_theme().dim_text), 1.0, Qt.PenStyle.DashLine))
            y_px = self.place_px(0.0, drawing.level).y()
            painter.drawLine(QPointF(frame.left(), y_px), QPointF(frame.right(), y_px))
        for line in drawing.lines:
            painter.setPen(line.pen)
            ends = np.flatnonzero(np.abs(np.diff(line.y)) > line.jump) + 1
            for x, y in zip(np.split(line.x, ends), np.split(line.y, ends), strict=True):
                painter.drawPolyline(self._polygon(x, y))
        self._paint_marks(painter, frame)
        painter.setClipping(False)
        self._paint_dots(painter)

    def _paint_axes(self, painter: QPainter, frame: QRectF) -> None:
        em = float(painter.fontMetrics().height())
        grid, figures = QColor(current_theme().grid_coarse), QColor(current_theme().dim_text)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in _figures(self.drawing.y_range, frame.height(), APART_EM * em):
            y_px = round(self.place_px(0.0, value).y())
            painter.setPen(grid)
            painter.drawLine(round(frame.left()), y_px, round(frame.right()), y_px)
            painter.setPen(figures)
            painter.drawText(QRectF(0, y_px - em / 2, frame.left() - 4, em), right, f"{value:.10g}")
        for value in self.x_figures():
            x_px = round(self.place_px(value, 0.0).x())
            painter.setPen(grid)
            painter.drawLine(x_px, round(frame.top()), x_px, round(frame.bottom()))
            if self.has_x_figures:
                painter.setPen(figures)
                box = QRectF(x_px - 3 * em, frame.bottom() + 3, 6 * em, em)
                box.moveRight(min(box.right(), self.width() + 2 * em))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{value:.10g}{self._x_unit}")
        if self.x_words:
            painter.setPen(figures)
            box = QRectF(0, self.height() - em, self.width() - em, em)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, self.x_words)
        painter.setPen(QColor(current_theme().line))
        painter.drawRect(frame.toRect())

    def _paint_marks(self, painter: QPainter, frame: QRectF) -> None:
        for x, colour, width in (
            (self.cursor_at, current_theme().dim_text, 1.0),
            (self.playhead_at, current_theme().accent, 2.0),
        ):
            if x is not None:
                x_px = self.place_px(x, 0.0).x()
                painter.setPen(QPen(QColor(colour), width))
                painter.drawLine(QPointF(x_px, frame.top()), QPointF(x_px, frame.bottom()))
        if self._pointer_px is not None and self.cursor_at is not None:
            y_px = self._pointer_px.y()
            painter.setPen(QPen(QColor(current_theme().dim_text), 1.0))
            painter.drawLine(QPointF(frame.left(), y_px), QPointF(frame.right(), y_px))

    def _paint_dots(self, painter: QPainter) -> None:
        for dot in self.drawing.dots:
            at_px = self.place_px(dot.x, dot.y)
            painter.setPen(QPen(QColor(current_theme().field), 1.0))
            painter.setBrush(QColor(current_theme().ray_hit))
            painter.drawEllipse(at_px, dot.radius_px, dot.radius_px)
            if dot.is_ringed:
                painter.setPen(QPen(QColor(current_theme().text), 2.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(at_px, dot.radius_px + RING_PX, dot.radius_px + RING_PX)

    def _polygon(self, x: Values, y: Values) -> QPolygonF:
        """Return points as Qt draws them, written into its memory: 300 times as fast as singly."""
        polygon = QPolygonF()
        if len(x):
            frame, (left, right) = self.frame_px, self.drawing.x_range
            low, high = self.drawing.y_range
            polygon.resize(len(x))
            pointer: Any = VoidPtr(polygon.data(), 16 * len(x), True)  # type: ignore[call-arg, arg-type]
            memory = np.frombuffer(pointer, np.float64)
            memory[0::2] = frame.left() + frame.width() * (x - left) / (right - left)
            memory[1::2] = frame.bottom() - frame.height() * (y - low) / (high - low)
        return polygon


def _figures(ends: Range, size_px: float, apart_px: float) -> list[float]:
    """Return round values of a range, 1, 2 or 5 times a power of ten from each other."""
    low, high = ends
    least = (high - low) * apart_px / max(size_px, 1.0)
    power = 10.0 ** math.floor(math.log10(least))
    step = next(s * power for s in (1.0, 2.0, 5.0, 10.0, 20.0) if s * power >= least)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]
