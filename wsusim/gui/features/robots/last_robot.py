"""Remembers between sessions which port, address and speed were chosen last.

That a real robot was chosen is not remembered: nobody's F5 in the morning shall move one.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings

from wsusim.gui.features.robots.robot_selector import RobotSelector, Way

FILE_NAME = "robot.ini"


class LastRobot(QObject):
    """Keeps what is chosen in a selector, and has filled it in when it is made."""

    def __init__(self, selector: RobotSelector, folder: Path) -> None:
        """``folder`` is where the program keeps its settings."""
        super().__init__(selector)
        self._selector = selector
        self._file = QSettings(str(folder / FILE_NAME), QSettings.Format.IniFormat)
        selector.ports.preferred = self._text("port")
        selector.network.setText(self._text("network"))
        index = selector.baud.findText(self._text("baud"))
        if index >= 0:
            selector.baud.setCurrentIndex(index)
        selector.changed.connect(self._keep)

    def _text(self, key: str) -> str:
        value = self._file.value(key, "")
        return value if isinstance(value, str) else ""

    def _keep(self) -> None:
        selector = self._selector
        if not selector.is_real:
            return
        if selector.way.currentData() is Way.SERIAL:
            self._file.setValue("port", selector.ports.port)
        else:
            self._file.setValue("network", selector.network.text().strip())
        self._file.setValue("baud", selector.baud.currentText())
