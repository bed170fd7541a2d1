"""A network cable that can be pulled: a proxy between the serial backend and an emulator."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterator
from typing import Protocol, TypeVar


class Cable:
    """Passes bytes between its own port and a robot's, until it is pulled."""

    def __init__(self, robot: tuple[str, int]) -> None:
        self._robot = robot
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._wake, self._waker = socket.socketpair()
        self._is_out = False
        self._is_mute = False
        self._ends: dict[socket.socket, socket.socket] = {}
        self._has_ended = False

    def pull(self) -> None:
        """Break the connection, and refuse new ones."""
        self._is_out = True
        self._waker.send(b"x")

    def plug(self) -> None:
        """Let connections through again."""
        self._is_out = False

    def mute(self) -> None:
        """Pass nothing on any more, but keep the connection."""
        self._is_mute = True

    def run(self) -> None:
        """Pass bytes on until ``end``."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            selector.register(self._wake, selectors.EVENT_READ)
            while not self._has_ended:
                for key, _ in selector.select():
                    self._serve(key.fileobj, selector)
                if self._is_out:
                    for end in list(self._ends):
                        self._drop(end, selector)
            for end in list(self._ends):
                self._drop(end, selector)

    def end(self) -> None:
        """Let ``run`` return."""
        self._has_ended = True
        self._waker.send(b"x")

    def close(self) -> None:
        """Let the port go."""
        for end in (self._listener, self._wake, self._waker):
            end.close()

    def _serve(self, end: object, selector: selectors.BaseSelector) -> None:
        if end is self._wake:
            self._wake.recv(10)
        elif end is self._listener:
            client, _ = self._listener.accept()
            if self._is_out:
                client.close()
                return
            robot = socket.create_connection(self._robot)
            self._ends |= {client: robot, robot: client}
            for one in (client, robot):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                selector.register(one, selectors.EVENT_READ)
        elif isinstance(end, socket.socket) and end in self._ends:
            self._pass(end, selector)

    def _pass(self, end: socket.socket, selector: selectors.BaseSelector) -> None:
        try:
            data = end.recv(4096)
            if data and not self._is_mute:
                self._ends[end].sendall(data)
        except OSError:
            data = b""
        if not data:
            self._drop(end, selector)

    def _drop(self, end: socket.socket, selector: selectors.BaseSelector) -> None:
        other = self._ends.pop(end, None)
        if other is None:
            return
        self._ends.pop(other, None)
        for one in (end, other):
            selector.unregister(one)
            one.close()


class AnyCable(Protocol):
    """What passes bytes on in a thread of its own."""

    def run(self) -> None:
        """Pass bytes on until ``end``."""

    def end(self) -> None:
        """Let ``run`` return."""

    def close(self) -> None:
        """Let the ports go."""


AnyCableT = TypeVar("AnyCableT", bound=AnyCable)


@contextlib.contextmanager
def laid(cable: AnyCableT) -> Iterator[AnyCableT]:
    """Let a cable work in a thread, and take it away afterwards."""
    thread = threading.Thread(target=cable.run)
    thread.start()
    try:
        yield cable
    finally:
        cable.end()
        thread.join()
        cable.close()


def cable_to(address: str) -> contextlib.AbstractContextManager[Cable]:
    """Lay a cable to ``socket://HOST:PORT`` and take it away afterwards."""
    host, _, port = address.removeprefix("socket://").rpartition(":")
    return laid(Cable((host, int(port))))
