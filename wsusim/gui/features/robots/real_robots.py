"""Puts the choice of a robot beside the controllers, and begins runs on the one that is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QBoxLayout

from wsusim.gui.features.robots.last_robot import LastRobot
from wsusim.gui.features.robots.robot_selector import RobotSelector
from wsusim.gui.features.run.bridge import RunState
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.live_run import LiveRun
from wsusim.runs.sources.real_live import RealLiveRun

if TYPE_CHECKING:
    from wsusim.gui.features.run.run_side import RunSide
    from wsusim.gui.shell.window import MainWindow

ROW_OF_SELECTOR = 1
"""In the controllers panel: below its buttons, above the robots."""


class RealRobots(QObject):
    """Real robots of a window; make it once, with the ``RunSide``."""

    def __init__(self, window: MainWindow, side: RunSide, folder: Path) -> None:
        """``folder`` keeps what was chosen last."""
        super().__init__(side)
        self._window = window
        self._side = side
        self.selector = RobotSelector()
        LastRobot(self.selector, folder)
        panel = side.controllers.widget()
        layout = panel.layout() if panel is not None else None
        assert isinstance(layout, QBoxLayout)
        layout.insertWidget(ROW_OF_SELECTOR, self.selector)
        self._begin_simulated = side.bridge.make_run
        side.bridge.make_run = self.make_run
        self.selector.changed.connect(self._follow)
        # Queued: the panel is laid out anew before.
        self.selector.changed.connect(self._show_trouble, Qt.ConnectionType.QueuedConnection)
        # Queued: the hint is to be the last word, after that of the running side.
        side.bridge.state_changed.connect(self._follow, Qt.ConnectionType.QueuedConnection)

    def make_run(self, request: LiveRequest, speed: float, is_paused: bool) -> LiveRun:
        """Return the run of a request on the chosen robot; what is resumed is always simulated."""
        if not self.selector.is_real or request.resume_file is not None:
            return self._begin_simulated(request, speed, is_paused)
        return RealLiveRun(request, self.selector.address, is_paused=is_paused)

    def _show_trouble(self) -> None:
        """Have what is wrong in view, and what can be changed about it."""
        if self.selector.trouble.isVisible():
            for widget in (self.selector.trouble, self.selector.choice):
                self._side.controllers.ensureWidgetVisible(widget, 0, 0)

    def _follow(self) -> None:
        """Offer neither speeds nor single steps where time is the real robot's."""
        bridge = self._side.bridge
        is_real = self.selector.is_real
        if bridge.run is not None and bridge.is_lively:
            is_real = not bridge.run.can_pause
        self._side.bar.speed.setEnabled(not is_real)
        self._window.action_set["step"].setEnabled(not is_real)
        if isinstance(bridge.run, RealLiveRun) and bridge.state is RunState.GOING:
            self._window.status.set_hint(
                self.tr("If you carry the robot elsewhere, drag it there in the maze as well.")
            )
