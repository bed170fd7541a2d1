"""A bubble beside a robot with the last thing its controller said."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from wsusim.gui.arena.painting import pen
from wsusim.gui.widgets.theme import Theme

OFFSET_PX = 6.0
WIDTH_MAX_PX = 240.0
HEIGHT_MAX_PX = 400.0
MARGIN_PX = 6.0
WRAPPED = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWrapAnywhere)


class SpeechItem(QGraphicsItem):
    """Text in lines that keeps its size on the screen; it stands up and right of its place."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._text = ""
        self._theme = theme
        self._box = QRectF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def set_text(self, text: str) -> None:
        """Say something else; nothing hides the bubble."""
        self.prepareGeometryChange()
        self._text = text
        room = QRectF(0.0, 0.0, WIDTH_MAX_PX, HEIGHT_MAX_PX)
        needed = QFontMetricsF(QGuiApplication.font()).boundingRect(room, WRAPPED, text)
        height = needed.height() + 2.0 * MARGIN_PX
        width = needed.width() + 2.0 * MARGIN_PX + 2.0
        self._box = QRectF(OFFSET_PX, -OFFSET_PX - height, width, height)
        self.setVisible(bool(text))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the bubble's box in pixels."""
        return self._box.adjusted(-2.0, -2.0, 2.0, 2.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the bubble."""
        painter.setPen(pen(self._theme.line))
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRoundedRect(self._box, 6.0, 6.0)
        painter.setPen(QColor(self._theme.text))
        painter.drawText(self._box.adjusted(MARGIN_PX, 0.0, -MARGIN_PX, 0.0), WRAPPED, self._text)
