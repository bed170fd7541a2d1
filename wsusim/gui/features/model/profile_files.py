"""Profiles on disk: open, save, the recent ones, and drafts after a crash or an end."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from wsusim.errors import BadInput
from wsusim.formats.entry_file import says_format
from wsusim.formats.profile import load_profile, save_profile
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.recent_files import RecentFiles

SUFFIX = ".json"
NAME_MAX = 100

_LOG = logging.getLogger(__name__)


def is_profile(path: Path) -> bool:
    """Return whether a file contains a profile; mazes have the same suffix."""
    return says_format(path, "wsusim-profile")


def _name_of(path: Path) -> str:
    """Return the name of the profile in a file, from the file's name."""
    name = "".join(letter if letter.isprintable() else "?" for letter in path.stem)
    return name[:NAME_MAX]


class ProfileFiles(QObject):
    """Reads and writes the person's own settings, and reports the outcome."""

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
        self.recent = RecentFiles(folder / "recent-profiles.txt", self)
        self._draft_file = folder / "unsaved-model.json"

    def open(self, path: Path) -> bool:
        """Use the profile in a file; return whether that could be done."""
        try:
            profile = load_profile(path)
        except BadInput as error:
            self.failed.emit(str(error))
            return False
        path = path.absolute()
        self._settings.take(profile, path)
        self.recent.remember(path)
        self.opened.emit(path)
        return True

    def save(self, path: Path) -> bool:
        """Write the figures that are shown into a file, and use them; return whether it worked."""
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
        self.recent.remember(path)
        self.saved.emit(path)
        return True

    def ask_open(self, window: QWidget) -> None:
        """Ask for a profile and use it."""
        path = self._settings.choice.path
        folder = self.recent.folder() if path is None else path.parent
        ask_to_open(window, self.tr("Open a profile"), folder, self._filters(), self.open)

    def ask_save(self, window: QWidget) -> None:
        """Ask for a file and save into it."""
        name = f"{self.tr('my robot')}{SUFFIX}"
        path = self._settings.choice.path or self.recent.folder() / name
        ask_to_save(window, self.tr("Save the profile as"), path, self._filters(), self.save)

    def save_or_ask(self, window: QWidget) -> None:
        """Save into the profile's file; ask for one if it has none."""
        path = self._settings.choice.path
        if path is None:
            self.ask_save(window)
        else:
            self.save(path)

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
        """Keep the settings of the last session ready: unsaved ones, else the last file."""
        last = next(iter(self.recent.paths()), None)
        path, kept = (None, self._draft_file) if self._draft_file.is_file() else (last, last)
        if kept is None:
            return
        try:
            self._settings.lay_out(load_profile(kept), path)
        except BadInput as error:
            _LOG.info("The last profile could not be opened again: %s", error)

    def _filters(self) -> tuple[str, str]:
        return (self.tr("Profiles (*.json)"), self.tr("All files (*)"))
