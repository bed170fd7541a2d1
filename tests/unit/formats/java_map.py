"""Writes maps as the original WSU simulator saved them: a Java stream of a Vector of Vertex."""

from __future__ import annotations

import struct

VERTICAL, HORIZONTAL = 0.0, 4.71238899230957
WALL, CAP, BALL, LIGHT = 1, 2, 3, 4

_NULL, _END, _REFERENCE = b"\x70", b"\x78", b"\x71"
_OBJECT, _CLASS, _ARRAY, _STRING = b"\x73", b"\x72", b"\x75", b"\x74"
_SERIALIZABLE, _WITH_WRITE_METHOD = b"\x02", b"\x03"
_VERTEX_HANDLE = 5
"""Sixth thing that gets a handle: Vector, its array type, the Vector, Object[], the array."""


def _text(text: str) -> bytes:
    return struct.pack(">H", len(text)) + text.encode()


def _class(name: str, flags: bytes, fields: list[bytes]) -> bytes:
    head = _CLASS + _text(name) + bytes(8) + flags + struct.pack(">H", len(fields))
    return head + b"".join(fields) + _END + _NULL


def wsu_map(*objects: tuple[int, int, int, float], root: str = "java.util.Vector") -> bytes:
    """Return a map with objects ``(kind, x_px, y_px, theta_rad)``."""
    array_field = b"[" + _text("elementData") + _STRING + _text("[Ljava/lang/Object;")
    counts = [b"I" + _text("capacityIncrement"), b"I" + _text("elementCount")]
    vector = _OBJECT + _class(root, _WITH_WRITE_METHOD, [*counts, array_field])
    vector += struct.pack(">ii", 0, len(objects))
    array = _ARRAY + _class("[Ljava.lang.Object;", _SERIALIZABLE, [])
    array += struct.pack(">i", len(objects) + 2)
    names = ("objType", "xPos", "yPos")
    fields = [b"I" + _text(name) for name in names] + [b"F" + _text("theta")]
    described = _class("edu.wsu.KheperaSimulator.Vertex", _SERIALIZABLE, fields)
    again = _REFERENCE + struct.pack(">I", 0x7E0000 + _VERTEX_HANDLE)
    items = [
        _OBJECT + (again if index else described) + struct.pack(">iiif", *item)
        for index, item in enumerate(objects)
    ]
    return b"\xac\xed\x00\x05" + vector + array + b"".join(items) + _NULL * 2 + _END
