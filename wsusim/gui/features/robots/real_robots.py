"""Puts the choice of a robot beside the controllers, and makes the next run drive it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from wsusim.backends.serial_line.port import open_port
from wsusim.backends.serial_line.search import FoundPort, list_ports, search
from wsusim.gui.features.robots.robot_selector import RobotSelector, Way
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import RunState
from wsusim.gui.widgets.worker import Report, Worker


class RealRobots(Side):
    """Real robots of a window; make it once."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list_them = list_ports
        self.open_address = open_port
        self.selector = RobotSelector()
        self.selector.remember_in(shell.folder)
        shell.setup.above.addWidget(self.selector)
        self.selector.changed.connect(self._choose)
        self.selector.find_wanted.connect(self.find)
        self.worker = Worker(self)
        shell.closing.connect(self.worker.close)
        shell.watched.state_changed.connect(
            lambda _state: self.selector.find_button.setEnabled(not shell.watched.is_lively)
        )
        shell.simple.changed.connect(lambda _on: self.selector.choose(Way.SIMULATED))
        # Queued: the panel is laid out again before.
        self.selector.changed.connect(self._show_trouble, Qt.ConnectionType.QueuedConnection)
        # Queued: the hint comes last, after what the run itself says.
        shell.watched.state_changed.connect(self._hint, Qt.ConnectionType.QueuedConnection)

    def find(self) -> None:
        """Search all serial ports for robots."""
        devices = [port.device for port in self.list_them()]

        def work(report: Report) -> list[FoundPort]:
            found = []
            for number, one in enumerate(search(devices, open_address=self.open_address)):
                found.append(one)
                report((number + 1) / len(devices))
            return found

        words = self.tr("Asking the serial ports which robot is there...")
        self.worker.ask(work, self.selector.show_found, self._warn, words)

    def _warn(self, error: Exception) -> None:
        self._shell.tell(str(error), Weight.WARNING)

    def _choose(self) -> None:
        self._shell.setup.choose_robot(self.selector.address if self.selector.is_real else None)

    def _show_trouble(self) -> None:
        """Bring into view what is wrong, and what can be changed about it."""
        panel: QWidget | None = self.selector
        while panel is not None and not isinstance(panel, QScrollArea):
            panel = panel.parentWidget()
        if panel is not None and self.selector.trouble.isVisible():
            for widget in (self.selector.trouble, self.selector.choice):
                panel.ensureWidgetVisible(widget, 0, 0)

    def _hint(self, state: RunState) -> None:
        subject = self._shell.watched.subject
        if state is RunState.GOING and subject is not None and subject.is_real:
            self._shell.status.set_hint(
                self.tr(
                    "If you pick the robot up and move it, drag it to the same place in the maze."
                )
            )
