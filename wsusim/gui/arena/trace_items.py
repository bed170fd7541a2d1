"""What a run leaves in the picture: trails, rays, and what controllers draw and say."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem

from wsusim.gui.arena.painting import (
    PaintedItem,
    draw_upright,
    grown,
    pen,
    see_through,
)
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.colours import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, YELLOW
from wsusim.model.commands import Draw
from wsusim.model.geometry import Point
from wsusim.model.shades import squares_of

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import RayReport

TRAIL_STEP_MM = 3.0
"""A trail gets a new point when the robot has moved this far."""

CHUNK_POINTS = 24
"""A trail is drawn in chunks, so that only the chunk that grows is drawn again."""

CHUNKS_MAX = 800
"""The oldest chunks go: 800 x 24 x 3 mm are 57 m of trail."""

LENGTH_MAX_MM = 400_000.0
"""They go as well when the trail is longer: a robot at 1 m/s goes so far in as many samples. Of
points all over the arena, as a broken server may tell them, each chunk is drawn over all of it."""

THIN_FROM_POINTS = 300

DARKEST = 0.7
"""How strong the darkest square of a grid is: what lies below can still be seen."""
"""Drawings of more points have thin, plain lines, one colour after the other: thick ones take ten
times as long (0.07 ms each), smooth ones three times, and so does each change of colour."""

TEXT_MM = 24.0
"""So high that it can be read with the whole arena in view, as notes can."""

DOT_MM = 4.0
ROOM_MM = 2.0 * DOT_MM
"""Room for dots round the points of a drawing."""

_COLOURS = {
    "blue": BLUE,
    "orange": ORANGE,
    "green": GREEN,
    "red": VERMILION,
    "purple": PURPLE,
    "yellow": YELLOW,
    "sky": SKY,
}


class RaysItem(PaintedItem):
    """All rays of one robot, with a dot at each hit; drawn by two calls."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[QLineF] = []
        self._hits: list[QPointF] = []
        self._box = QRectF()

    def set_rays(self, rays: Sequence[RayReport]) -> None:
        """Draw these rays instead of the earlier ones."""
        self.prepareGeometryChange()
        self._lines = [QLineF(*ray.start_mm, *ray.end_mm) for ray in rays]
        self._hits = [QPointF(*ray.end_mm) for ray in rays if ray.target != "nothing"]
        ends = QPolygonF([end for line in self._lines for end in (line.p1(), line.p2())])
        self._box = grown(ends.boundingRect(), 4.0)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around all rays."""
        return self._box

    def draw(self, painter: QPainter) -> None:
        """Draw rays and hits."""
        painter.setPen(pen(current_theme().ray, 1.0))
        painter.drawLines(self._lines)
        painter.setPen(pen(current_theme().ray_hit, 4.0))
        painter.drawPoints(self._hits)


class _Chunk(QGraphicsPathItem):
    """Some points of a trail."""

    def __init__(self, trail: TrailItem) -> None:
        self._box = QRectF()
        self.length_mm = 0.0
        super().__init__(trail)
        self.setPen(trail.pen())

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the points: Qt's own treats the pen's pixels as millimetres."""
        return self._box

    def grow(self, at: QPointF) -> None:
        """Add a point."""
        path = self.path()
        if path.elementCount() == 0:
            path.moveTo(at)
        else:
            self.length_mm += QLineF(path.currentPosition(), at).length()
            path.lineTo(at)
        self.prepareGeometryChange()
        self._box = path.controlPointRect().adjusted(-3.0, -3.0, 3.0, 3.0)
        self.setPath(path)


class TrailItem(QGraphicsPathItem):
    """Where a robot has been; long trails lose their beginning. Its chunks draw."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self._chunks: list[_Chunk] = []
        self._whole_mm = 0.0
        """Length of the chunks that don't grow any more."""
        self._last: Point | None = None

    def set_colour(self, colour: QColor) -> None:
        """Draw in another colour."""
        line = pen(see_through(colour, 0.75), 2.0)
        if line != self.pen():
            for item in (self, *self._chunks):
                item.setPen(line)

    def lead(self, points_mm: Sequence[Point]) -> None:
        """Add points; of very many only those that would not be dropped again."""
        first, length_mm = max(0, len(points_mm) - CHUNKS_MAX * CHUNK_POINTS), 0.0
        for number in range(len(points_mm) - 1, first, -1):
            length_mm += math.dist(points_mm[number - 1], points_mm[number])
            if length_mm > LENGTH_MAX_MM:
                first = number
                break
        for at_mm in points_mm[first:]:
            self.extend(at_mm)

    def extend(self, at_mm: Point) -> None:
        """Add where the robot is, when it has moved since the last point."""
        if self._last is not None and math.dist(self._last, at_mm) < TRAIL_STEP_MM:
            return
        if not self._chunks or self._chunks[-1].path().elementCount() >= CHUNK_POINTS:
            self._begin_chunk()
        self._chunks[-1].grow(QPointF(*at_mm))
        self._last = at_mm

    def clear(self) -> None:
        """Forget the trail."""
        while self._chunks:
            self._remove_oldest()
        self._whole_mm = 0.0
        self._last = None

    def _begin_chunk(self) -> None:
        if self._chunks:
            self._chunks[-1].setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
            self._whole_mm += self._chunks[-1].length_mm
        chunk = _Chunk(self)
        if self._last is not None:
            chunk.grow(QPointF(*self._last))
        self._chunks.append(chunk)
        while len(self._chunks) > CHUNKS_MAX or (
            self._whole_mm > LENGTH_MAX_MM and len(self._chunks) > 1
        ):
            self._remove_oldest()

    def _remove_oldest(self) -> None:
        chunk, scene = self._chunks.pop(0), self.scene()
        self._whole_mm -= chunk.length_mm
        if scene is not None:
            scene.removeItem(chunk)


class DrawingItem(PaintedItem):
    """What one controller draws over the maze; neighbours of one kind and colour in one call.

    Its picture is kept, since robots drive over it in each frame and it changes far less often.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._groups: list[_Group] = []
        self._line_px = 2.0
        self._box = QRectF()

    def set_figures(self, figures: Sequence[Draw]) -> None:
        """Draw these figures instead of the earlier ones."""
        self.prepareGeometryChange()
        self._groups = []
        xs: list[float] = []
        ys: list[float] = []
        texts = QRectF()
        known: dict[tuple[str, str], _Group] = {}
        keeps_order = sum(len(figure.points_mm) for figure in figures) <= THIN_FROM_POINTS
        for figure in figures:
            if not figure.points_mm:
                continue
            look = (figure.shape, figure.colour)
            if look not in known:
                if keeps_order:
                    known.clear()
                known[look] = _Group(*look)
                self._groups.append(known[look])
            known[look].add(figure)
            for x, y in figure.points_mm:
                xs.append(x)
                ys.append(y)
            if figure.shape == "text":
                texts = texts.united(_text_box(figure))
        self._line_px = 1.0 if len(xs) > THIN_FROM_POINTS else 2.0
        self._box = texts
        if xs:
            points = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
            self._box = texts.united(points.adjusted(-ROOM_MM, -ROOM_MM, ROOM_MM, ROOM_MM))
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around all figures."""
        return self._box

    def draw(self, painter: QPainter) -> None:
        """Draw the figures in their order."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._line_px > 1.0)
        for group in self._groups:
            group.paint(painter, self._line_px)


class _Group:
    """Figures of one shape and colour that follow each other."""

    def __init__(self, shape: str, colour: str) -> None:
        self.shape = shape
        self.colour = colour
        self._texts: list[Draw] = []
        self._points = QPolygonF()
        self._lines: list[QLineF] = []
        self._squares: list[tuple[QRectF, float]] = []

    def add(self, figure: Draw) -> None:
        """Take one more."""
        points = figure.points_mm
        if self.shape == "text":
            self._texts.append(figure)
        elif self.shape == "grid":
            self._squares += _squares(figure)
        elif self.shape == "dots":
            for x, y in points:
                self._points.append(QPointF(x, y))
        else:
            self._lines += [QLineF(*start, *end) for start, end in pairwise(points)]

    def paint(self, painter: QPainter, line_px: float) -> None:
        """Draw them."""
        colour = QColor(_COLOURS.get(self.colour, self.colour))
        if not colour.isValid():
            colour = QColor(BLUE)
        if self.shape == "text":
            font = painter.font()
            font.setPixelSize(round(TEXT_MM))
            painter.setFont(font)
            painter.setPen(colour)
            for figure in self._texts:
                draw_upright(painter, _text_box(figure), Qt.AlignmentFlag.AlignLeft, figure.text)
        elif self.shape == "grid":
            for square, strength in self._squares:
                painter.fillRect(square, see_through(colour, DARKEST * strength))
        elif self.shape == "dots":
            painter.setPen(QPen(colour, 2.0 * DOT_MM, c=Qt.PenCapStyle.RoundCap))
            painter.drawPoints(self._points)
        else:
            painter.setPen(pen(colour, line_px))
            painter.drawLines(self._lines)


def _squares(figure: Draw) -> Iterator[tuple[QRectF, float]]:
    """Yield the squares of a grid that are visible, each with its strength."""
    (left, bottom), (right, top) = figure.points_mm
    rows = figure.text.split("/")
    width, height = (right - left) / len(rows[0]), (top - bottom) / len(rows)
    for column, row, strength in squares_of(figure.text):
        yield QRectF(left + column * width, bottom + row * height, width, height), strength


def _text_box(figure: Draw) -> QRectF:
    x_mm, y_mm = figure.points_mm[0]
    width_mm = TEXT_MM * max(len(figure.text), 1)
    return QRectF(x_mm, y_mm, width_mm, 1.4 * TEXT_MM)
