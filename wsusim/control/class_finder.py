"""Finds the controllers in a file by reading it, without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wsusim.control.source_file import compile_source, read_source
from wsusim.errors import ControllerLoadError

_ROOTS = frozenset({"Controller", "RobotController", "Robot"})
"""What controllers inherit from: wsusim's own class, and those of ``wsusim.compat``."""


@dataclass(frozen=True, slots=True)
class FoundClass:
    """A controller class: its name, line, and the first line of its description."""

    name: str
    line: int
    summary: str


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A controller's file as it is on disk now.

    Attributes:
        path: Absolute.
        classes: The controllers in it, in their order.
        problem: Why it can't be used; ``None`` if it can.
        problem_line: Its line.
        sha256: Of its bytes; empty when it can't be read.
    """

    path: Path
    classes: tuple[FoundClass, ...] = ()
    problem: str | None = None
    problem_line: int | None = None
    sha256: str = ""


def look_into(path: Path) -> FoundFile:
    """Return the controllers in a file; never raises."""
    path = path.expanduser().resolve()
    try:
        source = read_source(path)
    except ControllerLoadError as error:
        return FoundFile(path, problem=str(error), problem_line=error.line)
    try:
        compile_source(source)
    except ControllerLoadError as error:
        return FoundFile(path, (), str(error), error.line, source.sha256)
    return FoundFile(path, _classes(ast.parse(source.text)), sha256=source.sha256)


def summary_of(path: Path) -> str:
    """Return the first line of a file's description; empty when there is none."""
    try:
        return _summary(read_source(path).text)
    except (ControllerLoadError, SyntaxError, ValueError):
        return ""


@lru_cache(maxsize=256)
def _summary(source: str) -> str:
    """Return the first line of a description, cached: lists of controllers ask for it often."""
    return _first_line(ast.get_docstring(ast.parse(source)))


def _classes(module: ast.Module) -> tuple[FoundClass, ...]:
    """Return the classes that inherit from a controller, but not those that others inherit from.

    The command line chooses in the same way: a base class of two vehicles can't drive by itself.
    """
    roots = set(_ROOTS)
    for node in module.body:
        if isinstance(node, ast.ImportFrom):
            roots |= {n.asname for n in node.names if n.name in _ROOTS and n.asname}
    found: dict[str, FoundClass] = {}
    parents: set[str] = set()
    for node in module.body:
        if not isinstance(node, ast.ClassDef):
            continue
        bases = {_last_name(base) for base in node.bases}
        if bases & (roots | found.keys()):
            parents |= bases & found.keys()
            summary = _first_line(ast.get_docstring(node))
            found[node.name] = FoundClass(node.name, node.lineno, summary)
    return tuple(cls for cls in found.values() if cls.name not in parents)


def _last_name(base: ast.expr) -> str:
    if isinstance(base, ast.Attribute):
        return base.attr
    return base.id if isinstance(base, ast.Name) else ""


def _first_line(text: str | None) -> str:
    return text.strip().splitlines()[0] if text and text.strip() else ""
