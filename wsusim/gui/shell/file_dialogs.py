"""The questions round opening, saving and closing. None of them blocks: answers are callbacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from wsusim.gui.shell.document import Document
from wsusim.gui.shell.files import MAZE_SUFFIX, Files


@dataclass(frozen=True, slots=True)
class Opener:
    """What opens files of some suffixes (``.json``); the empty suffix is for all others.

    ``takes`` looks into a file where others have the same suffix; ``None``: all are taken.
    """

    title: str
    suffixes: tuple[str, ...]
    open: Callable[[Path], object]
    takes: Callable[[Path], bool] | None = None


class FileDialogs(QObject):
    """Open, save as, and save before something else; knows who opens which files."""

    def __init__(self, window: QWidget, document: Document, files: Files) -> None:
        super().__init__(window)
        self._window = window
        self._document = document
        self._files = files
        self._openers: list[Opener] = []

    def register(self, opener: Opener) -> None:
        """Have files of more suffixes opened: by the dialog and by dropping them."""
        self._openers.append(opener)

    def open_file(self, path: Path) -> None:
        """Open a file with whoever takes its suffix; anything else is taken for a maze."""
        suffix = path.suffix.lower()
        for opener in self._openers:
            if suffix in opener.suffixes and (opener.takes is None or opener.takes(path)):
                opener.open(path)
                return
        self.after_saving(lambda: self._files.open(path))

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        dialog = QFileDialog(self._window, self.tr("Open"), str(self._folder()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        filters = [
            self.tr("Mazes of wsusim (*.json)"),
            self.tr("Mazes of other programs: WSU maps, micromouse (*)"),
            *(
                f"{opener.title} ({' '.join('*' + suffix for suffix in opener.suffixes)})"
                for opener in self._openers
            ),
        ]
        suffixes = (".json", ".txt", *(s for o in self._openers for s in o.suffixes))
        everything = " ".join(f"*{suffix}" for suffix in dict.fromkeys(suffixes))
        filters.insert(
            0, self.tr("All that can be opened ({patterns})").format(patterns=everything)
        )
        dialog.setNameFilters([*filters, self.tr("All files (*)")])
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        self._show(dialog)

    def save(self, then: Callable[[], object] | None = None) -> None:
        """Save, asking for a name when the maze has none; ``then`` runs when it is saved."""
        path = self._document.path
        if path is None:
            self.save_as(then)
        elif self._files.save(path) and then is not None:
            then()

    def save_as(self, then: Callable[[], object] | None = None) -> None:
        """Ask for a name and save; ``then`` runs when it is saved."""
        dialog = QFileDialog(self._window, self.tr("Save maze as"), str(self._folder()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Mazes of wsusim (*.json)"))
        dialog.setDefaultSuffix(MAZE_SUFFIX[1:])
        known = self._document.path
        dialog.selectFile(known.name if known else self._document.world.name + MAZE_SUFFIX)

        def save(name: str) -> None:
            if self._files.save(Path(name)) and then is not None:
                then()

        dialog.fileSelected.connect(save)
        self._show(dialog)

    def after_saving(self, then: Callable[[], object]) -> None:
        """Do something that loses unsaved changes, after asking what to do with them."""
        if not self._document.is_modified:
            then()
            return
        question = QMessageBox(self._window)
        question.setObjectName("unsaved changes")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(self.tr("Unsaved changes"))
        question.setText(
            self.tr("Save the changes to {name}?").format(name=self._document.world.name)
        )
        question.setInformativeText(self.tr("Without saving they are lost."))
        button = QMessageBox.StandardButton
        question.setStandardButtons(button.Save | button.Discard | button.Cancel)
        question.setDefaultButton(button.Save)

        def answered(_result: int) -> None:
            chosen = question.standardButton(question.clickedButton())
            if chosen == button.Save:
                self.save(then)
            elif chosen == button.Discard:
                then()

        question.finished.connect(answered)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.open()

    def _folder(self) -> Path:
        """Return the folder in which a dialog begins: that of the maze, or of the last file."""
        recent = self._files.recent()
        if self._document.path is not None:
            return self._document.path.parent
        return recent[0].parent if recent else Path.home()

    def _show(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
