"""What a recording says about the computer on which its run was made."""

from __future__ import annotations

import ast
import platform
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ARITHMETIC = 2
"""Whose sines, logarithms and the like a run is made with. 1: the C library's; 2: our own
(``model.elementary``), the same on every computer."""

_LEFT_OUT = {"numpy", "scipy", "cmath", "torch", "pandas", "cv2", "skimage", "sklearn"}
"""Modules that calculate with functions of the computer's own."""
_OF_MATH = {"erf", "erfc", "gamma", "lgamma"}


@cache
def this_computer() -> str:
    """Return the processor, system and C library, as text for people."""
    library = " ".join(platform.libc_ver())
    parts = (platform.machine(), _processor(), platform.system(), library)
    return ", ".join(part for part in parts if part)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return " ".join(next(names, platform.processor()).split())


def of_the_computer(program: bytes) -> list[str]:
    """Return what a program uses whose last digits depend on the computer."""
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return sorted(set(_uses(tree)))


def _uses(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                modules = [alias.name.partition(".")[0] for alias in names]
                yield from (module for module in modules if module in _LEFT_OUT)
            case ast.ImportFrom(module="math", names=names):
                yield from (f"math.{alias.name}" for alias in names if alias.name in _OF_MATH)
            case ast.ImportFrom(module=str(name)) if name.partition(".")[0] in _LEFT_OUT:
                yield name.partition(".")[0]
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name in _OF_MATH:
                yield f"math.{name}"
            case _:
                pass
