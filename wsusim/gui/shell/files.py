"""Opening, importing and saving the maze; recent files; templates; autosave. No dialogs here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from wsusim.errors import MazeError
from wsusim.formats.atomic import read_whole
from wsusim.formats.catalogue import built_in_mazes
from wsusim.formats.maze_file import load_maze, save_maze
from wsusim.formats.reader import world_from_content
from wsusim.gui.shell.autosave import Autosave, Leftover, discard, find_leftovers
from wsusim.gui.shell.document import Document
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.preferences import PreferenceStore
from wsusim.gui.widgets.phrases import translate
from wsusim.model.geometry import Pose
from wsusim.model.world import WSU_ARENA_MM, Arena, RobotStart, World

RECENT_MAX = 10
MAZE_SUFFIX = ".json"


def empty_world() -> World:
    """Return a new maze: the WSU arena with one robot in its lower left part."""
    side_mm = WSU_ARENA_MM
    robot = RobotStart(1, Pose(200.0, 200.0))
    name = translate("Files", "New maze")
    return World(name, Arena.rectangle(side_mm, side_mm), robots=(robot,), next_id=2)


class Files(QObject):
    """What the File menu does to the document.

    Errors come out of ``told`` as messages for people; every method tells whether it succeeded.
    """

    told = Signal(str, object)
    recent_changed = Signal()

    def __init__(
        self,
        document: Document,
        preferences: PreferenceStore,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self._recent_file = folder / "recent.txt"
        self._autosave_folder = folder / "autosave"
        self._autosave = Autosave(self._autosave_folder)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.autosave_now)
        document.world_changed.connect(lambda _old, _new: self._schedule())
        document.modified_changed.connect(lambda _modified: self._schedule())

    def new(self) -> None:
        """Start an empty maze."""
        self._document.load(empty_world(), None)

    def new_from_template(self, path: Path) -> bool:
        """Start a maze that is a copy of a built-in one or of any other file."""
        return self._guarded(lambda: self._document.load(load_maze(path), None))

    def open(self, path: Path) -> bool:
        """Open a maze file, or import a maze of another program (recognised by its content)."""

        def read() -> None:
            content = read_whole(path)
            world = world_from_content(content, path)
            is_own = content.lstrip().startswith((b"{", b"\xef\xbb\xbf{"))
            self._document.load(world, path if is_own else None)
            self._remember(path)
            if not is_own:
                text = translate(
                    "Files", "{name} was imported. Save keeps it as a wsusim maze file."
                )
                self.told.emit(text.format(name=path.name), Weight.NOTE)

        return self._guarded(read)

    def save(self, path: Path) -> bool:
        """Write the maze to a file; the suffix is added when there is none."""
        path = path if path.suffix else path.with_suffix(MAZE_SUFFIX)

        def write() -> None:
            save_maze(self._document.world, path)
            self._document.mark_saved(path)
            self._remember(path)
            self._autosave.remove()
            text = translate("Files", "Saved to {path}.").format(path=path)
            self.told.emit(text, Weight.NOTE)

        return self._guarded(write)

    def templates(self) -> dict[str, Path]:
        """Return the built-in mazes by name."""
        return built_in_mazes()

    def recent(self) -> list[Path]:
        """Return the files used last that are still there, newest first."""
        try:
            lines = self._recent_file.read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        return [Path(line) for line in lines if Path(line).is_file()][:RECENT_MAX]

    def forget_recent(self) -> None:
        """Empty the list of recent files."""
        self._recent_file.unlink(missing_ok=True)
        self.recent_changed.emit()

    def autosave_now(self) -> None:
        """Write the copy that survives a crash, when there are unsaved changes."""
        if self._document.is_modified:
            self._guarded(lambda: self._autosave.write(self._document.world, self._document.path))

    def leftovers(self) -> list[Leftover]:
        """Return the unsaved mazes of windows that crashed."""
        return find_leftovers(self._autosave_folder)

    def recover(self, leftover: Leftover) -> None:
        """Open an unsaved maze of a window that crashed."""
        self._document.load(leftover.world, leftover.path, modified=True)
        self.autosave_now()
        discard(leftover)

    def discard(self, leftover: Leftover) -> None:
        """Remove an unsaved maze that nobody wants."""
        discard(leftover)

    def close(self) -> None:
        """Remove this window's copy: it is closed in good order."""
        self._timer.stop()
        self._autosave.close()

    def _schedule(self) -> None:
        interval_s = self._preferences.value.autosave_s
        if not self._document.is_modified:
            self._timer.stop()
            self._autosave.remove()
        elif interval_s and not self._timer.isActive():
            self._timer.start(1000 * interval_s)

    def _remember(self, path: Path) -> None:
        newest = path.resolve()
        others = [other for other in self.recent() if other != newest]
        lines = "\n".join(str(p) for p in [newest, *others][:RECENT_MAX])
        with contextlib.suppress(OSError):  # a list that can't be kept is no reason to complain
            self._recent_file.parent.mkdir(parents=True, exist_ok=True)
            self._recent_file.write_text(lines + "\n", encoding="utf-8")
        self.recent_changed.emit()

    def _guarded(self, action: Callable[[], None]) -> bool:
        try:
            action()
        except MazeError as error:
            self.told.emit(str(error), Weight.WARNING)
            return False
        return True
