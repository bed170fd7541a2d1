"""The timeline: a slider over the ticks of a recording, with a row of marks for each kind."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from wsusim.analysis.marks import MOVED_BY_HAND, Mark, MarkKind
from wsusim.gui.widgets.phrases import translate
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.watch_events import answer_tooltips
from wsusim.model.colours import BLUE, GREEN, ORANGE, PURPLE, VERMILION
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds

ROW_PX = 13
BAR_PX = 20
"""Heights of a row and of the scale: large text needs more."""

ROW_LEAST_PX = 8
"""So low a row may become."""

GAP_PX = 8
MARK_PX = 3.0
REACH_PX = 5.0
"""The pointer finds a mark from so far."""

TEXT_MAX = 200
SCALE_STEPS_S = (0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
SCALE_PX = 70.0
"""Figures of the scale are at least so far apart."""

_COLOURS = {
    MarkKind.CONTACT: ORANGE,
    MarkKind.ERROR: VERMILION,
    MarkKind.PRINT: BLUE,
    MarkKind.MISSION: GREEN,
    MarkKind.OTHER_ORDER: PURPLE,
}


def row_names() -> dict[MarkKind, str]:
    """Return the names of the rows, from top to bottom."""
    return {
        MarkKind.CONTACT: translate("Timeline", "Contacts"),
        MarkKind.ERROR: translate("Timeline", "Errors"),
        MarkKind.PRINT: translate("Timeline", "Prints"),
        MarkKind.MISSION: translate("Timeline", "Mission"),
        MarkKind.OTHER_ORDER: translate("Timeline", "Changed"),
    }


def time_text(tick: int) -> str:
    """Return a tick as minutes and seconds."""
    minutes, seconds = divmod(ticks_to_seconds(tick), 60.0)
    return f"{int(minutes)}:{seconds:05.2f}"


def mark_text(mark: Mark) -> str:
    """Return the tooltip of a mark."""
    who = "" if mark.robot is None else f"{mark.robot + 1} | "
    what = mark.text
    if mark.kind is MarkKind.CONTACT:
        words = translate("Timeline", "contact, {seconds:.2f} s long")
        what = words.format(seconds=ticks_to_seconds(mark.last_tick - mark.tick))
    elif mark.kind is MarkKind.MISSION:
        what = _event_words()[mark.text]
        if mark.value is not None:
            what = f"{what}: {mark.value}"
    if len(what) > TEXT_MAX:
        what = what[:TEXT_MAX] + "..."
    return f"{time_text(mark.tick)}  {who}{what}"


def _event_words() -> dict[str, str]:
    return {
        MOVED_BY_HAND: translate("Timeline", "moved by hand"),
        "goal_entered": translate("Timeline", "goal entered"),
        "goal_left": translate("Timeline", "goal left"),
        "caps_delivered": translate("Timeline", "caps delivered"),
        "mission_achieved": translate("Timeline", "mission achieved"),
        "goal_left_team": translate("Timeline", "goal of the left team"),
        "goal_right_team": translate("Timeline", "goal of the right team"),
        "half_time": translate("Timeline", "half-time"),
    }


class Timeline(QSlider):
    """Its value is a tick. A click goes there, dragging scrubs; keys are those of a slider."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.marks: Sequence[Mark] = ()
        """All marks that are shown, in the order of time."""
        self._happened: Sequence[Mark] = ()
        self._has_tried = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Time in the recording"))
        self.setMouseTracking(True)
        answer_tooltips(self, self._tell_mark)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setEnabled(False)

    def show_film(
        self, first_tick: int, last_tick: int, sample_ticks: int, marks: Sequence[Mark]
    ) -> None:
        """Cover these ticks."""
        self.marks = self._happened = marks
        self._has_tried = False
        self.blockSignals(True)
        self.setRange(first_tick, max(first_tick, last_tick))
        self.setSingleStep(sample_ticks)
        self.setPageStep(max(sample_ticks, (last_tick - first_tick) // 20))
        self.setValue(first_tick)
        self.blockSignals(False)
        self.setEnabled(True)
        self.update()

    def show_nothing(self) -> None:
        """Clear the timeline."""
        self.marks = self._happened = ()
        self._has_tried = False
        self.setEnabled(False)
        self.update()

    def show_tried(self, marks: Sequence[Mark] | None) -> None:
        """Show in a row of its own where another program would have given other orders.

        ``None``: none was tried, and there is no such row.
        """
        self._has_tried = marks is not None
        both = (*self._happened, *(marks or ()))
        self.marks = tuple(sorted(both, key=lambda mark: mark.tick))
        self.updateGeometry()
        self.update()

    @property
    def rows(self) -> dict[MarkKind, str]:
        """The rows that are shown, from top to bottom, with their names."""
        names = row_names()
        if not self._has_tried:
            del names[MarkKind.OTHER_ORDER]
        return names

    def x_of(self, tick: int) -> float:
        """Return where a tick is, in pixels."""
        span = max(1, self.maximum() - self.minimum())
        return self._left_px() + self._width_px() * (tick - self.minimum()) / span

    def tick_at(self, x_px: float) -> int:
        """Return the tick at a place."""
        share = (x_px - self._left_px()) / self._width_px()
        tick = self.minimum() + share * (self.maximum() - self.minimum())
        step = max(1, self.singleStep())
        tick = self.minimum() + round((tick - self.minimum()) / step) * step
        return max(self.minimum(), min(self.maximum(), tick))

    @property
    def row_px(self) -> int:
        """Height of a row: that of its text, or less if there is not enough room."""
        wanted = max(ROW_PX, round(0.85 * self.fontMetrics().height()))
        return max(ROW_LEAST_PX, min(wanted, (self.height() - self.bar_px) // len(self.rows)))

    @property
    def row_font(self) -> QFont:
        """Font of the rows' names, small enough for low rows not to touch."""
        font = self.small_font
        height = QFontMetricsF(font, self).height()
        if height > self.row_px + 2:
            font.setPointSizeF(font.pointSizeF() * (self.row_px + 2) / height)
        return font

    @property
    def small_font(self) -> QFont:
        """Font of the scale."""
        font = QFont(self.font())
        font.setPointSizeF(max(7.0, font.pointSizeF() * 0.85))
        return font

    @property
    def bar_px(self) -> int:
        """Height of the scale above the rows."""
        return max(BAR_PX, self.fontMetrics().height() + 5)

    def marks_near(self, at_px: QPointF) -> list[Mark]:
        """Return the marks under the pointer."""
        kinds = list(self.rows)
        row = int((at_px.y() - self.bar_px) // self.row_px)
        if not 0 <= row < len(kinds):
            return []
        return [
            mark
            for mark in self.marks
            if mark.kind is kinds[row]
            and self.x_of(mark.tick) - REACH_PX <= at_px.x() <= self.x_of(mark.last_tick) + REACH_PX
        ]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size that all rows need."""
        row_px = max(ROW_PX, round(0.85 * self.fontMetrics().height()))
        return QSize(500, self.bar_px + row_px * len(self.rows) + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the smallest size of use."""
        return QSize(260, self.bar_px + ROW_LEAST_PX * len(self.rows) + 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Go to the clicked moment or mark."""
        if event.button() is Qt.MouseButton.LeftButton:
            near = self.marks_near(event.position())
            self.setSliderDown(True)
            self.setValue(near[0].tick if near else self.tick_at(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Scrub."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self.tick_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """End scrubbing."""
        self.setSliderDown(False)

    def _tell_mark(self, question: QHelpEvent) -> None:
        near = self.marks_near(QPointF(question.pos()))
        QToolTip.showText(question.globalPos(), "\n".join(map(mark_text, near[:8])), self)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw scale, rows, marks and the place of the moment."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.small_font)
        self._draw_rows(painter)
        if self.isEnabled():
            self._draw_scale(painter)
            self._draw_marks(painter)
            self._draw_place(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(current_theme().accent))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.end()

    def _draw_rows(self, painter: QPainter) -> None:
        left, width = self._left_px(), self._width_px()
        usual = painter.font()
        painter.setFont(self.row_font)
        for number, name in enumerate(self.rows.values()):
            y = self.bar_px + number * self.row_px
            painter.setPen(QColor(current_theme().dim_text))
            box = QRectF(4, y - 2, left - GAP_PX - 6, self.row_px + 4)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, name)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(current_theme().field))
            painter.drawRect(QRectF(left, y + 1, width, self.row_px - 2))
        painter.setFont(usual)

    def _draw_scale(self, painter: QPainter) -> None:
        painter.setPen(QColor(current_theme().dim_text))
        seconds = max(0.01, ticks_to_seconds(self.maximum() - self.minimum()))
        px_per_s = self._width_px() / seconds
        step_s = next((s for s in SCALE_STEPS_S if s * px_per_s >= SCALE_PX), SCALE_STEPS_S[-1])
        number = int(ticks_to_seconds(self.minimum()) / step_s + 0.999)
        while number * step_s <= ticks_to_seconds(self.maximum()):
            at_s = number * step_s
            x = self.x_of(seconds_to_ticks(at_s))
            painter.drawLine(QPointF(x, self.bar_px - 4), QPointF(x, self.bar_px))
            words = f"{at_s:g} s" if at_s < 60 else f"{int(at_s // 60)}:{at_s % 60:02.0f}"
            box = QRectF(x - 40, 0, 80, self.bar_px - 4)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            number += 1

    def _draw_marks(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        rows = {kind: number for number, kind in enumerate(self.rows)}
        drawn: set[tuple[MarkKind, int]] = set()
        for mark in self.marks:
            x, end = self.x_of(mark.tick), self.x_of(mark.last_tick)
            place = (mark.kind, round(x))
            if place in drawn and end - x < 1.0:
                continue
            drawn.add(place)
            painter.setBrush(QColor(_COLOURS[mark.kind]))
            y = self.bar_px + rows[mark.kind] * self.row_px
            painter.drawRect(QRectF(x - MARK_PX / 2, y + 2, max(MARK_PX, end - x), self.row_px - 4))

    def _draw_place(self, painter: QPainter) -> None:
        x = self.x_of(self.value())
        painter.setPen(QColor(current_theme().accent))
        painter.drawLine(QPointF(x, 4), QPointF(x, self.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().accent))
        painter.drawPolygon([QPointF(x - 6, 2), QPointF(x + 6, 2), QPointF(x, 13)])

    def _left_px(self) -> float:
        words = max(self.fontMetrics().horizontalAdvance(name) for name in row_names().values())
        return float(words + 2 * GAP_PX)

    def _width_px(self) -> float:
        return max(1.0, self.width() - self._left_px() - 2 * GAP_PX)
