"""Who opens which files: features register what they take, all other files are mazes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from wsusim.gui.widgets.recent_files import RecentFiles


@dataclass(frozen=True, slots=True)
class Opener:
    """What opens files of some suffixes (``.json``).

    ``takes`` looks into a file where others have the same suffix; ``None``: all are taken.
    """

    title: str
    suffixes: tuple[str, ...]
    open: Callable[[Path], object]
    takes: Callable[[Path], bool] | None = None


class Openers(QObject):
    """Opens files with whoever takes them, however they come: dialogue, drop, link."""

    maze_wanted = Signal(object)
    """A ``Path`` that nobody takes is to be opened as a maze."""

    copy_wanted = Signal(object, object)
    """A copy of the maze at this ``Path`` is to be opened, and then a callback to be called."""

    page_wanted = Signal(str)
    """A page of the manual is to be shown."""

    world_wanted = Signal(object)
    """A ``World`` that was made of something else is to be shown as a new maze."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._openers: list[Opener] = []
        self.recents: list[tuple[str, RecentFiles]] = []
        """What was used last, a list for each kind of file, with its title."""

    def register(self, opener: Opener) -> None:
        """Have more files opened."""
        self._openers.append(opener)

    def open(self, path: Path) -> None:
        """Open a file; what nobody takes is a maze."""
        suffix = path.suffix.lower()
        for opener in self._openers:
            if suffix in opener.suffixes and (opener.takes is None or opener.takes(path)):
                opener.open(path)
                return
        self.maze_wanted.emit(path)

    def open_all(self, names: Sequence[str]) -> None:
        """Open files that were dropped, each with whoever takes its kind."""
        for name in names:
            self.open(Path(name))

    def suffixes(self) -> tuple[str, ...]:
        """Return all suffixes that somebody takes."""
        return tuple(suffix for opener in self._openers for suffix in opener.suffixes)

    def filters(self) -> tuple[str, ...]:
        """Return a dialogue's filter for each kind of file."""
        return tuple(
            f"{opener.title} ({' '.join(f'*{suffix}' for suffix in opener.suffixes)})"
            for opener in self._openers
        )
