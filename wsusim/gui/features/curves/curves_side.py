"""The curves in the window: collects what runs and recordings have, and shows it on demand."""

from __future__ import annotations

import importlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from wsusim.gui.features.curves.channels import values_of
from wsusim.gui.features.curves.history import History
from wsusim.gui.features.replay.film import Film
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.runs.live_events import Picture

if TYPE_CHECKING:
    from wsusim.gui.features.curves.curves_panel import CurvesPanel
    from wsusim.gui.shell.window import MainWindow

PLOTS = "wsusim.gui.features.curves.curves_panel"
"""Takes half a second to import, so that is done in a thread, when the panel is first seen."""

LEAST_EM = 18
"""The panel is made so high when it is opened, in heights of the text."""


class CurvesSide(QObject):
    """Everything about curves; make it once, after the ``ReplaySide``."""

    _imported = Signal()
    _import_failed = Signal(str)

    def __init__(
        self, window: MainWindow, run_side: RunSide, replay: ReplaySide, folder: Path
    ) -> None:
        """``folder`` keeps what is chosen."""
        super().__init__(window)
        self._window = window
        self._replay = replay
        self._folder = folder
        self._colours: tuple[QColor, ...] = ()
        self._is_seen = False
        self._importing: threading.Thread | None = None
        self.live = History(0)
        """The run that is shown, or was last."""
        self.panel: CurvesPanel | None = None
        """Made when the dock is first seen."""
        self._shell = QWidget()
        self._layout = QVBoxLayout(self._shell)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._wait = QLabel(self.tr("The curves are being prepared..."))
        self._wait.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._wait.setProperty("role", "dim")
        self._wait.setWordWrap(True)
        self._layout.addWidget(self._wait)
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        self.dock = window.panels.add(
            "curves", self.tr("Curves"), self._shell, bottom, is_open=False
        )
        window.tabifyDockWidget(window.panels["console"], self.dock)
        self.dock.hide()
        window.action_set.make("curves", self.tr("&Curves"), self.toggle, keys=("Ctrl+Shift+C",))
        self._connect(run_side)

    def toggle(self) -> None:
        """Bring the panel to the front, with the keyboard; close it when it is there."""
        focused = self._window.focusWidget()
        if self._is_seen and focused is not None and self._shell.isAncestorOf(focused):
            self.dock.close()
            self._window.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.dock.show()
        self.dock.raise_()
        least_px = LEAST_EM * self._shell.fontMetrics().height()
        if self._shell.height() < least_px and not self.dock.isFloating():
            self._window.resizeDocks([self.dock], [least_px], Qt.Orientation.Vertical)
        (self.panel or self._shell).setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Inside

    def _connect(self, run_side: RunSide) -> None:
        window, bridge, replay = self._window, run_side.bridge, self._replay
        self.dock.visibilityChanged.connect(self._follow_visibility)
        self.dock.topLevelChanged.connect(self._follow_visibility)
        self._imported.connect(self._make_panel, Qt.ConnectionType.QueuedConnection)
        self._import_failed.connect(self._show_failure, Qt.ConnectionType.QueuedConnection)
        bridge.begun.connect(lambda _run: self._forget())
        bridge.pictured.connect(self._keep)
        replay.film_changed.connect(self._follow_film)
        replay.playhead.moved.connect(self._follow_playhead)
        window.document.shown_changed.connect(lambda _world: self._list_robots())
        window.closing.connect(self._close)

    def _follow_visibility(self, is_seen: bool) -> None:
        beside = self.dock.isFloating() and self.dock.isVisible()
        self._is_seen = is_seen or beside  # Qt calls a dock that was under a tab invisible
        if self.panel is not None:
            self.panel.set_seen(self._is_seen)
        elif self._is_seen and self._importing is None:
            self._importing = threading.Thread(
                target=self._import, name="wsusim-curves", daemon=True
            )
            self._importing.start()

    def _import(self) -> None:
        try:
            importlib.import_module(PLOTS)
        except ImportError as error:
            self._import_failed.emit(str(error))
        else:
            self._imported.emit()

    def _show_failure(self, why: str) -> None:
        text = self.tr(
            "The curves can't be shown ({why}). Install what wsusim needs; "
            "'python main.py doctor' says how."
        )
        self._wait.setText(text.format(why=why))

    def _make_panel(self) -> None:
        from wsusim.gui.features.curves.choice import Choice
        from wsusim.gui.features.curves.curves_panel import CurvesPanel
        from wsusim.gui.features.curves.exports import CurveExports

        window = self._window
        panel = CurvesPanel(Choice(self._folder, self), window.theme)
        CurveExports(window, panel)
        self.panel = panel
        panel.stack.moment_chosen.connect(self._go_to)
        panel.stack.spoken.connect(window.view.announce)
        window.theme_changed.connect(panel.set_theme)
        had_focus = self._shell.hasFocus()
        self._layout.removeWidget(self._wait)
        self._wait.deleteLater()
        self._layout.addWidget(panel)
        self._shell.setFocusProxy(panel)
        if had_focus:
            panel.setFocus(Qt.FocusReason.OtherFocusReason)
        self._list_robots()
        self._follow_film(self._replay.film)
        panel.set_seen(self._is_seen)

    def _forget(self) -> None:
        """Begin anew with a run."""
        self.live = History(len(self._window.document.shown.robots))
        if self.panel is not None and self._replay.film is None:
            self.panel.show_run(self.live)

    def _keep(self, picture: Picture) -> None:
        """Keep the values of a picture of a run; those of a recording are known already."""
        if self._replay.film is not None:
            return
        robots = picture.snapshot.robots
        if self.live.robots != len(robots):
            self.live = History(len(robots))
            if self.panel is not None:
                self.panel.show_run(self.live)
        pairs = zip(robots, picture.statistics, strict=True)
        rows = [values_of(robot, statistics.distance_mm) for robot, statistics in pairs]
        if rows:
            self.live.add(picture.snapshot.tick, np.array(rows, dtype=np.float32))
        if self.panel is not None:
            self.panel.touch()

    def _follow_film(self, film: Film | None) -> None:
        if self.panel is None:
            return
        if film is None:
            self.panel.show_run(self.live)
        else:
            self.panel.show_film(film.history, self._replay.playhead.tick)

    def _follow_playhead(self, tick: int) -> None:
        if self.panel is not None and self.panel.stack.playhead_tick is not None:
            self.panel.set_playhead(tick)

    def _go_to(self, tick: int) -> None:
        self._replay.playhead.pause()
        self._replay.playhead.go_to(tick)

    def _list_robots(self) -> None:
        """Follow how many robots there are, and their colours."""
        if self.panel is None:
            return
        scene = self._window.scene
        robots = self._window.document.shown.robots
        colours = tuple(scene.robot_colour(robot.id) for robot in robots)
        if colours != self._colours:
            self._colours = colours
            self.panel.set_robots(colours)

    def _close(self) -> None:
        if self._importing is not None:
            self._importing.join()
