"""The system calls that a locked-in program can't make: a seccomp filter.

It complements what hides files (``hosting.sandbox``): bubblewrap loads it before the program
begins, or the program's process itself does, before it reads a student's line
(``hosting.landlock``).
"""

from __future__ import annotations

import errno
import functools
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

from wsusim.errors import BadInput

_REFUSED = (
    # Other processes' memory, and what runs in the kernel
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd",
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "add_key", "request_key", "keyctl", "syslog", "acct", "quotactl",
    # Ways out of the file system, and into others
    "mount", "umount2", "pivot_root", "chroot", "setns", "unshare", "move_mount", "open_tree",
    "fsopen", "fsmount", "fsconfig", "fspick", "mount_setattr", "name_to_handle_at",
    "open_by_handle_at", "memfd_create", "memfd_secret", "mknod", "mknodat", "swapon", "swapoff",
    # The network: the two channels to the robot are open already
    "socket", "connect", "bind", "listen", "accept", "accept4",
    # Other programs and processes; threads are made by ``clone`` with its own flag
    "fork", "vfork",
    # More of the processors than its lab gives it, which is told by session and niceness
    "setsid", "setpgid", "setpriority", "sched_setscheduler", "sched_setparam", "sched_setattr",
    # The computer's own state
    "reboot", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname",
    "setdomainname", "modify_ldt", "personality", "sched_setaffinity", "iopl", "ioperm",
    "msgget", "semget", "shmget", "mq_open",
    # Memory of the kernel that no limit counts; a socket could be made to hold megabytes
    "setsockopt", "setxattr", "lsetxattr", "fsetxattr", "inotify_init", "inotify_init1",
    "fanotify_init",
    # A pipe keeps the pages that it was lent, of two megabytes each, when the program has none left
    "vmsplice",
    # All disks of the computer at once; a program has ``fsync`` for its own files
    "sync", "syncfs",
    # A file that may be read may be locked: that of the compiled kernels, and all others wait
    "flock",
)  # fmt: skip

_NEWEST_CALL, _CALLS_AHEAD = 456, 100
"""Of Linux 6.8, ``futex_requeue``; what later ones have more is refused unseen. Numbers from 424 on
are the same for all processors."""

_CLONE_THREAD, _CLONE_FILES = 0x00010000, 0x00000400
_CLOSE_RANGE_UNSHARE = 1 << 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_INSTRUCTION_BYTES = 8
"""Of the kernel's filters (bpf(4))."""
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C

_REFUSED_AMONG_OTHERS = (
    # Other programs: this process has become what it should be
    "execve", "execveat",
    # Signals to other processes; ``tgkill`` reaches its own threads
    "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_send_signal",
    # What belongs to a file beside its contents, even if those may be read
    "chown", "fchown", "lchown", "fchownat", "truncate", "removexattr", "lremovexattr",
    "fremovexattr",
    # Others' memory, messages and turns at the disk
    "migrate_pages", "move_pages", "ioprio_set", "shmat", "shmctl", "msgsnd", "msgrcv", "msgctl",
    "semop", "semtimedop", "semctl", "mq_unlink",
    # Messages in which open files can lie: they are unseen on their way (``hosting.usage_meter``)
    "sendmsg", "sendmmsg",
)  # fmt: skip
"""Besides, for a program that has no process table and no file system of its own."""

_NEVER_DONE = (
    "chmod", "fchmod", "fchmodat", "fchmodat2", "utime", "utimes", "futimesat", "utimensat",
)  # fmt: skip
"""Refused likewise; or answered as if done, where a program may write: copying a file ends so."""

_SETOWN, _SETSIG, _SETOWN_EX, _SETLEASE = 8, 10, 15, 1024
_SETOWN_OF_SOCKET, _SETPGRP_OF_SOCKET = 0x8901, 0x8902
_SETFLAGS, _SETXATTRS = 0x40086602, 0x401C5820


def filter_file() -> int:
    """Return a file descriptor of the filter, for bubblewrap to load; close it after.

    Raises:
        BadInput: ``pyseccomp`` or the system's libseccomp is missing.
    """
    number = os.memfd_create("wsusim-filter", 0)
    with os.fdopen(number, "wb", closefd=False) as file:
        _rules().export_bpf(file)
    os.lseek(number, 0, os.SEEK_SET)
    return number


def filter_among_others(*, is_writer: bool = False) -> Callable[[], None]:
    """Return a function that installs the filter for this process, which sees others.

    Args:
        is_writer: It has a folder to write in.

    Raises:
        BadInput: ``pyseccomp`` or the system's libseccomp is missing.
    """
    program = rules_among_others(is_writer=is_writer)
    import pyseccomp  # type: ignore[import-untyped,import-not-found,unused-ignore]

    refused = pyseccomp.ERRNO(errno.EPERM)
    own = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    own.set_attr(pyseccomp.Attr.ACT_BADARCH, refused)
    _refuse(own, refused, "tgkill", pyseccomp.Arg(0, pyseccomp.NE, os.getpid()))

    def load() -> None:
        own.load()
        _load(program)

    return load


@functools.cache
def rules_among_others(*, is_writer: bool) -> bytes:
    """Return the filter of every such process as instructions for the kernel.

    Making them takes ten milliseconds: a process that forks others does so once, before.

    Raises:
        BadInput: ``pyseccomp`` or the system's libseccomp is missing.
    """
    rules = _rules()
    import pyseccomp  # type: ignore[import-untyped,import-not-found,unused-ignore]

    refused = pyseccomp.ERRNO(errno.EPERM)
    for name in _REFUSED_AMONG_OTHERS:
        _refuse(rules, refused, name)
    for name in _NEVER_DONE:
        _refuse(rules, pyseccomp.ERRNO(0) if is_writer else refused, name)
    # A pipe can send a signal to the process that is called its owner, and a lease lets others
    # wait.
    for request in (_SETOWN, _SETSIG, _SETOWN_EX, _SETLEASE):
        _refuse(rules, refused, "fcntl", _word(request))
    for request in (_SETOWN_OF_SOCKET, _SETPGRP_OF_SOCKET, _SETFLAGS, _SETXATTRS):
        _refuse(rules, refused, "ioctl", _word(request))
    _refuse(rules, refused, "prlimit64", pyseccomp.Arg(0, pyseccomp.NE, 0))
    number = os.memfd_create("wsusim-filter")
    with os.fdopen(number, "w+b") as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _load(program: bytes) -> None:
    """Have the kernel check this process's calls by a program (seccomp(2), for good)."""
    import ctypes

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("first", ctypes.c_char_p))

    what = Program(len(program) // _INSTRUCTION_BYTES, program)
    done = ctypes.CDLL(None, use_errno=True).prctl(
        _PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(what), 0, 0
    )
    if done < 0:
        raise BadInput(f"A program can't be locked in: {os.strerror(ctypes.get_errno())}.")


def _rules() -> Any:
    """Return the filter of every locked-in program."""
    try:
        import pyseccomp  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except (ImportError, OSError, RuntimeError) as error:
        raise BadInput(
            f"The sandbox needs pyseccomp and libseccomp ({error}): "
            f"{sys.executable} -m pip install -r requirements.txt"
        ) from None
    refused = pyseccomp.ERRNO(errno.EPERM)
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    # Calls in another processor's numbering (x32, 32 bits): else only the thread would be killed,
    # and the program would seem to hang.
    rules.set_attr(pyseccomp.Attr.ACT_BADARCH, refused)
    for name in _REFUSED:
        _refuse(rules, refused, name)
    _refuse(rules, refused, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _CLONE_THREAD, 0))
    # To count its files, the server must see all that it has open: neither is a thread's alone, nor
    # does the process turn into one that shows nothing to its own user.
    _refuse(rules, refused, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _CLONE_FILES, 0))
    unshared = _CLOSE_RANGE_UNSHARE
    _refuse(
        rules, refused, "close_range", pyseccomp.Arg(2, pyseccomp.MASKED_EQ, unshared, unshared)
    )
    _refuse(rules, refused, "prctl", pyseccomp.Arg(0, pyseccomp.EQ, _PR_SET_DUMPABLE))
    for request in (_TIOCSTI, _TIOCLINUX):  # types into the terminal that it was started from
        _refuse(rules, refused, "ioctl", _word(request))
    # Pairs of sockets that are no files are those of kernel modules, loaded for the purpose.
    _refuse(rules, refused, "socketpair", pyseccomp.Arg(0, pyseccomp.NE, socket.AF_UNIX))
    # Its flags lie in memory, which no filter can read; C libraries then take ``clone``.
    unknown = pyseccomp.ERRNO(errno.ENOSYS)
    _refuse(rules, unknown, "clone3")
    for number in range(_NEWEST_CALL + 1, _NEWEST_CALL + _CALLS_AHEAD):
        _refuse(rules, unknown, number)
    return rules


def _word(request: int) -> Any:
    """Return the condition that the second argument has this value, in the 32 bits that count."""
    import pyseccomp

    return pyseccomp.Arg(1, pyseccomp.MASKED_EQ, 0xFFFFFFFF, request)


def _refuse(rules: Any, action: object, name: str | int, *arguments: object) -> None:
    """Add a rule, if this processor's kernel has such a call."""
    try:
        rules.add_rule(action, name, *arguments)
    except (OSError, ValueError, RuntimeError):
        return
