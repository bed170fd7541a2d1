"""The window's actions by name: one place for text, shortcut, icon and tooltip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from wsusim.gui.widgets.icons import icon

Shortcut = str | QKeySequence.StandardKey


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
        keys: tuple[Shortcut, ...] = (),
        icon_name: str | None = None,
        only_in: QWidget | None = None,
    ) -> QAction:
        """Make an action; ``only_in`` limits its shortcut to the time that widget has the keys."""
        action = self._actions[name] = QAction(text, self)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(key) for key in keys])
        if run is not None:
            action.triggered.connect(lambda _checked=False: run())
        if only_in is not None:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            only_in.addAction(action)
        if icon_name is not None:
            action.setIcon(icon(icon_name))
        self.explain(name)
        return action

    def switch(
        self,
        name: str,
        text: str,
        set_on: Callable[[bool], object],
        *,
        is_on: bool = False,
        keys: tuple[Shortcut, ...] = (),
        icon_name: str | None = None,
    ) -> QAction:
        """Make an action that is on or off."""
        action = self.make(name, text, keys=keys, icon_name=icon_name)
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
