"""The byte connection between a controller's process and its parent.

Two pipes where pipes can be waited for (POSIX): waking each other through them takes half the time
of a pair of sockets. Elsewhere (Windows) a pair of sockets.
"""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Protocol

AWAKE_S = 100e-6
"""Who stays awake falls asleep after this all the same: what it waits for takes longer (guess: some
ten times as long as an answer, or a short step of a program)."""


class Connection(Protocol):
    """What both kinds of ends can do, in a socket's terms."""

    def fileno(self) -> int:
        """Return the descriptor to wait for in order to receive."""

    def recv(self, size: int, /) -> bytes:
        """Return received bytes; none: the other end is closed."""

    def send(self, data: bytes | memoryview, /) -> int:
        """Send bytes; return how many of them."""

    def sendall(self, data: bytes, /) -> None:
        """Send bytes, all of them."""

    def setblocking(self, flag: bool, /) -> None:
        """Wait in receiving and sending, or raise ``BlockingIOError``."""

    def close(self) -> None:
        """Close this end."""


class PipeEnd:
    """One end of two pipes; fulfils ``Connection``.

    Args:
        incoming: Descriptor to read from.
        outgoing: Descriptor to write to.
    """

    def __init__(self, incoming: int, outgoing: int) -> None:
        self.descriptors = incoming, outgoing
        self.recv = partial(os.read, incoming)
        self.send = partial(os.write, outgoing)
        self._is_closed = False

    def fileno(self) -> int:
        """Return the descriptor to wait for in order to receive."""
        return self.descriptors[0]

    def sendall(self, data: bytes, /) -> None:
        """Send bytes, all of them."""
        while (sent := self.send(data)) < len(data):
            data = data[sent:]

    def setblocking(self, flag: bool, /) -> None:
        """Wait in receiving and sending, or raise ``BlockingIOError``."""
        for descriptor in self.descriptors:
            os.set_blocking(descriptor, flag)

    def close(self) -> None:
        """Close this end. Idempotent."""
        if not self._is_closed:
            self._is_closed = True
            for descriptor in self.descriptors:
                os.close(descriptor)


def outgoing_of(connection: Connection) -> int:
    """Return the descriptor to wait for in order to send."""
    return connection.descriptors[1] if isinstance(connection, PipeEnd) else connection.fileno()


def lookout(connection: Connection) -> Callable[[], None]:
    """Return a function that polls until there is something to receive, at most ``AWAKE_S``."""
    if not hasattr(select, "poll"):  # Windows
        return lambda: None
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    look = poll.poll

    def stay_awake() -> None:
        until_s = perf_counter() + AWAKE_S
        while not look(0) and perf_counter() < until_s:
            pass

    return stay_awake


def socket_pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a new connection by sockets."""
    ends = socket.socketpair()
    for end in ends:
        if end.family in (socket.AF_INET, socket.AF_INET6):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return ends


def pipe_pair() -> tuple[PipeEnd, PipeEnd]:
    """Return both ends of a new connection by pipes (POSIX)."""
    (here, from_there), (there, from_here) = os.pipe(), os.pipe()
    return PipeEnd(here, from_here), PipeEnd(there, from_there)
