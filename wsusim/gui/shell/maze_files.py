"""Opening, importing and saving the maze, and the copy that survives a crash. No dialogs here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from wsusim.editor.new_objects import empty_world
from wsusim.errors import MazeError
from wsusim.formats.atomic import read_whole
from wsusim.formats.entries import MazeEntry
from wsusim.formats.importers.table import importer_of
from wsusim.formats.json_text import parse_json
from wsusim.formats.maze_file import load_maze, save_maze, world_to_text
from wsusim.formats.maze_reader import name_after, world_from_content
from wsusim.formats.migrations import migrate
from wsusim.formats.robot_file import with_kinds
from wsusim.formats.world_entries import world_of_entry
from wsusim.gui.document import Document
from wsusim.gui.shell.autosave import MAZE_SUFFIX as COPY_SUFFIX
from wsusim.gui.shell.autosave import Autosave, discard, find_leftovers
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.preferences import PreferenceStore
from wsusim.gui.widgets.file_watch import FileWatch
from wsusim.gui.widgets.phrases import translate
from wsusim.gui.widgets.recent_files import RecentFiles
from wsusim.model.world import World

MAZE_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class Leftover:
    """An unsaved maze of a window that is gone; ``path`` is the file it belonged to."""

    file: Path
    world: World
    path: Path | None


class Files(QObject):
    """What the File menu does to the document.

    Errors are emitted by ``told`` as messages for people; every method returns whether it
    succeeded.
    """

    told = Signal(str, object)
    """A message and its ``Weight``."""

    changed_outside = Signal()
    """Another program, or another window, has changed the maze's file."""

    def __init__(
        self,
        document: Document,
        preferences: PreferenceStore,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.recent = RecentFiles(folder / "recent.txt", self)
        self._preferences = preferences
        self._autosave_folder = folder / "autosave"
        self._autosave = Autosave(self._autosave_folder)
        self._known = b""
        self._unchosen: set[str] = set()
        """Names that the maze had when it was opened, given by no person."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.autosave_now)
        self._watch = FileWatch(self)
        self._watch.changed.connect(self._look_again)
        document.world_changed.connect(lambda _old, _new: self._schedule())
        document.modified_changed.connect(lambda _modified: self._schedule())
        document.path_changed.connect(self._follow_path)
        document.loaded.connect(self._follow_load)

    def new(self) -> None:
        """Start an empty maze."""
        self.document.load(empty_world(translate("Files", "New maze")), None)

    def new_from_template(self, path: Path) -> bool:
        """Start a maze that is a copy of a built-in one or of any other file."""
        return self._guarded(lambda: self.document.load(load_maze(path), None))

    def new_from_world(self, world: World) -> None:
        """Start a maze that was made from something else; it is not saved yet."""
        self.document.load(world, None, modified=True)

    def open(self, path: Path) -> bool:
        """Open a maze file, or import a maze of another program (recognised by its content)."""

        def read() -> None:
            content = read_whole(path)
            row = importer_of(content)
            if row is None and b"\0" in content:
                raise MazeError(
                    translate(
                        "Files",
                        "wsusim can't open {name}. It opens mazes (.json, maps of the WSU "
                        "simulator, micromouse mazes), controllers (.py) and recordings (.mcap).",
                    ).format(name=path.name)
                )
            world = world_from_content(content, path)
            is_own = row is not None and row.is_own
            self._known = _digest(content)
            self.document.load(world, path if is_own else None)
            self.recent.remember(path)
            if not is_own:
                text = translate(
                    "Files", "{name} is open as a copy. Saving it makes a new maze file for wsusim."
                )
                self.told.emit(text.format(name=path.name), Weight.NOTE)

        return self._guarded(read)

    def save(self, path: Path) -> bool:
        """Write the maze to a file; the suffix is added if there is none.

        A maze without a name is named after its file.
        """
        path = path if path.suffix else path.with_suffix(MAZE_SUFFIX)
        world = self.document.world
        if world.name in self._unchosen:
            world = replace(world, name=name_after(path))

        def write() -> None:
            save_maze(world, path)
            self._known = _digest(read_whole(path))
            self._unchosen.add(name_after(path))
            self.document.mark_saved(path, world)
            self.recent.remember(path)
            self._autosave.remove()
            text = translate("Files", "Saved to {path}.").format(path=path)
            self.told.emit(text, Weight.NOTE)

        return self._guarded(write)

    @property
    def is_changed_outside(self) -> bool:
        """Whether the maze's file has changed since it was opened or saved here."""
        path = self.document.path
        try:
            return path is not None and _digest(read_whole(path)) != self._known
        except MazeError:
            return False  # it is gone or unreadable: saving will show

    def folder(self) -> Path:
        """Return the folder in which a dialog begins: that of the maze, or of the last file."""
        path = self.document.path
        return self.recent.folder() if path is None else path.parent

    def autosave_now(self) -> bool:
        """Write the copy that survives a crash; return whether no change can be lost."""
        return not self.document.is_modified or self._guarded(
            lambda: self._autosave.write(kept_of(self.document.world, self.document.path))
        )

    def leftovers(self) -> list[Leftover]:
        """Return the unsaved mazes of windows that crashed."""
        return find_leftovers(self._autosave_folder, COPY_SUFFIX, leftover_of)

    def recover(self, leftover: Leftover) -> None:
        """Open an unsaved maze of a window that crashed."""
        self.document.load(leftover.world, leftover.path, modified=True)
        if self.autosave_now():  # or the next crash would lose it
            discard(leftover.file)

    def kept(self) -> dict[str, Any]:
        """Return what restores the maze at the next start: its file, or else the maze itself.

        Nothing, if there is no file and what was changed has been discarded.
        """
        path = self.document.path
        if path is None and self.document.is_modified:
            return {}
        return {"path": str(path)} if path else kept_of(self.document.world, None)

    def take_up(self, kept: dict[str, Any]) -> None:
        """Open the maze of the last session again, if its file is still there."""
        if not kept:
            return
        path = kept["path"]
        if path is None:
            self.document.load(leftover_of(Path(), kept).world, None)
        elif Path(path).is_file():
            self.open(Path(path))

    def close(self) -> None:
        """Remove this window's copy, as it is closed in good order."""
        self._timer.stop()
        self._watch.close()
        self._autosave.close()

    def _schedule(self) -> None:
        interval_s = self._preferences.value.autosave_s
        if not self.document.is_modified:
            self._timer.stop()
            self._autosave.remove()
        elif interval_s and not self._timer.isActive():
            self._timer.start(1000 * interval_s)

    def _follow_load(self) -> None:
        path, name = self.document.path, self.document.world.name
        self._unchosen = {name} if path is None or name_after(path) == name else set()

    def _follow_path(self, path: Path | None) -> None:
        self._watch.watch(() if path is None else (path,))

    def _look_again(self) -> None:
        if self.is_changed_outside:
            self.changed_outside.emit()
        self._follow_path(self.document.path)

    def _guarded(self, action: Callable[[], None]) -> bool:
        try:
            action()
        except MazeError as error:
            self.told.emit(str(error), Weight.WARNING)
            return False
        return True


def kept_of(world: World, path: Path | None) -> dict[str, Any]:
    """Return the content of a copy; the maze need not be complete enough to be saved properly."""
    return {"path": str(path) if path else None, "maze": world_to_text(world)}


def leftover_of(file: Path, kept: dict[str, Any]) -> Leftover:
    """Return the maze of a copy; raises ``ValueError`` or ``MazeError`` if it is damaged."""
    entry = MazeEntry.model_validate(with_kinds(migrate(parse_json(kept["maze"]))))
    path = Path(kept["path"]) if kept["path"] else None
    return Leftover(file, world_of_entry(entry), path)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
