"""A choice of the current serial ports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QComboBox

from wsusim.backends.serial_line.robot_address import AUTO
from wsusim.backends.serial_line.search import ListedPort


class PortBox(QComboBox):
    """The serial ports with their descriptions, listed again whenever it opens; accepts others."""

    def __init__(self, list_them: Callable[[], list[ListedPort]]) -> None:
        super().__init__()
        self._list_them = list_them
        self.preferred = ""
        """The port to choose at first, if it is there."""
        self.wanted = ""
        """What is searched for on any port, with its article."""
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        name = self.tr("Serial port of the robot")
        self.setAccessibleName(name)
        line = self.lineEdit()
        assert line is not None
        line.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(9)

    @property
    def port(self) -> str:
        """The device that is chosen or typed, or ``auto``."""
        text = self.currentText().strip()
        index = self.findText(text)
        return text if index < 0 else str(self.itemData(index))

    def refresh(self) -> None:
        """List the current ports; the choice stays.

        At first it is the preferred one, or the first of the list if that is missing.
        """
        chosen, is_new = self.currentText(), not self.count()
        self.clear()
        for listed in self._list_them():
            has_words = listed.description not in ("", "n/a")
            text = f"{listed.device}  {listed.description}" if has_words else listed.device
            self.addItem(text, listed.device)
        self.addItem(self.tr("Any port: search for {robot}").format(robot=self.wanted), AUTO)
        index = self.findData(self.preferred)
        if not is_new:
            self.setEditText(chosen)
        elif index >= 0:
            self.setCurrentIndex(index)
        elif self.preferred and Path(self.preferred).exists():
            self.setEditText(self.preferred)  # an emulator's link is in no list

    def choose(self, port: str) -> None:
        """Choose a port, which need not be in the list."""
        self.refresh()
        index = self.findData(port)
        if index >= 0:
            self.setCurrentIndex(index)
        else:
            self.setEditText(port)

    def showPopup(self) -> None:  # noqa: N802 - Qt's name
        """List the current ports, and open."""
        self.refresh()
        super().showPopup()
