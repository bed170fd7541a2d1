"""One client at a port: its stream of bytes joined to its serial line; never blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wsusim.emulator.client_line import SerialLine

Notice = Callable[[str], None]
"""Takes a sentence for the person at the terminal."""


class Stream(Protocol):
    """Bytes to and from a client, without waiting."""

    def fileno(self) -> int:
        """Return what ``select`` watches."""

    @property
    def is_left(self) -> bool:
        """Whether the client has gone, though what it sent may still wait to be read."""

    def read(self) -> bytes | None:
        """Return what has arrived (``b""``: nothing), or ``None`` when the client has gone."""

    def write(self, data: bytes) -> int:
        """Write bytes; return how many were accepted (0: the client does not read)."""

    def settings(self) -> tuple[int, int] | None:
        """Return the client's baud rate and stop bits; ``None``: the stream has none."""

    def close(self) -> None:
        """Let the client go."""


class Port(Protocol):
    """Where clients of one robot come in."""

    @property
    def address(self) -> str:
        """What a client opens."""

    def accept(self) -> Stream | None:
        """Return the stream of a new client, or ``None``; does not block.

        Raises:
            OSError: A client is there, but the computer has no room for it now.
        """

    def show(self) -> None:
        """Make the port visible, since the robots answer from now on."""

    def close(self) -> None:
        """Accept no more clients."""


class Channel:
    """Carries bytes between a client and its line.

    When the client does not read, the rest of the answer under way is kept and the following ones
    are dropped whole, so that a client that reads again sees no half answers.
    """

    def __init__(self, name: str, stream: Stream, line: SerialLine, notice: Notice) -> None:
        """Join a stream to a line; ``name`` is used in notices."""
        self.name = name
        self.stream = stream
        self.line = line
        self.dropped_answers = 0
        self.has_left = False
        self._notice = notice
        self._unsent = b""
        self._is_dropping = False

    def fileno(self) -> int:
        """Return what ``select`` watches."""
        return self.stream.fileno()

    @property
    def is_done(self) -> bool:
        """Whether the client has left and all its requests are answered."""
        return self.has_left and not self._unsent and self.line.is_idle

    def take_rest(self, now_s: float) -> None:
        """Read all that a client has sent before it left; it gets no answers."""
        while not self.has_left:
            self.receive(now_s)

    def receive(self, now_s: float) -> None:
        """Take what the client has sent."""
        data = self.stream.read()
        if data is None:
            self.has_left = True
        else:
            self.line.receive(data, now_s)

    def send(self, now_s: float) -> None:
        """Send the characters that are due to the client."""
        self._write()
        for piece in self.line.take_answers(now_s):
            if piece.is_begin:
                self._is_dropping = bool(self._unsent)
                if self._is_dropping:
                    self._tell_dropped()
            if not self._is_dropping:
                self._unsent += piece.data
                self._write()

    def _write(self) -> None:
        if self._unsent:
            self._unsent = self._unsent[self.stream.write(self._unsent) :]

    def _tell_dropped(self) -> None:
        if not self.dropped_answers:
            self._notice(
                f"{self.name}: the program on this port isn't reading the answers, so some were "
                "thrown away. It should read one line after each command."
            )
        self.dropped_answers += 1
