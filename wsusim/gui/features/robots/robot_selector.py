"""Which robot a controller drives: the simulated one, or a real one on a port or in the network."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from wsusim.backends.serial_line.port import explain_open
from wsusim.backends.serial_line.robot_address import (
    AUTO,
    DEFAULT_BAUD,
    PREFIX,
    RATES,
    parse_address,
)
from wsusim.backends.serial_line.search import ListedPort, list_ports
from wsusim.errors import BadInput
from wsusim.gui.widgets.layouts import in_column, named, words
from wsusim.gui.widgets.property_boxes import ChoiceBox
from wsusim.gui.widgets.window_words import in_window_words

FILE_NAME = "robot.ini"
NETWORK = "socket://"


class Way(Enum):
    """How the robot is reached."""

    SIMULATED = "simulated"
    SERIAL = "serial"
    NETWORK = "network"


def may_use(device: str) -> bool:
    """Tell whether this person may read and write a port."""
    return os.access(device, os.R_OK | os.W_OK)


class PortBox(QComboBox):
    """The serial ports with their descriptions, listed anew whenever it opens; others are typed."""

    def __init__(self, list_them: Callable[[], list[ListedPort]]) -> None:
        super().__init__()
        self._list_them = list_them
        self.preferred = ""
        """The port to choose at first, if it is there."""
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
        """List the ports that are there now; the choice stays.

        At first it is the preferred one; when that is not there, the first one of the list.
        """
        chosen, is_new = self.currentText(), not self.count()
        self.clear()
        for listed in self._list_them():
            has_words = listed.description not in ("", "n/a")
            text = f"{listed.device}  {listed.description}" if has_words else listed.device
            self.addItem(text, listed.device)
        self.addItem(self.tr("Any port: search for a Khepera"), AUTO)
        index = self.findData(self.preferred)
        if not is_new:
            self.setEditText(chosen)
        elif index >= 0:
            self.setCurrentIndex(index)
        elif self.preferred and Path(self.preferred).exists():
            self.setEditText(self.preferred)  # an emulator's link is in no list

    def showPopup(self) -> None:  # noqa: N802 - Qt's name
        """List what is there now, and open."""
        self.refresh()
        super().showPopup()


class RobotSelector(QWidget):
    """Shows and changes which robot the next run drives, and says when it can't be used."""

    changed = Signal()

    def __init__(
        self,
        *,
        list_them: Callable[[], list[ListedPort]] = list_ports,
        may_use_port: Callable[[str], bool] = may_use,
    ) -> None:
        super().__init__()
        self._may_use = may_use_port
        self.way = ChoiceBox(
            {
                Way.SIMULATED: self.tr("Simulated"),
                Way.SERIAL: self.tr("Real, on a serial port"),
                Way.NETWORK: self.tr("Real, at a network address"),
            },
            self.tr("Which robot to use"),
        )
        self.ports = PortBox(list_them)
        self.network = named(QLineEdit(), self.tr("Network address of the robot"))
        self.network.setPlaceholderText("127.0.0.1:5331")
        self.baud = ChoiceBox(
            {rate: str(rate) for rate in RATES},
            self.tr("Speed of the line in baud"),
            self.tr("As set by the robot's jumpers or its selector wheel"),
        )
        self.baud.show_value(DEFAULT_BAUD)
        self.trouble = words()
        self._rows = QFormLayout()
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows.addRow(self.tr("Ro&bot"), self.way)
        self._rows.addRow(self.tr("Por&t"), self.ports)
        self._rows.addRow(self.tr("&Address"), self.network)
        self._rows.addRow(self.trouble)
        self._rows.addRow(self.tr("Ba&ud"), self.baud)
        self.setLayout(in_column(self._rows))
        self.way.currentIndexChanged.connect(lambda _index: self._follow_way())
        self.ports.currentTextChanged.connect(lambda _text: self._follow())
        self.network.textChanged.connect(lambda _text: self._follow())
        self.baud.currentIndexChanged.connect(lambda _index: self._follow())
        self._follow()

    def remember_in(self, folder: Path) -> None:
        """Fill in which port, address and speed were chosen last, and keep those from now on.

        That a real robot was chosen is not kept: nobody's F5 in the morning shall move one.
        """
        file = QSettings(str(folder / FILE_NAME), QSettings.Format.IniFormat, self)
        self.ports.preferred = str(file.value("port", ""))
        self.network.setText(str(file.value("network", "")))
        self.baud.setCurrentIndex(max(0, self.baud.findText(str(file.value("baud", DEFAULT_BAUD)))))

        def keep() -> None:
            if self.way.currentData() is Way.SERIAL:
                file.setValue("port", self.ports.port)
            elif self.is_real:
                file.setValue("network", self.network.text().strip())
            if self.is_real:
                file.setValue("baud", self.baud.currentText())

        self.changed.connect(keep)

    def choose(self, way: Way) -> None:
        """Choose how the robot is reached."""
        self.way.show_value(way)

    @property
    def choice(self) -> QWidget:
        """Where the port or the address is chosen."""
        return self.ports if self.way.currentData() is Way.SERIAL else self.network

    @property
    def is_real(self) -> bool:
        """Whether a real robot is chosen."""
        return self.way.currentData() is not Way.SIMULATED

    @property
    def address(self) -> str:
        """The real robot's address, as ``--robot`` takes it; it need not make sense yet."""
        if self.way.currentData() is Way.SERIAL:
            port = self.ports.port
        else:
            port = self.network.text().strip()
            port = port if not port or "://" in port else NETWORK + port
        speed = "" if port == AUTO else f"?baud={self.baud.currentData()}"
        return f"{PREFIX}{port}{speed}"

    def _follow_way(self) -> None:
        if self.way.currentData() is Way.SERIAL and not self.ports.count():
            self.ports.refresh()
        self._follow()

    def _follow(self) -> None:
        way = self.way.currentData()
        self._rows.setRowVisible(self.ports, way is Way.SERIAL)
        self._rows.setRowVisible(self.network, way is Way.NETWORK)
        self._rows.setRowVisible(self.baud, self.is_real)
        self.baud.setEnabled(self.address != PREFIX + AUTO)
        text = self._find_trouble() if self.is_real else ""
        self.trouble.setText(in_window_words(text))
        self._rows.setRowVisible(self.trouble, bool(text))
        self.changed.emit()

    def _find_trouble(self) -> str:
        """Return why the chosen robot can't be used, and the remedy; empty when nothing is seen."""
        way = self.way.currentData()
        if way is Way.NETWORK and not self.network.text().strip():
            return self.tr("Type the robot's computer and port, for example 127.0.0.1:5331")
        port = self.ports.port
        if way is Way.SERIAL and not port:
            return self.tr("Choose a port, or type its name.")
        try:
            parse_address(self.address)
        except BadInput as error:
            return str(error)
        if way is Way.SERIAL and Path(port).is_absolute():
            if not Path(port).exists():
                return explain_open(port, FileNotFoundError(errno.ENOENT, ""))
            if not self._may_use(port):
                return explain_open(port, PermissionError(errno.EACCES, ""))
        return ""
