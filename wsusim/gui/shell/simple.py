"""Simple mode: hides what a first lesson doesn't need, as a teacher has chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from wsusim.gui.shell.preferences import PreferenceStore


class Simple(QObject):
    """Hides what features have registered, by the settings or a command-line option."""

    changed = Signal(bool)
    """Whether it is on now."""

    def __init__(self, preferences: PreferenceStore, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._hidden: list[QAction | QWidget] = []
        self._is_forced = self._is_held = False
        self._was_on = preferences.value.simple
        preferences.changed.connect(lambda _new: self._apply())

    @property
    def is_on(self) -> bool:
        """Whether it is on."""
        return self._is_forced or self._is_held or self._preferences.value.simple

    def force(self) -> None:
        """Switch it on for this session, whatever the settings say."""
        self._is_forced = True
        self._apply()

    def hold(self, is_on: bool) -> None:
        """Keep it on for as long as a lesson wants it."""
        self._is_held = is_on
        self._apply()

    def hide(self, *things: QAction | QWidget) -> None:
        """Hide these while it is on; nothing else may show or hide such a widget."""
        self._hidden += things
        for thing in things:
            thing.setVisible(not self.is_on)

    def _apply(self) -> None:
        if self.is_on != self._was_on:
            self._was_on = self.is_on
            for thing in self._hidden:
                thing.setVisible(not self.is_on)
            self.changed.emit(self.is_on)
