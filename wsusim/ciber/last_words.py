"""What an agent printed last, for those who want to know why it ended."""

from __future__ import annotations

import os
import re
import threading
from typing import IO

from wsusim.model.text import printable

CHUNK = 65_536
KEPT = 2_000
"""So many bytes of what was printed are kept, the last ones."""

MOST_LINES, LONGEST_LINE = 3, 200

PATIENCE_S = 1.0
"""So long is waited for the rest of what a program printed that has ended."""

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class LastWords:
    """Reads what a program prints, so that it never has to wait, and keeps the end of it."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Begin to read; the stream is closed when the program, and all it started, have ended."""
        self._kept = b""
        self._thread = threading.Thread(
            target=self._read, args=(stream,), name="wsusim-last-words", daemon=True
        )
        self._thread.start()

    def lines(self) -> list[str]:
        """Return the last lines that a program which has ended printed, without blank ones."""
        self._thread.join(PATIENCE_S)
        text = _COLOURS.sub("", self._kept.decode("utf-8", "replace"))
        lines = [printable(line.strip())[:LONGEST_LINE] for line in text.splitlines()]
        return [line for line in lines if line][-MOST_LINES:]

    def close(self) -> None:
        """Wait for the end of the program's output, but not for what it left running."""
        self._thread.join(PATIENCE_S)

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := os.read(stream.fileno(), CHUNK):
                self._kept = (self._kept + chunk)[-KEPT:]
