"""What an answer marks in the arena: rays, the cells they cross, and the thing a row names."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen

from wsusim.analysis.answers import Answer
from wsusim.editor.objects import WorldObject, objects_by_id, placed
from wsusim.gui.arena.overlay_items import OverlayItem, shape_path
from wsusim.gui.arena.painting import grown, pen, polygon, see_through
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.geometry import Point

THICKEST_PX, THINNEST_PX = 4.0, 1.2
MARGIN_PX = 12.0
EDGED_PX = 4.0
"""Cells that are drawn at least so large have an edge."""
BORDER_MM = 5.0
"""The arena's border is marked so thick."""


class MarkItem(OverlayItem):
    """Lines from the sensor to what its rays meet or to the lamps; the chosen one stands out."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[QLineF, float]] = []
        """Each with how much it matters, 0..1; 0: it meets nothing."""
        self._chosen: int | None = None
        self._outline = QPainterPath()
        self._cells: list[QRectF] = []

    def show_answer(self, answer: Answer | None, chosen: int | None) -> None:
        """Draw the rays of an answer, with one row of its table chosen."""
        self.prepareGeometryChange()
        self._chosen = chosen
        self._lines = [] if answer is None else _lines(answer)
        self._cells = [] if answer is None else _cells(answer, chosen)
        self._outline = QPainterPath()
        if answer is not None and chosen is not None:
            self._outline = _outline(answer, chosen)
        self.setVisible(answer is not None)
        self.update()

    @property
    def has_outline(self) -> bool:
        """Whether a thing is marked."""
        return not self._outline.isEmpty()

    @property
    def line_count(self) -> int:
        """How many rays are drawn."""
        return len(self._lines)

    @property
    def cell_count(self) -> int:
        """How many cells of the object-ID matrix are marked."""
        return len(self._cells)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around all of it."""
        box = self._outline.boundingRect()
        for line, _ in self._lines:
            box = box.united(QRectF(line.p1(), line.p2()).normalized())
        return grown(box, MARGIN_PX * self.mm_per_px)

    def draw(self, painter: QPainter) -> None:
        """Draw the thing's outline and the cells, then the rays, the chosen one last."""
        theme = current_theme()
        painter.setBrush(see_through(theme.accent, 0.18))
        painter.setPen(pen(theme.accent, 3.0))
        painter.drawPath(self._outline)
        order = [k for k in range(len(self._lines)) if k != self._chosen]
        if self._chosen is not None and self._chosen < len(self._lines):
            order.append(self._chosen)
            line, share = self._lines[self._chosen]
            painter.setPen(pen(theme.field, _width_px(share) + 4.0))
            painter.drawLine(line)
        self._draw_cells(painter)
        for k in order:
            line, share = self._lines[k]
            width = _width_px(share)
            colour = QColor(theme.ray_hit if share > 0.0 else theme.dim_text)
            if k == self._chosen:
                colour = QColor(theme.accent)
            painter.setPen(pen(colour, width))
            painter.drawLine(line)
            if share > 0.0:
                painter.setPen(pen(colour, 7.0))
                painter.drawPoint(line.p2())
        if self._lines:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            radius = 4.0 * self.mm_per_px
            painter.drawEllipse(self._lines[0][0].p1(), radius, radius)

    def _draw_cells(self, painter: QPainter) -> None:
        """Draw the cells of the object-ID matrix that the rays, or the chosen one, go through."""
        if not self._cells:
            return
        has_edges = self._cells[0].width() >= EDGED_PX * self.mm_per_px
        accent = current_theme().accent
        edge = pen(see_through(accent, 0.8), 1.0)
        painter.setPen(edge if has_edges else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(see_through(accent, 0.35))
        painter.drawRects(self._cells)


def _width_px(share: float) -> float:
    return THINNEST_PX + (THICKEST_PX - THINNEST_PX) * share


def _lines(answer: Answer) -> list[tuple[QLineF, float]]:
    lines = [QLineF(QPointF(*start), QPointF(*end)) for start, end in answer.lines_mm]
    if answer.lamps is not None:
        weights = [float(lamp.is_in_view and not lamp.is_hidden) for lamp in answer.lamps.lamps]
        return list(zip(lines, weights, strict=True))
    sizes = [abs(share) for share in answer.shares]
    greatest = max(sizes) or 1.0
    weights = [
        max(size / greatest, 0.05) if ray.target != "nothing" else 0.0
        for ray, size in zip(answer.rays_left_to_right, sizes, strict=True)
    ]
    return list(zip(lines, weights, strict=True))


def _cells(answer: Answer, chosen: int | None) -> list[QRectF]:
    """Return the cells that the chosen line goes through, or all lines."""
    lines = answer.crossed if chosen is None else answer.crossed[chosen : chosen + 1]
    cell_mm = answer.question.world.cell_mm
    return [
        QRectF(column * cell_mm, row * cell_mm, cell_mm, cell_mm)
        for row, column in sorted({cell for line in lines for cell in line})
    ]


def _outline(answer: Answer, row: int) -> QPainterPath:
    """Return the outline, where it was then, of what a ray has met or what hides a lamp."""
    world = answer.question.world
    if answer.rays is not None:
        ray = answer.rays_left_to_right[row]
        target, ident = ray.target, ray.target_id
    else:
        assert answer.lamps is not None
        hider = answer.lamps.lamps[row].hidden_by
        target, ident = hider or ("light", answer.lamps.lamps[row].light_id)
    if target == "border":
        floor = QPainterPath()
        floor.addPolygon(polygon(world.arena.outline_mm))
        floor.closeSubpath()
        stroker = QPainterPathStroker()
        stroker.setWidth(BORDER_MM)
        return stroker.createStroke(floor)
    thing = None if ident is None else objects_by_id(world).get(ident)
    return QPainterPath() if thing is None else shape_path([_as_it_was(answer, thing)], 2.0)


def _as_it_was(answer: Answer, thing: WorldObject) -> WorldObject:
    """Return the object at its place in the moment."""
    moment = answer.question.moment
    places: dict[int, Point] = {item.id: (item.x_mm, item.y_mm) for item in moment.objects}
    places |= {robot.id: (robot.pose.x_mm, robot.pose.y_mm) for robot in moment.robots}
    return placed(thing, places[thing.id]) if thing.id in places else thing
