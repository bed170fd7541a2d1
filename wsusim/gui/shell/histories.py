"""Undo and Redo, for whichever of the window's documents was clicked or changed last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from wsusim.gui.shell.actions import ActionSet


class History(Protocol):
    """What can be undone: a ``QUndoStack``, or what has the same."""

    indexChanged: Any  # noqa: N815 - Qt's name

    def undo(self) -> None:
        """Undo the last step."""

    def redo(self) -> None:
        """Redo the step that was undone last."""

    def canUndo(self) -> bool:  # noqa: N802 - Qt's name
        """Return whether there is a step to undo."""

    def canRedo(self) -> bool:  # noqa: N802 - Qt's name
        """Return whether there is a step to redo."""

    def undoText(self) -> str:  # noqa: N802 - Qt's name
        """Return what would be undone."""

    def redoText(self) -> str:  # noqa: N802 - Qt's name
        """Return what would be redone."""


class Histories(QObject):
    """Two actions for all histories: with a pair for each, Qt would find the keys ambiguous."""

    def __init__(self, actions: ActionSet, parent: QObject) -> None:
        super().__init__(parent)
        self._set = actions
        self._stacks: dict[QWidget, tuple[History, Callable[[], bool]]] = {}
        self._main: QWidget | None = None
        self._active: QWidget | None = None
        actions.make("undo", self.tr("&Undo"), self.undo, keys="Ctrl+Z", icon="undo")
        actions.make("redo", self.tr("&Redo"), self.redo, keys="Ctrl+Shift+Z; Ctrl+Y", icon="redo")
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    def add(self, widget: QWidget, stack: History, may_undo: Callable[[], bool]) -> None:
        """Undo in a history after its widget, or a part of it, was clicked or it has changed.

        The first one that is added serves everything that belongs to no other.
        """
        self._stacks[widget] = (stack, may_undo)
        if self._main is None:
            self._main = self._active = widget
        stack.indexChanged.connect(lambda _index: self._take(widget))
        self.show()

    @property
    def active(self) -> History:
        """The history in use."""
        assert self._active is not None
        return self._stacks[self._active][0]

    def undo(self) -> None:
        """Undo the last step."""
        self.active.undo()

    def redo(self) -> None:
        """Redo the step that was undone last."""
        self.active.redo()

    def show(self) -> None:
        """Enable what can be done now, and name what would be undone and redone."""
        assert self._active is not None
        stack, may_undo = self._stacks[self._active]
        if not isValid(stack):  # the window goes: its documents may go before what has the keyboard
            return
        for name, text, done, can in (
            ("undo", self.tr("&Undo {edit}"), stack.undoText(), stack.canUndo()),
            ("redo", self.tr("&Redo {edit}"), stack.redoText(), stack.canRedo()),
        ):
            self._set[name].setText(text.format(edit=done).rstrip())
            self._set[name].setEnabled(can and may_undo())
            self._set.explain(name)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Use the history of what has the keyboard now; other windows change nothing."""
        if new is None or self._main is None:
            return
        owner = next((w for w in self._stacks if w is new or w.isAncestorOf(new)), None)
        if owner is not None:
            self._take(owner)
        elif new.window() is self._main.window():
            self._take(self._main)

    def _take(self, widget: QWidget) -> None:
        self._active = widget
        self.show()
