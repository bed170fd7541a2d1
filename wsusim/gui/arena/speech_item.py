"""A bubble beside a robot with the last thing its controller said."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter
from PySide6.QtWidgets import QGraphicsItem

from wsusim.gui.arena.painting import PaintedItem, pen
from wsusim.gui.widgets.theme import current_theme

OFFSET_PX = 6.0
WIDTH_MAX_PX = 240.0
HEIGHT_MAX_PX = 400.0
MARGIN_PX = 6.0
WRAPPED = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)


class SpeechItem(PaintedItem):
    """Text in lines that keeps its size on the screen, beside its place and in view."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._box = QRectF()
        self._size = QSizeF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.hide()

    def set_text(self, text: str) -> None:
        """Show another text; an empty one hides the bubble."""
        self._text = text
        room = QRectF(0.0, 0.0, WIDTH_MAX_PX, HEIGHT_MAX_PX)
        needed = QFontMetricsF(QGuiApplication.font()).boundingRect(room, WRAPPED, text)
        self._size = QSizeF(
            needed.width() + 2.0 * MARGIN_PX + 2.0, needed.height() + 2.0 * MARGIN_PX
        )
        self.setVisible(bool(text))
        self.stand(self.pos())

    def stand(self, at: QPointF) -> None:
        """Stand up and right of a place, or on the other side where the view ends before."""
        self.setPos(at)
        if not self._text:
            return
        width, height = self._size.width(), self._size.height()
        left, top = OFFSET_PX, -OFFSET_PX - height
        for view in self.scene().views():
            at_px = view.mapFromScene(at)
            if at_px.x() + left + width > view.viewport().width():
                left = -OFFSET_PX - width
            if at_px.y() + top < 0.0:
                top = OFFSET_PX
        box = QRectF(left, top, width, height)
        if box != self._box:
            self.prepareGeometryChange()
            self._box = box

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the bubble's box in pixels."""
        return self._box.adjusted(-2.0, -2.0, 2.0, 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw the bubble."""
        painter.setPen(pen(current_theme().line))
        painter.setBrush(QColor(current_theme().raised))
        painter.drawRoundedRect(self._box, 6.0, 6.0)
        painter.setPen(QColor(current_theme().text))
        painter.drawText(self._box.adjusted(MARGIN_PX, 0.0, -MARGIN_PX, 0.0), WRAPPED, self._text)
