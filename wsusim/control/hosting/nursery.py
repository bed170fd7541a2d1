"""Fork controllers' processes from one that has loaded what they all need, and nothing else.

A fresh interpreter takes 130 ms of a processor until it has a controller, a fork a fifth of that.
And several that take turns run faster: having the same code at the same addresses, they find it in
the processor's caches and its branch predictor, where fresh interpreters drive each other out (ten
in lock-step: some 400 µs a round, and 650).

The process they are forked from (``nursery_process``) never runs a student's line, so that each
controller begins as clean as in a fresh interpreter. POSIX only; where there is no fork,
``Nursery.or_none`` gives ``None``, and fresh interpreters do the same.
"""

from __future__ import annotations

import atexit
import json
import os
import selectors
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from wsusim.control.hosting.fence import Fence
from wsusim.control.hosting.launch import SAME_EVERYWHERE, command_of, open_pidfd
from wsusim.control.hosting.process_channels import Channels
from wsusim.side_process import OWN_GROUP

_KEPT_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "VIRTUAL_ENV", "NUMBA_CACHE_DIR")
"""What else stands in the environment is the business of whoever started wsusim."""


class _Gone(Exception):
    """The process that forks has ended."""


@dataclass(slots=True)
class ForkedChild:
    """A forked controller's process; does what ``launch.ChildProcess`` does."""

    process_id: int
    channels: Channels
    pidfd: int | None
    nursery: Nursery
    _exit_code: int | None = None

    def has_ended(self) -> bool:
        """Tell whether the child is over; its number stays its own until ``bury``."""
        if self._exit_code is not None:
            return True
        if self.pidfd is None:
            return self.nursery.has_ended(self.process_id)
        with selectors.PollSelector() as selector:
            selector.register(self.pidfd, selectors.EVENT_READ)
            return bool(selector.select(0.0))

    def kill(self) -> None:
        """End the child and its group at once."""
        if self._exit_code is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process_id, signal.SIGKILL)

    def bury(self) -> int:
        """End what is left of the child; return its exit code."""
        if self._exit_code is None:
            self.kill()
            self._exit_code = self.nursery.bury(self.process_id)
        return self._exit_code

    def close(self) -> None:
        """Close the parent's ends."""
        self.channels.close()
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


class Nursery:
    """The parent's end of one process that forks; any thread may use it.

    A process that has been killed (a controller may try) is replaced by a new one.

    Args:
        environment: What controllers see of it at their start, beside what every program needs.
        loads: Modules that most of the controllers want, beside what all of them need.
    """

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
        """Return a nursery where the system can fork."""
        can_fork = hasattr(os, "fork") and hasattr(socket, "send_fds")
        return cls(environment, loads) if can_fork else None

    def launch(self, fence: Fence | None = None) -> ForkedChild:
        """Fork a process that runs ``hosting.child``."""
        channels, child_channels = Channels.pair()
        environment = {**self._environment, **SAME_EVERYWHERE}
        if fence is not None:
            environment |= fence.environment()
        try:
            with self._lock:
                process_id = self._fork(environment, child_channels.descriptors)
        except BaseException:
            channels.close()
            raise
        finally:
            child_channels.close()
        return ForkedChild(process_id, channels, open_pidfd(process_id), self)

    @property
    def process_id(self) -> int | None:
        """Of the process that forks; ``None`` while there is none."""
        return None if self._process is None else self._process.pid

    def has_ended(self, process_id: int) -> bool:
        """Tell whether a child is over, buried or not."""
        return bool(self._ask_or("ended", process_id, otherwise=not _is_there(process_id)))

    def bury(self, process_id: int) -> int:
        """Wait for a child that was killed, and end all that it has started; return its exit code.

        When the process that forks has gone as well, that is the one of a killed child.
        """
        return int(self._ask_or("bury", process_id, otherwise=-signal.SIGKILL))

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

    def _fork(self, environment: dict[str, str], descriptors: list[int]) -> int:
        request: dict[str, Any] = {"do": "fork", "environment": environment}
        if hasattr(os, "sched_getaffinity"):
            request["processors"] = sorted(os.sched_getaffinity(0))  # where the calling thread is
        for is_last in (False, True):
            try:
                return int(self._ask(request, descriptors))
            except _Gone:
                self._end()
                if is_last:
                    raise OSError("The process that starts controllers keeps ending.") from None
        raise AssertionError

    def _ask_or(self, what: str, process_id: int, otherwise: int) -> int:
        with self._lock:
            if self._process is None:
                return otherwise
            try:
                return int(self._ask({"do": what, "process_id": process_id}))
            except _Gone:
                self._end()
                return otherwise

    def _ask(self, request: dict[str, Any], descriptors: list[int] | None = None) -> int:
        requests = self._requests or self._start()
        line = json.dumps(request).encode() + b"\n"
        try:
            if descriptors:
                socket.send_fds(requests, [line], descriptors)
            else:
                requests.sendall(line)
            answer = b""
            while not answer.endswith(b"\n"):
                piece = requests.recv(4096)
                if not piece:
                    raise _Gone
                answer += piece
        except OSError as error:
            raise _Gone from error
        return int(json.loads(answer))

    def _start(self) -> socket.socket:
        mine, theirs = socket.socketpair()
        kept = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(
                [
                    *command_of("wsusim.control.hosting.nursery_process"),
                    *self._loads,
                    str(theirs.fileno()),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=kept | SAME_EVERYWHERE,
                **OWN_GROUP,
            )
        self._requests = mine
        return mine

    def _end(self) -> None:
        if self._requests is not None:
            self._requests.close()  # it sees that, ends what it has forked, and itself
            self._requests = None
        if self._process is not None:
            self._process.wait()
            self._process = None


OF_THIS_PROCESS = Nursery.or_none(os.environ)
"""Where all runs of a process have their isolated controllers forked that say nothing else.

The process that forks begins with the first of them and is kept, so that the next run begins
sooner. ``None``: fresh interpreters.
"""

if OF_THIS_PROCESS is not None:
    atexit.register(OF_THIS_PROCESS.close)


def _is_there(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
