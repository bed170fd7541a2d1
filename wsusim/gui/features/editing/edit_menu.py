"""The actions of the Edit menu, and which of them can be used now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from wsusim.editor.changes import Alignment
from wsusim.gui.document import Document
from wsusim.gui.features.editing.commands import EditCommands
from wsusim.gui.shell.actions import ActionSet, Shortcut
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.phrases import translate

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


def make_edit_actions(shell: Shell, commands: EditCommands) -> None:
    """Make the actions that change the maze or the selection."""
    stack, view = shell.document.undo_stack, shell.view
    make = shell.action_set.make
    make("undo", "", stack.undo, keys=("Ctrl+Z",), icon_name="undo")
    make("redo", "", stack.redo, keys=("Ctrl+Shift+Z", "Ctrl+Y"), icon_name="redo")
    words: dict[str, tuple[str, Callable[[], object], tuple[Shortcut, ...]]] = {
        "cut": (translate("Edit menu", "Cu&t"), commands.cut, (Key.Cut,)),
        "copy": (translate("Edit menu", "&Copy"), commands.copy, (Key.Copy,)),
        "paste": (
            translate("Edit menu", "&Paste"),
            lambda: commands.paste(view.centre_mm()),
            (Key.Paste,),
        ),
        "duplicate": (translate("Edit menu", "D&uplicate"), commands.duplicate, ("Ctrl+D",)),
        "delete": (translate("Edit menu", "&Delete"), commands.delete, ("Del", "Backspace")),
        "rotate left": (
            translate("Edit menu", "Rotate &left"),
            partial(commands.rotate, ROTATE_STEP_DEG),
            ("R",),
        ),
        "rotate right": (
            translate("Edit menu", "Rotate ri&ght"),
            partial(commands.rotate, -ROTATE_STEP_DEG),
            ("Shift+R",),
        ),
    }
    for name, (text, run, keys) in words.items():
        make(name, text, run, keys=keys, icon_name=name, only_in=view)
    for name, text, run, key in (
        ("select all", translate("Edit menu", "Select a&ll"), commands.select_all, "Ctrl+A"),
        (
            "select none",
            translate("Edit menu", "Select &nothing"),
            commands.select_none,
            "Ctrl+Shift+A",
        ),
        (
            "select alike",
            translate("Edit menu", "Select all of this &kind"),
            commands.select_alike,
            "Ctrl+K",
        ),
    ):
        make(name, text, run, keys=(key,), only_in=view)
    align = shell.menus.add_submenu("align", translate("Edit menu", "&Align"))
    for how, text, keys in (
        (Alignment.LEFT, translate("Edit menu", "&Left edges"), ("Ctrl+Left",)),
        (Alignment.CENTRE, translate("Edit menu", "&Centres in a column"), ()),
        (Alignment.RIGHT, translate("Edit menu", "&Right edges"), ("Ctrl+Right",)),
        (Alignment.TOP, translate("Edit menu", "&Top edges"), ("Ctrl+Up",)),
        (Alignment.MIDDLE, translate("Edit menu", "&Middles in a row"), ()),
        (Alignment.BOTTOM, translate("Edit menu", "&Bottom edges"), ("Ctrl+Down",)),
    ):
        name, run = f"align {how.value}", partial(commands.align, how)
        align.addAction(make(name, text, run, keys=keys, icon_name=name, only_in=view))
