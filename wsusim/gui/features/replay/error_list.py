"""Fills the Errors panel from a recording: moments and lines of the program can be clicked."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QCoreApplication, QObject

from wsusim.gui.features.replay.film import Film
from wsusim.gui.features.replay.playhead import Playhead
from wsusim.gui.features.run.errors_panel import Entry, ErrorsPanel
from wsusim.gui.widgets.phrases import robot_name
from wsusim.model.units import ticks_to_seconds

translate = QCoreApplication.translate


class ErrorList(QObject):
    """Shows the failures of the film that is open; afterwards those of the runs come back.

    A program that is no longer where it was is taken from the recording, which holds it.
    """

    def __init__(self, panel: ErrorsPanel, playhead: Playhead) -> None:
        super().__init__(playhead)
        self._panel = panel
        self._film: Film | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        panel.locate = self.locate
        panel.moment_clicked.connect(playhead.go_to)

    def take(self, film: Film | None) -> None:
        """Show another film's failures; ``None``: no film is open."""
        self._film = film
        self._panel.show_recorded(None if film is None else _entries(film))

    def locate(self, path: Path) -> Path:
        """Return where a program can be read: where it was, else a copy of what was recorded."""
        film = self._film
        if film is None or path.exists():
            return path
        for source in film.header.controllers:
            for name, content in source.files.items():
                if PurePosixPath(name).name == path.name:
                    with contextlib.suppress(OSError):
                        return self._copy(source.robot, path.name, content)
        return path

    def close(self) -> None:
        """Remove the copies."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _copy(self, robot: int, name: str, content: bytes) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="wsusim-recorded-")
        folder = Path(self._folder.name) / f"robot-{robot + 1}"
        folder.mkdir(exist_ok=True)
        copy = folder / name
        copy.write_bytes(content)
        return copy


def _entries(film: Film) -> list[Entry]:
    return [
        Entry(
            who=translate("Run", "The run") if error.robot is None else robot_name(error.robot),
            clock=f"{ticks_to_seconds(error.tick):.2f} s",
            report=error.report,
            tick=error.tick,
        )
        for error in reversed(film.errors)
    ]
