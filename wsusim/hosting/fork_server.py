"""Forks controllers' processes from one that has loaded what they all need, and nothing else.

A fresh interpreter needs 130 ms of processor time before it has a controller, a fork a fifth of
that. Several that take turns also run faster: with the same code at the same addresses, they find
it in the processor's caches and branch predictor, where fresh interpreters displace each other (ten
in lock-step: some 400 µs a round instead of 650).

The process they are forked from (``fork_server_process``) never runs a student's line, so that each
controller begins as clean as in a fresh interpreter. POSIX only; where there is no fork,
``ForkServer.or_none`` gives ``None``, and fresh interpreters do the same.
"""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from wsusim.hosting.fence import Fence
from wsusim.hosting.launch import SAME_EVERYWHERE, command_of
from wsusim.hosting.process_channels import Channels
from wsusim.json_lines import line_of
from wsusim.side_process import OWN_GROUP

_KEPT_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "VIRTUAL_ENV", "NUMBA_CACHE_DIR")
"""Anything else in the environment is left as it was when wsusim started."""


class _Gone(Exception):
    """The fork server's process has ended."""


@dataclass(slots=True)
class ForkedChild:
    """A forked controller's process; does what ``launch.ChildProcess`` does."""

    process_id: int
    """As this process sees it."""
    channels: Channels
    pidfd: int | None
    fork_server: ForkServer
    inner_id: int
    """As the process sees it that forked it."""
    _exit_code: int | None = None

    def program(self) -> Path | None:
        """Return the ``/proc`` folder of the process that runs the program."""
        return Path("/proc", str(self.process_id))

    @property
    def own_files(self) -> str | None:
        """Where this process sees the file system that the program has of its own, if it has."""
        return self.fork_server.root_of(self.process_id)

    def has_ended(self) -> bool:
        """Return whether the child has ended; its process id stays reserved until ``reap``."""
        if self._exit_code is not None:
            return True
        if self.pidfd is None:
            return self.fork_server.has_ended(self.inner_id)
        with selectors.PollSelector() as selector:
            selector.register(self.pidfd, selectors.EVENT_READ)
            return bool(selector.select(0.0))

    def kill(self) -> None:
        """End the child and its group at once."""
        if self._exit_code is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process_id, signal.SIGKILL)

    def reap(self) -> int:
        """End what is left of the child; return its exit code."""
        if self._exit_code is None:
            self.kill()
            self._exit_code = self.fork_server.reap(self.inner_id)
        return self._exit_code

    def close(self) -> None:
        """Close the parent's ends."""
        self.channels.close()
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


class ForkServer:
    """The parent's end of one process that forks; any thread may use it.

    A process that was killed (a controller may try) is replaced by a new one.

    Args:
        environment: The variables that controllers see at their start, besides those that every
            program needs.
        loads: Modules that most of the controllers need, besides those that all of them need.
    """

    locks_in = False
    """Whether what is forked there is locked in."""

    def __init__(
        self, environment: Mapping[str, str] | None = None, loads: Sequence[str] = ()
    ) -> None:
        self._environment = {} if environment is None else environment
        self._loads = loads
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket | None = None

    @classmethod
    def or_none(
        cls, environment: Mapping[str, str] | None = None, loads: Sequence[str] = ()
    ) -> Self | None:
        """Return a fork server where the system can fork."""
        can_fork = hasattr(os, "fork") and hasattr(socket, "send_fds")
        return cls(environment, loads) if can_fork else None

    def launch(self, fence: Fence | None = None) -> ForkedChild:
        """Fork a process that runs ``hosting.child``.

        Raises:
            OSError: The system lets there be no other process.
        """
        channels, child_channels = Channels.pair()
        request: dict[str, Any] = {"do": "fork", **self._particulars(fence)}
        if hasattr(os, "sched_getaffinity"):
            request["processors"] = sorted(os.sched_getaffinity(0))  # where the calling thread is
        try:
            with self._lock:
                inner_id, pidfd = self._fork(request, child_channels.descriptors)
        except BaseException:
            channels.close()
            raise
        finally:
            child_channels.close()
        process_id = inner_id if pidfd is None else process_of(pidfd, otherwise=inner_id)
        return ForkedChild(process_id, channels, pidfd, self, inner_id)

    @property
    def process_id(self) -> int | None:
        """The process id of the fork server; ``None`` while there is none."""
        return None if self._process is None else self._process.pid

    def root_of(self, process_id: int) -> str | None:
        """Return where a child's own file system is; ``None``: it has none."""
        return None

    def has_ended(self, process_id: int) -> bool:
        """Return whether a child has ended, reaped or not."""
        return bool(self._ask_or("ended", process_id, otherwise=not _is_there(process_id)))

    def reap(self, process_id: int) -> int:
        """Wait for a child that was killed, and end all that it has started; return its exit code.

        If the fork server's process has ended, too, that is the code of a killed child.
        """
        return int(self._ask_or("reap", process_id, otherwise=-signal.SIGKILL))

    def close(self) -> None:
        """End the process and all that it has forked."""
        with self._lock:
            self._end()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_failure: object) -> None:
        """Close it."""
        self.close()

    # With the lock held

    def _fork(self, request: dict[str, Any], descriptors: list[int]) -> tuple[int, int | None]:
        for is_last in (False, True):
            try:
                answer, handle = self._ask(request, descriptors)
            except _Gone:
                self._end()
                if is_last:
                    raise OSError("The process that starts controllers keeps ending.") from None
                continue
            if answer < 0:
                raise OSError(-answer, os.strerror(-answer))
            return answer, handle
        raise AssertionError

    def _ask_or(self, what: str, process_id: int, otherwise: int) -> int:
        with self._lock:
            if self._process is None:
                return otherwise
            try:
                return self._ask({"do": what, "process_id": process_id})[0]
            except _Gone:
                self._end()
                return otherwise

    def _ask(
        self, request: dict[str, Any], descriptors: list[int] | None = None
    ) -> tuple[int, int | None]:
        """Return the answer, and the handle of a process that came with it."""
        requests = self._requests or self._start()
        line = line_of(request)
        handles: list[int] = []
        try:
            if descriptors:
                socket.send_fds(requests, [line], descriptors)
            else:
                requests.sendall(line)
            answer = b""
            while not answer.endswith(b"\n"):
                piece, received, _, _ = socket.recv_fds(requests, 4096, 1)
                for number in received:
                    os.set_inheritable(number, False)
                handles += received
                if not piece:
                    raise _Gone
                answer += piece
        except OSError as error:
            raise _Gone from error
        return int(answer), handles[0] if handles else None

    def _particulars(self, fence: Fence | None) -> dict[str, Any]:
        """Return the particulars of a process: its environment."""
        environment = {**self._environment, **SAME_EVERYWHERE}
        if fence is not None:
            environment |= fence.environment()
        return {"environment": environment}

    def _start(self) -> socket.socket:
        mine, theirs = socket.socketpair()
        kept = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
        with theirs:
            command, environment = self._locked(
                [
                    *command_of("wsusim.hosting.fork_server_process"),
                    *self._loads,
                    str(theirs.fileno()),
                ],
                kept | SAME_EVERYWHERE,
            )
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=environment,
                **OWN_GROUP,
            )
        self._requests = mine
        return mine

    def _locked(
        self, command: list[str], environment: dict[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        """Return how the process that forks is started, and what it sees of the environment."""
        return command, environment

    def _end(self) -> None:
        if self._requests is not None:
            self._requests.close()  # it sees that, ends what it has forked, and itself
            self._requests = None
        if self._process is not None:
            self._process.wait()
            self._process = None


OF_THIS_PROCESS = ForkServer.or_none(os.environ)
"""Where all runs of a process have their isolated controllers forked that say nothing else.

The process that forks begins with the first of them and is kept, so that the next run begins
sooner. ``None``: fresh interpreters.
"""

if OF_THIS_PROCESS is not None:
    atexit.register(OF_THIS_PROCESS.close)


def process_of(pidfd: int, *, otherwise: int) -> int:
    """Return the number of a handle's process as this process sees it (Linux)."""
    try:
        lines = Path(f"/proc/self/fdinfo/{pidfd}").read_text(encoding="ascii").splitlines()
    except OSError:
        return otherwise
    return next((int(line[4:]) for line in lines if line.startswith("Pid:")), otherwise)


def _is_there(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
