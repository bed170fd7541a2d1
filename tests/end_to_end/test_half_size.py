"""The maze solver in a maze of half-size cells: 90 mm, with 14 mm of room on each side."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.driven import drive

DRAWN = """\
o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o
|               |           |                               |           |
o   o---o   o   o   o---o---o   o---o---o---o---o---o   o   o---o   o   o
|   |   |   |   |                                   |   |           |   |
o   o   o   o   o   o---o---o---o---o---o---o---o   o   o---o---o---o---o
|       |   |   |   |                           |   |                   |
o---o---o   o   o---o   o---o---o---o---o---o   o   o---o---o---o   o   o
|           |           |                       |   |           |   |   |
o   o---o---o---o---o---o   o---o---o---o---o---o---o   o---o   o   o   o
|                   |       |                           |       |   |   |
o   o---o---o---o   o   o---o   o---o   o---o---o---o---o   o---o---o   o
|   |       |   |   |       |   |   |       |               |           |
o   o   o   o   o   o---o   o   o   o---o   o   o---o---o---o   o---o   o
|       |       |       |   |   |       |   |                   |   |   |
o---o---o---o---o---o   o   o   o   o   o   o---o---o---o---o---o   o   o
|                       |   |   |   |   |   |                       |   |
o   o---o---o---o---o---o   o   o   o   o   o   o---o---o---o   o---o   o
|   |                   |   |   |   | G |   |   |               |       |
o   o   o---o---o   o---o   o   o---o   o   o   o---o   o---o---o   o---o
|   |   |           |       |           |   |       |           |   |   |
o   o   o---o   o---o   o---o---o---o   o   o   o   o---o---o   o   o   o
|   |       |       |       |       |   |   |   |   |       |   |   |   |
o   o---o   o---o---o---o   o   o   o   o   o---o   o   o---o   o   o   o
|       |   |           |   |   |   |   |   |       |           |   |   |
o   o   o   o   o---o   o   o   o   o   o   o   o---o   o---o---o   o   o
|   |   |   |   |   |   |       |   |   |   |   |               |   |   |
o   o   o   o   o   o   o---o---o   o---o   o   o---o---o---o---o   o   o
|   |   |   |   |   |           |           |                       |   |
o---o   o   o   o   o   o---o   o---o---o---o   o---o---o---o---o---o   o
|       |           |   |                   |               |           |
o   o---o---o---o---o   o---o---o---o---o---o---o---o---o   o   o---o   o
|   |                   |                               |   |       |   |
o   o   o---o---o---o---o   o---o---o---o---o---o---o   o   o   o---o   o
|   |                       |               |       |   |   |   |       |
o   o   o---o---o---o---o---o---o---o   o   o---o   o   o   o---o   o   o
| S |                                   |           |               |   |
o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o
"""
"""More than 16 columns make it a half-size maze; a hand on the wall leads to its goal."""


def check_half_size(folder: Path, seed: int) -> None:
    """Let it find the goal."""
    path = folder / "maze.txt"
    path.write_text(DRAWN, encoding="utf-8")

    report = drive("maze_solver", str(path), seed=seed, time_s=300.0).report

    assert (report.outcome, report.contacts) == ("goal", 0)


def test_the_maze_solver_solves_a_half_size_maze(tmp_path: Path) -> None:
    """It reaches the goal and bumps into nothing."""
    check_half_size(tmp_path, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_the_maze_solver_solves_a_half_size_maze_with_any_noise(tmp_path: Path, seed: int) -> None:
    """The same for more seeds."""
    check_half_size(tmp_path, seed)
