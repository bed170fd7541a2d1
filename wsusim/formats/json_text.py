"""JSON files that people keep: from bytes to plain values, and back to text like a list.

Every way in which reading can fail is one sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wsusim.errors import MazeError
from wsusim.model.text import plain


def decode_text(content: bytes) -> str:
    """Return the text of a file in UTF-8 (a byte order mark is allowed).

    Raises:
        MazeError: The file is in another encoding or no text at all.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise MazeError("The file is in UTF-16. Save it as UTF-8.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MazeError(
            f"Line {line} holds the byte 0x{content[error.start]:02x}, which is not UTF-8 text. "
            "Save the file as UTF-8."
        ) from None


def parse_json(content: str) -> Any:
    """Return the value of a JSON text.

    ``NaN`` and ``Infinity`` are accepted here and refused as numbers later, where their place is
    known.

    Raises:
        MazeError: The text is not JSON (with line and column), nests absurdly, or an object names
            the same key twice.
    """
    doubled: list[str] = []

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) < len(pairs):
            keys = [key for key, _ in pairs]
            doubled.extend(sorted({key for key in keys if keys.count(key) > 1}))
        return built

    try:
        value = json.loads(content, object_pairs_hook=build)
    except json.JSONDecodeError as error:
        raise MazeError(
            f"Line {error.lineno}, column {error.colno}: this is not JSON "
            f"({error.msg[:1].lower()}{error.msg[1:]}). Fix the file there."
        ) from None
    except (RecursionError, ValueError) as error:
        raise beyond_reading(error) from None
    if doubled:
        listed = ", ".join(ascii(key) for key in dict.fromkeys(doubled))
        raise MazeError(
            f"These names appear twice inside one pair of braces: {listed}. Remove one of each."
        )
    return value


def beyond_reading(error: RecursionError | ValueError) -> MazeError:
    """Return the message for a text that a parser of JSON or TOML has given up."""
    if isinstance(error, RecursionError):
        return MazeError("The brackets are nested far too deep. Five levels are enough.")
    return MazeError("A number in the file has far too many digits. Shorten it.")


def lay_out(fields: Mapping[str, Any]) -> str:
    """Return a maze file's text: a field a line, and each item of a list of objects on its own."""
    blocks = [f"  {_scalar(name)}: {_block(value)}" for name, value in fields.items()]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _block(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"    {_inline(item)}" for item in value) + "\n  ]"
    return _inline(value)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(k)}: {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    return plain(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
