"""Copies of unsaved mazes that survive a crash, and finding them at the next start."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

from wsusim.errors import MazeError
from wsusim.formats.atomic import write_whole
from wsusim.formats.entries import MazeEntry
from wsusim.formats.json_text import parse_json
from wsusim.formats.maze_file import world_to_text
from wsusim.formats.migrations import migrate
from wsusim.formats.robot_file import with_kinds
from wsusim.formats.world_entries import world_of_entry
from wsusim.model.world import World

SUFFIX = ".autosave.json"


@dataclass(frozen=True, slots=True)
class Leftover:
    """An unsaved maze of a window that is gone; ``path`` is the file it belonged to."""

    file: Path
    world: World
    path: Path | None


class Autosave:
    """The copy of one window's maze; a lock beside it tells others that the window lives."""

    def __init__(self, folder: Path) -> None:
        with contextlib.suppress(OSError):  # without a folder, write says what is wrong
            folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
        """It exists while there are unsaved changes."""
        self.lock = _lock(_lock_of(self.file))

    def write(self, world: World, path: Path | None) -> None:
        """Write the copy; the maze need not be complete enough to be saved properly."""
        kept = {"path": str(path) if path else None, "maze": world_to_text(world)}
        write_whole(self.file, json.dumps(kept).encode())

    def remove(self) -> None:
        """Remove the copy: the maze was saved, or given up."""
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove copy and lock."""
        self.remove()
        self.lock.unlock()


def find_leftovers(folder: Path) -> list[Leftover]:
    """Return the copies whose windows are gone, newest first.

    Copies that can't be read are removed, and so are the locks of windows that are gone.
    """
    found: list[Leftover] = []
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda f: f.stat().st_mtime, reverse=True)
    for file in files:
        lock = _lock(_lock_of(file))
        if not lock.isLocked():
            continue
        lock.unlock()
        leftover = _read(file)
        if leftover is None:
            file.unlink(missing_ok=True)
        else:
            found.append(leftover)
    for file in folder.glob(f"*{SUFFIX}.lock"):
        _lock(file).unlock()  # which removes it, if it is ours
    return found


def discard(leftover: Leftover) -> None:
    """Remove a copy that was taken over or is not wanted."""
    leftover.file.unlink(missing_ok=True)


def _read(file: Path) -> Leftover | None:
    """Return what a copy holds; ``None`` when it is damaged beyond reading."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        entry = MazeEntry.model_validate(with_kinds(migrate(parse_json(kept["maze"]))))
        path = Path(kept["path"]) if kept["path"] else None
        return Leftover(file, world_of_entry(entry), path)
    except (OSError, ValueError, KeyError, TypeError, MazeError):
        return None


def _lock_of(file: Path) -> Path:
    return file.with_name(file.name + ".lock")


def _lock(file: Path) -> QLockFile:
    """Return a lock, taken if no living window has it."""
    lock = QLockFile(str(file))
    lock.setStaleLockTime(0)
    lock.tryLock(0)
    return lock
