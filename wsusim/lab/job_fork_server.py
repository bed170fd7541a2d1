"""Forks the processes of simulations from one that has loaded what they all need.

A fresh interpreter needs more than a second of processor time before it can simulate; thirty of
them at the beginning of a lesson need half a minute. A fork begins at once. The process that forks
never runs a line of a student's: programs have their own sandboxes, below the forked process. POSIX
only; elsewhere, and when it can't be started, a fresh interpreter does the same.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from wsusim.side_process import OWN_GROUP, command_beside, end_beside, start_beside
from wsusim.start_up import end_loading

_NUMBER = struct.Struct("<q")
_FORK = 0
"""Asks for a process; any other number asks to reap that one."""

END_S = 5.0

FORK_S = 0.2
"""A process that has loaded everything answers sooner."""


class JobProcess(Protocol):
    """A process that does a job: the part of ``subprocess.Popen`` that is used."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    pid: int

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raises ``subprocess.TimeoutExpired``."""

    def kill(self) -> None:
        """End it at once."""


def start_alone() -> JobProcess:
    """Start a fresh interpreter that does a job."""
    return start_beside(
        "wsusim.lab.job_start", "main", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


@dataclass(slots=True)
class ForkedJob:
    """A forked process that does a job."""

    pid: int
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    _pidfd: int
    _fork_server: JobForkServer
    _exit_code: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and reap it."""
        if self._exit_code is None:
            wait_ms = None if timeout is None else timeout * 1000.0
            looked = select.poll()
            looked.register(self._pidfd, select.POLLIN)
            if not looked.poll(wait_ms):
                raise subprocess.TimeoutExpired("job", timeout or 0.0)
            self._exit_code = self._fork_server.reap(self.pid)
            os.close(self._pidfd)
        return self._exit_code

    def kill(self) -> None:
        """End it and its group at once."""
        if self._exit_code is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)


class JobForkServer:
    """The server's end of the process that forks; begins with the first job. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = not hasattr(os, "pidfd_open")
        self.compiled = 0
        """So many functions of the simulator had to be compiled since this computer's last time."""
        self.is_loading = False
        """Whether the process that forks is still not ready."""

    def start(self) -> JobProcess:
        """Return a new process: a fork, or a fresh interpreter where none can be forked."""
        with self._lock:
            try:
                forked = None if self._is_closed else self._fork()
            except (OSError, struct.error):
                self._drop()
                forked = None
        return forked or start_alone()

    def warm_up(self) -> None:
        """Begin loading, so that the first job finds everything ready."""
        with self._lock, suppress(OSError):
            if not self._is_closed:
                self._there()

    def reap(self, process_id: int) -> int:
        """Return the exit code of a process that has ended."""
        with self._lock:
            if self._line is None:  # it has been ended, and what it had forked has no parent
                return -signal.SIGKILL
            try:
                line = self._there()
                line.sendall(_NUMBER.pack(process_id))
                return int(_NUMBER.unpack(_whole(line))[0])
            except (OSError, struct.error):
                return -signal.SIGKILL

    def hurry(self) -> None:
        """Stop waiting for a process that is still loading, since the lab is closing.

        The simulator may have to be compiled, which takes a minute.
        """
        self._is_closed = True
        while not self._lock.acquire(timeout=FORK_S):  # the thread that has it waits for an answer
            if (process := self._process) is not None:
                process.kill()
        self._lock.release()

    def close(self) -> None:
        """End the process; what it has forked ends with its own input."""
        with self._lock:
            self._is_closed = True
            self._drop()

    def _there(self) -> socket.socket:
        if self._line is None:
            ours, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    command_beside(__name__, "main", str(theirs.fileno())),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    **OWN_GROUP,
                )
            self._line = ours
            self.is_loading = True
            threading.Thread(
                target=self._count, args=(self._process,), name="wsusim-loading", daemon=True
            ).start()
        return self._line

    def _count(self, process: subprocess.Popen[bytes]) -> None:
        """Count what the process compiles, until it is ready and closes its output."""
        assert process.stdout is not None
        with process.stdout as told, suppress(ValueError):  # closed meanwhile
            for _ in told:
                self.compiled += 1
        self.is_loading = False

    def _fork(self) -> JobProcess:
        line = self._there()
        their_input, our_end = os.pipe()
        our_output, their_end = os.pipe()
        try:
            socket.send_fds(line, [_NUMBER.pack(_FORK)], [their_input, their_end])
            (number,) = _NUMBER.unpack(_whole(line))
            pidfd = os.pidfd_open(number)
        except (OSError, struct.error):
            os.close(our_end)
            os.close(our_output)
            raise
        finally:
            os.close(their_input)
            os.close(their_end)
        return ForkedJob(number, os.fdopen(our_end, "wb"), os.fdopen(our_output, "rb"), pidfd, self)

    def _drop(self) -> None:
        line, self._line = self._line, None
        process, self._process = self._process, None
        if line is not None:
            line.close()
        if process is not None:
            # While it loads it doesn't notice that its input ends, and there is nothing to lose.
            end_beside(process, 0.0 if self.is_loading else END_S)


def _whole(line: socket.socket) -> bytes:
    return line.recv(_NUMBER.size, socket.MSG_WAITALL)


# The process that forks


def main(descriptor: str) -> None:
    """Load everything, then fork whenever the server asks, until the server has gone."""
    import wsusim.recording.writer  # noqa: F401 - a simulation writes its recording itself
    from wsusim.hosting.sandbox import lock_here
    from wsusim.kernels.progress import tell_names
    from wsusim.lab import job_process
    from wsusim.runs.warm_up import warm_up

    tell_names()
    warm_up()
    lock_here()  # it is tried only once, and not by a process that has to wait for a processor
    with Path(os.devnull).open("wb") as nowhere:  # the server reads to the end: all is ready
        os.dup2(nowhere.fileno(), 1)
    end_loading()
    line = socket.socket(fileno=int(descriptor))
    while True:
        asked, descriptors, _, _ = socket.recv_fds(line, _NUMBER.size, 2)
        if len(asked) < _NUMBER.size:
            os._exit(0)
        (number,) = _NUMBER.unpack(asked)
        if number != _FORK:
            code = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
            line.sendall(_NUMBER.pack(code))
            continue
        process_id = os.fork()
        if process_id == 0:
            line.close()
            _do_job(job_process.main, *descriptors)
        os.setpgid(process_id, process_id)
        for one in descriptors:
            os.close(one)
        line.sendall(_NUMBER.pack(process_id))


def _do_job(job: object, orders: int, told: int) -> None:
    """Do one job in this process."""
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        os.dup2(orders, 0)
        os.dup2(told, 1)
        os.close(orders)
        os.close(told)
        sys.stdin = os.fdopen(0, "r", closefd=False)
        assert callable(job)
        job()
    finally:
        os._exit(1)
