"""The File menu's actions and questions. None of them blocks: answers are callbacks."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMessageBox

from wsusim.formats.importers.table import importers
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.gui.shell.autosave import discard
from wsusim.gui.shell.maze_files import MAZE_SUFFIX, Files, Leftover
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell
from wsusim.gui.shell.unsaved import Salvage, Work
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.phrases import title
from wsusim.gui.widgets.question import Then, ask

Key = QKeySequence.StandardKey


class FileDialogs(QObject):
    """New, open, save, and save before something else."""

    def __init__(self, shell: Shell, files: Files) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._files = files
        shell.openers.maze_wanted.connect(lambda path: self.after_saving(lambda: files.open(path)))
        shell.openers.copy_wanted.connect(self.new_from_template)
        shell.openers.world_wanted.connect(
            lambda world: self.after_saving(lambda: files.new_from_world(world))
        )
        files.told.connect(shell.tell)
        files.changed_outside.connect(self._offer_reload)
        self._work = Work(
            name=self._name,
            is_modified=lambda: files.document.is_modified,
            save=self.save,
            autosave=files.autosave_now,
            leftovers=self._leftovers,
        )
        shell.unsaved.add(self._work)
        self._make_actions()

    def new(self) -> None:
        """Start an empty maze, after asking about unsaved changes."""
        self.after_saving(self._files.new)

    def new_from_template(self, path: Path, then: Then = lambda: None) -> None:
        """Start a copy of a built-in maze, after asking about unsaved changes."""

        def start() -> None:
            if self._files.new_from_template(path):
                then()

        self.after_saving(start)

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        openers = self._shell.openers
        suffixes = dict.fromkeys((MAZE_SUFFIX, *openers.suffixes()))
        own = " ".join(f"*{suffix}" for suffix in suffixes)
        others = [row.title for row in importers() if not row.is_own]
        filters = [
            # WSU maps have no suffix at all, so that nothing can be left out.
            self.tr("Everything wsusim can open (*)"),
            self.tr("wsusim files ({patterns})").format(patterns=own),
            self.tr("wsusim mazes (*.json)"),
            self.tr("Mazes from other programs: {kinds} (*)").format(kinds=", ".join(others)),
            *openers.filters(),
        ]
        folder = self._files.folder()
        ask_to_open(self._shell.frame, self.tr("Open"), folder, filters, openers.open)

    def save(self, then: Then | None = None) -> None:
        """Save, asking for a name if the maze has none; ``then`` runs when it is saved."""
        path = self._files.document.path
        if path is None:
            self.save_as(then)
        elif self._files.is_changed_outside:
            self._ask_overwrite(path, then)
        else:
            self._save(then, path)

    def save_as(self, then: Then | None = None) -> None:
        """Ask for a name and save; ``then`` runs when it is saved."""
        document = self._files.document
        name = document.path.name if document.path else document.world.name + MAZE_SUFFIX
        ask_to_save(
            self._shell.frame,
            self.tr("Save maze as"),
            self._files.folder() / name,
            [self.tr("wsusim mazes (*.json)")],
            partial(self._save, then),
        )

    def after_saving(self, then: Then) -> None:
        """Do something that loses unsaved changes, after asking what to do with them."""
        self._shell.unsaved.after_saving(self._work, then)

    def offer_leftovers(self) -> None:
        """Offer what crashed windows have left."""
        self._shell.unsaved.offer_leftovers()

    # Inside

    def _name(self) -> str:
        document = self._files.document
        return document.path.name if document.path else document.world.name

    def _leftovers(self) -> list[Salvage]:
        """Return the unsaved mazes of windows that crashed."""
        return [
            Salvage(
                left.path.name if left.path else left.world.name,
                partial(self._recover, left),
                partial(discard, left.file),
            )
            for left in self._files.leftovers()
        ]

    def _make_actions(self) -> None:
        shell = self._shell
        for name, text, run, keys, icon_name in (
            ("new", self.tr("&New"), self.new, Key.New, "new"),
            ("open", self.tr("&Open..."), self.ask_open, Key.Open, "open"),
            ("save", self.tr("&Save"), self.save, Key.Save, "save"),
            ("save as", self.tr("Save &as..."), self.save_as, "Ctrl+Shift+S", ""),
        ):
            shell.action_set.make(name, text, run, keys=keys, icon=icon_name)
        recent = shell.menus.add_submenu("recent", self.tr("Open &recent"))
        self._files.recent.fill(recent, shell.openers.open)
        shell.openers.recents.append((self.tr("Your mazes"), self._files.recent))
        templates = shell.menus.add_submenu("templates", self.tr("New from &template"))
        for name, path in built_in_mazes().items():
            templates.addAction(title(name), partial(self.new_from_template, path))

    def _save(self, then: Then | None, path: Path) -> None:
        if self._files.save(path) and then is not None:
            then()

    def _recover(self, leftover: Leftover) -> None:
        self.after_saving(lambda: self._files.recover(leftover))

    def _offer_reload(self) -> None:
        path = self._files.document.path
        assert path is not None
        self._shell.messages.show_message(
            self.tr("{name} has been changed by another window or program.").format(name=path.name),
            Weight.WARNING,
            ((self.tr("Reload it"), lambda: self._shell.openers.open(path)),),
        )

    def _ask_overwrite(self, path: Path, then: Then | None) -> None:
        button = QMessageBox.StandardButton
        ask(
            self._shell.frame,
            "changed on disk",
            self.tr("The file has changed"),
            self.tr("Overwrite {name} even though it has changed?").format(name=path.name),
            self.tr(
                "Another window or program has changed the file since you opened it here. If you "
                "overwrite it, those changes will be lost."
            ),
            {
                button.Save: partial(self._save, then, path),
                button.Open: lambda: self.save_as(then),
            },
            {button.Save: self.tr("Overwrite"), button.Open: self.tr("Save as...")},
            default=button.Cancel,
        )
