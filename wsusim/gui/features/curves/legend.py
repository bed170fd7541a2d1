"""Names and values of the curves of one plot."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.widgets.theme import current_theme

SAMPLE_PX = 1.6
SAMPLE_EM = 1.6
"""Length of the piece of line before a name, in heights of the text."""

GAP_PX = 6.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend; ``dot`` is the robot's colour, when there are several."""

    name: str
    pen: QPen
    dot: QColor | None


class Legend(QWidget):
    """A title, and a line for each curve with its value."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._entries: tuple[Entry, ...] = ()
        self.values: tuple[str, ...] = ()
        """The values as they are written."""
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the same order."""
        return tuple(entry.name for entry in self._entries)

    def set_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show other curves, or the same in other colours."""
        self._entries = entries
        self.values = ("",) * len(entries)
        self.updateGeometry()
        self.update()

    def set_values(self, values: tuple[str, ...]) -> None:
        """Show other values."""
        if values != self.values:
            self.values = values
            self.update()

    def speak(self) -> str:
        """Return names and values, for a screen reader."""
        pairs = zip(self._entries, self.values, strict=True)
        return ", ".join(f"{entry.name} {value}" for entry, value in pairs)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which everything can be read."""
        metrics = self.fontMetrics()
        names = max((metrics.horizontalAdvance(entry.name) for entry in self._entries), default=0)
        width = self._left_px() + names + 2 * GAP_PX + metrics.horizontalAdvance("-0000.0")
        width = max(width, metrics.horizontalAdvance(self._title) + 3 * GAP_PX)
        return QSize(round(width), (1 + len(self._entries)) * metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same: a name that is cut off is of no use."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Write title, names and values."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = float(self.fontMetrics().height())
        painter.setPen(QColor(current_theme().dim_text))
        left_align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        right_align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(GAP_PX, 2, self.width(), height), left_align, self._title)
        for number, entry in enumerate(self._entries):
            y = 2.0 + (1 + number) * height
            middle = y + height / 2.0
            pen = QPen(entry.pen)
            pen.setWidthF(SAMPLE_PX)
            painter.setPen(pen)
            end = GAP_PX + SAMPLE_EM * height
            painter.drawLine(QPointF(GAP_PX, middle), QPointF(end, middle))
            if entry.dot is not None:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(entry.dot)
                painter.drawEllipse(QPointF(end + 0.55 * height, middle), height / 4, height / 4)
            painter.setPen(QColor(current_theme().text))
            box = QRectF(0.0, y, self.width() - GAP_PX, height)
            painter.drawText(box.adjusted(self._left_px(), 0, 0, 0), left_align, entry.name)
            painter.drawText(box, right_align, self.values[number])
        painter.end()

    def _left_px(self) -> float:
        """Return where the names begin."""
        height = self.fontMetrics().height()
        has_dots = any(entry.dot is not None for entry in self._entries)
        return GAP_PX + SAMPLE_EM * height + (1.1 * height if has_dots else 0.4 * height)
