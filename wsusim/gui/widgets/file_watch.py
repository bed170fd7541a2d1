"""Notices when other programs change files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

SETTLE_MS = 150
"""Programs write a file in several steps; it is told so long after the last one."""


class FileWatch(QObject):
    """Watches files and their folders: many programs replace a file by another one."""

    changed = Signal()
    """One of the files, or something beside them, may be another now."""

    def __init__(self, parent: QObject, settle_ms: int = SETTLE_MS) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=settle_ms)
        self._settle.timeout.connect(self.changed)
        self._watcher.fileChanged.connect(lambda _name: self._settle.start())
        self._watcher.directoryChanged.connect(lambda _name: self._settle.start())

    def watch(self, files: Iterable[Path]) -> None:
        """Watch exactly these files; called again after a change, since one may be new."""
        wanted = {str(place) for file in files for place in (file, file.parent) if place.exists()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if gone := watched - wanted:
            self._watcher.removePaths(list(gone))
        if new := wanted - watched:
            self._watcher.addPaths(list(new))

    def close(self) -> None:
        """Watch and emit nothing any more."""
        self._settle.stop()
        self.watch(())
