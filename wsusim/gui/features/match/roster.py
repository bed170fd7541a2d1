"""The table of all robots: what they do, their points, and how their agents are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from wsusim.ciber.picture import MatchPicture, RobotPicture
from wsusim.ciber.server import SILENT_CYCLES
from wsusim.gui.widgets.theme import current_theme, robot_colour

COLOUR_PX = 12


class Roster(QTableWidget):
    """A row a robot. A selected row says whose thoughts are to be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 7, parent)
        self._states = {
            "Stopped": self.tr("waits"),
            "Running": self.tr("under way"),
            "Waiting": self.tr("on target"),
            "Returning": self.tr("going home"),
            "Finished": self.tr("done"),
            "Removed": self.tr("taken out"),
        }
        self.setToolTip(
            self.tr(
                "Requests: sensors asked for in this cycle, out of those allowed; in brackets, "
                "requests over the limit in the whole match."
            )
        )
        self.setHorizontalHeaderLabels(
            [
                self.tr("Robot"),
                self.tr("State"),
                self.tr("Score"),
                self.tr("Hits"),
                self.tr("Lamps"),
                self.tr("Requests"),
                self.tr("Agent"),
            ]
        )
        self.setAccessibleName(self.tr("Robots of the match"))
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setStretchLastSection(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)

    @property
    def chosen(self) -> int | None:
        """Number of the robot whose row is selected."""
        rows = self.selectionModel().selectedRows()
        item = self.item(rows[0].row(), 0) if rows else None
        return None if item is None else int(item.data(Qt.ItemDataRole.UserRole))

    def show_moment(self, picture: MatchPicture, budget: int, gone: dict[int, int]) -> None:
        """Show all robots; ``budget``: requests a cycle, ``gone``: exit codes of ended agents."""
        self.setRowCount(len(picture.robots))
        for row, robot in enumerate(picture.robots):
            for column, text in enumerate(self._texts(robot, budget, gone)):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(row, column, item)
                if item.text() != text:
                    item.setText(text)
                if column == 0 and item.data(Qt.ItemDataRole.UserRole) != robot.number:
                    item.setData(Qt.ItemDataRole.UserRole, robot.number)
                    item.setIcon(_square(robot_colour(robot.number - 1)))
                if column == 6:
                    is_bad = robot.silent_cycles >= SILENT_CYCLES or robot.number in gone
                    item.setForeground(
                        QColor(current_theme().bad if is_bad else current_theme().text)
                    )

    def _texts(self, robot: RobotPicture, budget: int, gone: dict[int, int]) -> tuple[str, ...]:
        lamps = (
            (robot.visiting_led, self.tr("visiting")),
            (robot.returning_led, self.tr("returning")),
            (robot.end_led, self.tr("end")),
        )
        asked = f"{robot.requests}/{budget}" if budget else "–"
        if robot.requests_refused:
            asked += self.tr(" (+{count})").format(count=robot.requests_refused)
        return (
            f"{robot.number}  {robot.name}",
            self._states[robot.state.value],
            str(robot.score),
            str(robot.collisions),
            ", ".join(name for is_on, name in lamps if is_on) or "–",
            asked,
            self._agent(robot, gone),
        )

    def _agent(self, robot: RobotPicture, gone: dict[int, int]) -> str:
        if robot.number in gone:
            return self.tr("has ended (code {code})").format(code=gone[robot.number])
        if robot.silent_cycles >= SILENT_CYCLES:
            return self.tr("silent for {count} cycles").format(count=robot.silent_cycles)
        return self.tr("answers")


def _square(colour: QColor) -> QIcon:
    pixels = QPixmap(COLOUR_PX, COLOUR_PX)
    pixels.fill(colour)
    return QIcon(pixels)
