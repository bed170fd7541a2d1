"""Which robot a controller drives: the simulated one, or a real one on a port or in the network."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.languages import languages
from wsusim.backends.serial_line.port import explain_open
from wsusim.backends.serial_line.robot_address import (
    AUTO,
    DEFAULT_BAUD,
    NETWORK,
    PREFIX,
    RATES,
    parse_address,
)
from wsusim.backends.serial_line.schemes import KHEPERA_SCHEME
from wsusim.backends.serial_line.search import FoundPort, ListedPort, list_ports
from wsusim.errors import BadInput
from wsusim.gui.features.robots.port_box import PortBox
from wsusim.gui.widgets.layouts import held, in_column, in_row, named, push_button, words
from wsusim.gui.widgets.property_boxes import ChoiceBox
from wsusim.gui.widgets.window_words import in_window_words

FILE_NAME = "robot.ini"


class Way(Enum):
    """How the robot is connected."""

    SIMULATED = "simulated"
    SERIAL = "serial"
    NETWORK = "network"


def may_use(device: str) -> bool:
    """Return whether this person may read and write a port."""
    return os.access(device, os.R_OK | os.W_OK)


class RobotSelector(QWidget):
    """Shows and changes which robot the next run drives, and says when it can't be used."""

    changed = Signal()

    find_wanted = Signal()
    """Asks to search all serial ports for robots; pass the result to ``show_found``."""

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
        self.kind = ChoiceBox(
            {},
            self.tr("Kind of the real robot"),
            self.tr("An e-puck2 on a cable or by Bluetooth is an e-puck here; by Wi-Fi it isn't"),
        )
        self.ports = PortBox(list_them)
        self.find_button = push_button(
            self.tr("Find"),
            self.find_wanted.emit,
            self.tr("Ask all serial ports which robot is there; no robot moves"),
        )
        self.network = named(QLineEdit(), self.tr("Network address of the robot"))
        self.baud = ChoiceBox(
            {rate: str(rate) for rate in RATES},
            self.tr("Speed of the line in baud"),
            self.tr("As set by the robot's jumpers or its selector wheel"),
        )
        self.baud.show_value(DEFAULT_BAUD)
        self.trouble = words()
        self._languages: dict[str, Language] = {}
        """What the choice of a kind offers, by its scheme; loaded when a real robot is chosen."""
        self._last_kind = KHEPERA_SCHEME
        port_row = held(in_row(self.ports, self.find_button, grows=self.ports))
        self._rows = QFormLayout()
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows.addRow(self.tr("Ro&bot"), self.way)
        self._rows.addRow(self.tr("Kind"), self.kind)
        self._port_row = port_row
        self._rows.addRow(self.tr("Por&t"), port_row)
        self._rows.addRow(self.tr("&Address"), self.network)
        self._rows.addRow(self.trouble)
        self._rows.addRow(self.tr("Ba&ud"), self.baud)
        self.setLayout(in_column(self._rows))
        self.way.currentIndexChanged.connect(lambda _index: self._follow_way())
        self.kind.currentIndexChanged.connect(lambda _index: self._follow_kind())
        self.ports.currentTextChanged.connect(lambda _text: self._follow())
        self.network.textChanged.connect(lambda _text: self._follow())
        self.baud.currentIndexChanged.connect(lambda _index: self._follow())
        self._follow()

    def remember_in(self, folder: Path) -> None:
        """Fill in which port, address and speed were chosen last, and keep those from now on.

        The choice of a real robot is not kept: F5 in the morning must not move one by surprise.
        """
        file = QSettings(str(folder / FILE_NAME), QSettings.Format.IniFormat, self)
        self.ports.preferred = str(file.value("port", ""))
        self.network.setText(str(file.value("network", "")))
        self.baud.setCurrentIndex(max(0, self.baud.findText(str(file.value("baud", DEFAULT_BAUD)))))
        self._last_kind = str(file.value("kind", KHEPERA_SCHEME))

        def keep() -> None:
            if self.way.currentData() is Way.SERIAL:
                file.setValue("port", self.ports.port)
            elif self.is_real:
                file.setValue("network", self.network.text().strip())
            if self.is_real:
                file.setValue("kind", self.scheme)
                file.setValue("baud", self.baud.currentText())

        self.changed.connect(keep)

    def choose(self, way: Way) -> None:
        """Choose how the robot is connected."""
        self.way.show_value(way)

    @property
    def choice(self) -> QWidget:
        """The widget in which the port or the address is chosen."""
        return self.ports if self.way.currentData() is Way.SERIAL else self.network

    @property
    def is_real(self) -> bool:
        """Whether a real robot is chosen."""
        return self.way.currentData() is not Way.SIMULATED

    @property
    def scheme(self) -> str:
        """The beginning of the chosen robot's address: its family of robots."""
        return self.kind.currentData() or KHEPERA_SCHEME

    @property
    def address(self) -> str:
        """The real robot's address, as ``--robot`` takes it; it need not make sense yet."""
        if self.way.currentData() is Way.SERIAL:
            port = self.ports.port
        else:
            port = self.network.text().strip()
        if self.scheme != KHEPERA_SCHEME:
            return f"{self.scheme}:{port}"
        if self.way.currentData() is Way.NETWORK and port and "://" not in port:
            port = NETWORK + port
        speed = "" if port == AUTO else f"?baud={self.baud.currentData()}"
        return f"{PREFIX}{port}{speed}"

    def show_found(self, found: Sequence[FoundPort]) -> None:
        """Choose the first robot that answered, and say what was found."""
        there = next((one for one in found if one.kind is not None), None)
        if there is not None:
            self.kind.show_value(there.address.scheme)
            self.baud.show_value(there.address.baud)
            self.ports.choose(there.address.port)
            text = self.tr("{robot} answers on {port}.")
            title = self._languages[there.address.scheme].title
            text = text.format(robot=title, port=there.address.port)
        elif found:
            tried = ", ".join(one.address.port for one in found)
            troubles = " ".join(one.trouble for one in found if one.trouble)
            text = self.tr(
                "No robot answers on {ports}. Is it plugged in, or paired, and switched on? {why}"
            )
            text = text.format(ports=tried, why=troubles).strip()
        else:
            text = self.tr(
                "This computer has no serial port at the moment. Plug in the robot's cable or "
                "dongle, or pair the robot by Bluetooth, and press Find again."
            )
        self._follow_again(text)

    def _follow_way(self) -> None:
        if self.is_real:
            self._offer_kinds()
        if self.way.currentData() is Way.SERIAL and not self.ports.count():
            self.ports.refresh()
        self._follow()

    def _offer_kinds(self) -> None:
        """Offer the families of robots that can be reached in the chosen way."""
        is_serial = self.way.currentData() is Way.SERIAL
        self._languages = {
            language.scheme: language
            for language in languages()
            if (language.rates if is_serial else language.tcp_port is not None)
            or language.scheme == KHEPERA_SCHEME
        }
        wanted = self.kind.currentData() or self._last_kind
        self.kind.blockSignals(True)
        self.kind.offer({scheme: one.title for scheme, one in self._languages.items()})
        self.kind.show_value(wanted if wanted in self._languages else KHEPERA_SCHEME)
        self.kind.blockSignals(False)
        self._follow_kind()

    def _follow_kind(self) -> None:
        language = self._languages[self.scheme]
        self.ports.wanted = language.one
        if self.ports.count():
            self.ports.refresh()
        self.network.setPlaceholderText(_example(language))
        self._follow()

    def _follow(self) -> None:
        self._follow_again(self._find_trouble() if self.is_real else "")

    def _follow_again(self, text: str) -> None:
        way = self.way.currentData()
        self._rows.setRowVisible(self.kind, self.is_real)
        self._rows.setRowVisible(self._port_row, way is Way.SERIAL)
        self._rows.setRowVisible(self.network, way is Way.NETWORK)
        self._rows.setRowVisible(self.baud, self.is_real and self.scheme == KHEPERA_SCHEME)
        self.baud.setEnabled(self.address != PREFIX + AUTO)
        self.trouble.setText(in_window_words(text))
        self._rows.setRowVisible(self.trouble, bool(text))
        self.changed.emit()

    def _find_trouble(self) -> str:
        """Return why the chosen robot can't be used, and the remedy; empty if nothing is wrong."""
        way = self.way.currentData()
        if way is Way.NETWORK and not self.network.text().strip():
            text = self.tr("Type the robot's address in the network, for example {example}")
            return text.format(example=self.network.placeholderText())
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


def _example(language: Language) -> str:
    """Return an example of a network address."""
    if language.scheme == KHEPERA_SCHEME:
        return "127.0.0.1:5331"
    *_, last = language.examples
    return last.removeprefix(f"{language.scheme}:")
