"""All checks of the computer; here interpreter, packages, kernels, folders and serial ports."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import platform
import re
import stat
import struct
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import wsusim
from wsusim.doctor.finding import Finding
from wsusim.doctor.qt import look_at_qt
from wsusim.doctor.sandbox import look_at_sandbox
from wsusim.model.text import counted
from wsusim.model.typed_names import as_argument

OLDEST_PYTHON = (3, 11)
COMPILED = "compiled"
CURRENT_FOLDER, KERNEL_CACHE = "current folder", "kernel cache"
_GROUP_MAY = stat.S_IRGRP | stat.S_IWGRP
PIN = re.compile(
    r"^([A-Za-z0-9_.-]+)==([^\s;]+)(?:\s*;\s*sys_platform == [\"'](\w+)[\"'])?", re.ASCII
)
"""A package, its version, and the only system on which it is needed, if that is said."""


def look_at_everything() -> Iterator[Finding]:
    """Yield the findings as they come: packages first, as the others build on them."""
    yield look_at_interpreter(sys.version_info[:3], 8 * struct.calcsize("P"))
    yield from look_at_packages(required())
    yield from look_at_kernels()
    yield from look_at_qt(os.environ, sys.platform)
    yield from look_at_folders()
    yield look_at_sandbox()
    yield from look_at_ports()


def look_at_interpreter(version: tuple[int, int, int], bits: int) -> Finding:
    """Check Python's version and word size."""
    found = f"{'.'.join(map(str, version))}, {bits} bit, {sys.executable}"
    if version[:2] < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        return Finding("Python", found, f"Install Python {oldest} or newer, and use that one")
    if bits != 64:
        return Finding("Python", found, "Install the 64-bit version of Python: numba needs it")
    return Finding("Python", found)


def required() -> list[tuple[str, str]]:
    """Return (package, version) of all packages with which wsusim was tested on such a system."""
    file = Path(wsusim.__file__).parents[1] / "requirements.txt"
    if file.is_file():
        lines: Iterable[str] = file.read_text(encoding="utf-8").splitlines()
    else:
        lines = importlib.metadata.requires("wsusim") or ()
        lines = [line for line in lines if "extra ==" not in line]
    pins = filter(None, map(PIN.match, lines))
    return [(pin[1], pin[2]) for pin in pins if pin[3] in (None, sys.platform)]


def look_at_packages(
    wanted: list[tuple[str, str]],
    version_of: Callable[[str], str] = importlib.metadata.version,
) -> list[Finding]:
    """Compare what is installed with what was tested; one answer, or one for each that differs."""
    wrong = []
    for name, version in wanted:
        try:
            there = version_of(name)
        except importlib.metadata.PackageNotFoundError:
            there = "missing"
        if there != version:
            remedy = f'{sys.executable} -m pip install "{name}=={version}"'
            wrong.append(Finding(f"package {name}", f"{there}; tested with {version}", remedy))
    return wrong or [Finding("packages", f"all {len(wanted)} as in requirements.txt")]


def look_at_kernels() -> list[Finding]:
    """Check whether the kernels are compiled already; it is no fault if they aren't."""
    try:
        from wsusim.kernels import cache
    except ImportError as error:
        return [Finding("kernels", str(error), f"{sys.executable} -m pip install numba numpy")]
    kept = cache.folders()
    if not kept:
        return [
            Finding("kernels", cache.trouble(), "Set NUMBA_CACHE_DIR to a folder you may write to")
        ]
    damaged = cache.damaged_files()
    if damaged:
        state = f"{len(damaged)} damaged ({damaged[0].name}): the next run compiles again"
    elif cache.is_compiled():
        state = COMPILED
    else:
        state = "not compiled yet: the first run will do that and take longer"
    if closed := cache.closed_folders():
        state += f"; {counted(len(closed), 'folder')} of compiled ones can't be read"
        place = as_argument(closed[0].parent)
        remedy = f"Ask who compiled them to let everybody read them: chmod -R a+rX {place}"
        return [Finding("kernels", state, remedy)]
    writing = look_at_folder(KERNEL_CACHE, kept[0])
    if state == COMPILED and not writing.is_ok:  # a folder that was prepared for everybody
        writing = Finding(KERNEL_CACHE, f"{kept[0]}, which can only be read")
    return [Finding("kernels", state), writing]


def folders() -> list[tuple[str, Path]]:
    """Return (purpose, folder) of all that wsusim writes to, besides the compiled kernels."""
    listed = [(CURRENT_FOLDER, Path.cwd())]
    try:
        from platformdirs import user_data_path, user_log_path
    except ImportError:
        return listed  # the look at the packages says it
    listed.append(("settings", user_data_path("wsusim", appauthor=False)))
    listed.append(("crash reports", user_log_path("wsusim", appauthor=False)))
    return listed


def look_at_folders() -> list[Finding]:
    """Check all that wsusim writes to; in a container, a user may have no home."""
    try:
        return [look_at_folder(purpose, folder) for purpose, folder in folders()]
    except RuntimeError:
        return [Finding("home folder", "there is none", "Set HOME to a folder of your own")]


def look_at_folder(purpose: str, folder: Path) -> Finding:
    """Try to write where wsusim will write, leaving nothing behind."""
    subject = f"{purpose} (may be written to)"
    nearest = next(part for part in (folder, *folder.parents) if part.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest) as file:
            file.write(b"wsusim")
    except OSError as error:
        reason = error.strerror or str(error)
        return Finding(subject, f"{folder}: {reason}", _folder_remedy(purpose, nearest, error))
    return Finding(subject, str(folder))


def _folder_remedy(purpose: str, folder: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"Free some room on the disk of {folder}"
    why = f"{folder} is read-only" if error.errno == errno.EROFS else ""
    if not why and _is_own(folder):
        return f"Give yourself permission to write to {folder}: chmod u+rwx {as_argument(folder)}"
    why = why or f"{folder} belongs to someone else"
    if purpose == KERNEL_CACHE:
        return f"{why}: set NUMBA_CACHE_DIR to a folder of your own"
    if purpose != CURRENT_FOLDER:
        return (
            f"{why}: set HOME to a folder of your own, or ask the person who looks after this "
            "computer for a home folder that you may write to"
        )
    return f"{why}: start wsusim from one of your own folders, and keep your files there"


def _is_own(folder: Path) -> bool:
    """Return whether a folder belongs to this user (POSIX), who may then change its permissions."""
    return sys.platform != "win32" and folder.stat().st_uid == os.getuid() != 0


def look_at_ports() -> list[Finding]:
    """List the serial ports and whether this user may use them. None at all is no fault."""
    try:
        from wsusim.backends.serial_line.search import list_ports

        listed = list_ports()
    except ImportError as error:
        return [Finding("serial ports", str(error), f"{sys.executable} -m pip install pyserial")]
    if not listed:
        return [Finding("serial ports", "none; you only need one for a real robot")]
    return [look_at_port(port.device, robot=port.robot) for port in listed]


def look_at_port(
    device: str, may_use: Callable[[str, int], bool] = os.access, *, robot: str = ""
) -> Finding:
    """Check whether this user may use a port; ``robot``: what its plug identifies it as."""
    subject = f"serial port {device}"
    if os.name != "posix" or may_use(device, os.R_OK | os.W_OK):
        if not robot:
            return Finding(subject, "ready to use")
        from wsusim.backends.serial_line.languages import language_of

        title = language_of(robot).one
        return Finding(subject, f"ready to use; {title} by its plug: --robot {robot}:{device}")
    if platform.system() != "Linux":
        remedy = f"sudo chmod a+rw {device}"
    elif group := _group_of(device):
        remedy = f"sudo usermod -aG {group} $USER, then log out and in"
    else:
        return Finding(subject, "only the system may use it; plug a robot's adapter into USB")
    return Finding(subject, "you don't have permission to use it", remedy)


def _group_of(device: str) -> str:
    """Return the group that may read and write a device; empty: only root may.

    Debian's if the device can't be asked. A port that the system uses itself has none.
    """
    import grp

    try:
        state = Path(device).stat()
        has_group = state.st_mode & _GROUP_MAY == _GROUP_MAY and state.st_gid != 0
        return grp.getgrgid(state.st_gid).gr_name if has_group else ""
    except (OSError, KeyError):
        return "dialout"
