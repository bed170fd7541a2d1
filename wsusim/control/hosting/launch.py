"""Start a controller's process and hand it its two channels.

POSIX: two pipes and a socket pair, inherited; the child leads a process group of its own, so that
what it starts can be ended with it, and Ctrl-C in the terminal does not reach it. Its raw output
(of C code and of programs that it starts) comes through another pair. Windows (untested): both
channels are socket pairs, which travel as shared handles through the child's input; there is no
raw output, and only the child itself is ended.
"""

from __future__ import annotations

import base64
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wsusim.backends.connection import Connection, PipeEnd, pipe_pair, socket_pair
from wsusim.control.hosting.fence import Fence
from wsusim.control.hosting.sandbox import Sandbox

_START = (
    f"import sys; sys.path[:] = sys.argv.pop(1).split({os.pathsep!r}); "
    "from {module} import main; main()"
)

SAME_EVERYWHERE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
"""In a controller's environment. Libraries' own threads would eat the memory limit, and their sums
depend on the machine; and the order of a set of texts would be another one in every process."""

_SIGNALLED = 128

_MARK = "WSUSIM_CONTROLLER"
"""Name of the variable with a child's mark."""

_ROUNDS = 20
"""Looks for what a child has started; what is found may have started more meanwhile."""

_ROOT = Path(__file__).parents[3]
_IS_POSIX = os.name == "posix"


@dataclass(slots=True)
class ChildProcess:
    """A running child and the parent's ends of its channels."""

    process: subprocess.Popen[bytes]
    link: Connection
    messages: socket.socket
    raw_output: socket.socket | None
    mark: str
    """Stands in the environment of the child and of all that it starts."""
    pidfd: int | None
    """Readable when the child has ended (Linux); ``None``: ``has_ended`` must be asked."""
    is_locked_in: bool = False
    """Whether the process is a sandbox, with the child inside."""

    @property
    def process_id(self) -> int:
        """The operating system's number of it."""
        return self.process.pid

    def has_ended(self) -> bool:
        """Tell whether the child is over; it stays waitable until ``bury``."""
        if not _IS_POSIX:
            return self.process.poll() is not None
        if self.process.returncode is not None:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, flags) is not None

    def kill(self) -> None:
        """End the child and all it has started, at once."""
        if self.process.returncode is not None:
            return
        if _IS_POSIX:
            # The child is not reaped yet, so its number still names its group and no other.
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self.process.kill()
        else:
            self.process.kill()

    def bury(self) -> int:
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
        for end in (self.link, self.messages, self.raw_output):
            if end is not None:
                end.close()
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


def close_all(ends: Iterable[Connection | None]) -> None:
    """Close ends of channels."""
    for end in ends:
        if end is not None:
            end.close()


def command_of(module: str) -> list[str]:
    """Return the command of a fresh interpreter that calls ``main`` of a module of wsusim.

    It looks for modules where this process does, and nowhere else (``-P``): what lies beside a
    controller is the controller's own.
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
    link, child_link = pipe_pair() if _IS_POSIX else socket_pair()
    messages, child_messages = socket.socketpair()
    raw_output, child_output = socket.socketpair() if _IS_POSIX else (None, None)
    ends: list[Connection | None] = [link, messages, raw_output]
    child_ends: list[Connection | None] = [child_link, child_messages, child_output]
    mark = secrets.token_hex(8)
    environment = {**os.environ, _MARK: mark, **SAME_EVERYWHERE}
    if fence is not None:
        environment |= fence.environment()
    command = command_of("wsusim.control.hosting.child")
    try:
        if _IS_POSIX:
            assert child_output is not None
            assert isinstance(child_link, PipeEnd)
            inherited = [*child_link.descriptors, child_messages.fileno()]
            command += [str(number) for number in inherited]
            if sandbox is not None:
                environment = {_MARK: mark, **SAME_EVERYWHERE}
                command, rules = sandbox.wrap(command, spec, environment)
                inherited.append(rules)
            try:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=child_output.fileno(),
                    stderr=child_output.fileno(),
                    pass_fds=inherited,
                    start_new_session=True,
                    env=environment,
                )
            finally:
                for number in inherited[3:]:
                    os.close(number)
        else:
            assert isinstance(child_link, socket.socket)
            process = _launch_on_windows(command, child_link, child_messages, environment)
    except BaseException:
        close_all(ends)
        raise
    finally:
        close_all(child_ends)
    return ChildProcess(
        process, link, messages, raw_output, mark, open_pidfd(process.pid), sandbox is not None
    )


def inherited_channels() -> tuple[Connection, socket.socket]:
    """Return the child's ends of link and messages, in the child."""
    if not _IS_POSIX:
        link, messages = (
            socket.fromshare(base64.b64decode(sys.stdin.buffer.readline()))  # type: ignore[attr-defined,unused-ignore]
            for _ in range(2)
        )
        return link, messages
    numbers = [int(number) for number in sys.argv[-3:]]
    for number in numbers:
        os.set_inheritable(number, False)
    incoming, outgoing, messages = numbers
    return PipeEnd(incoming, outgoing), socket.socket(fileno=messages)


def _launch_on_windows(
    command: list[str],
    link: socket.socket,
    messages: socket.socket,
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
        for end in (link, messages):
            shared = end.share(process.pid)  # type: ignore[attr-defined,unused-ignore]
            pipe.write(base64.b64encode(shared) + b"\n")
    return process


def _kill_marked(mark: str) -> int:
    """Kill all processes with a mark, in whatever session (Linux); return how many there were."""
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


def open_pidfd(pid: int) -> int | None:
    """Return a descriptor that is readable when a process has ended (Linux), or ``None``."""
    if not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None
