"""What importing wsusim costs a student's file."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "numba", "PySide6", "serial", "pydantic", "shapely")


def test_a_students_import_loads_nothing_heavy() -> None:
    """``from wsusim import Controller`` loads no big library, so a child process starts quickly."""
    code = f"import sys; from wsusim import Controller; print({{*{HEAVY}}} & sys.modules.keys())"

    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert result.stdout == "set()\n"


def test_a_maze_of_wsusims_own_is_read_without_other_formats_libraries() -> None:
    """Geometry and pictures are loaded for the formats that need them."""
    code = (
        "import sys; from wsusim.formats.maze_catalogue import find_maze; find_maze('rooms'); "
        "print({'shapely', 'contourpy', 'PIL'} & sys.modules.keys())"
    )

    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert result.stdout == "set()\n"
