"""Profiles on the disk: open, save, the recent ones, and what a crash or an end leaves."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from wsusim.errors import BadInput
from wsusim.formats.atomic import FILE_MAX_BYTES
from wsusim.formats.profile import load_profile, save_profile
from wsusim.gui.features.model.settings import ModelSettings

SUFFIX = ".json"
RECENT_MAX = 8
LINES_MAX = 100
"""Of the list of recent profiles that are looked at; other programs may have written it."""

NAME_MAX = 100

_LOG = logging.getLogger(__name__)

_MARK = re.compile(rb'"format"\s*:\s*"wsusim-profile"')


def is_profile(path: Path) -> bool:
    """Tell whether a file says that it is a profile; mazes have the same suffix."""
    try:
        if not path.is_file() or path.stat().st_size > FILE_MAX_BYTES:
            return False
        return _MARK.search(path.read_bytes()) is not None
    except OSError:
        return False


def _name_of(path: Path) -> str:
    """Return the name of the profile in a file: what can be read of the file's name."""
    name = "".join(letter if letter.isprintable() else "?" for letter in path.stem)
    return name[:NAME_MAX]


def _is_file(path: Path) -> bool:
    """Tell whether there is such a file that can be looked at; names may be anything."""
    try:
        return path.is_file()
    except OSError:
        return False


class ProfileFiles(QObject):
    """Reads and writes the own settings, and tells what has become of it."""

    opened = Signal(object)
    """The ``Path`` of a profile that is in use now."""

    saved = Signal(object)
    """The ``Path``."""

    failed = Signal(str)
    """One message for people."""

    def __init__(self, settings: ModelSettings, folder: Path, parent: QObject) -> None:
        """``folder`` keeps the list of recent profiles and unsaved settings."""
        super().__init__(parent)
        self._settings = settings
        self._recent_file = folder / "recent-profiles.txt"
        self._draft_file = folder / "unsaved-model.json"

    def open(self, path: Path) -> bool:
        """Use the profile in a file; tell whether that could be done."""
        try:
            profile = load_profile(path)
        except BadInput as error:
            self.failed.emit(str(error))
            return False
        path = path.absolute()
        self._settings.take(profile, path)
        self._remember(path)
        self.opened.emit(path)
        return True

    def save(self, path: Path) -> bool:
        """Write the figures that are shown into a file, and use them; tell whether it worked."""
        shown = self._settings.shown
        path = path.absolute()
        is_same_file = path == self._settings.choice.path
        name = shown.name if is_same_file else _name_of(path)
        profile = shown.model_copy(update={"name": name})
        try:
            save_profile(profile, path)
        except BadInput as error:
            self.failed.emit(str(error))
            return False
        self._settings.mark_saved(profile, path)
        self._remember(path)
        self.saved.emit(path)
        return True

    def ask_open(self, window: QWidget) -> None:
        """Ask for a profile and use it."""
        dialog = QFileDialog(window, self.tr("Open a profile"), str(self._folder()))
        dialog.setObjectName("open profile")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._show(dialog, self.open)

    def ask_save(self, window: QWidget) -> None:
        """Ask for a file and save into it."""
        dialog = QFileDialog(window, self.tr("Save the profile as"), str(self._folder()))
        dialog.setObjectName("save profile")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        path = self._settings.choice.path
        dialog.selectFile(path.name if path else f"{self.tr('my robot')}{SUFFIX}")
        self._show(dialog, self.save)

    def save_or_ask(self, window: QWidget) -> None:
        """Save into the profile's file; ask for one when it has none."""
        path = self._settings.choice.path
        if path is None:
            self.ask_save(window)
        else:
            self.save(path)

    def recent(self) -> list[Path]:
        """Return the profiles used last that are still there, newest first."""
        try:
            lines = os.fsdecode(self._recent_file.read_bytes()).split("\n")
        except OSError:
            return []
        return [Path(line) for line in lines[:LINES_MAX] if _is_file(Path(line))][:RECENT_MAX]

    def keep_draft(self) -> None:
        """Keep settings that have not been saved for the next session."""
        try:
            if not self._settings.is_own_modified:
                self._draft_file.unlink(missing_ok=True)
                return
            self._draft_file.parent.mkdir(parents=True, exist_ok=True)
            save_profile(self._settings.own, self._draft_file)
        except (BadInput, OSError) as error:
            self.failed.emit(str(error))

    def take_up(self) -> None:
        """Have the settings of the last session at hand: what was unsaved, else the last file."""
        last = next(iter(self.recent()), None)
        path, kept = (None, self._draft_file) if _is_file(self._draft_file) else (last, last)
        if kept is None:
            return
        try:
            self._settings.lay_out(load_profile(kept), path)
        except BadInput as error:
            _LOG.info("The last profile is not taken up: %s", error)

    def _folder(self) -> Path:
        path = self._settings.choice.path or next(iter(self.recent()), None)
        return Path.home() if path is None else path.parent

    def _show(self, dialog: QFileDialog, then: Callable[[Path], object]) -> None:
        dialog.setNameFilters([self.tr("Profiles (*.json)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _remember(self, path: Path) -> None:
        if "\n" in str(path):
            return  # a line of the list is a name
        others = [other for other in self.recent() if other != path]
        lines = "\n".join(map(str, [path, *others][:RECENT_MAX]))
        try:
            self._recent_file.parent.mkdir(parents=True, exist_ok=True)
            self._recent_file.write_bytes(os.fsencode(lines + "\n"))
        except OSError as error:
            self.failed.emit(str(error))
