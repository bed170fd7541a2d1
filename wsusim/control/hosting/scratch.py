"""Keep what a program writes within a scratch folder, while a recorded run is done again.

The program may come from anybody who handed in a recording. Its process has the scratch folder for
a home, and Python's audit events tell of every file that it opens for writing, moves or removes:
those outside are refused, and so is starting other programs. That is a fence against accidents and
for curious students, not a prison: C code called through ``ctypes`` is not asked.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

SCRATCH_ONLY = "While a recording is verified, its program is kept in a scratch folder"
"""Begins every refusal."""

_NAME = "WSUSIM_SCRATCH"
_HOMES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
          "XDG_DATA_HOME", "MPLCONFIGDIR", "APPDATA", "LOCALAPPDATA")  # fmt: skip

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {
    "os.remove": 1, "os.rmdir": 1, "os.mkdir": 1, "os.truncate": 1, "os.chmod": 1, "os.chown": 1,
    "os.utime": 1, "sqlite3.connect": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2,
}  # fmt: skip
"""Events that change files, and how many of their first arguments are paths."""

_PROGRAMS = frozenset(
    ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile")
)


def environment_of(folder: Path) -> dict[str, str]:
    """Return what the environment of a process says that may write in ``folder`` only."""
    return dict.fromkeys((_NAME, *_HOMES), str(folder))


def keep_writes_in_scratch() -> None:
    """Obey ``environment_of`` in this process from now on, if it says anything."""
    name = os.environ.get(_NAME)
    if name is None:
        return
    inside = os.path.realpath(name)

    def check(path: object) -> None:
        if isinstance(path, int) or path == os.devnull:
            return
        real = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
        if real != inside and not real.startswith(inside + os.sep):
            raise PermissionError(
                f"This program would change {real}. {SCRATCH_ONLY}: it may change files in its own "
                "folder only."
            )

    def hear(event: str, details: tuple[object, ...]) -> None:
        if event == "open":
            path, _mode, flags = details
            if isinstance(flags, int) and flags & _WRITING:
                check(path)
        elif event in _PATHS:
            for path in details[: _PATHS[event]]:
                check(path)
        elif event in _PROGRAMS:
            raise PermissionError(f"{SCRATCH_ONLY}: it can't start other programs.")

    sys.addaudithook(hear)
