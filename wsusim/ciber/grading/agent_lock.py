"""Locks an agent of any language in: its own folder, the arena, and nothing else.

Two layers of bubblewrap. The outer one gives a whole match a network of its own, in which there is
only this match; its arena sees everything else. In the inner one an agent sees the system's
programs to read, and its folder. Limits of memory, files and processes are the system's own
(``prlimit``). Linux only.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import wsusim

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt")
INSIDE = "/agent"
SCRATCH_MB = 64
"""Of ``/tmp``, and of ``/dev/shm``: both are memory."""

MOST_PROCESSES = 400
"""Of the user who grades, all in all: a fork bomb ends there (guess; Java alone takes 40)."""


@dataclass(frozen=True, slots=True)
class AgentLock:
    """How agents are confined.

    Attributes:
        is_sandboxed: Whether bubblewrap locks them in.
        memory_mb: How much each of an agent's processes may use.
        file_mb: Largest file that it may write.
        disk_mb: All files of its folder together, with what was handed in; in the sandbox only.
    """

    is_sandboxed: bool
    memory_mb: int = 1024
    file_mb: int = 16
    disk_mb: int = 200

    def wrap(self, command: Sequence[str], folder: Path | None) -> list[str]:
        """Return the command that starts an agent confined."""
        limits = self._limits()
        if not self.is_sandboxed:
            return [*limits, *command]
        where = (folder or Path()).resolve()
        options = [
            *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"),
            *("--die-with-parent", "--hostname", "robot", "--clearenv"),
            *("--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin"),
            *("--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"),
            *("--setenv", "PYTHONDONTWRITEBYTECODE", "1"),
        ]
        for place in SYSTEM:
            options += ["--ro-bind-try", place, place]
        own = (sys.prefix, sys.base_prefix, str(Path(wsusim.__file__).resolve().parents[1]))
        for place in own:
            options += ["--ro-bind-try", place, place]
        options += ["--proc", "/proc", "--dev", "/dev"]
        for place in ("/dev/shm", "/tmp"):
            options += ["--size", str(SCRATCH_MB << 20), "--tmpfs", place]
        options += ["--bind", str(where), INSIDE, "--chdir", INSIDE]
        # Both are memory without a limit of its own.
        options += ["--remount-ro", "/dev", "--remount-ro", "/"]
        inside = [word.replace(str(where), INSIDE) for word in command]
        return [*limits, _bubblewrap(), *options, "--", *inside]

    def _limits(self) -> list[str]:
        found = shutil.which("prlimit")
        if found is None:
            return []
        return [
            found,
            f"--data={self.memory_mb << 20}",
            f"--fsize={self.file_mb << 20}",
            f"--nproc={MOST_PROCESSES}",
            "--core=0",
            "--",
        ]


def alone(command: Sequence[str], room: Path, room_mb: int) -> list[str]:
    """Return the command that starts a match in a network of its own.

    Args:
        command: What plays it.
        room: A folder for agents' folders; of memory, so that there is no more than ``room_mb``.
        room_mb: Size of all that is in it.
    """
    walls = ("--unshare-user", "--unshare-net", "--die-with-parent", "--dev-bind", "/", "/")
    limit = ("--size", str(room_mb << 20), "--tmpfs", str(room))
    return [_bubblewrap(), *walls, *limit, "--", *command]


def _bubblewrap() -> str:
    return shutil.which("bwrap") or "bwrap"
