"""Sends frames to viewers: complete ones, without waiting, and to some viewers at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import State

AT_ONCE, BREATH_S = 20, 0.0005
"""So many viewers are served before the processor is left for a moment: two hundred in one go hold
up a run that shares it."""


def frame_of(message: bytes) -> bytes:
    """Return a text message as it goes over the network (RFC 6455); a server's has no mask."""
    return Frame(Opcode.TEXT, message).serialize(mask=False)


def send(connection: ServerConnection, frame: bytes) -> None:
    """Send a complete frame at once, without waiting; the only way to send to a viewer.

    ``websockets.broadcast`` would make the frame again for each connection.
    """
    if connection.protocol.state is State.OPEN and not connection.transport.is_closing():
        connection.transport.write(frame)


class Outgoing:
    """Frames on their way, in order."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[ServerConnection, bytes]] = deque()
        self._is_sending = False

    def add(self, connections: Iterable[ServerConnection], frame: bytes) -> None:
        """Queue a frame for some viewers; ``begin`` sends it."""
        self._waiting += ((connection, frame) for connection in connections)

    def begin(self) -> None:
        """Send the queue, with a pause between the viewers."""
        if not self._is_sending:
            self._go_on()

    def finish(self) -> None:
        """Send the whole queue now."""
        self._send(len(self._waiting))

    def _go_on(self) -> None:
        self._send(AT_ONCE)
        self._is_sending = bool(self._waiting)
        if self._is_sending:
            asyncio.get_running_loop().call_later(BREATH_S, self._go_on)

    def _send(self, most: int) -> None:
        for _ in range(min(most, len(self._waiting))):
            send(*self._waiting.popleft())
