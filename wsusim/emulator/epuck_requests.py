"""Cut what an e-puck is sent into requests: a line of text, or an order of the binary mode."""

from __future__ import annotations

from collections.abc import Iterable

from wsusim.protocol.epuck import ARGUMENT_BYTES
from wsusim.protocol.lines import LINE_LIMIT

BINARY_FROM = 0x80
"""A byte like this begins the binary mode, which lasts until a zero byte in an order's place."""


class EpuckCutter:
    r"""Collects bytes of one client; fulfils ``RequestCutter``.

    A line ends with CR or LF. An order of the binary mode is obeyed as soon as its last byte is
    there: many programs send speeds without the zero byte that would end the mode.

    >>> cutter = EpuckCutter()
    >>> list(cutter.cut(b"D,10,-10\rN\n\xb2\xbb\0"))
    [(9, b'D,10,-10'), (11, b'N'), (12, b'\xb2'), (13, b'\xbb')]
    """

    def __init__(self) -> None:
        self._kept = bytearray()
        self._is_binary = False

    def cut(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """Yield each request that is complete with ``data``, and where it ends in it."""
        for end, byte in enumerate(data, start=1):
            if not self._kept and not self._is_binary and byte >= BINARY_FROM:
                self._is_binary = True
            is_complete = self._take_binary(byte) if self._is_binary else self._take_text(byte)
            if is_complete:
                yield end, bytes(self._kept)
                self._kept.clear()

    def _take_binary(self, byte: int) -> bool:
        """Take a byte of the binary mode; return whether an order is complete."""
        if not self._kept and byte < BINARY_FROM:  # the robot takes no notice of other orders
            self._is_binary = byte != 0
            return False
        self._kept.append(byte)
        return len(self._kept) > ARGUMENT_BYTES.get(0x100 - self._kept[0], 0)

    def _take_text(self, byte: int) -> bool:
        """Take a character; return whether a line is complete."""
        if byte in b"\r\n":
            return bool(self._kept)
        if byte and len(self._kept) < LINE_LIMIT:  # a zero byte alone is no request
            self._kept.append(byte)
        return False
