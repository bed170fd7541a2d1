"""Which of Qt's methods the window must not override."""

from __future__ import annotations

import ast
from pathlib import Path

import wsusim

GUI = Path(wsusim.__file__).parent / "gui"

DISPATCHING = {"event", "viewportEvent", "notify", "childEvent"}
"""They call other methods that are overridden."""


def test_nothing_overrides_what_calls_overridden_methods() -> None:
    """An exception of Python's own in the inner one would end PySide 6.11 with Python 3.11."""
    found = [
        f"{file.relative_to(GUI)}: {method.name}"
        for file in GUI.rglob("*.py")
        for made in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(made, ast.ClassDef)
        for method in made.body
        if isinstance(method, ast.FunctionDef) and method.name in DISPATCHING
    ]
    assert found == []
