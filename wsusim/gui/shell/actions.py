"""The window's actions by name: one place for text, shortcut, icon and tooltip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.theme import Theme

Shortcut = str | QKeySequence.StandardKey


class ActionSet(QObject):
    """Makes actions and keeps their icons in the theme's colours."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._actions: dict[str, QAction] = {}
        self._icons: dict[str, str] = {}

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
        action = QAction(text, self)
        if run is not None:
            action.triggered.connect(lambda _checked=False: run())
        return self.take(name, action, keys=keys, icon_name=icon_name, only_in=only_in)

    def switch(
        self,
        name: str,
        text: str,
        set_on: Callable[[bool], object],
        *,
        is_on: bool = False,
        keys: tuple[Shortcut, ...] = (),
        icon_name: str | None = None,
        only_in: QWidget | None = None,
    ) -> QAction:
        """Make an action that is on or off."""
        action = QAction(text, self)
        action.setCheckable(True)
        action.setChecked(is_on)
        action.toggled.connect(set_on)
        action.setIconVisibleInMenu(False)  # it would stand where menus show the tick
        return self.take(name, action, keys=keys, icon_name=icon_name, only_in=only_in)

    def take(
        self,
        name: str,
        action: QAction,
        *,
        keys: tuple[Shortcut, ...] = (),
        icon_name: str | None = None,
        only_in: QWidget | None = None,
    ) -> QAction:
        """Take over an action made elsewhere (undo and redo)."""
        action.setObjectName(name)
        if keys:
            action.setShortcuts([QKeySequence(key) for key in keys])
        if only_in is not None:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            only_in.addAction(action)
        if icon_name is not None:
            self._icons[name] = icon_name
            action.setIcon(icon(icon_name, self._theme))
        self._actions[name] = action
        self.explain(name)
        return action

    def set_theme(self, theme: Theme) -> None:
        """Draw all icons in other colours."""
        self._theme = theme
        for name, icon_name in self._icons.items():
            self._actions[name].setIcon(icon(icon_name, theme))

    def set_icon(self, name: str, icon_name: str) -> None:
        """Give an action another icon."""
        self._icons[name] = icon_name
        self._actions[name].setIcon(icon(icon_name, self._theme))

    def explain(self, name: str) -> None:
        """Make the tooltip of an action's text and shortcut; again after either has changed."""
        action = self._actions[name]
        plain = action.text().replace("&", "").rstrip(".…")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{plain} ({keys})" if keys else plain)
