"""The choice of an agent's map and path, and their painting over the lab."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QWidget

from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.mark_picture import PATH, cell_colour
from wsusim.ciber.written import Cell, Overlay, Written, overlay_of
from wsusim.errors import WsusimError
from wsusim.gui.arena.painting import polygon, see_through
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words

SIZE_UM = 0.7
"""Of a character's square."""

FONT_PX = 16
OPACITY = 0.45
FLOOR_OPACITY = 0.85
"""Of the floor below a character, so that it can be read on a line or wall."""
PATH_OPACITY = 0.7


class WrittenBox(QComboBox):
    """Offers the robots whose agents have written something; hidden while there is none.

    ``chosen`` emits the ``Overlay`` to draw, or ``None``.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Whose map and path are shown"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setToolTip(
            self.tr(
                "What the agent wrote, over the lab. Green is right (10 points), red is wrong (5 "
                "points less), grey was left blank; the blue line is the path. Point at a "
                "character to read what it earned."
            )
        )
        self._place: tuple[Lab, tuple[Place, ...], str] | None = None
        self._written: dict[int, Written] = {}
        self.currentIndexChanged.connect(lambda _index: self._emit())
        self.clear_all()

    def clear_all(self) -> None:
        """Offer nothing: another match, or none, is shown."""
        self._place, self._written = None, {}
        self.clear()
        self.addItem(self.tr("Nobody's map"), None)
        self.setVisible(False)

    def begin(self, lab: Lab, grid: tuple[Place, ...], mode: str) -> None:
        """Offer what is written in a match from now on."""
        self.clear_all()
        self._place = (lab, grid, mode)

    def offer(self, written: Mapping[int, Written]) -> None:
        """Offer these robots' maps and paths; the one shown is drawn again if it changed."""
        if dict(written) == self._written:
            return
        before, self._written = self._written, dict(written)
        for number in sorted(written):
            if self.findData(number) < 0:
                self.addItem(self.tr("What robot {number} wrote").format(number=number), number)
        self.setVisible(bool(written))
        number = self.currentData()
        if before.get(number) != self._written.get(number):
            self._emit()

    def _emit(self) -> None:
        number = self.currentData()
        if number is None or self._place is None or number not in self._written:
            self.chosen.emit(None)
            return
        lab, grid, mode = self._place
        try:
            start = grid[number - 1]
            self.chosen.emit(overlay_of(lab, start, mode, self._written[number]))
        except (WsusimError, IndexError) as error:
            self.chosen.emit(Overlay(told=(in_window_words(str(error)),)))


def paint_overlay(painter: QPainter, overlay: Overlay) -> None:
    """Paint a map and path; the painter counts robot diameters, y up."""
    painter.save()
    font = QFont("monospace")
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(FONT_PX)
    painter.setFont(font)
    for cell in overlay.cells:
        _paint_cell(painter, cell)
    if overlay.path:
        colour = see_through(QColor(PATH), PATH_OPACITY)
        line = QPen(colour, 0.16)
        line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(polygon(overlay.path))
    painter.restore()


def _paint_cell(painter: QPainter, cell: Cell) -> None:
    colour = QColor(cell_colour(cell))
    half = SIZE_UM / 2.0
    square = QRectF(cell.x - half, cell.y - half, SIZE_UM, SIZE_UM)
    painter.fillRect(square, see_through(QColor(current_theme().floor), FLOOR_OPACITY))
    painter.setBrush(see_through(colour, OPACITY))
    # A wrong one has an edge as well: not everybody tells red from green.
    painter.setPen(QPen(colour, 0.08) if cell.earned < 0 else Qt.PenStyle.NoPen)
    painter.drawRect(square)
    if cell.sign.strip():
        painter.save()
        painter.translate(QPointF(cell.x, cell.y))
        scale = SIZE_UM / FONT_PX
        painter.scale(scale, -scale)
        painter.setPen(QColor(current_theme().text))
        box = QRectF(-FONT_PX, -FONT_PX, 2.0 * FONT_PX, 2.0 * FONT_PX)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, cell.sign)
        painter.restore()
