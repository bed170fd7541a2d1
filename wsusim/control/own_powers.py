"""``**`` and ``pow`` of a student's program, the same on every computer.

``x ** 2`` of a number with a point is the C library's ``pow``, which differs in the last digit from
computer to computer, for one square in some thousand. A program's ``**`` is therefore compiled as a
call of ``power``, and so is its ``pow``. For all other values they do what Python does. A program's
``sum`` adds one number after the other, as Python 3.11 does; from 3.12 on Python carries an error
along, and gets another last digit.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

from wsusim.model import elementary

POWER, POWER_IN_PLACE = "__wsusim_power__", "__wsusim_power_in_place__"
"""Names among the built-in functions that a program sees; no program has them itself."""


ChangeTree = Callable[[ast.Module, str], ast.Module]
"""Given a program's syntax tree and its file, returns the tree that is compiled in its place."""


def compile_with_own_powers(
    source: str | bytes, file: str, change: ChangeTree | None = None
) -> CodeType:
    """Compile a program; ``x ** y`` and ``x **= y`` become calls.

    Args:
        source: The program.
        file: What it is called.
        change: What else is to happen to it.

    Raises:
        SyntaxError: It is no Python; and whatever else ``compile`` raises.
    """
    code = compile(source, file, "exec", dont_inherit=True)  # tells mistakes with their line
    has_powers = (b"**" if isinstance(source, bytes) else "**") in source  # type: ignore[operator]
    if not has_powers and change is None:
        return code
    try:
        tree = ast.parse(source, file)
        if has_powers:
            tree = _OwnPowers().visit(tree)
        if change is not None:
            tree = change(tree, file)
        return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)
    except RecursionError:  # nested deeper than can be walked through, though not than can be read
        return code


def power(base: Any, exponent: Any) -> Any:
    """Return ``base ** exponent``."""
    if type(base) is float:
        is_ours = type(exponent) is float or type(exponent) is int
    else:
        is_ours = type(base) is int and (
            type(exponent) is float or (type(exponent) is int and exponent < 0)
        )
    value = _of_numbers(base, exponent) if is_ours else None
    return base**exponent if value is None else value


def power_in_place(base: Any, exponent: Any) -> Any:
    """Return what ``base **= exponent`` leaves in ``base``."""
    if type(base) in (float, int) and type(exponent) in (float, int):
        return power(base, exponent)
    base **= exponent
    return base


def pow_of_programs(base: Any, exp: Any, mod: Any = None) -> Any:
    """Equivalent to base**exp with 2 arguments or base**exp % mod with 3 arguments."""
    return power(base, exp) if mod is None else builtins.pow(base, exp, mod)


def sum_of_programs(iterable: Iterable[Any], /, start: Any = 0) -> Any:
    """Return the sum of a 'start' value (default: 0) plus an iterable of numbers."""
    if isinstance(start, str | bytes | bytearray):
        return builtins.sum(iterable, start)  # an error
    for value in iterable:
        start = start + value
    return start


SEEN = {
    POWER: power,
    POWER_IN_PLACE: power_in_place,
    "pow": pow_of_programs,
    "sum": sum_of_programs,
}
"""What is added to the built-in functions of programs."""


def _of_numbers(base: float, exponent: float) -> float | None:
    """Return a power; ``None``: Python gives the value, or the error."""
    try:
        x, y = float(base), float(exponent)
    except OverflowError:
        return None
    if y == 2.0:
        value = x * x
    elif x > 0.0:
        value = math.sqrt(x) if y == 0.5 else elementary.pow(x, y)
    elif x < 0.0 and y % 1.0 == 0.0:
        value = elementary.pow(-x, y)
        value = -value if y % 2.0 == 1.0 else value
    else:
        return None
    return value if value - value == 0.0 else None


class _OwnPowers(ast.NodeTransformer):
    """Puts calls in the place of ``**``; a power of two constants is left to Python."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Replace ``x ** y``."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow) or (_is_whole(node.left) and _is_whole(node.right)):
            return node
        return _call(POWER, node.left, node.right, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Replace ``x **= y`` of a plain name."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow) or not isinstance(node.target, ast.Name):
            return node
        before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        call = _call(POWER_IN_PLACE, before, node.value, node)
        return ast.copy_location(ast.Assign([node.target], call), node)


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _call(name: str, left: ast.expr, right: ast.expr, at: ast.AST) -> ast.Call:
    function = ast.copy_location(ast.Name(name, ast.Load()), at)
    return ast.copy_location(ast.Call(function, [left, right], []), at)
