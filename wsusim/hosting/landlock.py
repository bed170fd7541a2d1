"""Lets this process lock itself in for good: it can only read and write certain files.

The other way of ``hosting.sandbox``, for computers on which bubblewrap is missing or may not make
namespaces: Landlock (Linux 5.13 and newer) lets any process give up files, and ``system_calls`` the
rest. Other processes and the names of files stay visible to it, but out of its reach. A process
that is forked from one inside bubblewrap locks itself in as well, which keeps it from its siblings.

Numbers and structures: the kernel's ``landlock(7)`` and ``capabilities(7)``.
"""

from __future__ import annotations

import functools
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.errors import BadInput
from wsusim.hosting.system_calls import filter_among_others

if TYPE_CHECKING:
    import ctypes

_READABLE, _WRITABLE = "WSUSIM_READABLE", "WSUSIM_WRITABLE"

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Calls with the same numbers on all processors."""

_VERSION_FLAG, _BENEATH = 1, 1
_NO_NEW_PRIVILEGES = 38
_CAPABILITIES_VERSION = 0x20080522

_WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
_REMOVE_FOLDER, _REMOVE_FILE, _MAKE_FOLDER, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_MOVE, _SHORTEN = 1 << 13, 1 << 14
_ALL_OF_FILES = (
    _WRITE_FILE | _READ_FILE | _READ_FOLDER | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE_FOLDER
    | _MAKE_FILE | _MOVE | _SHORTEN
)  # fmt: skip
"""What a program may do in its own folder: no links, devices or pipes with names."""
_FILE_RIGHTS_OF = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights about files there are since a version of Landlock."""

_ALWAYS = ("/dev/urandom", "/dev/random", "/dev/zero")


def environment_for(readable: Iterable[str], writable: str = "") -> dict[str, str]:
    """Return the environment that tells a controller's process to lock itself in."""
    return {_READABLE: os.pathsep.join(readable), _WRITABLE: writable}


def lock_in_if_told() -> None:
    """Lock this process in if its environment says so; raises as ``lock_in`` does."""
    if _READABLE in os.environ:
        readable = os.environ[_READABLE].split(os.pathsep)
        lock_in(readable, os.environ.get(_WRITABLE, ""))


def lock_in(readable: Iterable[str], writable: str = "") -> None:
    """Let this process read only these files and folders, write in one, and reach no other process.

    Threads that it starts afterwards are locked in with it.

    Args:
        readable: Files and folders.
        writable: A folder; empty: none.

    Raises:
        BadInput: This computer can't, or there are other threads already, which would stay outside.
    """
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        raise BadInput("A program can't be locked in any more: it has started threads.")
    version = landlock_version()
    if version < 1:
        raise BadInput("The sandbox needs bubblewrap or a Linux with Landlock (5.13 or newer).")
    load_filter = filter_among_others(is_writer=bool(writable))
    forbidden = _forbidden(version)
    rules = _rule_set(forbidden)
    try:
        for path in (*readable, *_ALWAYS):
            _allow(rules, path, _READ_FILE | _READ_FOLDER)
        if writable:
            _allow(rules, writable, _ALL_OF_FILES & forbidden[0])
        _allow(rules, os.devnull, _READ_FILE | _WRITE_FILE)
        _checked(_libc().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        _drop_capabilities()
        _checked(_libc().syscall(_RESTRICT_SELF, rules, 0))
    finally:
        os.close(rules)
    load_filter()


def landlock_version() -> int:
    """Return this kernel's version of Landlock; less than 1 if it has none."""
    version: int = _libc().syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)
    return version


def _forbidden(version: int) -> list[int]:
    """Return all that this version can forbid."""
    rights = (1 << max(n for since, n in _FILE_RIGHTS_OF.items() if since <= version)) - 1
    # Files; ports (since 4); other processes' abstract sockets and signals (since 6)
    return [rights, *([3] if version >= 4 else []), *([3] if version >= 6 else [])]


def _rule_set(forbidden: list[int]) -> int:
    """Return a rule set that forbids this."""
    wanted = struct.pack(f"={len(forbidden)}Q", *forbidden)
    return _checked(_libc().syscall(_CREATE_RULESET, wanted, len(wanted), 0))


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow a file, or a folder with all that is below it; missing ones are left out."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= ~_READ_FOLDER
        rule = struct.pack("=Qi", rights, place)
        _checked(_libc().syscall(_ADD_RULE, rules, _BENEATH, rule, 0))
    finally:
        os.close(place)


def _drop_capabilities() -> None:
    """Drop an administrator's privileges, so that the process is like any other."""
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    _checked(_libc().capset(header, bytes(24)))


@functools.cache
def _libc() -> ctypes.CDLL:
    import ctypes  # every controller's process reads this file, and few are locked in

    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        import ctypes

        number = ctypes.get_errno()
        raise BadInput(f"A program can't be locked in with Landlock: {os.strerror(number)}.")
    return result
