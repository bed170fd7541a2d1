"""The second channel between a host and its controller's process: one JSON object a line.

It is separate from the link, so that prints, stop and questions never wait for an exchange.
"""

from __future__ import annotations

import socket
import threading
from typing import Any

from wsusim.errors import LinkLost
from wsusim.json_lines import line_of, message_of

LONGEST_LINE = 1 << 22
"""Bytes of a message; a longer one is nonsense of a hostile child."""

_PIECE = 1 << 16


class MessageReader:
    """Assembles messages from bytes as they arrive."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Return the messages that are complete now; other lines are skipped."""
        self._bytes += data
        if b"\n" not in data:  # a long line in many pieces
            if len(self._bytes) > LONGEST_LINE:
                self._bytes.clear()
            return []
        *lines, rest = bytes(self._bytes).split(b"\n")
        self._bytes = bytearray(rest if len(rest) <= LONGEST_LINE else b"")
        return [one for one in map(message_of, lines) if one is not None]


class MessageSocket:
    """One end of the channel.

    The parent's end does not block: a child that reads no messages must not hold up its parent. A
    message for which there is no room counts as lost.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._lock = threading.Lock()
        self._reader = MessageReader()

    def send(self, **message: Any) -> None:
        """Send a message; any thread. Raises ``LinkLost`` if it can't be sent."""
        data = line_of(message)
        try:
            with self._lock:
                self.connection.sendall(data)
        except OSError as error:
            raise LinkLost(
                "The process at the other end has ended. Start the run again."
            ) from error

    def receive(self) -> list[dict[str, Any]] | None:
        """Wait for bytes; return the messages that came with them, ``None`` at the end."""
        try:
            data = self.connection.recv(_PIECE)
        except BlockingIOError:
            return []
        except OSError:
            return None
        return self._reader.feed(data) if data else None
