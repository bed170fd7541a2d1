"""Cuts a stream of bytes into lines, whatever the pieces in which it arrives."""

from __future__ import annotations

import re
from collections.abc import Iterable

LINE_LIMIT = 1024
"""Longest line kept, in bytes; the longest answer (64 pixels) has some 270."""

OVERLONG_MARK = b"..."
"""Stands at the end of a line that was cut off; no valid message ends like this."""

_ENDS = re.compile(rb"[\r\n]")
_BLANK = b" \t\v\f\0"


class LineSplitter:
    r"""Collects bytes and hands out complete lines, for the robot's side and for the computer's.

    A line ends with CR, LF or CR LF. Empty lines (so also the LF of a CR LF) are dropped, blanks at
    both ends are stripped. At most ``LINE_LIMIT`` bytes are kept of a line without an end.

    >>> splitter = LineSplitter()
    >>> splitter.feed(b"N\r\nD, 5,")
    [b'N']
    >>> splitter.feed(b" -5 \n")
    [b'D, 5, -5']
    """

    def __init__(self) -> None:
        self._kept = b""
        self._is_overlong = False

    @property
    def pending(self) -> bytes:
        """Bytes of a line that has not ended yet."""
        return self._kept

    def feed(self, data: bytes) -> list[bytes]:
        """Add bytes as they arrived, and return the lines that they complete."""
        pieces = _ENDS.split(data)
        lines = []
        for piece in pieces[:-1]:
            self._keep(piece)
            line = self._take().strip(_BLANK)
            if line:
                lines.append(line)
        self._keep(pieces[-1])
        return lines

    def cut(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """Yield each line that is complete with ``data``, and where its end is in it."""
        begin = 0
        for end in _ENDS.finditer(data):
            for line in self.feed(data[begin : end.end()]):
                yield end.end(), line
            begin = end.end()
        self.feed(data[begin:])

    def _keep(self, piece: bytes) -> None:
        room = LINE_LIMIT - len(self._kept)
        self._is_overlong = self._is_overlong or len(piece) > room
        self._kept += piece[:room]

    def _take(self) -> bytes:
        line = self._kept + (OVERLONG_MARK if self._is_overlong else b"")
        self._kept, self._is_overlong = b"", False
        return line
