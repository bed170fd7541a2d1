"""Python's types as declarations of TypeScript, by which the scripts of the pages are checked."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


class Declarations:
    """Collects an interface for each type that is met; a name stands for one type."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._texts: dict[str, str] = {}

    @property
    def text(self) -> str:
        """All interfaces, in the order of their names."""
        return "\n".join(self._texts[name] for name in sorted(self._texts))

    def of(self, kind: Any) -> str:
        """Return how TypeScript writes a type."""
        if kind in PLAIN:
            return PLAIN[kind]
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            models = [one for one in arguments[1:] if _is_model(one)]
            return self.of(models[0] if models else arguments[0])
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.of(one) for one in arguments))
        if origin is Literal:
            return " | ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in arguments)
        if origin is tuple and arguments[1:] != (...,):
            return f"[{', '.join(self.of(one) for one in arguments)}]"
        if origin in (list, tuple, Sequence):
            return f"Array<{self.of(arguments[0])}>"
        if origin in (dict, Mapping):
            return f"Record<{self.of(arguments[0])}, {self.of(arguments[1])}>"
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return " | ".join(f'"{one}"' for one in kind)
        return self._interface(kind) if _has_fields(kind) else "any"

    def _interface(self, kind: type) -> str:
        name = kind.__name__
        assert self._known.setdefault(name, kind) is kind, f"two types are called {name}"
        if name not in self._texts:
            self._texts[name] = ""  # one that holds itself
            fields = (self._field(kind, *field) for field in _hints(kind).items())
            self._texts[name] = f"interface {name} {{\n{''.join(fields)}}}\n"
        return name

    def _field(self, kind: type, name: str, hint: Any) -> str:
        is_left_out = get_origin(hint) is NotRequired or not getattr(kind, "__total__", True)
        if get_origin(hint) is NotRequired:
            (hint,) = get_args(hint)
        if _is_model(kind):  # what is None is not told
            is_left_out = type(None) in get_args(hint)
        return f"  {name}{'?' * is_left_out}: {self.of(hint)};\n"


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _has_fields(kind: Any) -> bool:
    return isinstance(kind, type) and (
        hasattr(kind, "__required_keys__") or dataclasses.is_dataclass(kind) or _is_model(kind)
    )


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    if _is_model(kind):
        return {name: hints[name] for name in kind.model_fields}  # type: ignore[attr-defined]
    return {name: hint for name, hint in hints.items() if not name.startswith("__")}
