"""Locks a controller's process in: no network, no files but its own, no other programs.

For code from strangers. ``--isolate`` protects a run from a controller's mistakes; this
protects the computer from the controller's author. Linux only: bubblewrap gives the process an
empty file system, a process table of its own and no network; a seccomp filter takes away the system
calls with which a program could escape. Where there is no bubblewrap, the process locks itself in
(``hosting.landlock``) and can't write any file. What is left is bounded: memory and file size by
limits of the process (``hosting.child``), disk by the size of its scratch space, other programs by
there being none; what no limit of Linux bounds is monitored (``hosting.usage_meter``). Where both
are available, many programs are forked from one process inside bubblewrap, and each locks itself in
besides (``hosting.locked_fork_server``).
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wsusim.errors import BadInput
from wsusim.hosting.landlock import environment_for, landlock_version
from wsusim.hosting.shown_files import interpreter_links, shown_files
from wsusim.hosting.system_calls import filter_file
from wsusim.shipped import shipped_folder

SCRATCH = "/scratch"
"""Home and temporary folder inside; it is gone with the process."""

MOST_ENTRIES = 200
"""Of a controller's folder that are shown inside; a folder with more is read-only as a whole."""

_PACKAGE = Path(__file__).parents[1]
_PATIENCE_S = 20.0

_TRIAL = (
    f"import sys; sys.path += {[str(_PACKAGE.parent), *sys.path]!r}; "
    "from wsusim.hosting.landlock import lock_in_if_told; lock_in_if_told()"
)
"""A program that does nothing, locked in."""

Lock = Literal["bubblewrap", "landlock"]


@dataclass(frozen=True, slots=True)
class LockedCommand:
    """How to start a locked-in program.

    Attributes:
        command: Starts it.
        environment: All that it sees of the environment.
        inherited: File descriptors that it has to inherit; close them after the start.
    """

    command: list[str]
    environment: dict[str, str]
    inherited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How a controller is locked in.

    Attributes:
        disk_mb: Size of its scratch space, and of what it may write next to its own file.
        file_mb: Largest file that it may write.
        names: Files and folders that it may make in each of these places.
        open_files: How many it may have open at once, including pipes and the like.
        threads: How many it may have at once.
        orders_mb: Size of its orders, drawings and messages at once.
        orders_mb_s: How much more of that each second of its robot's time allows.
        lock: What locks it in; ``None``: the best available on this computer.
    """

    disk_mb: int = 32
    file_mb: int = 16
    names: int = 5000
    open_files: int = 256
    threads: int = 100
    orders_mb: float = 8.0
    orders_mb_s: float = 0.5
    lock: Lock | None = None

    def wrap(
        self, command: Sequence[str], spec: str, environment: Mapping[str, str]
    ) -> LockedCommand:
        """Return how to start a program inside.

        Args:
            command: Starts Python.
            spec: The controller, with its file's full path.
            environment: The variables that it sees, besides those that every program needs.

        Raises:
            BadInput: There is no sandbox on this computer.
        """
        if (self.lock or require_sandbox()) == "landlock":
            told = {**_ENVIRONMENT, **environment, **environment_for(readable(spec))}
            return LockedCommand([*command], told)
        told, rules = {**_ENVIRONMENT, **environment}, filter_file()
        # Not on its command line, which the program inside can read in its own ``/proc``.
        options = _file_of(self._options(spec, told, rules))
        start = [_bubblewrap() or "bwrap", "--args", str(options), "--", *command]
        return LockedCommand(start, {**environment}, (rules, options))

    @property
    def is_wrapping(self) -> bool:
        """Whether bubblewrap locks programs in."""
        return (self.lock or lock_here()) == "bubblewrap"

    def around(
        self, command: Sequence[str], environment: Mapping[str, str], files: Sequence[str]
    ) -> list[str]:
        """Return how to start a program in bubblewrap without filtering its system calls.

        Args:
            command: Starts it.
            environment: All that it sees of the environment.
            files: Bubblewrap's options for files other than Python and wsusim.
        """
        return [_bubblewrap() or "bwrap", *_walls(environment, files), "--", *command]

    def _options(self, spec: str, environment: Mapping[str, str], rules: int) -> list[str]:
        """Return bubblewrap's options for one controller."""
        size = str(self.disk_mb << 20)
        files = ["--size", size, "--tmpfs", SCRATCH, *_own_files(spec, size)]
        return ["--seccomp", str(rules), "--die-with-parent", *_walls(environment, files)]


def _walls(environment: Mapping[str, str], files: Sequence[str]) -> list[str]:
    """Return bubblewrap's options for a place with Python, wsusim and these files, and no way out.

    Without remounting it the root of the new file system could be written to, and fill the memory;
    and in /proc an administrator's process can change settings of the whole computer, and any
    process make its whole session wait for all others.
    """
    walls = [*_NAMESPACES, "--clearenv"]
    for name, value in environment.items():
        walls += ["--setenv", name, value]
    for place in shown_files():
        walls += ["--ro-bind", place, place]
    for link, target in interpreter_links():
        walls += ["--symlink", target, link]
    walls += ["--proc", "/proc", "--dev", "/dev"]
    for name in _UNSHOWN:
        if Path("/proc", name).exists():
            walls += ["--ro-bind", os.devnull, f"/proc/{name}"]
    walls += files
    for place in ("/proc", "/dev", "/"):
        walls += ["--remount-ro", place]
    return walls


_ENVIRONMENT = {
    **dict.fromkeys(("HOME", "TMPDIR"), SCRATCH),
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "2",
}
"""glibc sets 128 MB of addresses aside for each thread's own memory: eight threads would use up the
memory limit."""

_UNSHOWN = (
    "keys", "key-users", "kcore", "kallsyms", "timer_list", "sched_debug", "latency_stats",
    "cmdline", "iomem", "ioports",
)  # fmt: skip
"""Of ``/proc``, whatever the namespace: the keys that a person's other programs keep in the kernel,
how the computer was started, and where the kernel has what."""

_NAMESPACES = (
    "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL",
    "--hostname", "robot",
)  # fmt: skip


def trouble() -> str:
    """Return a sentence why nothing can be locked in on this computer; empty: it can."""
    return "" if lock_here() else trouble_with("bubblewrap")


def require_sandbox() -> Lock:
    """Return what locks programs in here; raise ``BadInput`` if nothing can."""
    if (lock := lock_here()) is None:
        raise BadInput(trouble())
    return lock


@functools.cache
def lock_here() -> Lock | None:
    """Return the best way to lock programs in on this computer; ``None``: there is none."""
    locks: tuple[Lock, ...] = ("bubblewrap", "landlock")
    return next((lock for lock in locks if not trouble_with(lock)), None)


@functools.cache
def trouble_with(lock: Lock) -> str:
    """Return why a way to lock programs in can't be used on this computer; empty: it can."""
    if not sys.platform.startswith("linux"):
        return "The sandbox needs Linux."
    if lock == "bubblewrap" and _bubblewrap() is None:
        return "The sandbox needs bubblewrap: apt-get install bubblewrap (Debian, Ubuntu)."
    if lock == "landlock" and landlock_version() < 1:
        return "The sandbox needs bubblewrap or a Linux with Landlock (5.13 or newer)."
    trial = _TRIAL if lock == "landlock" else ""
    try:
        start = Sandbox(lock=lock).wrap([sys.executable, "-P", "-S", "-c", trial], "", {})
    except BadInput as error:
        return str(error)
    try:
        tried = subprocess.run(
            start.command,
            env=start.environment,
            capture_output=True,
            timeout=_PATIENCE_S,
            pass_fds=start.inherited,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"The sandbox doesn't start: {error}."
    finally:
        for number in start.inherited:
            os.close(number)
    if tried.returncode == 0:
        return ""
    said = tried.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
    reason = said[-1].rpartition("BadInput: ")[2]
    if lock == "landlock":
        return reason
    return (
        f"bubblewrap can't make a sandbox here ({reason}). In a container, allow it to make "
        "namespaces of its own."
    )


def _bubblewrap() -> str | None:
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")


def _file_of(options: Sequence[str]) -> int:
    """Return a file descriptor from which bubblewrap reads options; close it after the start."""
    number = os.memfd_create("wsusim-options", 0)
    with os.fdopen(number, "wb", closefd=False) as file:
        file.write(b"".join(os.fsencode(option) + b"\0" for option in options))
    os.lseek(number, 0, os.SEEK_SET)
    return number


def readable(spec: str = "") -> list[str]:
    """Return what a program without its own file system may read."""
    places = list(shown_files())
    folder = Path(spec).parent
    return [*places, str(folder)] if spec and folder.is_absolute() else places


def _own_files(spec: str, size: str) -> list[str]:
    """Return the options that show a controller the files beside its own, which it can't change.

    It may write other files there, which are gone afterwards.
    """
    folder = Path(spec).parent
    if not spec or not folder.is_absolute() or folder == shipped_folder("controllers"):
        return []
    entries = sorted(entry for entry in folder.iterdir() if not entry.is_symlink())
    if len(entries) > MOST_ENTRIES or _PACKAGE.is_relative_to(folder):
        return ["--ro-bind", str(folder), str(folder)]
    options = ["--size", size, "--tmpfs", str(folder)]
    for entry in entries:
        options += ["--ro-bind", str(entry), str(entry)]
    return options
