"""What is wrong with a program's text, found without running it: syntax, and our own hints.

The hints are those that a run would give at the same line; see ``control.hints``.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TypeGuard

from wsusim.control.controller import Controller
from wsusim.control.floor import FloorSensor
from wsusim.control.foreign_names import (
    OF_CONTROLLER,
    OF_MOTORS,
    is_foreign,
    module_advice,
    plain_name,
)
from wsusim.control.misuse import public_names
from wsusim.control.robot import PARTS
from wsusim.control.sensors import Sensor
from wsusim.model.text import nearest

MOST = 50
"""Remarks on one text."""

_ROOTS = frozenset({"Controller"})
_VALUES = frozenset(
    name
    for owner in (Controller, Sensor, FloorSensor, *(part for part, _ in PARTS.values()))
    for name, member in vars(owner).items()
    if isinstance(member, property)
)
_LOOPS = (ast.While, ast.For)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a line.

    Attributes:
        line: From 1.
        column: From 0.
        text: What is wrong and what to do.
        is_error: Whether it can't work; otherwise it is only unwise.
    """

    line: int
    column: int
    text: str
    is_error: bool = True


def remarks_on(text: str, name: str = "program.py") -> list[Remark]:
    """Return what is wrong with a text, in the order of its lines; never raises."""
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            tree = ast.parse(text, name)
            compile(tree, name, "exec")
    except SyntaxError as error:
        kind = type(error).__name__
        return [Remark(error.lineno or 1, max(0, (error.offset or 1) - 1), f"{kind}: {error.msg}")]
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return [Remark(1, 0, f"Python can't read this program: {error or type(error).__name__}.")]
    found = [
        Remark(one.lineno, 0, f"{one.message}".capitalize(), is_error=False)
        for one in warned
        if issubclass(one.category, SyntaxWarning)
    ]
    found += _hints(tree)
    return sorted(found, key=lambda remark: (remark.line, remark.column))[:MOST]


def _hints(tree: ast.Module) -> Iterator[Remark]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imports(node)
    sleepers = _names_of_sleep(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _is_controller(node):
            yield from _of_controller(node, sleepers)


def _is_controller(node: ast.ClassDef) -> bool:
    """Return whether a class inherits from ``Controller`` itself; other bases are unknown."""
    names = {base.id for base in node.bases if isinstance(base, ast.Name)}
    return bool(names & _ROOTS) and len(node.bases) == 1


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[Remark]:
    names = (
        [node.module or ""] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
    )
    if isinstance(node, ast.ImportFrom) and node.level:
        return
    for name in names:
        advice = module_advice(name)
        if advice is not None and is_foreign(name) and not _is_installed(name):
            yield Remark(node.lineno, node.col_offset, advice)


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def _names_of_sleep(tree: ast.Module) -> set[str]:
    """Return the names under which ``time.sleep`` is called: ``time.sleep``, ``sleep``."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {f"{n.asname or n.name}.sleep" for n in node.names if n.name == "time"}
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            names |= {n.asname or n.name for n in node.names if n.name == "sleep"}
    return names


def _of_controller(cls: ast.ClassDef, sleepers: set[str]) -> Iterator[Remark]:
    own = _own_names(cls)
    known = set(public_names(Controller)) | own
    for node in ast.walk(cls):
        if isinstance(node, ast.Attribute):
            yield from _attribute(node, own, known)
        elif isinstance(node, ast.Call):
            yield from _call(node, own, sleepers)
        elif isinstance(node, ast.While):
            yield from _endless(node)


_ANYTHING = "*"
"""Among its names: what else it gets is unknown."""


def _own_names(cls: ast.ClassDef) -> set[str]:
    """Return the attributes that the class itself gives its objects."""
    names = {n.name for n in ast.walk(cls) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    counted = {id(n.target) for n in ast.walk(cls) if isinstance(n, ast.AugAssign)}
    for node in ast.walk(cls):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif _is_of_self(node) and isinstance(node.ctx, ast.Store | ast.Del):
            if id(node) not in counted:
                names.add(node.attr)
        elif isinstance(node, ast.Call) and _dotted(node.func) in ("setattr", "vars"):
            names.add(_ANYTHING)
    return names


def _is_of_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


def _attribute(node: ast.Attribute, own: set[str], known: set[str]) -> Iterator[Remark]:
    """Remark on what a controller, or its motors, has under another name."""
    if _is_of_self(node) and node.attr not in known and not node.attr.startswith("_"):
        advice = None if _ANYTHING in known else OF_CONTROLLER.get(plain_name(node.attr))
        guess = nearest(node.attr, known)
        if advice is not None:
            yield _at(node, f"A controller has no `{node.attr}`. {advice}")
        elif guess is not None:
            yield _at(node, f"Nothing gives `self.{node.attr}` a value. Did you mean `{guess}`?")
        return
    part = _dotted(node.value)
    if part.startswith("self.") and part[5:] in PARTS and part[5:] not in own:
        name, kind = part[5:], PARTS[part[5:]][0]
        has = {*dir(kind), *kind.__annotations__}
        if node.attr in has or node.attr.startswith("_"):
            return
        advice = OF_MOTORS.get(plain_name(node.attr)) if name == "motors" else None
        guess = nearest(node.attr, has)
        if advice is not None:
            yield _at(node, f"`self.{name}` has no `{node.attr}`. {advice}")
        elif guess is not None:
            yield _at(node, f"`self.{name}` has no `{node.attr}`. Did you mean `{guess}`?")


def _call(node: ast.Call, own: set[str], sleepers: set[str]) -> Iterator[Remark]:
    called = _dotted(node.func, with_places=True)
    if called in sleepers:
        text = "Use self.sleep: it waits in the robot's time. time.sleep is the computer's."
        yield _at(node, text, is_error=False)
    name = called.rpartition(".")[2]
    if called.startswith("self.") and name in _VALUES and name not in own:
        yield _at(node, f"`{name}` is a value, not a function: leave out the parentheses.")


def _endless(node: ast.While) -> Iterator[Remark]:
    """Remark on a loop that neither waits nor ends nor calls anything."""
    is_for_ever = isinstance(node.test, ast.Constant) and bool(node.test.value)
    ends = any(isinstance(n, ast.Break | ast.Return | ast.Raise) for n in ast.walk(node))
    asks = any(_dotted(n) == "self.active" for n in ast.walk(node))
    if is_for_ever and not ends and not asks:
        text = "Write `while self.active:`, so that Stop ends this loop."
        yield _at(node, text, is_error=False)


def _at(node: ast.expr | ast.stmt, text: str, *, is_error: bool = True) -> Remark:
    line = node.end_lineno if isinstance(node, ast.Attribute) else node.lineno
    return Remark(line or 1, node.col_offset, text, is_error)


def _dotted(node: ast.AST, *, with_places: bool = False) -> str:
    """Return ``self.motors`` of such an expression; of others nothing.

    ``with_places``: of ``self.sensors[2].proximity``, too, as ``self.sensors.proximity``.
    """
    parts: list[str] = []
    while isinstance(node, ast.Attribute) or (with_places and isinstance(node, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])
