"""The panel "Eye": a picture, its robot, and the choice of the view and of its size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.shell.onlooker import PicturePanel
from wsusim.gui.widgets.layouts import held, in_column, in_row, named, words
from wsusim.gui.widgets.property_boxes import ChoiceBox

SIZES = ((64, 48), (160, 120), (320, 240))
"""Width and height of pictures."""

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
        """Return the smallest size: the view fills the panel, and never makes it scroll."""
        return QSize(320, self.minimumHeight())

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


class EyePanel(PicturePanel):
    """Shows a picture, or says why there is none; ``changed`` when another one is wanted."""

    changed = Signal()

    def __init__(self, robots: QWidget) -> None:
        """``robots`` chooses one if there are several."""
        super().__init__()
        self.view = "eye"
        """``eye``, ``chase``, ``overhead`` or ``camera``."""
        self.size_px = SIZES[1]
        self.views = ChoiceBox(
            {
                "eye": self.tr("Through the eye"),
                "chase": self.tr("From behind"),
                "overhead": self.tr("From above"),
                "camera": self.tr("The lab's camera"),
            },
            self.tr("View"),
        )
        self.sizes = ChoiceBox(
            {size: f"{size[0]} × {size[1]}" for size in SIZES},
            self.tr("Size of the picture"),
            self.tr("A program chooses it with self.eye.size. It begins with 64 × 48."),
        )
        self.views.show_value(self.view)
        self.views.setItemData(
            self.views.findData("camera"),
            self.tr(
                "Pictures stand where they arrived on the run's clock; how long the camera itself "
                "took is not known."
            ),
            Qt.ItemDataRole.ToolTipRole,
        )
        self.sizes.setCurrentIndex(SIZES.index(self.size_px))
        self.views.entered.connect(self._choose_view)
        self.sizes.entered.connect(self._choose_size)
        self.headline = words("heading")
        self.image = named(ImageView(), self.tr("Picture"))
        self.image.setToolTip(self.tr("A program reads it as self.eye.picture."))
        # In a row of its own: with two robots, one row would be wider than the panels beside it.
        choices = (in_row(robots, grows=robots), in_row(self.views, self.sizes, None))
        whole = (*choices, self.headline, self.image)
        layout = in_column(*whole, spacing=4, margins=(8, 5, 8, 5), grows=self.image)
        self.hold(held(layout))
        self.setAccessibleName(self.tr("Eye"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_view(self, view: str) -> None:
        """Choose a view."""
        self.view = view
        self.views.show_value(view)
        self.sizes.setEnabled(view != "camera")

    def show_picture(self, title: str, pixels: NDArray[np.uint8]) -> None:
        """Show a picture; ``title`` names robot and time."""
        self.headline.setText(title)
        self.image.show_pixels(pixels)

    def show_message(self, text: str) -> None:
        """Say why there is no picture, or that it is coming."""
        self.headline.setText(text)
        self.image.show_pixels(None)

    def _choose_view(self, view: str) -> None:
        self.show_view(view)
        self.changed.emit()

    def _choose_size(self, size: tuple[int, int]) -> None:
        self.size_px = (size[0], size[1])
        self.changed.emit()
