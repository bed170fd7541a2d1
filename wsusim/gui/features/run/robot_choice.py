"""Which robot the panels show: the selected one, or the one chosen in a box."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from wsusim.gui.features.run.controller_book import robot_name
from wsusim.gui.shell.document import Document


class RobotChoice(QObject):
    """Follows the selection; shared by all panels that show one robot."""

    changed = Signal(int)
    """The number of the robot, counted from 0."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._number = 0
        document.selection.changed.connect(lambda _ids: self._follow_selection())
        document.shown_changed.connect(lambda _world: self._stay_in_range())

    @property
    def number(self) -> int:
        """The robot that is shown."""
        return self._number

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._document.shown.robots)

    def choose(self, number: int) -> None:
        """Show another robot."""
        if number != self._number:
            self._number = number
            self.changed.emit(number)

    def _follow_selection(self) -> None:
        ids = self._document.selection.ids
        for number, robot in enumerate(self._document.shown.robots):
            if robot.id in ids:
                self.choose(number)
                return

    def _stay_in_range(self) -> None:
        if self._number >= self.count:
            self.choose(0)


class RobotBox(QComboBox):
    """Shows and changes the choice; hidden when there is only one robot."""

    def __init__(
        self, choice: RobotChoice, document: Document, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._choice = choice
        self.setAccessibleName(self.tr("Robot"))
        self.activated.connect(choice.choose)
        choice.changed.connect(self.setCurrentIndex)
        document.shown_changed.connect(lambda _world: self._refresh())
        self._refresh()

    def _refresh(self) -> None:
        if self.count() != self._choice.count:
            self.clear()
            self.addItems([robot_name(number) for number in range(self._choice.count)])
        self.setCurrentIndex(self._choice.number)
        self.setVisible(self._choice.count > 1)
