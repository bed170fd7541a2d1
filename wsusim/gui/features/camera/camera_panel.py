"""The panel "Camera": a picture as a row of grey fields and as a curve, with its figures."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.shell.onlooker import PicturePanel
from wsusim.gui.widgets.layouts import held, in_column, in_row, named, words
from wsusim.gui.widgets.plot import Drawing, Line, Plot
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity

PIXELS = QUANTITY_LENGTHS[Quantity.CAMERA_PIXELS]
WHITE = 255.0

PLOT_EM = 5
"""The plot is at least so high, in heights of the text: all fits into the smallest window."""

ROW_EM = 1.6
"""The row is so high, in heights of the text."""


class PixelStrip(QWidget):
    """Pixels exactly above their points in the plot below, with left and right marked."""

    def __init__(self, plot: Plot) -> None:
        super().__init__()
        self._plot = plot
        self.pixels: tuple[int, ...] = ()
        """What is shown."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_pixels(self, pixels: tuple[int, ...]) -> None:
        """Show grey levels from left to right, 0 = black, 255 = white."""
        self.pixels = pixels
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for a line of words above the row."""
        em = self.fontMetrics().height()
        return QSize(9 * em, round((1.2 + ROW_EM) * em))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the words, then the row."""
        painter, plot, em = QPainter(self), self._plot, self.fontMetrics().height()
        edges = [round(plot.place_px(k - 0.5, 0.0).x()) for k in range(len(self.pixels) + 1)]
        left, width = edges[0], edges[-1] - edges[0]
        painter.setPen(QColor(current_theme().dim_text))
        words = QRectF(left, 0, width, em)
        for side, text in (
            (Qt.AlignmentFlag.AlignLeft, self.tr("← left")),
            (Qt.AlignmentFlag.AlignHCenter, self.tr("ahead")),
            (Qt.AlignmentFlag.AlignRight, self.tr("right →")),
        ):
            painter.drawText(words, side, text)
        top, height = round(1.2 * em), round(ROW_EM * em) - 1
        for k, level in enumerate(self.pixels):
            grey = QColor.fromHsv(0, 0, min(max(level, 0), 255))
            painter.fillRect(edges[k], top, edges[k + 1] - edges[k], height, grey)
        painter.setPen(QColor(current_theme().line))
        painter.drawRect(left, top, width, height)


class CameraPanel(PicturePanel):
    """Shows a picture, or says why there is none."""

    def __init__(self, robots: QWidget) -> None:
        """``robots`` chooses one if there are several."""
        super().__init__()
        self._light: int | None = None
        self.headline = words("heading")
        self.plot = named(Plot(widest="255"), self.tr("Grey levels of the camera's pixels"))
        # A scroll area takes a wanted height for a needed one where texts are wrapped.
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.plot.setMinimumHeight(PLOT_EM * self.fontMetrics().height())
        self.plot.setToolTip(self.tr("Grey level of each pixel: 0 is black, 255 is white"))
        self.plot.hovered.connect(self._follow_pointer)
        self.strip = PixelStrip(self.plot)
        self.strip.setAccessibleName(self.tr("Pixels of the camera, from left to right"))
        self.strip.setToolTip(
            self.tr(
                "What the camera sees, 18 degrees to the left and to the right. "
                "A program reads it as self.camera.pixels."
            )
        )
        self.facts = words()
        self.facts.setToolTip(
            self.tr(
                "self.camera.light is about 100 in bright light and 2600 in the dark; "
                "self.camera.brightest and self.camera.darkest are numbers of pixels."
            )
        )
        self._arrange(robots)
        self.setAccessibleName(self.tr("Camera"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_message("")

    @property
    def pixels(self) -> tuple[int, ...]:
        """The picture that is shown; empty: there is none."""
        return self.strip.pixels

    def show_picture(self, title: str, pixels: tuple[int, ...], light: int | None) -> None:
        """Show a picture; ``title`` names robot and time, ``light`` is its level if known."""
        self._light = light
        self.headline.setText(title)
        self.strip.show_pixels(pixels)
        self.draw()
        self._tell_facts()
        self._body.show()

    def show_message(self, text: str) -> None:
        """Say why there is no picture, or that it is coming."""
        self.headline.setText(text)
        self.strip.show_pixels(())
        self._body.hide()

    def draw(self) -> None:
        """Draw the curve in the colours that are in use now."""
        levels = np.array(self.pixels, dtype=np.float64)
        pen = QPen(QColor(current_theme().accent), 2.0)
        line = Line(np.arange(float(len(levels))), levels, pen)
        self.plot.show_drawing(Drawing((-0.5, PIXELS - 0.5), (0.0, WHITE), (line,)))

    def _tell_facts(self) -> None:
        """Show the light level and the pixels that stand out, or the level under the pointer."""
        pixels, pointed = self.pixels, self.plot.cursor_at
        if pointed is not None:
            text = self.tr("Pixel {number}: {level}")
            number = round(pointed)
            self.facts.setText(text.format(number=number, level=pixels[number]))
            return
        text = self.tr("Brightest {brightest}, darkest {darkest}")
        if self._light is not None:
            text = self.tr("Light level {light}, brightest {brightest}, darkest {darkest}")
        brightest, darkest = pixels.index(max(pixels)), pixels.index(min(pixels))
        self.facts.setText(text.format(light=self._light, brightest=brightest, darkest=darkest))

    def _follow_pointer(self, x: float | None) -> None:
        self.plot.cursor_at = None if x is None else float(min(max(round(x), 0), PIXELS - 1))
        if self.pixels:
            self._tell_facts()

    def _arrange(self, robots: QWidget) -> None:
        parts = (self.facts, self.strip, self.plot)
        self._body = held(in_column(*parts, spacing=2, grows=self.plot))
        whole = (in_row(robots, None), self.headline, self._body, None)
        layout = in_column(*whole, spacing=2, margins=(8, 5, 8, 5), grows=self._body)
        self.hold(held(layout))
