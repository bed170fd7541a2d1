"""Letters pressed in an open menu are for the menu, not for the arena behind it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget


class MenuKeys(QObject):
    """Keeps the arena's one-letter shortcuts away from menus.

    A menu does not take the keyboard's focus, so that Qt would still give the letters to the arena.
    """

    def watch_all(self, window: QWidget) -> None:
        """Guard all menus that a window has now."""
        for menu in window.findChildren(QMenu):
            self.watch(menu)

    def watch(self, menu: QMenu) -> None:
        """Guard one menu; once is enough, and more do no harm."""
        menu.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Claim the plain keys before they are looked up among the shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
            if not event.modifiers() & ~plain:
                event.accept()
                return True
        return super().eventFilter(watched, event)
