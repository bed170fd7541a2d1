"""A picture, as large as there is room for, each of its pixels a sharp square."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

LEAST_EM = 8
"""The picture is at least so high, in heights of the text."""


class ImageView(QWidget):
    """Shows a picture in its true proportions; nothing when there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.pixels: NDArray[np.uint8] | None = None
        """What is shown: [rows, columns, 3]."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(LEAST_EM * self.fontMetrics().height())

    def show_pixels(self, pixels: NDArray[np.uint8] | None) -> None:
        """Show a picture."""
        self.pixels = pixels
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for a picture that is easy to look at."""
        return QSize(320, 240)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the picture in the middle."""
        if self.pixels is None:
            return
        rows, columns, _ = self.pixels.shape
        image = QImage(
            self.pixels.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888
        )
        size = image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(0, 0, size.width(), size.height())
        place.moveCenter(self.rect().center())
        painter = QPainter(self)
        is_smaller = place.width() < image.width()  # a large photograph; else each pixel is shown
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smaller)
        painter.drawImage(place, image)
