"""Keeps a program from elsewhere within a folder, while a recorded run is repeated or checked.

The program may come from anyone who handed in a recording or a controller. Its process has the
folder as its home, and Python's audit events report every file that it opens, moves or removes:
those outside are refused, and so is starting other programs. A program that is checked may not read
other people's files either, nor use the network, nor send signals.

That helps against accidents and tells a student what went wrong, but it is no protection: a line
of Python opens it. What protects is the sandbox (``hosting.sandbox``), in which the fence stands,
too, so that a program gets the same messages at home and where it is graded.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass, replace
from pathlib import Path

SCRATCH_ONLY = "While a recording is verified, its program is kept in a scratch folder"
CHECKED_ONLY = "While a controller is checked, it is kept in a folder of its own"
"""So begins every refusal."""

_FOLDER = "WSUSIM_SCRATCH"
_CHECKED, _STRICT = "WSUSIM_CHECKED", "WSUSIM_STRICT"
_HOMES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
          "XDG_DATA_HOME", "MPLCONFIGDIR", "APPDATA", "LOCALAPPDATA")  # fmt: skip

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.remove": 1, "os.rmdir": 1, "os.mkdir": 1, "os.truncate": 1, "os.chmod": 1, "os.chown": 1,
    "os.utime": 1, "sqlite3.connect": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2,
}  # fmt: skip
"""Events that change files, and how many of their first arguments are paths."""

_LOOKS = frozenset(("os.listdir", "os.scandir"))
_PROGRAMS = frozenset(
    ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile")
)
_OUTWARD = {
    "os.fork": "start other programs", "os.forkpty": "start other programs",
    "socket.connect": "use the network", "socket.bind": "use the network",
    "socket.sendto": "use the network", "os.kill": "send signals", "os.killpg": "send signals",
    "signal.pthread_kill": "send signals",
}  # fmt: skip
"""What a program that is checked can't do, besides."""

_OF_THE_SYSTEM = (
    "/dev/urandom",
    "/dev/random",
    "/usr/share/zoneinfo",
    "/etc/localtime",
)


@dataclass(frozen=True, slots=True)
class Fence:
    """What a controller's own process may reach.

    Attributes:
        folder: The only one in which it may change files; absolute.
        is_checked: Whether this is a check, not the repetition of a recorded run.
        is_strict: Whether it may read only that, Python and wsusim, and may neither use the
            network nor reach other processes.
    """

    folder: Path
    is_checked: bool = False
    is_strict: bool = False

    def around(self, program: Path) -> Fence:
        """Return the fence of a program whose folder is one of several in this one."""
        if not program.is_relative_to(self.folder) or program == self.folder:
            return self
        own = self.folder / program.relative_to(self.folder).parts[0]
        return replace(self, folder=own)

    def environment(self) -> dict[str, str]:
        """Return the environment variables that tell a process its fence."""
        told = dict.fromkeys((_FOLDER, *_HOMES), str(self.folder))
        marks = ((_CHECKED, self.is_checked), (_STRICT, self.is_strict))
        return told | {name: "1" for name, is_set in marks if is_set}

    @classmethod
    def of_this_process(cls) -> Fence | None:
        """Return the fence in the environment; ``None``: there is none."""
        folder = os.environ.get(_FOLDER)
        return (
            None
            if folder is None
            else cls(Path(folder), _CHECKED in os.environ, _STRICT in os.environ)
        )


def raise_fence(fence: Fence | None) -> None:
    """Keep this process behind a fence from now on, if there is one."""
    if fence is None:
        return
    why = CHECKED_ONLY if fence.is_checked else SCRATCH_ONLY
    inside = os.path.realpath(fence.folder)
    readable = (inside, *_OF_THE_SYSTEM, *_of_python())

    def refuse_change(path: object) -> None:
        real = _real(path)
        if real is not None and not _is_in(real, (inside,)):
            raise PermissionError(
                f"This program would change {real}. {why}: it may change files in its own folder "
                "only."
            )

    def refuse_look(path: object) -> None:
        real = _real("." if path is None else path)
        if real is not None and not _is_in(real, readable):
            raise PermissionError(
                f"This program would read {real}. {why}: it may read its own files only."
            )

    def hear(event: str, details: tuple[object, ...]) -> None:
        if event == "open":
            path, _mode, flags = details
            if isinstance(flags, int) and flags & _WRITING:
                refuse_change(path)
            elif fence.is_strict:
                refuse_look(path)
        elif event in _CHANGES:
            for path in details[: _CHANGES[event]]:
                refuse_change(path)
        elif event in _PROGRAMS:
            raise PermissionError(f"{why}: it can't start other programs.")
        elif fence.is_strict:
            if event in _LOOKS:
                refuse_look(details[0])
            elif event in _OUTWARD:
                raise PermissionError(f"{why}: it can't {_OUTWARD[event]}.")

    sys.addaudithook(hear)


def _real(path: object) -> str | None:
    """Return where a path leads; ``None``: to an open file, or nowhere."""
    if isinstance(path, int) or path == os.devnull:
        return None
    return os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]


def _is_in(real: str, folders: tuple[str, ...]) -> bool:
    return any(real == folder or real.startswith(folder + os.sep) for folder in folders)


def _of_python() -> tuple[str, ...]:
    """Return the folders of Python, its packages and wsusim, and no others."""
    root = Path(__file__).parents[2]
    packages = [
        folder for folder in sys.path if folder.endswith(("site-packages", "dist-packages"))
    ]
    own = [root / name for name in ("wsusim", "controllers", "templates")]
    folders = [*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *packages, *own]
    return tuple({os.path.realpath(str(folder)) for folder in folders} - {os.sep})
