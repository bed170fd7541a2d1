"""A run is the same on every computer: no function of the C library takes part in it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

WSUSIM = Path(__file__).parents[2] / "wsusim"

PACKAGES = (
    "analysis",
    "backends",
    "batch",
    "ciber",
    "control",
    "emulator",
    "engine",
    "formats",
    "grading",
    "hosting",
    "kernels",
    "learning",
    "model",
    "protocol",
    "recording",
    "robots",
    "runs",
)
"""Where runs are made, or read. ``tools`` fits a profile once, and the run uses what it found."""

ONCE = {"formats/thin_lines.py"}
"""What finds a maze in a drawing, once: runs are made in the maze that it found."""

EXACT = {
    *("ceil", "comb", "copysign", "degrees", "e", "fabs", "factorial", "floor", "fmod", "frexp"),
    *("fsum", "gcd", "inf", "isclose", "isfinite", "isinf", "isnan", "isqrt", "lcm", "ldexp"),
    *("modf", "nan", "nextafter", "perm", "pi", "prod", "radians", "remainder", "sqrt", "tau"),
    *("trunc", "ulp"),
}
"""Of ``math``: what has only one right result, or is a product."""

OF_NUMPY = {
    *("arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "cbrt", "convolve"),
    *("correlate", "cos", "cosh", "dot", "einsum", "exp", "exp2", "expm1", "float_power", "hypot"),
    *("inner", "linalg", "log", "log10", "log1p", "log2", "logaddexp", "matmul", "outer_product"),
    *("polyfit", "polynomial", "power", "sin", "sinc", "sinh", "tan", "tanh", "tensordot", "vdot"),
    *("acos", "asin", "atan", "atan2", "pow"),
}
"""Of numpy: what leaves bits to the processor."""

OF_GENERATORS = {"exponential", "gamma", "lognormal", "normal", "standard_normal", "vonmises"}
"""Random numbers that take logarithms."""


def uses(tree: ast.AST) -> list[str]:
    """Return what a module uses of the C library, or leaves to the processor."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in EXACT:
                found.append(f"{node.lineno}: math.{name}")
            case ast.ImportFrom(module="math", names=names):
                found += [f"{node.lineno}: math.{n.name}" for n in names if n.name not in EXACT]
            case ast.Attribute(value=ast.Name(id="np"), attr=name) if name in OF_NUMPY:
                found.append(f"{node.lineno}: np.{name}")
            case ast.Call(func=ast.Attribute(attr=name)) if name in OF_GENERATORS:
                found.append(f"{node.lineno}: .{name}()")
            case ast.BinOp(op=ast.MatMult()):
                found.append(f"{node.lineno}: @")
            case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=float())) if not isinstance(
                node.left, ast.Constant
            ):
                found.append(f"{node.lineno}: **")
            case _:
                pass
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_no_run_depends_on_the_computer(package):
    """``model.elementary``, ``kernels.elementwise`` and ``model.fixed_order`` have all of it."""
    found = {
        str(file.relative_to(WSUSIM)): uses(ast.parse(file.read_text(encoding="utf-8")))
        for file in sorted((WSUSIM / package).rglob("*.py"))
        if file.relative_to(WSUSIM).as_posix() not in ONCE
    }

    assert {file: what for file, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "line",
    [
        "math.sin(x)",
        "from math import hypot",
        "np.exp(x)",
        "np.linalg.inv(x)",
        "a @ b",
        "x ** 0.5",
        "random.normal(0, 1)",
    ],
)
def test_the_guard_sees(line):
    """A line that would let a run depend on it is found."""
    assert uses(ast.parse(line))
