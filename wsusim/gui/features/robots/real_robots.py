"""Puts the choice of a robot beside the controllers, and has the next run drive the chosen one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from wsusim.gui.features.robots.robot_selector import RobotSelector, Way
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import RunState


class RealRobots(Side):
    """Real robots of a window; make it once."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.selector = RobotSelector()
        self.selector.remember_in(shell.folder)
        shell.setup.above.addWidget(self.selector)
        self.selector.changed.connect(self._choose)
        shell.simple.changed.connect(lambda _on: self.selector.choose(Way.SIMULATED))
        # Queued: the panel is laid out anew before.
        self.selector.changed.connect(self._show_trouble, Qt.ConnectionType.QueuedConnection)
        # Queued: the hint is to be the last word, after that of the run itself.
        shell.watched.state_changed.connect(self._hint, Qt.ConnectionType.QueuedConnection)

    def _choose(self) -> None:
        self._shell.setup.choose_robot(self.selector.address if self.selector.is_real else None)

    def _show_trouble(self) -> None:
        """Have what is wrong in view, and what can be changed about it."""
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
