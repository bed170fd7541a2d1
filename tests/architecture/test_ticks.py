"""Ticks become seconds in one place."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "wsusim"
ONE_PLACE = "model/units.py"
A_SECOND = {100, 0.01}


def literal_conversions(source: str) -> list[int]:
    """Return the lines where something named after ticks or seconds meets a literal 100 or 0.01."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult | ast.Div | ast.FloorDiv | ast.Mod)
        and any(is_a_second(side) for side in (node.left, node.right))
        and any(is_time(side) for side in (node.left, node.right))
    ]


def is_a_second(node: ast.expr) -> bool:
    """Return whether this is a literal number of ticks in a second, or its inverse."""
    return isinstance(node, ast.Constant) and node.value in A_SECOND


def is_time(node: ast.expr) -> bool:
    """Return whether something in an expression is named as ticks or seconds are."""
    names = [
        found.attr if isinstance(found, ast.Attribute) else found.id
        for found in ast.walk(node)
        if isinstance(found, ast.Attribute | ast.Name)
    ]
    return any("tick" in name or name.endswith("_s") for name in names)


def test_no_module_counts_ticks_by_itself() -> None:
    """``ticks_to_seconds``, ``seconds_to_ticks`` and ``TICKS_PER_SECOND`` do, of model.units."""
    found = {
        file.relative_to(PACKAGE).as_posix(): lines
        for file in PACKAGE.rglob("*.py")
        if (lines := literal_conversions(file.read_text(encoding="utf-8")))
    }

    assert {place: lines for place, lines in found.items() if place != ONE_PLACE} == {}


def test_a_planted_literal_is_found() -> None:
    """Both ways, and within a text."""
    source = "a = tick / 100\nb = run.time_s * 100\nc = f'{first_tick * 0.01:.1f}'\nd = share * 100"

    assert literal_conversions(source) == [1, 2, 3]
