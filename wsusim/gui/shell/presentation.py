"""Present: a layout for the projector with only the arena, the clock and the sensors."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QDockWidget, QLabel, QToolBar, QWidget

from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.layouts import in_row, named
from wsusim.gui.widgets.phrases import mission_phrase, translate
from wsusim.gui.widgets.shortened_label import ShortenedLabel
from wsusim.gui.widgets.theme import fixed_width_style
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.pictures import Picture

LARGE, HUGE = 1.6, 3.2
"""Times the usual size of text."""

SENSORS_SHARE = 0.3
"""Of the window's width."""

KEPT_DOCK = "sensors"

SETTLE_MS, SETTLE_TIMES = 20, 50
"""A desktop takes some time to give a window its size again; no one waits longer than a second."""


class Presentation(QObject):
    """Hides everything else, and restores it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._state: QByteArray | None = None
        self._size = QSize()
        self._was_full = False
        self._font = QFont()
        self.head = _Head()
        self.head.hide()
        make, text = shell.action_set.switch, translate("Present", "&Present (projector)")
        self.action = make("present", text, self._switch, keys="F11", icon="present")
        shell.watched.sampled.connect(self._show_clock)
        shell.messages.text_changed.connect(self.head.show_message)
        shell.watched.cleared.connect(lambda: self.head.show_seconds(0.0))
        # As everybody expects of a full screen.
        self._escape = QShortcut(QKeySequence("Esc"), shell.frame, self.leave)
        self._escape.setEnabled(False)

    def leave(self) -> None:
        """Restore everything."""
        self.action.setChecked(False)

    def _switch(self, on: bool) -> None:
        if on and self._state is None:
            self._begin()
        elif not on and self._state is not None:
            self._end()

    def _begin(self) -> None:
        frame, shell = self._shell.frame, self._shell
        self._state, self._size = frame.saveState(), frame.size()
        self._escape.setEnabled(True)
        self._was_full = bool(frame.windowState() & Qt.WindowState.WindowFullScreen)
        # Keys of actions in a menu bar that is hidden are dead, unless the window has them itself.
        frame.addActions([shell.action_set[name] for name in shell.action_set.names()])
        for part in self._others():
            part.hide()
        shell.messages.put_away(True)
        shell.panels.hold()
        names = shell.panels.names()
        if KEPT_DOCK in names:
            dock, inside = shell.panels[KEPT_DOCK], shell.panels.inside(KEPT_DOCK)
            dock.setFloating(False)
            dock.show()
            self._font = inside.font()
            inside.setFont(_scaled(self._font, LARGE))
        world = shell.document.shown
        self.head.show_task(f"{world.name}  —  {mission_phrase(world.mission)}")
        self.head.show_message(shell.messages.text)
        self.head.show()
        frame.setWindowState(frame.windowState() | Qt.WindowState.WindowFullScreen)
        QTimer.singleShot(0, self, self._make_room)

    def _make_room(self) -> None:
        """Give the sensors their share of the screen, once the window has its size."""
        frame = self._shell.frame
        if self._state is not None and KEPT_DOCK in self._shell.panels.names():
            width_px = round(SENSORS_SHARE * frame.width())
            dock = self._shell.panels[KEPT_DOCK]
            frame.resizeDocks([dock], [width_px], Qt.Orientation.Horizontal)
        self._shell.view.fit()

    def _end(self) -> None:
        frame, state = self._shell.frame, self._state
        self._state = None
        self._escape.setEnabled(False)
        assert state is not None
        for name in self._shell.action_set.names():
            action = self._shell.action_set[name]
            if action.shortcutContext() == Qt.ShortcutContext.WindowShortcut:
                frame.removeAction(action)
        self.head.hide()
        if KEPT_DOCK in self._shell.panels.names():
            self._shell.panels.inside(KEPT_DOCK).setFont(self._font)
        for part in (frame.menuBar(), self._shell.status):
            part.show()
        self._shell.messages.put_away(False)
        if not self._was_full:
            frame.setWindowState(frame.windowState() & ~Qt.WindowState.WindowFullScreen)
        frame.restoreState(state)
        QTimer.singleShot(0, self, lambda: self._settle(state, SETTLE_TIMES))

    def _settle(self, state: QByteArray, tries: int) -> None:
        """Restore once more when the desktop has given the window its size again.

        Before, panels had the height of the screen to share.
        """
        if tries and self._state is None and self._shell.frame.size() != self._size:
            QTimer.singleShot(SETTLE_MS, self, lambda: self._settle(state, tries - 1))
            return
        if self._state is not None:  # it has begun again meanwhile
            return
        self._shell.frame.restoreState(state)
        self._shell.panels.release()
        self._shell.view.fit()

    def _others(self) -> list[QWidget]:
        """Return everything around the arena except the sensors."""
        frame = self._shell.frame
        docks = [
            dock
            for dock in frame.findChildren(QDockWidget)
            if dock.objectName() != f"panel {KEPT_DOCK}"
        ]
        fixed = (frame.menuBar(), self._shell.status)
        return [*fixed, *frame.findChildren(QToolBar), *docks]

    def _show_clock(self, picture: Picture) -> None:
        self.head.show_seconds(ticks_to_seconds(picture.snapshot.tick))


class _Head(QWidget):
    """The task or a message, and a large clock, above the arena."""

    def __init__(self) -> None:
        super().__init__()
        self._task_text = self._message = ""
        self._task = ShortenedLabel()
        self._clock = named(QLabel(), self.tr("Time in the maze"))
        self._clock.setStyleSheet(fixed_width_style())
        self.setLayout(
            in_row(self._task, self._clock, margins=(20, 4, 20, 4), spacing=16, grows=self._task)
        )
        self.show_seconds(0.0)

    def show_task(self, text: str) -> None:
        """Show what is open, and the task."""
        self._task.setFont(_scaled(self.font(), LARGE))
        self._clock.setFont(_scaled(self._clock.font(), HUGE * _size(self) / _size(self._clock)))
        self._task_text = text
        self._show_text()

    def show_message(self, text: str) -> None:
        """Show this instead of the task; empty: the task."""
        self._message = text
        self._show_text()

    @property
    def text(self) -> str:
        """The text beside the clock."""
        return self._task.whole

    def _show_text(self) -> None:
        self._task.show_text(self._message or self._task_text)

    def show_seconds(self, seconds: float) -> None:
        """Show the time."""
        minutes, rest = divmod(seconds, 60.0)
        self._clock.setText(f"{int(minutes)}:{rest:05.2f}")


def _size(widget: QWidget) -> float:
    return max(1.0, widget.font().pointSizeF())


def _scaled(font: QFont, factor: float) -> QFont:
    made = QFont(font)
    made.setPointSizeF(factor * max(1.0, font.pointSizeF()))
    return made
