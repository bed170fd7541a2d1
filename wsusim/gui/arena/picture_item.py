"""A picture that lies on the floor: its ink alone, so that grid and floor shine through."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import rectangle
from wsusim.model.world import FloorPicture


def ink_of(png: bytes) -> QImage:
    """Return a grey picture as black ink: opaque where it is black, clear where it is white."""
    image = QImage.fromData(png).convertToFormat(QImage.Format.Format_Grayscale8)
    image.invertPixels()
    image.reinterpretAsFormat(QImage.Format.Format_Alpha8)
    return image


class FloorPictureItem(ObjectItem[FloorPicture]):
    """One picture."""

    layer_z = Z.PICTURE

    def __init__(self, thing: FloorPicture) -> None:
        self._png = ""
        self._ink = QImage()
        super().__init__(thing)

    def place(self) -> None:
        """Put the picture where it lies."""
        super().place()
        if self.thing.png is not self._png:
            self._png = self.thing.png
            self._ink = ink_of(self.thing.content)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the picture's box."""
        return rectangle(*self.thing.size_mm)

    def draw(self, painter: QPainter) -> None:
        """Draw the ink."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(1.0, -1.0)
        painter.drawImage(self.boundingRect(), self._ink)
