"""Draws a match: the lab, the robots with their paths, and what one of the agents thinks."""

from __future__ import annotations

import html
import math
from collections import deque
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QToolTip, QWidget

from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.lab_shapes import lab_shapes
from wsusim.ciber.motion import RADIUS
from wsusim.ciber.picture import MatchPicture, RobotPicture
from wsusim.ciber.thought import UNKNOWN, Cells, Thought
from wsusim.ciber.written import Overlay
from wsusim.gui.arena.painting import polygon, see_through
from wsusim.gui.arena.shape_painter import paint_shapes
from wsusim.gui.features.match.written_box import paint_overlay
from wsusim.gui.widgets.theme import current_theme, robot_colour
from wsusim.gui.widgets.watch_events import answer_tooltips
from wsusim.model.colours import GREEN, VERMILION, YELLOW
from wsusim.scene.shapes import Area, Disc, What

MARGIN_PX = 8
TRAIL_CYCLES = 600
"""So much of each robot's way is drawn: about half a minute."""

LEAP_CYCLES = 50
LAMP_UM = 0.11
THOUGHT_OPACITY = 0.75


class LabPicture(QWidget):
    """A lab seen from above, as large as there is room, y up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        answer_tooltips(self, self._tell_character)
        self._lab = Lab("", 28.0, 14.0)
        self._grid: tuple[Place, ...] = ()
        self._picture: MatchPicture | None = None
        self._trails: dict[int, deque[QPointF]] = {}
        self._thoughts: Mapping[int, Thought] = {}
        self._thinker: int | None = None
        self._map: tuple[Cells, QImage] | None = None
        self._overlay: Overlay | None = None
        self.setMinimumSize(240, 135)
        self.setAccessibleName(self.tr("Arena"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size in the shape of the contest's arenas."""
        return QSize(840, 440)

    def show_lab(self, lab: Lab, grid: tuple[Place, ...]) -> None:
        """Show a lab without robots, with its start positions."""
        self._lab, self._grid, self._picture = lab, grid, None
        self._trails.clear()
        self._thoughts, self._overlay = {}, None
        self.update()

    def show_moment(self, picture: MatchPicture, thoughts: Mapping[int, Thought]) -> None:
        """Show a cycle; the robots' paths grow, and begin again where time goes back or leaps."""
        before = self._picture
        if before is not None and not 0 <= picture.time - before.time <= LEAP_CYCLES:
            self._trails.clear()
        if before is None or picture.time != before.time:
            for robot in picture.robots:
                trail = self._trails.setdefault(robot.number, deque(maxlen=TRAIL_CYCLES))
                trail.append(QPointF(robot.x, robot.y))
        if picture != before or thoughts != self._thoughts:
            self._picture, self._thoughts = picture, thoughts
            self.update()

    def set_thinker(self, number: int | None) -> None:
        """Show what the agent of one robot thinks; ``None``: of none."""
        self._thinker = number
        self.update()

    def set_overlay(self, overlay: Overlay | None) -> None:
        """Show what an agent wrote; ``None``: of none."""
        self._overlay = overlay
        self.update()

    def told_at(self, place: QPointF) -> str:
        """Return what the character at a place of the widget earned; empty if there is none."""
        scale = self._scale
        x = (place.x() - (self.width() - scale * self._lab.width) / 2) / scale
        y = ((self.height() + scale * self._lab.height) / 2 - place.y()) / scale
        cell = self._overlay.cell_at(x, y) if self._overlay is not None else None
        return "" if cell is None else cell.told

    def _tell_character(self, question: QHelpEvent) -> None:
        """Show what the character under the mouse earned."""
        text = html.escape(self.told_at(QPointF(question.pos())))
        QToolTip.showText(question.globalPos(), text, self)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(current_theme().outside))
        lab = self._lab
        scale = self._scale
        painter.translate(
            (self.width() - scale * lab.width) / 2, (self.height() + scale * lab.height) / 2
        )
        painter.scale(scale, -scale)
        self._draw_floor(painter)
        thought = None if self._thinker is None else self._thoughts.get(self._thinker)
        if thought is not None and thought.cells is not None:
            self._draw_cells(painter, thought.cells)
        self._draw_walls(painter)
        if thought is not None and thought.path and self._thinker is not None:
            painter.setPen(QPen(robot_colour(self._thinker - 1), 0.12, Qt.PenStyle.DotLine))
            painter.drawPolyline(polygon(thought.path))
        if self._overlay is not None:
            paint_overlay(painter, self._overlay)
        for robot in self._picture.robots if self._picture is not None else ():
            self._draw_robot(painter, robot)
        painter.end()

    # Inside

    @property
    def _scale(self) -> float:
        """Pixels of a robot diameter."""
        width, height = self.width() - 2 * MARGIN_PX, self.height() - 2 * MARGIN_PX
        return min(width / self._lab.width, height / self._lab.height)

    def _shapes(self, *wanted: What) -> list[Area | Disc]:
        """Return the shapes of these kinds in the lab."""
        return [one for one in lab_shapes(self._lab, current_theme()) if one.what in wanted]

    def _draw_floor(self, painter: QPainter) -> None:
        paint_shapes(painter, self._shapes(What.FLOOR, What.GOAL))
        if self._picture is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for number, place in enumerate(self._grid, start=1):
                painter.setPen(QPen(robot_colour(number - 1), 0.06))
                painter.drawEllipse(QPointF(place.x, place.y), RADIUS, RADIUS)
                self._draw_text(
                    painter, str(number), place.x, place.y, 0.5, robot_colour(number - 1)
                )

    def _draw_walls(self, painter: QPainter) -> None:
        paint_shapes(painter, self._shapes(What.WALL, What.LINE, What.LAMP))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(current_theme().wall_edge), 0.08))
        painter.drawRect(QRectF(0.0, 0.0, self._lab.width, self._lab.height))

    def _draw_cells(self, painter: QPainter, cells: Cells) -> None:
        if self._map is None or self._map[0] is not cells:
            self._map = (cells, _image(cells))
        image = self._map[1]
        painter.setOpacity(THOUGHT_OPACITY)
        size = QRectF(cells.x, cells.y, image.width() * cells.size, image.height() * cells.size)
        painter.drawImage(size, image)
        painter.setOpacity(1.0)

    def _draw_robot(self, painter: QPainter, robot: RobotPicture) -> None:
        colour = robot_colour(robot.number - 1)
        trail = self._trails.get(robot.number, ())
        painter.setPen(QPen(see_through(colour, 0.5), 0.05))
        painter.drawPolyline(QPolygonF(list(trail)))
        place = QPointF(robot.x, robot.y)
        edge = QColor(current_theme().bad if robot.is_colliding else current_theme().robot_edge)
        painter.setPen(QPen(edge, 0.14 if robot.is_colliding else 0.05))
        painter.setBrush(colour)
        painter.drawEllipse(place, RADIUS, RADIUS)
        cos, sin = math.cos(robot.heading_rad), math.sin(robot.heading_rad)
        painter.setPen(QPen(QColor("white"), 0.1))
        ahead = QPointF(cos, sin)
        painter.drawLine(place + ahead * 0.28, place + ahead * RADIUS)
        self._draw_text(painter, str(robot.number), robot.x, robot.y, 0.5, QColor("white"))
        painter.setPen(QPen(QColor(current_theme().robot_edge), 0.02))
        for along, is_on, lamp in (
            (-0.3, robot.visiting_led, GREEN),
            (0.0, robot.returning_led, YELLOW),
            (0.3, robot.end_led, VERMILION),
        ):
            if is_on:
                painter.setBrush(QColor(lamp))
                painter.drawEllipse(place + QPointF(along, 0.62), LAMP_UM, LAMP_UM)
        thought = self._thoughts.get(robot.number)
        if thought is not None and thought.text and self._thinker == robot.number:
            self._draw_text(painter, thought.text, robot.x, robot.y + 0.9, 0.55)

    def _draw_text(
        self,
        painter: QPainter,
        text: str,
        x: float,
        y: float,
        height: float,
        colour: QColor | None = None,
    ) -> None:
        """Write a text with its middle at a place; a text of some length stays in the lab."""
        painter.save()
        font = painter.font()
        font.setPixelSize(20)
        painter.setFont(font)
        width = QFontMetricsF(font).horizontalAdvance(text) * height / 20.0
        if width < self._lab.width:
            x = max(width / 2.0, min(self._lab.width - width / 2.0, x))
        painter.translate(x, y)
        painter.scale(height / 20.0, -height / 20.0)
        painter.setPen(QColor(current_theme().text) if colour is None else colour)
        box = QRectF(-1000.0, -20.0, 2000.0, 40.0)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def _image(cells: Cells) -> QImage:
    """Return a map as an image, its first row below: white is free, dark is blocked."""
    rows = len(cells.rows) // cells.columns
    image = QImage(cells.columns, rows, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    for index, sign in enumerate(cells.rows):
        if sign != UNKNOWN:
            shade = 255 - 25 * int(sign)
            # The painter's y points up, so the image is turned over as well.
            place = (index % cells.columns, index // cells.columns)
            image.setPixelColor(*place, QColor(shade, shade, min(255, shade + 12)))
    return image
