"""The paths of several runs in one arena: each stays visible, even where they coincide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from wsusim.gui.arena.painting import PaintedItem, grown, mm_per_px, pen, polygon
from wsusim.model.geometry import Point

LINE_PX = 2.0
STEP_PX, WIDEST_PX = 3.0, 14.0
"""So much wider is the way of each run than that of the next one, which is drawn over it."""

DASH_PX, GAP_PX = 9.0, 6.0
DASHED_FROM = 4
"""With so many runs the edges get thin, and every second way lets through what is below it."""

END_MM = 6.0
"""Radius of the dot at the end of the thinnest way."""


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """The paths of one run's robots, in one colour."""

    colour: QColor
    ways: tuple[Sequence[Point], ...]


def width_px(number: int, runs: int) -> float:
    """Return how wide the paths of a run are; run 0 is drawn first, below all others."""
    step_px = min(STEP_PX, (WIDEST_PX - LINE_PX) / max(1, runs - 1))
    return LINE_PX + step_px * (runs - 1 - number)


class ComparedItem(PaintedItem):
    """Draws the first run widest and the last one thinnest, with a dot where each path ends."""

    def __init__(self) -> None:
        super().__init__()
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._runs: list[tuple[QColor, list[QPolygonF]]] = []
        self._box = QRectF()

    def set_runs(self, runs: Sequence[ComparedRun]) -> None:
        """Draw these runs instead of those before."""
        self.prepareGeometryChange()
        self._runs = [(run.colour, [polygon(way) for way in run.ways if way]) for run in runs]
        self._box = QRectF()
        for _colour, ways in self._runs:
            for way in ways:
                self._box = self._box.united(grown(way.boundingRect(), 4.0 * END_MM))
        self.update()

    @property
    def count(self) -> int:
        """How many paths are drawn."""
        return sum(len(ways) for _colour, ways in self._runs)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around all paths."""
        return self._box

    def draw(self, painter: QPainter) -> None:
        """Draw the paths and their ends."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scene = self.scene()
        px_mm = 1.0 if scene is None else mm_per_px(scene)
        for number, (colour, ways) in enumerate(self._runs):
            line_px = width_px(number, len(self._runs))
            line = pen(colour, line_px)
            if len(self._runs) >= DASHED_FROM and number % 2:
                line.setCapStyle(Qt.PenCapStyle.FlatCap)
                line.setDashPattern([DASH_PX / line_px, GAP_PX / line_px])
            end_mm = 2.0 * END_MM + (line_px - LINE_PX) * px_mm
            for way in ways:
                painter.setPen(line)
                painter.drawPolyline(way)
                painter.setPen(QPen(colour, end_mm, c=Qt.PenCapStyle.RoundCap))
                painter.drawPoint(way.last())
