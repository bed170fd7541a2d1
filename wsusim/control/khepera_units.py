"""Whether a program gives its speeds in the Khepera's own unit, which other robots do not have."""

from __future__ import annotations

import ast
from pathlib import Path

from wsusim.control.source_file import read_source
from wsusim.errors import ControllerLoadError

METHODS = frozenset({"set_speeds", "set_positions"})
"""Of the motors: with numbers whose meaning depends on the robot."""


def speaks_khepera(path: Path) -> bool:
    """Return whether a program calls one of these; a file that can't be read does not."""
    try:
        tree = ast.parse(read_source(path).text)
    except (ControllerLoadError, SyntaxError, ValueError):
        return False  # the run itself will tell what is wrong with it
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in METHODS
        for node in ast.walk(tree)
    )
