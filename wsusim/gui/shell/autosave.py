"""Copies of unsaved documents that survive a crash, and finding them at the next start."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QLockFile

from wsusim.errors import WsusimError
from wsusim.formats.atomic import write_whole

MAZE_SUFFIX = ".autosave.json"

T = TypeVar("T")


class Autosave:
    """The copy of one document; a lock beside it tells others that its window is open."""

    def __init__(self, folder: Path, suffix: str = MAZE_SUFFIX) -> None:
        """``suffix`` is the kind of document; none may be the end of another."""
        with contextlib.suppress(OSError):  # without a folder, write says what is wrong
            folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"{os.getpid()}-{secrets.token_hex(4)}{suffix}"
        """It exists while there are unsaved changes."""
        self.lock = _lock(_lock_of(self.file))

    def write(self, kept: dict[str, Any]) -> None:
        """Write the copy, a value that JSON can hold."""
        write_whole(self.file, json.dumps(kept).encode())

    def remove(self) -> None:
        """Remove the copy, since the document was saved or given up."""
        discard(self.file)

    def close(self) -> None:
        """Remove copy and lock."""
        self.remove()
        self.lock.unlock()


def find_leftovers(folder: Path, suffix: str, read: Callable[[Path, dict[str, Any]], T]) -> list[T]:
    """Return what ``read`` makes of the copies of vanished windows, newest first.

    Half-written copies are removed, and so are the locks of vanished windows. What only this
    wsusim or this account can't read stays: a newer one may.
    """
    found: list[T] = []
    for file in sorted(folder.glob(f"*{suffix}"), key=_written_s, reverse=True):
        lock = _lock(_lock_of(file))
        if not lock.isLocked():
            continue
        lock.unlock()
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
        except OSError:
            continue
        except (ValueError, RecursionError):
            discard(file)
            continue
        with contextlib.suppress(ValueError, KeyError, TypeError, WsusimError):
            found.append(read(file, kept))
    for file in folder.glob(f"*{suffix}.lock"):
        _lock(file).unlock()  # which removes it, if it is ours
    return found


def discard(file: Path) -> None:
    """Remove a copy that was taken over or is not wanted."""
    with contextlib.suppress(OSError):  # in a folder that has become read-only it stays
        file.unlink(missing_ok=True)


def _written_s(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another window has just closed
        return 0.0


def _lock_of(file: Path) -> Path:
    return file.with_name(file.name + ".lock")


def _lock(file: Path) -> QLockFile:
    """Return a lock, taken if no living window has it."""
    lock = QLockFile(str(file))
    lock.setStaleLockTime(0)
    lock.tryLock(0)
    return lock
