"""One client at a port: its stream of bytes joined to its serial line; never waits for anybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wsusim.emulator.line import SerialLine

Notice = Callable[[str], None]
"""Takes a sentence for the person at the terminal."""


class Stream(Protocol):
    """Bytes to and from a client, without waiting."""

    def fileno(self) -> int:
        """Return what ``selectors`` watches."""

    def read(self) -> bytes | None:
        """Return what has come (``b""``: nothing to do), or ``None`` when the client has gone."""

    def write(self, data: bytes) -> int:
        """Hand over bytes; return how many were taken (0: the client does not read)."""

    def close(self) -> None:
        """Let the client go."""


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

    @property
    def is_done(self) -> bool:
        """Whether the client has left and all it asked for is answered."""
        return self.has_left and not self._unsent and self.line.is_idle

    def receive(self, now_s: float) -> None:
        """Take what the client has sent."""
        data = self.stream.read()
        if data is None:
            self.has_left = True
        else:
            self.line.receive(data, now_s)

    def send(self, now_s: float) -> None:
        """Hand the answers that are due to the client."""
        if self._unsent:
            self._unsent = self._unsent[self.stream.write(self._unsent) :]
        for data in self.line.take_answers(now_s):
            if self._unsent:
                self._drop()
            else:
                self._unsent = data[self.stream.write(data) :]

    def _drop(self) -> None:
        if not self.dropped_answers:
            self._notice(
                f"{self.name}: the program on this port does not read its answers; answers that "
                "find no room are dropped. Read one line after each command."
            )
        self.dropped_answers += 1
