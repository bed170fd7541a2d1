"""How curves are distinguished: by colours safe for the colour-blind, and by dashes.

Source of the hues: Okabe and Ito, "Color Universal Design" (2008), darkened on light paper until
each has a contrast of 3 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from wsusim.analysis.curves import Curve
from wsusim.gui.widgets.theme import Theme
from wsusim.model.colours import BLUE, ORANGE, PURPLE, SKY, VERMILION, YELLOW

ON_LIGHT = (BLUE, VERMILION, "#008a65", "#a8528a", "#a87400", "#2b8cc4")
ON_DARK = (SKY, ORANGE, "#2fc498", PURPLE, YELLOW, "#ff8a4c")

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (6.0, 3.0),
    (1.5, 2.5),
    (9.0, 3.0, 1.5, 3.0),
    (3.0, 2.0),
)
"""Lengths of strokes and gaps, in widths of the line; nothing is an unbroken line."""

WIDTH_PX = 1.0
"""Qt draws lines of one pixel ten times as fast as wider ones."""


@dataclass(frozen=True, slots=True)
class Style:
    """One of many ways to draw a line; the numbers of neighbours differ in colour and dashes."""

    number: int

    def colour(self, theme: Theme) -> QColor:
        """Return its colour."""
        colours = ON_DARK if theme.is_dark else ON_LIGHT
        return QColor(colours[self.number % len(colours)])

    def pen(self, theme: Theme) -> QPen:
        """Return a pen that is as wide at every zoom."""
        pen = QPen(self.colour(theme), WIDTH_PX)
        pen.setCosmetic(True)
        dashes = DASHES[self.number % len(DASHES)]
        if dashes:
            pen.setDashPattern(list(dashes))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen


class Styles:
    """Gives each curve of a plot a style, which it keeps as long as it is shown."""

    def __init__(self) -> None:
        self._numbers: dict[Curve, int] = {}

    def of(self, curves: list[Curve]) -> dict[Curve, Style]:
        """Return the styles of the curves that are shown now."""
        self._numbers = {c: number for c, number in self._numbers.items() if c in curves}
        for curve in curves:
            if curve not in self._numbers:
                taken = set(self._numbers.values())
                self._numbers[curve] = next(n for n in range(len(curves)) if n not in taken)
        return {curve: Style(self._numbers[curve]) for curve in curves}
