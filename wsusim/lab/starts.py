"""Ready controllers that a student may start from: those that come with wsusim."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wsusim.shipped import shipped_folder

_FOLDERS = (("templates", "controllers"), ("controllers", ""))
_NEED_OTHERS = ("goalkeeper", "striker")
"""They import files beside them, which an upload doesn't have."""


@dataclass(frozen=True, slots=True)
class Start:
    """A program to start from; ``about`` is the first line of its description."""

    name: str
    about: str
    source: str


@cache
def starts() -> list[Start]:
    """Return all of them, the three templates first."""
    files = [
        file
        for shipped, below in _FOLDERS
        for file in sorted((shipped_folder(shipped) / below).glob("*.py"))
        if file.stem not in _NEED_OTHERS
    ]
    return [_start(file) for file in files]


def _start(file: Path) -> Start:
    source = file.read_text(encoding="utf-8")
    about = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
    return Start(file.name, about, source)
