"""The score of a soccer game, written large beside the field."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from wsusim.gui.arena.painting import PaintedItem, draw_upright, see_through
from wsusim.gui.widgets.theme import robot_colour
from wsusim.model.snapshot import Score
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World

translate = QCoreApplication.translate

GREY = QColor("#8d97a8")
LETTER_SHARE = 0.11
"""Height of a figure, as a share of the field's."""

ROOM_LETTERS = 1.9
"""Height of the score in heights of its figures."""

FIELD_EDGE_MM = 12.0
"""Between field and score."""


class ScoreItem(PaintedItem):
    """Goals of both teams in their colours, and below them half and time."""

    def __init__(self) -> None:
        super().__init__()
        self._world: World | None = None
        self._score: Score | None = None
        self._second = 0
        self.setVisible(False)

    def set_world(self, world: World) -> None:
        """Show the score of a maze; without soccer nothing is shown."""
        self.prepareGeometryChange()
        self._world = world
        self.show_score(Score(0, 0, 1) if world.mission.kind == "soccer" else None, 0)

    def show_score(self, score: Score | None, tick: int) -> None:
        """Show the score at a tick."""
        self.setVisible(score is not None)
        second = tick // TICKS_PER_SECOND
        if (score, second) != (self._score, self._second):
            self._score, self._second = score, second
            self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the room beside the field, above its upper edge."""
        if self._world is None:
            return QRectF()
        width, height = self._world.arena.width_mm, self._world.arena.height_mm
        room_mm = ROOM_LETTERS * LETTER_SHARE * height
        return QRectF(0.2 * width, height + FIELD_EDGE_MM, 0.6 * width, room_mm)

    def draw(self, painter: QPainter) -> None:
        """Write the figures."""
        world, score = self._world, self._score
        if world is None or score is None:
            return
        box, letter = self.boundingRect(), LETTER_SHARE * world.arena.height_mm
        lower = QRectF(box.left(), box.top(), box.width(), 0.6 * letter)
        upper = QRectF(box.left(), lower.bottom(), box.width(), 1.3 * letter)
        align, half = Qt.AlignmentFlag, 0.5 * upper.width() + letter / 2
        left, right = upper.adjusted(0, 0, -half, 0), upper.adjusted(half, 0, 0, 0)
        self._write(painter, upper, align.AlignHCenter, ":", letter, GREY)
        for goals, robot, where, place in (
            (score.left, 0, align.AlignRight, left),
            (score.right, -1, align.AlignLeft, right),
        ):
            own = world.robots[robot].colour if world.robots else ""
            colour = robot_colour(robot % max(1, len(world.robots)), own).darker(110)
            self._write(painter, place, where, str(goals), letter, colour)
        words = self._words(score.half, world.mission.time_limit_s)
        self._write(painter, lower, align.AlignHCenter, words, 0.4 * letter, GREY)

    def _words(self, half: int, limit_s: float | None) -> str:
        name = translate("Score", "1st half") if half == 1 else translate("Score", "2nd half")
        words = translate("Score", "{half}   {seconds} / {limit:g} s")
        if limit_s is None:
            words = translate("Score", "{half}   {seconds} s")
        return words.format(half=name, seconds=self._second, limit=limit_s)

    def _write(
        self,
        painter: QPainter,
        box: QRectF,
        side: Qt.AlignmentFlag,
        text: str,
        size_mm: float,
        colour: QColor,
    ) -> None:
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(max(1, round(size_mm)))
        painter.setFont(font)
        painter.setPen(see_through(colour, 0.9))
        draw_upright(painter, box, side | Qt.AlignmentFlag.AlignVCenter, text)
