"""The bytes of a WSU map: a Java serialisation stream of one ``Vector`` of ``Vertex``.

The file is another program's binary and may be anything: every failure becomes a ``MazeError``.
"""

from __future__ import annotations

import io
import logging
from dataclasses import dataclass
from typing import Any

from wsusim.errors import MazeError

MAGIC = b"\xac\xed\x00\x05"
"""First bytes of every Java serialisation stream (its specification, section 6.4.2)."""

MAP_MAX_BYTES = 262_144
"""A map takes some 40 bytes an object; a larger file is no map, and would take long to refuse."""

COORDINATE_MAX = 1e6
REFERENCE_MAX_ITEMS = 16


@dataclass(frozen=True, slots=True)
class Vertex:
    """One object of the map; pixels, y down."""

    kind: int
    x_px: float
    y_px: float
    theta_rad: float


def is_wsu_map(content: bytes) -> bool:
    """Return whether the bytes begin as a Java serialisation stream does."""
    return content.startswith(MAGIC[:2])


def read_vertices(content: bytes) -> list[Vertex]:
    """Return the objects of a WSU map.

    Raises:
        MazeError: The bytes are not the Java stream of a ``Vector`` of ``Vertex``.
    """
    if len(content) > MAP_MAX_BYTES:
        raise MazeError(
            f"A WSU map has at most {MAP_MAX_BYTES} bytes, but this file has {len(content)}. Give "
            "a map saved by the WSU simulator."
        )
    try:
        vector = _read_java(content)
        if vector.classdesc.name != "java.util.Vector":
            raise ValueError(f"it holds a {vector.classdesc.name}, not a java.util.Vector")
        count = vector.elementCount
        if not 0 <= count <= len(vector.elementData):
            raise ValueError(f"it announces {count} objects")
        return [_vertex(item) for item in vector.elementData[:count]]
    except Exception as error:  # noqa: BLE001 - an untrusted binary fails in any way it likes
        raise MazeError(
            "This Java file is not a map from the WSU simulator, or it is damaged "
            f"({str(error)[:200] or type(error).__name__}). Save it again in the WSU simulator."
        ) from None


def _read_java(content: bytes) -> Any:
    """Return the first object of a Java serialisation stream, as javaobj builds it."""
    logging.getLogger("javaobj").setLevel(logging.CRITICAL + 1)
    import javaobj.v1 as java
    from javaobj.constants import StreamConstants, TerminalCode

    untyped: Any = java
    stream = io.BytesIO(content)
    reader = untyped.unmarshaller.JavaObjectUnmarshaller(stream)
    reader.add_transformer(untyped.transformers.DefaultObjectTransformer())
    follow = reader.opmap[TerminalCode.TC_REFERENCE]

    def follow_short(ident: int = 0) -> Any:
        """Refuse references to lists of lists: javaobj writes each of them out for its log."""
        handle = int.from_bytes(stream.getbuffer()[stream.tell() : stream.tell() + 4], "big")
        found = reader.references[handle - StreamConstants.BASE_REFERENCE_IDX]
        if isinstance(found, list) and (
            len(found) > REFERENCE_MAX_ITEMS or any(isinstance(item, list) for item in found)
        ):
            raise ValueError("it refers to a list of lists")
        return follow(ident=ident)

    reader.opmap[TerminalCode.TC_REFERENCE] = follow_short
    return reader.readObject(True)


def _vertex(item: Any) -> Vertex:
    numbers = [item.objType, item.xPos, item.yPos, item.theta]
    if not all(isinstance(n, int | float) and abs(n) < COORDINATE_MAX for n in numbers):
        raise ValueError(f"an object has the values {numbers}")
    return Vertex(int(item.objType), float(item.xPos), float(item.yPos), float(item.theta))
