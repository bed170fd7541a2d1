"""Finds JPEG pictures in a stream of bytes, whatever stands between them.

Cameras differ in how they separate their pictures (boundaries with and without dashes, with and
without lengths); what a JPEG looks like is the same for all of them. So nothing else is looked at.
"""

from __future__ import annotations

import re

MOST_BYTES = 4 << 20
"""Of a picture: one of 12 megapixels takes as much."""

_START = b"\xff\xd8\xff"
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""What ends the coded data: no stuffed byte, no restart marker, no fill byte."""
_END, _SCAN, _FILL = 0xD9, 0xDA, 0xFF
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers without a length behind them."""


class NoPicture(ValueError):
    """What arrives is no picture, or a picture that never ends."""


class Jpegs:
    """Takes pieces of a stream and returns whole pictures."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def take(self, piece: bytes) -> bytes | None:
        """Return the picture that this piece completes, if any; the rest of the piece is dropped.

        Raises:
            NoPicture: A picture doesn't end.
        """
        kept = self._kept
        kept += piece
        start = kept.find(_START)
        while start >= 0:
            try:
                end = _end_of(kept, start)
            except NoPicture:
                start = kept.find(_START, start + 1)
                continue
            if end is not None:
                picture = bytes(kept[start:end])
                kept.clear()
                return picture
            break
        del kept[: start if start >= 0 else max(0, len(kept) - len(_START) + 1)]
        if len(kept) > MOST_BYTES:
            raise NoPicture
        return None

    def forget(self) -> None:
        """Begin with the next piece."""
        self._kept.clear()


def _end_of(data: bytearray, start: int) -> int | None:
    """Return where a picture ends; ``None``: not yet. Raises ``NoPicture``."""
    place = start + 2
    while len(data) >= place + 4 or data[place : place + 2] == bytes((0xFF, _END)):
        kind = data[place + 1]
        if data[place] != 0xFF:
            raise NoPicture
        if kind == _END:
            return place + 2
        if kind == _FILL:
            place += 1
        elif kind in _ALONE:
            place += 2
        else:
            place += 2 + int.from_bytes(data[place + 2 : place + 4])
            if kind == _SCAN:
                marker = _MARKER.search(data, place)
                if marker is None:
                    return None
                place = marker.start()
    return None
