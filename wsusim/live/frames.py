"""Frames from the run to its server: the length of the JSON in four bytes, then the JSON."""

from __future__ import annotations

from typing import Any, BinaryIO

import orjson

_HEAD = 4


def frame_of(values: dict[str, Any]) -> bytes:
    """Return the frame for some values."""
    content = orjson.dumps(values)
    return len(content).to_bytes(_HEAD, "big") + content


def read_frame(stream: BinaryIO) -> dict[str, Any] | None:
    """Return the next frame of a stream; ``None`` at its end, or when it breaks off."""
    head = stream.read(_HEAD)
    content = stream.read(int.from_bytes(head, "big"))
    if len(head) < _HEAD or len(content) < int.from_bytes(head, "big"):
        return None
    values: dict[str, Any] = orjson.loads(content)
    return values
