"""What is loaded before a program begins."""

from __future__ import annotations

import pytest

from wsusim.runs.heavy_imports import ALWAYS, heavy_imports


@pytest.mark.parametrize(
    ("files", "loads"),
    [
        ({"robot.py": b"import wsusim"}, (ALWAYS,)),
        ({"robot.py": b"def f():\n    import matplotlib.pyplot as plt"},
         (ALWAYS, "matplotlib.pyplot")),
        ({"robot.py": b"import maps", "maps.py": b"from shapely.geometry import Point"},
         (ALWAYS, "shapely")),
        ({"robot.py": b"import shapely", "shapely.py": b""}, (ALWAYS,)),
        ({"robot.py": b"import shapely", "shapely/__init__.py": b""}, (ALWAYS,)),
        ({"robot.py": b"import (", "data.txt": b"import shapely"}, (ALWAYS,)),
    ],
)  # fmt: skip
def test_what_programs_import_is_there_unless_it_is_their_own(
    files: dict[str, bytes], loads: tuple[str, ...]
) -> None:
    """Anywhere in any of their files; a neighbour with the name of a package hides that."""
    assert heavy_imports([files]) == loads
