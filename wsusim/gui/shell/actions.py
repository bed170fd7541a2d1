"""The window's actions by name: one place for text, shortcut, icon and tooltip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from wsusim.gui.widgets import icons

Keys = str | QKeySequence.StandardKey
"""Shortcuts as Qt writes a list of them (``Ctrl+Shift+Z; Ctrl+Y``), or what the desktop has."""


class ActionSet(QObject):
    """Makes actions and finds them again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def names(self) -> tuple[str, ...]:
        """Return the names of all actions."""
        return tuple(self._actions)

    def make(
        self,
        name: str,
        text: str,
        run: Callable[[], object] | None = None,
        *,
        keys: Keys = "",
        icon: str = "",
        only_in: QWidget | None = None,
    ) -> QAction:
        """Make an action; ``only_in`` limits its shortcut to the time that widget has the keys."""
        action = self._actions[name] = QAction(text, self)
        action.setObjectName(name)
        if not isinstance(keys, str):
            action.setShortcut(QKeySequence(keys))
        elif keys:
            action.setShortcuts(QKeySequence.listFromString(keys))
        if run is not None:
            action.triggered.connect(lambda _checked=False: run())
        if only_in is not None:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            only_in.addAction(action)
        if icon:
            action.setIcon(icons.icon(icon))
        self.explain(name)
        return action

    def switch(
        self,
        name: str,
        text: str,
        set_on: Callable[[bool], object],
        *,
        is_on: bool = False,
        keys: Keys = "",
        icon: str = "",
    ) -> QAction:
        """Make an action that is on or off."""
        action = self.make(name, text, keys=keys, icon=icon)
        action.setCheckable(True)
        action.setChecked(is_on)
        action.toggled.connect(set_on)
        action.setIconVisibleInMenu(False)  # it would stand where menus show the tick
        return action

    def explain(self, name: str) -> None:
        """Make the tooltip of an action's text and shortcut; again after either has changed."""
        action = self._actions[name]
        plain = action.text().replace("&", "").rstrip(".…")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{plain} ({keys})" if keys else plain)
