"""The maze that is open: a frozen world, its undo history, its file and what is selected."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from wsusim.editor.objects import Ids, all_objects
from wsusim.model.world import World


class Mode(Enum):
    """What the arena shows: the maze itself, a run, or a recording."""

    EDIT = "edit"
    RUN = "run"
    REPLAY = "replay"


class Selection(QObject):
    """The ids of the selected objects; emits ``changed`` with the new ids.

    Views show it, tools change it; it never holds a deleted object.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: Ids = frozenset()

    @property
    def ids(self) -> Ids:
        """The selected ids."""
        return self._ids

    def select(self, ids: Iterable[int]) -> None:
        """Select exactly these objects."""
        new = frozenset(ids)
        if new != self._ids:
            self._ids = new
            self.changed.emit(new)

    def add(self, ids: Iterable[int]) -> None:
        """Select these objects too."""
        self.select(self._ids | frozenset(ids))

    def toggle(self, object_id: int) -> None:
        """Select this object too, or no longer."""
        self.select(self._ids ^ {object_id})

    def clear(self) -> None:
        """Select nothing."""
        self.select(())

    def keep_only(self, world: World) -> None:
        """Drop the ids that are not in this world."""
        if self._ids:
            self.select(self._ids & {thing.id for thing in all_objects(world)})


class Document(QObject):
    """A world and everything that belongs to working on it.

    ``world`` changes only through commands on ``undo_stack`` (the editing feature's
    edits) and by ``load``. While something is dragged, ``shown`` is ahead of ``world``.
    """

    world_changed = Signal(object, object)
    """The old and the new world."""

    shown_changed = Signal(object)
    """The world to be drawn: a preview during a drag, else the world itself."""

    path_changed = Signal(object)
    """The new path, or ``None``."""

    modified_changed = Signal(bool)
    """Whether there are unsaved changes now."""

    mode_changed = Signal(object)
    """The new ``Mode``."""

    editable_changed = Signal(bool)
    """Whether the maze may be edited now."""

    loaded = Signal()
    """Another maze was opened."""

    def __init__(self, world: World, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._world = world
        self._preview: World | None = None
        self._path: Path | None = None
        self._mode = Mode.EDIT
        self._lockers: set[str] = set()
        self.selection = Selection(self)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.cleanChanged.connect(self._tell_clean)

    @property
    def world(self) -> World:
        """The maze as it would be saved."""
        return self._world

    @property
    def shown(self) -> World:
        """The maze as it is drawn."""
        return self._preview or self._world

    @property
    def path(self) -> Path | None:
        """The maze's file; ``None`` when it has none yet."""
        return self._path

    @property
    def folder(self) -> Path:
        """Where dialogs begin: beside the maze's file, else at home."""
        return Path.home() if self._path is None else self._path.parent

    @property
    def mode(self) -> Mode:
        """What the arena shows."""
        return self._mode

    @property
    def is_modified(self) -> bool:
        """Whether there are unsaved changes."""
        return not self.undo_stack.isClean()

    @property
    def can_edit(self) -> bool:
        """Whether the maze may be changed: neither locked, nor a run or a recording shown."""
        return self._mode is Mode.EDIT and not self._lockers

    @property
    def is_locked(self) -> bool:
        """Whether the maze is protected from edits."""
        return bool(self._lockers)

    def is_locked_by(self, name: str) -> bool:
        """Return whether this one protects the maze."""
        return name in self._lockers

    def lock(self, is_locked: bool, by: str = "settings") -> None:
        """Protect the maze from edits, or no longer; it is locked while anything locks it."""
        before = self.is_locked
        (self._lockers.add if is_locked else self._lockers.discard)(by)
        if self.is_locked != before:
            self.editable_changed.emit(self.can_edit)

    def load(self, world: World, path: Path | None, *, modified: bool = False) -> None:
        """Replace everything by another maze; ``modified`` marks it as not yet saved."""
        old = self._world
        self._preview = None
        self.undo_stack.clear()
        self.selection.clear()
        self._world = world
        self._set_path(path)
        if modified:
            self.undo_stack.resetClean()
        self._tell(old)
        self.loaded.emit()

    def mark_saved(self, path: Path, world: World) -> None:
        """Note that this world, perhaps under a new name, is now in this file."""
        old, self._world = self._world, world
        self._set_path(path)
        self.undo_stack.setClean()
        if world is not old:
            self.world_changed.emit(old, world)

    def close(self) -> None:
        """Emit nothing any more, since the window is closing."""
        self.undo_stack.blockSignals(True)

    def set_mode(self, mode: Mode) -> None:
        """Show the maze, a run or a recording; only the maze itself can be edited."""
        if mode is not self._mode:
            self.set_preview(None)
            self._mode = mode
            self.mode_changed.emit(mode)
            self.editable_changed.emit(self.can_edit)

    def set_preview(self, world: World | None) -> None:
        """Draw another world; ``None`` returns to the document's own.

        For a drag in progress, and for the maze of a recording (after ``set_mode``, which ends
        any preview).
        """
        if world is not self._preview:
            self._preview = world
            self.shown_changed.emit(self.shown)

    def put_world(self, world: World) -> None:
        """Exchange the world: for the commands on the undo stack only."""
        old = self._world
        self._world = world
        self._preview = None
        self._tell(old)

    def _tell_clean(self, is_clean: bool) -> None:
        self.modified_changed.emit(not is_clean)

    def _tell(self, old: World) -> None:
        self.selection.keep_only(self._world)
        self.world_changed.emit(old, self._world)
        self.shown_changed.emit(self._world)

    def _set_path(self, path: Path | None) -> None:
        if path != self._path:
            self._path = path
            self.path_changed.emit(path)
