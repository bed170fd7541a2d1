"""A bubble beside a robot with the last thing its controller said."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from wsusim.gui.arena.painting import pen
from wsusim.gui.widgets.theme import Theme

OFFSET_PX = 6.0
WIDTH_MAX_PX = 240.0
MARGIN_PX = 6.0


class SpeechItem(QGraphicsItem):
    """Text that keeps its size on the screen; it stands up and right of its place."""

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
        metrics = QFontMetricsF(QGuiApplication.font())
        self._text = metrics.elidedText(
            text.replace("\n", " "), Qt.TextElideMode.ElideRight, WIDTH_MAX_PX
        )
        self._box = QRectF(
            OFFSET_PX,
            -OFFSET_PX - metrics.height() - 2.0 * MARGIN_PX,
            metrics.horizontalAdvance(self._text) + 2.0 * MARGIN_PX + 2.0,
            metrics.height() + 2.0 * MARGIN_PX,
        )
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
        painter.drawText(self._box, Qt.AlignmentFlag.AlignCenter, self._text)
