"""Pictures of a table of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wsusim.formats.maze_catalogue import find_maze
from wsusim.jobs.plots import draw_plots


def row(**figures: Any) -> dict[str, Any]:
    """Return a run that failed before its first step, but for what is given."""
    return {
        "controller": "a", "maze": "rooms", "seed": 1, "goal": False, "goal_time_s": None,
        "sim_time_s": 0.0, "trail_mm": None, **figures,
    }  # fmt: skip


def test_runs_that_never_began_are_drawn(tmp_path: Path) -> None:
    """All lengths are 0; there is a picture, and no warning."""
    file = tmp_path / "runs.png"

    draw_plots(file, [row(), row(seed=2)], (), {"rooms": find_maze("rooms")})

    assert file.read_bytes().startswith(b"\x89PNG")
