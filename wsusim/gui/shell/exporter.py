"""Writes something to a file in a thread, and reports the outcome."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from wsusim.formats.atomic import draft_of
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.widgets.worker import Report, Worker

Write = Callable[[Path, Report], object]
"""Writes a file, and reports how far it is."""

Tell = Callable[[str, Weight], object]
"""Shows a message."""


class Exporter(QObject):
    """Files are written beside their places and moved there when they are complete."""

    def __init__(self, parent: QObject, tell: Tell) -> None:
        super().__init__(parent)
        self._tell = tell
        self._worker = Worker(self)

    def save(self, file: Path, suffixes: tuple[str, ...], write: Write) -> None:
        """Write a file; the name must have one of the suffixes."""
        if file.suffix.lower() not in suffixes:
            words = self.tr("The name must end in {suffixes}, but it is {name}. Choose another.")
            self._tell(
                words.format(suffixes=self.tr(" or ").join(suffixes), name=file.name),
                Weight.WARNING,
            )
            return

        def work(report: Report) -> None:
            with draft_of(file) as draft:
                write(draft, report)

        self.start(file, work)

    def start(
        self,
        place: Path,
        work: Callable[[Report], object],
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        """Do the work that makes a file or folder; ``failed`` may handle errors."""

        def tell(_result: object) -> None:
            self._tell(self.tr("Saved as {place}.").format(place=place), Weight.NOTE)

        def explain(error: Exception) -> None:
            if isinstance(error, OSError):
                text = self.tr("{place} can't be written ({why}). Choose another folder or name.")
                self._tell(text.format(place=place, why=error.strerror or error), Weight.WARNING)
            else:
                self._explain(error)

        words = self.tr("Saving {name}...").format(name=place.name)
        self._worker.ask(work, tell, failed or explain, words)

    def work(
        self, work: Callable[[Report], Any], done: Callable[[Any], object], words: str
    ) -> None:
        """Do other work, with a progress bar."""
        self._worker.ask(work, done, self._explain, words)

    def close(self) -> None:
        """End the thread; the window is going away."""
        self._worker.close()

    def _explain(self, error: Exception) -> None:
        self._tell(str(error), Weight.WARNING)
