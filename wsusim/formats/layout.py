"""JSON laid out for people: one object a line, so that a maze reads like a list of its parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wsusim.formats.values import plain


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
