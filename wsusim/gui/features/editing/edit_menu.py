"""The Edit menu, and which of its actions can be used now."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from wsusim.editor.changes import Alignment
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.document import Document
from wsusim.gui.widgets.phrases import translate

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

ROTATE_STEP_DEG = 15.0

_TURNS = ("rotate left", "rotate right")
_FOR_SELECTION = (*_TURNS, "cut", "copy", "duplicate", "delete", "select alike")
"""Actions that need a selection (and a maze that may be edited)."""

Key = QKeySequence.StandardKey


class Availability(QObject):
    """Keeps the actions enabled that make sense now, and names what undo and redo would do."""

    def __init__(self, document: Document, action_set: ActionSet) -> None:
        super().__init__(action_set)
        self._document = document
        self._set = action_set
        document.undo_stack.indexChanged.connect(self.refresh)
        document.selection.changed.connect(self.refresh)
        document.mode_changed.connect(self.refresh)
        document.loaded.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Enable what can be done now, and name what would be undone and redone."""
        document = self._document
        stack, can_edit, count = (
            document.undo_stack,
            document.can_edit,
            len(document.selection.ids),
        )
        for name, text, done, can in (
            ("undo", translate("Edit menu", "&Undo {edit}"), stack.undoText(), stack.canUndo()),
            ("redo", translate("Edit menu", "&Redo {edit}"), stack.redoText(), stack.canRedo()),
        ):
            self._set[name].setText(text.format(edit=done).rstrip())
            self._set[name].setEnabled(can and can_edit)
            self._set.explain(name)
        for name in self._set.names():
            if name.startswith("align "):
                self._set[name].setEnabled(can_edit and count > 1)
            elif name in _FOR_SELECTION:
                self._set[name].setEnabled(can_edit and count > 0)
            elif name.startswith("insert ") or name == "paste":
                self._set[name].setEnabled(can_edit)


def fill_edit_menu(window: MainWindow, menu: QMenu) -> None:
    """Make the actions that change the maze or the selection, and put them into a menu."""
    make, view = window.action_set.make, window.view
    editing, stack = window.editing, window.document.undo_stack
    undo = make("undo", "", stack.undo, keys=("Ctrl+Z",), icon_name="undo")
    redo = make("redo", "", stack.redo, keys=("Ctrl+Shift+Z", "Ctrl+Y"), icon_name="redo")
    menu.addActions([undo, redo])
    menu.addSeparator()
    for name, text, run, key, icon_name in (
        ("cut", translate("Edit menu", "Cu&t"), editing.cut, Key.Cut, "cut"),
        ("copy", translate("Edit menu", "&Copy"), editing.copy, Key.Copy, "copy"),
        ("paste", translate("Edit menu", "&Paste"), window.paste, Key.Paste, "paste"),
        (
            "duplicate",
            translate("Edit menu", "D&uplicate"),
            editing.duplicate,
            "Ctrl+D",
            "duplicate",
        ),
        ("delete", translate("Edit menu", "&Delete"), editing.delete, Key.Delete, "delete"),
    ):
        menu.addAction(make(name, text, run, keys=(key,), icon_name=icon_name, only_in=view))
    window.action_set["delete"].setShortcuts([QKeySequence("Del"), QKeySequence("Backspace")])
    menu.addSeparator()
    for name, text, angle_deg, key in (
        ("rotate left", translate("Edit menu", "Rotate &left"), ROTATE_STEP_DEG, "R"),
        ("rotate right", translate("Edit menu", "Rotate ri&ght"), -ROTATE_STEP_DEG, "Shift+R"),
    ):
        menu.addAction(
            make(
                name,
                text,
                partial(editing.rotate, angle_deg),
                keys=(key,),
                icon_name=name,
                only_in=view,
            )
        )
    _fill_align(window, menu.addMenu(translate("Edit menu", "&Align")))
    menu.addSeparator()
    for name, text, run, keys in (
        ("select all", translate("Edit menu", "Select a&ll"), editing.select_all, ("Ctrl+A",)),
        (
            "select none",
            translate("Edit menu", "Select &nothing"),
            editing.select_none,
            ("Ctrl+Shift+A",),
        ),
        (
            "select alike",
            translate("Edit menu", "Select all of this &kind"),
            editing.select_alike,
            ("Ctrl+K",),
        ),
    ):
        menu.addAction(make(name, text, run, keys=keys, only_in=view))
    menu.addSeparator()
    menu.addAction(
        make(
            "properties",
            translate("Edit menu", "Edit propert&ies"),
            window.focus_properties,
            keys=("F2",),
            only_in=view,
        )
    )


def _fill_align(window: MainWindow, menu: QMenu) -> None:
    words = {
        Alignment.LEFT: translate("Edit menu", "&Left edges"),
        Alignment.CENTRE: translate("Edit menu", "&Centres in a column"),
        Alignment.RIGHT: translate("Edit menu", "&Right edges"),
        Alignment.TOP: translate("Edit menu", "&Top edges"),
        Alignment.MIDDLE: translate("Edit menu", "&Middles in a row"),
        Alignment.BOTTOM: translate("Edit menu", "&Bottom edges"),
    }
    keys = {
        Alignment.LEFT: "Ctrl+Left",
        Alignment.RIGHT: "Ctrl+Right",
        Alignment.TOP: "Ctrl+Up",
        Alignment.BOTTOM: "Ctrl+Down",
    }
    for how, text in words.items():
        name = f"align {how.value}"
        menu.addAction(
            window.action_set.make(
                name,
                text,
                partial(window.editing.align, how),
                keys=(keys[how],) if how in keys else (),
                icon_name=name,
                only_in=window.view,
            )
        )
