"""Where wsusim reaches into numba."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "wsusim"
ONE_PLACE = "kernels/numba_inside.py"
PROMISED = {"numba", "numba.extending"}
"""What numba's manual describes."""


def reaches_inside(source: str) -> list[int]:
    """Return the lines that import what numba doesn't promise."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (
            isinstance(node, ast.ImportFrom)
            and (node.module or "").partition(".")[0] == "numba"
            and (node.module not in PROMISED or any(one.name[0] == "_" for one in node.names))
        )
        or (
            isinstance(node, ast.Import)
            and any(one.name.startswith("numba.") for one in node.names)
        )
    ]


def test_one_module_reaches_into_numba() -> None:
    """So a new numba is one file to look at."""
    found = {
        file.relative_to(PACKAGE).as_posix()
        for file in (PACKAGE / "kernels").glob("*.py")
        if reaches_inside(file.read_text(encoding="utf-8"))
    }

    assert found == {ONE_PLACE}


def test_a_planted_import_is_found() -> None:
    """Of a module, of a hidden name, and of a module as a whole."""
    lines = (
        "from numba import njit, _dynfunc",
        "from numba.core import event",
        "import numba.core.ir",
        "from numba.extending import overload",
    )

    assert reaches_inside("\n".join(lines)) == [1, 2, 3]
