"""Lock a controller's process in: no network, no files but its own, no other programs.

For code that comes from strangers. ``--isolate`` protects a run from a controller's mistakes; this
protects the computer from the controller's author. Linux only: bubblewrap gives the process an
empty file system, a process table of its own and no network; a seccomp filter takes away the system
calls with which one gets out of such a place. What is left is bounded: memory and file size by
limits of the process (``hosting.child``), disk by the size of its scratch space, other programs by
there being none; what no limit of Linux bounds is looked at all the time (``hosting.gauge``).
"""

from __future__ import annotations

import errno
import functools
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.shipped import shipped_folder

SCRATCH = "/scratch"
"""Home and temporary folder inside; it is gone with the process."""

MOST_ENTRIES = 200
"""Of a controller's folder that are shown inside; a folder with more is read-only as a whole."""

_PACKAGE = Path(__file__).parents[2]
_SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/alternatives", "/etc/localtime")
_PATIENCE_S = 20.0

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
    # Memory of the kernel that no limit counts
    "setxattr", "lsetxattr", "fsetxattr", "inotify_init", "inotify_init1", "fanotify_init",
)  # fmt: skip

_NEWEST_CALL, _CALLS_AHEAD = 456, 100
"""Of Linux 6.8, ``futex_requeue``; what later ones have more is refused unseen. Numbers from 424 on
are the same for all processors."""

_CLONE_THREAD = 0x00010000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How a controller is locked in.

    Attributes:
        disk_mb: Size of its scratch space, and of what it may write beside its own file.
        file_mb: Largest file that it may write.
        names: Files and folders that it may make in each of these places.
        open_files: It may have open at once, pipes and the like among them.
        threads: It may have at once.
        orders_mb: Of orders to its robot, and of what it draws and says, at once.
        orders_mb_s: More of that with each second of its robot's time.
    """

    disk_mb: int = 32
    file_mb: int = 16
    names: int = 5000
    open_files: int = 256
    threads: int = 100
    orders_mb: float = 8.0
    orders_mb_s: float = 0.5

    def wrap(
        self, command: Sequence[str], spec: str, environment: Mapping[str, str]
    ) -> tuple[list[str], int]:
        """Return the command that starts another one inside, and what it has to inherit.

        Args:
            command: Starts Python.
            spec: The controller, with its file's full path.
            environment: What it sees of the environment, beside what every program needs.

        Returns:
            The command; the file descriptor of the filter, to be closed after the start.

        Raises:
            BadInput: There is no sandbox on this computer.
        """
        require_sandbox()
        rules = _filter_file()
        return self._command(command, spec, {**_ENVIRONMENT, **environment}, rules), rules

    def _command(
        self, command: Sequence[str], spec: str, environment: Mapping[str, str], rules: int
    ) -> list[str]:
        size = str(self.disk_mb << 20)
        wrapped = [_bubblewrap() or "bwrap", "--seccomp", str(rules), *_NAMESPACES, "--clearenv"]
        for name, value in environment.items():
            wrapped += ["--setenv", name, value]
        for place in (*_SYSTEM, *_SYSTEM_FILES):
            wrapped += ["--ro-bind-try", place, place]
        for folder in _interpreter_folders():
            wrapped += ["--ro-bind", folder, folder]
        wrapped += ["--proc", "/proc", "--dev", "/dev", "--size", size, "--tmpfs", SCRATCH]
        wrapped += _own_files(spec, size)
        # Without it the root of the new file system could be written to, and fill the memory; and
        # in /proc an administrator's process can change settings of the whole computer, and any
        # process make its whole session wait for all others.
        for place in ("/proc", "/dev", "/"):
            wrapped += ["--remount-ro", place]
        return [*wrapped, "--", *command]


_ENVIRONMENT = {
    **dict.fromkeys(("HOME", "TMPDIR"), SCRATCH),
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
}

_NAMESPACES = (
    "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent",
    "--cap-drop", "ALL", "--hostname", "robot",
)  # fmt: skip


@functools.cache
def trouble() -> str:
    """Return why nothing can be locked in on this computer, a sentence; empty: it can."""
    if not sys.platform.startswith("linux"):
        return "The sandbox needs Linux."
    if _bubblewrap() is None:
        return "The sandbox needs bubblewrap: apt-get install bubblewrap (Debian, Ubuntu)."
    try:
        number = _filter_file()
    except BadInput as error:
        return str(error)
    command = Sandbox()._command([sys.executable, "-c", "pass"], "", _ENVIRONMENT, number)
    try:
        tried = subprocess.run(
            command, capture_output=True, timeout=_PATIENCE_S, pass_fds=(number,), check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"The sandbox doesn't start: {error}."
    finally:
        os.close(number)
    if tried.returncode == 0:
        return ""
    said = tried.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
    return (
        f"bubblewrap can't make a sandbox here ({said[-1]}). In a container, allow it to make "
        "namespaces of its own."
    )


def require_sandbox() -> None:
    """Raise ``BadInput`` when nothing can be locked in here."""
    if reason := trouble():
        raise BadInput(reason)


def _filter_file() -> int:
    """Return a file descriptor of the seccomp filter, for bubblewrap to load; close it after.

    Raises:
        BadInput: ``pyseccomp`` or the system's libseccomp is missing.
    """
    try:
        import pyseccomp  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except (ImportError, OSError, RuntimeError) as error:
        raise BadInput(
            f"The sandbox needs pyseccomp and libseccomp ({error}): "
            f"{sys.executable} -m pip install -r requirements-lab.txt"
        ) from None
    refused = pyseccomp.ERRNO(errno.EPERM)
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    # Calls in another processor's numbering (x32, 32 bits): else only the thread would be killed,
    # and the program would seem to hang.
    rules.set_attr(pyseccomp.Attr.ACT_BADARCH, refused)
    for name in _REFUSED:
        _refuse(rules, refused, name)
    _refuse(rules, refused, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _CLONE_THREAD, 0))
    for request in (_TIOCSTI, _TIOCLINUX):  # types into the terminal that it was started from
        _refuse(rules, refused, "ioctl", pyseccomp.Arg(1, pyseccomp.MASKED_EQ, 0xFFFFFFFF, request))
    # Pairs of sockets that are no files are those of kernel modules, loaded for the purpose.
    _refuse(rules, refused, "socketpair", pyseccomp.Arg(0, pyseccomp.NE, socket.AF_UNIX))
    # Its flags lie in memory, which no filter can read; C libraries then take ``clone``.
    unknown = pyseccomp.ERRNO(errno.ENOSYS)
    _refuse(rules, unknown, "clone3")
    for number in range(_NEWEST_CALL + 1, _NEWEST_CALL + _CALLS_AHEAD):
        _refuse(rules, unknown, number)
    number = os.memfd_create("wsusim-filter", 0)
    with os.fdopen(number, "wb", closefd=False) as file:
        rules.export_bpf(file)
    os.lseek(number, 0, os.SEEK_SET)
    return number


def _refuse(rules: object, action: object, name: str | int, *arguments: object) -> None:
    """Add a rule, if this processor's kernel has such a call."""
    try:
        rules.add_rule(action, name, *arguments)  # type: ignore[attr-defined]
    except (OSError, ValueError, RuntimeError):
        return


def _bubblewrap() -> str | None:
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")


def _interpreter_folders() -> list[str]:
    """Return what Python and wsusim themselves are read from."""
    folders = [Path(sys.prefix), Path(sys.base_prefix), _PACKAGE, shipped_folder("controllers")]
    folders += [Path(entry) for entry in sys.path if entry.endswith(("-packages", "-dynload"))]
    found = {folder.resolve() for folder in folders} | {folder.absolute() for folder in folders}
    return sorted(
        str(folder)
        for folder in found
        if folder.is_dir() and not folder.is_relative_to("/usr") and folder != Path("/")
    )


def _own_files(spec: str, size: str) -> list[str]:
    """Return the options that show a controller the files beside its own, which it can't change.

    It may write other files there, as on a desk; they are gone afterwards.
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
