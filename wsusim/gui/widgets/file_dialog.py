"""Dialogs for a file or folder. None of them blocks: the answer goes to ``then``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QFileInfo, Qt, QUrl
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QFileIconProvider, QListView, QWidget

from wsusim.gui.widgets.icons import icon
from wsusim.shipped import shipped_folder

Then = Callable[[Path], object]

ICON_EM, PLACES_MOST_EM = 4, 16
"""Room beside the name of a place, and the most that its list takes; in heights of the text."""


def ask_to_open(
    parent: QWidget, title: str, folder: Path, filters: Sequence[str], then: Then
) -> QFileDialog:
    """Ask for an existing file; the dialog begins in a folder."""
    dialog = QFileDialog(parent, title, str(folder))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(list(filters))
    return _shown(dialog, then)


def ask_to_save(
    parent: QWidget, title: str, proposed: Path, filters: Sequence[str], then: Then
) -> QFileDialog:
    """Ask for a file to write; the proposed name sets folder and suffix, too.

    A name without a suffix gets that of the chosen filter. Qt asks before replacing an existing
    file.
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


class PlaceIcons(QFileIconProvider):
    """Marks the folders that come with wsusim, and the person's own, in the list of places."""

    def __init__(self, own: Path) -> None:
        super().__init__()
        self._icons = {
            str(shipped_folder("templates") / "mazes"): "grid",
            str(shipped_folder("controllers")): "robot",
            str(own): "edit",
        }

    @property
    def places(self) -> list[Path]:
        """The places that dialogs offer: templates, ready controllers, one's own folder, home."""
        return [*dict.fromkeys((*map(Path, self._icons), Path.home()))]

    def icon(self, what: object) -> QIcon:
        """Return the icon of a place of ours; for all others the desktop's."""
        if isinstance(what, QFileInfo) and what.absoluteFilePath() in self._icons:
            return icon(self._icons[what.absoluteFilePath()])
        return super().icon(what)  # type: ignore[call-overload, no-any-return]


def _shown(dialog: QFileDialog, then: Then) -> QFileDialog:
    marks = PlaceIcons(Path(dialog.directory().absolutePath()))
    # The dialog does not keep it.
    dialog.setProperty("marks", marks)
    dialog.setIconProvider(marks)
    dialog.setSidebarUrls([QUrl.fromLocalFile(str(place)) for place in marks.places])
    _give_places_room(dialog)
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def _give_places_room(dialog: QFileDialog) -> None:
    """Bring the names of all places into view; a desktop's own dialog has no such list."""
    places = dialog.findChild(QListView, "sidebar")
    if places is not None:
        names = (QFileInfo(url.toLocalFile()).fileName() for url in dialog.sidebarUrls())
        widest = max(places.fontMetrics().horizontalAdvance(name) for name in names)
        em = places.fontMetrics().height()
        places.setMinimumWidth(min(widest + ICON_EM * em, PLACES_MOST_EM * em))
