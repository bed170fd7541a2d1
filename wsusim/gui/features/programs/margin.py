"""The margin of a program: line numbers, breakpoints, the current line, faults, folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QToolTip, QWidget

from wsusim.gui.shell.programs import Fault, LineKind
from wsusim.gui.widgets.theme import Theme, current_theme

if TYPE_CHECKING:
    from wsusim.gui.features.programs.code_edit import CodeEdit

LEAST_DIGITS = 3


class Margin(QWidget):
    """The margin of a ``CodeEdit``: a click in it sets a breakpoint, or folds."""

    def __init__(self, edit: CodeEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self.width_px = 0
        self._mark_px = self._fold_px = 0
        self.setAccessibleName(self.tr("Line numbers and breakpoints"))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.installEventFilter(self)

    def fit(self, lines: int) -> None:
        """Set the width that the numbers of so many lines need."""
        metrics = self._edit.fontMetrics()
        digits = max(LEAST_DIGITS, len(str(lines)))
        self._mark_px = metrics.height()
        self._fold_px = round(0.8 * metrics.height())
        self.width_px = self._mark_px + digits * metrics.horizontalAdvance("9") + self._fold_px + 4

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return how wide it is."""
        return QSize(self.width_px, 0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the lines that are in view."""
        theme, edit = current_theme(), self._edit
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(theme.panel))
        painter.setFont(edit.font())
        worst = _worst_faults(edit.faults)
        for block, top, height in edit.visible_blocks(event.rect()):
            line = block.blockNumber() + 1
            row = QRectF(0.0, top, float(self.width_px), height)
            is_here = line == edit.line
            painter.setPen(QColor(theme.text if is_here else theme.dim_text))
            numbers = row.adjusted(self._mark_px, 0, -self._fold_px - 2, 0)
            painter.drawText(numbers, Qt.AlignmentFlag.AlignRight, str(line))
            self._paint_marks(painter, theme, line, row, worst.get(line))
            if edit.is_foldable(block):
                self._paint_fold(painter, theme, row, is_folded=edit.is_folded(block))
        painter.setPen(QColor(theme.line))
        painter.drawLine(self.width_px - 1, 0, self.width_px - 1, self.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Set a breakpoint; at the right end, fold."""
        line = self._line_at(event.position())
        if line is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if event.position().x() >= self.width_px - self._fold_px - 2:
            self._edit.toggle_fold(line)
        else:
            self._edit.line_clicked.emit(line)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the menu of a line."""
        line = self._line_at(QPointF(event.pos()))
        if line is not None:
            self._edit.margin_menu_wanted.emit(line, event.globalPos())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Say what the marks of a line mean."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._words_at(QPointF(event.pos())), self)
            return True
        return super().eventFilter(watched, event)

    def _words_at(self, place: QPointF) -> str:
        line = self._line_at(place)
        if line is None:
            return ""
        words = [fault.text for fault in self._edit.faults_at(line)]
        mark = self._edit.breakpoints.get(line)
        if mark is not None and mark.condition:
            words.append(self.tr("Breakpoint when {what}").format(what=mark.condition))
        elif mark is not None:
            words.append(self.tr("Breakpoint"))
        return "\n".join(words) or self.tr("Click: breakpoint at this line")

    def _line_at(self, place: QPointF) -> int | None:
        for block, top, height in self._edit.visible_blocks(self.rect()):
            if top <= place.y() < top + height:
                return int(block.blockNumber()) + 1
        return None

    def _paint_marks(
        self, painter: QPainter, theme: Theme, line: int, row: QRectF, fault: Fault | None
    ) -> None:
        size = min(float(self._mark_px), row.height())
        box = QRectF(1.0, row.top(), size, row.height())
        centre, radius = box.center(), 0.32 * size
        mark = self._edit.breakpoints.get(line)
        if mark is not None:
            colour = QColor(theme.bad)
            painter.setPen(QPen(colour, 1.4))
            painter.setBrush(colour if mark.is_on and not mark.condition else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, radius, radius)
            if mark.condition and mark.is_on:
                painter.setBrush(colour)
                painter.drawEllipse(centre, 0.45 * radius, 0.45 * radius)
        elif fault is not None:
            colour = QColor(theme.bad if fault.is_error else theme.warning)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawPolygon(_triangle(centre, radius))
        kind = self._edit.pointed.get(line)
        if kind is not None:
            colour = QColor(theme.good if kind is LineKind.FOUND else theme.warning)
            painter.setPen(QPen(QColor(theme.panel), 1.0))
            painter.setBrush(colour if kind is not LineKind.CALLER else Qt.BrushStyle.NoBrush)
            if kind is LineKind.CALLER:
                painter.setPen(QPen(colour, 1.2))
            painter.drawPolygon(_arrow(centre, radius))

    def _paint_fold(self, painter: QPainter, theme: Theme, row: QRectF, *, is_folded: bool) -> None:
        centre = QPointF(self.width_px - 0.5 * self._fold_px - 3.0, row.center().y())
        half = 0.22 * self._fold_px
        painter.setPen(QPen(QColor(theme.dim_text), 1.2))
        points = (
            [(-0.6, -1.0), (0.6, 0.0), (-0.6, 1.0)]
            if is_folded
            else [(-1.0, -0.6), (0.0, 0.6), (1.0, -0.6)]
        )
        painter.drawPolyline(QPolygonF([centre + QPointF(x * half, y * half) for x, y in points]))


def _worst_faults(faults: tuple[Fault, ...]) -> dict[int, Fault]:
    worst: dict[int, Fault] = {}
    for fault in faults:
        if fault.line not in worst or fault.is_error:
            worst[fault.line] = fault
    return worst


def _arrow(centre: QPointF, radius: float) -> QPolygonF:
    shape = [(-1.1, -0.45), (0.1, -0.45), (0.1, -1.0), (1.3, 0.0), (0.1, 1.0), (0.1, 0.45)]
    shape.append((-1.1, 0.45))
    return QPolygonF([centre + QPointF(x * radius, y * radius) for x, y in shape])


def _triangle(centre: QPointF, radius: float) -> QPolygonF:
    shape = [(0.0, -1.0), (1.0, 0.8), (-1.0, 0.8)]
    return QPolygonF([centre + QPointF(x * radius, y * radius) for x, y in shape])
