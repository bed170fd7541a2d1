"""The commands of the editor: one table of texts and keys, for its menu and its keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from wsusim.gui.widgets.phrases import translate

if TYPE_CHECKING:
    from wsusim.gui.features.programs.program_panel import ProgramPanel


@dataclass(frozen=True, slots=True)
class Command:
    """A command, with its keys in Qt's notation for a list."""

    name: str
    words: str
    keys: str
    run: Callable[[], object]
    begins_group: bool = False


def commands_of(panel: ProgramPanel) -> list[Command]:
    """Return the commands in the order of the menu."""

    def edits(name: str, *arguments: object) -> Callable[[], object]:
        def run() -> None:
            if panel.edit is not None:
                getattr(panel.edit.edits, name)(*arguments)

        return run

    bar, helper = panel.find_bar, panel.helper
    return [
        Command("run", translate("Programs", "&Run this program"), "F5", panel.run_wanted.emit),
        Command(
            "save",
            translate("Programs", "&Save"),
            "Ctrl+S",
            panel.save_wanted.emit,
            begins_group=True,
        ),
        Command(
            "save as",
            translate("Programs", "Save &as..."),
            "Ctrl+Shift+S",
            panel.save_as_wanted.emit,
        ),
        Command("close", translate("Programs", "&Close"), "Ctrl+W", panel.close_front),
        Command(
            "next",
            translate("Programs", "Ne&xt program"),
            "Ctrl+Tab; Ctrl+PgDown",
            lambda: panel.go(1),
        ),
        Command(
            "previous",
            translate("Programs", "Pre&vious program"),
            "Ctrl+Shift+Tab; Ctrl+PgUp",
            lambda: panel.go(-1),
        ),
        Command(
            "find", translate("Programs", "&Find..."), "Ctrl+F", bar.open_bar, begins_group=True
        ),
        Command(
            "replace",
            translate("Programs", "&Replace..."),
            "Ctrl+H",
            lambda: bar.open_bar(with_replace=True),
        ),
        Command("find next", translate("Programs", "Find &next"), "F3", bar.find_next),
        Command(
            "find previous", translate("Programs", "Find &previous"), "Shift+F3", bar.find_previous
        ),
        Command("line", translate("Programs", "&Go to line..."), "Ctrl+G", panel.ask_line),
        Command("next fault", translate("Programs", "Next m&istake"), "F8", panel.go_to_next_fault),
        Command(
            "comment",
            translate("Programs", "C&omment"),
            "Ctrl+/; Ctrl+#",
            edits("comment"),
            begins_group=True,
        ),
        Command("indent", translate("Programs", "In&dent"), "Ctrl+]", edits("indent_chosen")),
        Command("dedent", translate("Programs", "D&edent"), "Ctrl+[; Shift+Tab", edits("dedent")),
        Command(
            "duplicate", translate("Programs", "Duplicate &lines"), "Ctrl+D", edits("duplicate")
        ),
        Command("delete", translate("Programs", "Delete lines"), "Ctrl+Shift+K", edits("delete")),
        Command("up", translate("Programs", "Move lines &up"), "Alt+Up", edits("move", -1)),
        Command("down", translate("Programs", "Move lines do&wn"), "Alt+Down", edits("move", 1)),
        Command(
            "complete",
            translate("Programs", "Pro&posals"),
            "Ctrl+Space",
            helper.complete_now,
            begins_group=True,
        ),
        Command(
            "define", translate("Programs", "Go to its &definition"), "F12", helper.go_to_definition
        ),
        Command(
            "breakpoint",
            translate("Programs", "&Breakpoint"),
            "F9",
            panel.toggle_breakpoint,
            begins_group=True,
        ),
        Command("fold", translate("Programs", "Fold or unfold"), "Ctrl+Shift+[", panel.fold),
        Command("unfold", translate("Programs", "Unfold everything"), "Ctrl+Shift+]", panel.unfold),
        Command(
            "outside",
            translate("Programs", "Open in another editor"),
            "Ctrl+Alt+E",
            panel.outside_wanted.emit,
            begins_group=True,
        ),
    ]


class Keys(QObject):
    """Gives the keys of the commands to the editor while the keyboard is in it.

    As shortcuts of Qt's they would be ambiguous with those of the window: Ctrl+S saves the maze.
    """

    def __init__(self, commands: list[Command], parent: QObject) -> None:
        super().__init__(parent)
        self._runs = {
            sequence: command.run
            for command in commands
            for sequence in QKeySequence.listFromString(command.keys)
        }

    def listen(self, widget: QWidget) -> None:
        """Handle the keys that are pressed in this widget."""
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Claim a key from Qt, then run its command."""
        if not isinstance(event, QKeyEvent):
            return False
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if not is_override and event.type() != QEvent.Type.KeyPress:
            return False
        run = self._runs.get(QKeySequence(event.keyCombination()))
        if run is None:
            return False
        event.accept()
        if not is_override:
            run()
        return True


def fill_menu(menu: QMenu, commands: list[Command]) -> None:
    """Put the commands into a menu, which shows their keys without handling them."""
    for command in commands:
        if command.begins_group:
            menu.addSeparator()
        keys = QKeySequence.listFromString(command.keys)
        shown = keys[0].toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
        action = menu.addAction(f"{command.words}\t{shown}")
        action.setObjectName(f"program {command.name}")
        action.triggered.connect(lambda _checked=False, run=command.run: run())
