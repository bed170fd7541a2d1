"""The files of one kind that were used last, kept between sessions, and their menu."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from wsusim.gui.widgets.phrases import translate

SHOWN_MAX = 10

LINES_MAX = 200
"""Of the list that are looked at; other programs may have written it."""


class RecentFiles(QObject):
    """A list in a text file, one path per line, newest first. Failing to write it is no error."""

    changed = Signal()

    def __init__(self, kept_in: Path, parent: QObject | None = None) -> None:
        """``kept_in`` is the text file; it need not exist yet."""
        super().__init__(parent)
        self._file = kept_in

    def paths(self) -> list[Path]:
        """Return the files that still exist, newest first."""
        try:
            lines = os.fsdecode(self._file.read_bytes()).splitlines()
        except OSError:
            return []
        return [Path(line) for line in lines[:LINES_MAX] if _is_file(Path(line))][:SHOWN_MAX]

    def remember(self, path: Path) -> None:
        """Put a file at the head of the list."""
        newest = path.absolute()
        lines = [str(newest), *(str(other) for other in self.paths() if other != newest)]
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_bytes(os.fsencode("\n".join(lines[:SHOWN_MAX]) + "\n"))
        self.changed.emit()

    def forget(self) -> None:
        """Empty the list."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        self.changed.emit()

    def folder(self) -> Path:
        """Return the folder of the newest file, in which a dialog may begin."""
        newest = self.paths()[:1]
        return newest[0].parent if newest else Path.home()

    def fill(self, menu: QMenu, open_file: Callable[[Path], object]) -> None:
        """List the files in a menu, now and whenever it opens."""

        def list_them() -> None:
            menu.clear()
            for path in self.paths():
                action = menu.addAction(f"{path.name}  —  {path.parent}")
                action.setToolTip(str(path))
                action.triggered.connect(lambda _checked=False, path=path: open_file(path))
            if menu.isEmpty():
                menu.addAction(translate("Recent files", "No files yet")).setEnabled(False)
            else:
                menu.addSeparator()
                forget = menu.addAction(translate("Recent files", "Clear this list"))
                forget.triggered.connect(lambda _checked=False: self.forget())

        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(list_them)
        self.changed.connect(list_them)
        list_them()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
