"""Questions for a file or folder. None of them blocks: the answer goes to ``then``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

Then = Callable[[Path], object]


def ask_to_open(
    parent: QWidget, title: str, folder: Path, filters: Sequence[str], then: Then
) -> QFileDialog:
    """Ask for a file that is there; the dialog begins in a folder."""
    dialog = QFileDialog(parent, title, str(folder))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(list(filters))
    return _shown(dialog, then)


def ask_to_save(
    parent: QWidget, title: str, proposed: Path, filters: Sequence[str], then: Then
) -> QFileDialog:
    """Ask for a file to write; the name that is proposed tells folder and suffix, too.

    A name without a suffix gets that of the filter that is chosen. Qt asks before a file that is
    there is replaced.
    """
    dialog = QFileDialog(parent, title, str(proposed.parent))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(proposed.suffix[1:])
    dialog.filterSelected.connect(
        lambda chosen: dialog.setDefaultSuffix(chosen.rpartition("*.")[2].rstrip(")"))
    )
    dialog.selectFile(proposed.name)
    return _shown(dialog, then)


def ask_for_folder(parent: QWidget, title: str, folder: Path, then: Then) -> QFileDialog:
    """Ask for a folder."""
    dialog = QFileDialog(parent, title, str(folder))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _shown(dialog, then)


def _shown(dialog: QFileDialog, then: Then) -> QFileDialog:
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog
