"""Starts a controller's process and passes it its channels.

POSIX: they are inherited; the child leads a process group of its own, so that what it starts can be
ended with it, and Ctrl-C in the terminal does not reach it. Windows (untested): they are passed as
shared handles through the child's input; only the child itself is ended.
"""

from __future__ import annotations

import base64
import os
import secrets
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wsusim.hosting.fence import Fence
from wsusim.hosting.process_channels import IS_POSIX, Channels
from wsusim.hosting.sandbox import Sandbox
from wsusim.side_process import OWN_GROUP

_START = (
    f"import sys; sys.path[:] = sys.argv.pop(1).split({os.pathsep!r}); "
    "from wsusim.start_up import begin_loading; begin_loading(); "
    "from {module} import main; main()"
)

SAME_EVERYWHERE = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "PYTHONHASHSEED": "0",
}
"""In a controller's environment. Libraries' own threads would eat the memory limit, and their sums
depend on the machine; the C library would reserve 64 MB of it for each of the student's threads;
and the order of a set of texts would be another one in every process."""

_SIGNALLED = 128

_MARK = "WSUSIM_CONTROLLER"
"""Name of the variable with a child's mark."""

_ROUNDS = 20
"""Looks for what a child has started; what is found may have started more meanwhile."""

_ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class ChildProcess:
    """A running child and the parent's ends of its channels."""

    process: subprocess.Popen[bytes]
    channels: Channels
    """The parent's ends."""
    mark: str
    """Stands in the environment of the child and of all that it starts."""
    pidfd: int | None
    """Readable when the child has ended (Linux); ``None``: ``has_ended`` must be asked."""
    is_locked_in: bool = False
    """Whether the process is a sandbox, with the child inside."""
    is_wrapped: bool = False
    """Whether it is bubblewrap, and the program two processes further inside."""
    _program: Path | None = None

    @property
    def process_id(self) -> int:
        """Its process id."""
        return self.process.pid

    def program(self) -> Path | None:
        """Return the ``/proc`` folder of the process that runs the program; ``None``: not yet."""
        if self._program is None or not self._program.exists():
            self._program = program_in(self.process.pid, 2 if self.is_wrapped else 0)
        return self._program

    @property
    def own_files(self) -> str | None:
        """Where this process sees the file system that the program has of its own, if it has."""
        program = self.program() if self.is_wrapped else None
        return None if program is None else f"{program}/root"

    def has_ended(self) -> bool:
        """Return whether the child has ended; it stays waitable until ``reap``."""
        if not IS_POSIX:
            return self.process.poll() is not None
        if self.process.returncode is not None:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, flags) is not None

    def kill(self) -> None:
        """End the child and all it has started, at once."""
        if self.process.returncode is not None:
            return
        if IS_POSIX:
            # The child is not reaped yet, so its number still names its group and no other.
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self.process.kill()
        else:
            self.process.kill()

    def reap(self) -> int:
        """End what is left of the child's group, and what left it; return its exit code."""
        self.kill()
        exit_code = self.process.wait()
        for _ in range(_ROUNDS):
            if not _kill_marked(self.mark):
                break
        # A shell's way to tell of a signal.
        return _SIGNALLED - exit_code if self.is_locked_in and exit_code > _SIGNALLED else exit_code

    def close(self) -> None:
        """Close the parent's ends."""
        self.channels.close()
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


def command_of(module: str) -> list[str]:
    """Return the command of a fresh interpreter that calls ``main`` of a module of wsusim.

    It looks for modules where this process does, and nowhere else (``-P``): the files beside a
    controller belong to the controller.
    """
    folders = [str(Path(folder).absolute()) for folder in [*sys.path, str(_ROOT)] if folder]
    return [sys.executable, "-P", "-c", _START.format(module=module), os.pathsep.join(folders)]


def launch(
    fence: Fence | None = None, sandbox: Sandbox | None = None, spec: str = ""
) -> ChildProcess:
    """Start a fresh interpreter that runs ``hosting.child``.

    Args:
        fence: See ``HostSettings``.
        sandbox: See ``HostSettings``.
        spec: The controller that a sandbox is for, with its file's full path.

    Raises:
        BadInput: There is no sandbox on this computer.
    """
    channels, child_channels = Channels.pair()
    mark = secrets.token_hex(8)
    environment = {**os.environ, _MARK: mark, **SAME_EVERYWHERE}
    if fence is not None:
        environment |= fence.environment()
    command = command_of("wsusim.hosting.child")
    try:
        if IS_POSIX:
            *inherited, output = child_channels.descriptors
            command += [str(number) for number in inherited]
            rules: tuple[int, ...] = ()
            if sandbox is not None:
                told = {} if fence is None else fence.environment()
                start = sandbox.wrap(command, spec, {**told, _MARK: mark, **SAME_EVERYWHERE})
                command, environment, rules = start.command, start.environment, start.inherited
            try:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=(*inherited, *rules),
                    env=environment,
                    **OWN_GROUP,
                )
            finally:
                for number in rules:
                    os.close(number)
        else:
            process = _launch_on_windows(command, child_channels, environment)
    except BaseException:
        channels.close()
        raise
    finally:
        child_channels.close()
    return ChildProcess(
        process,
        channels,
        mark,
        open_pidfd(process.pid),
        is_locked_in=sandbox is not None,
        is_wrapped=sandbox is not None and sandbox.is_wrapping,
    )


def inherited_channels() -> Channels:
    """Return the child's ends of link and messages; called in the child."""
    if IS_POSIX:
        return Channels.inherited([int(number) for number in sys.argv[-4:]])
    link, messages = (
        socket.fromshare(base64.b64decode(sys.stdin.buffer.readline()))  # type: ignore[attr-defined,unused-ignore]
        for _ in range(2)
    )
    return Channels(link, messages)


def _launch_on_windows(
    command: list[str],
    channels: Channels,
    environment: dict[str, str],
) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        for end in (channels.link, channels.messages):
            shared = end.share(process.pid)  # type: ignore[attr-defined,union-attr,unused-ignore]
            pipe.write(base64.b64encode(shared) + b"\n")
    return process


def _kill_marked(mark: str) -> int:
    """Kill all processes with a mark, in any session (Linux); return how many there were."""
    wanted = f"{_MARK}={mark}\0".encode()
    found = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)
                found += 1
        except OSError:
            continue  # another person's, or gone
    return found


def program_in(outer: int, depth: int) -> Path | None:
    """Return a process's descendant: at depth 2 that of bubblewrap and its first child."""
    number = outer
    for _ in range(depth):
        children = _children_of(number)
        if len(children) != 1:
            return None
        (number,) = children
    return Path("/proc", str(number))


def _children_of(number: int) -> list[int]:
    """Return the children of a process; empty also when it has ended."""
    known = Path(f"/proc/{number}/task/{number}/children")
    with suppress(OSError):
        return [int(child) for child in known.read_text().split()]
    # Not every Linux has that file.
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[1]
            if int(parent) == number:
                found.append(int(folder.name))
    return found


def open_pidfd(pid: int) -> int | None:
    """Return a descriptor that is readable when a process has ended (Linux), or ``None``."""
    if not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None
