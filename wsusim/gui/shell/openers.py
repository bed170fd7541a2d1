"""Which feature opens which files: features register theirs, all other files are mazes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from wsusim.gui.widgets.recent_files import RecentFiles


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens files with some suffixes (``.json``).

    ``takes`` looks into a file if others have the same suffix; ``None``: all are accepted.
    """

    title: str
    suffixes: tuple[str, ...]
    open: Callable[[Path], object]
    takes: Callable[[Path], bool] | None = None


class Openers(QObject):
    """Opens files with the feature that takes them, from dialogues, drops and links."""

    maze_wanted = Signal(object)
    """Asks to open as a maze a ``Path`` that no feature opens."""

    copy_wanted = Signal(object, object)
    """Asks to open a copy of the maze at this ``Path``, and then to call a callback."""

    page_wanted = Signal(str)
    """Asks to show a page of the manual."""

    world_wanted = Signal(object)
    """Asks to show a ``World`` made from something else as a new maze."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._openers: list[Opener] = []
        self.recents: list[tuple[str, RecentFiles]] = []
        """What was used last, a list for each kind of file, with its title."""

    def register(self, opener: Opener) -> None:
        """Register an opener."""
        self._openers.append(opener)

    def open(self, path: Path) -> None:
        """Open a file; if no feature takes it, as a maze."""
        suffix = path.suffix.lower()
        for opener in self._openers:
            if suffix in opener.suffixes and (opener.takes is None or opener.takes(path)):
                opener.open(path)
                return
        self.maze_wanted.emit(path)

    def open_all(self, names: Sequence[str]) -> None:
        """Open files that were dropped, each with the feature that takes its kind."""
        for name in names:
            self.open(Path(name))

    def suffixes(self) -> tuple[str, ...]:
        """Return all suffixes that features take."""
        return tuple(suffix for opener in self._openers for suffix in opener.suffixes)

    def filters(self) -> tuple[str, ...]:
        """Return a dialogue's filter for each kind of file."""
        return tuple(
            f"{opener.title} ({' '.join(f'*{suffix}' for suffix in opener.suffixes)})"
            for opener in self._openers
        )
