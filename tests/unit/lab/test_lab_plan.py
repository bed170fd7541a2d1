"""How a lab is set up is checked before it opens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.maze_file import save_maze
from wsusim.lab.lab_plan import Plan
from wsusim.model.world import Mission


def test_two_robots_cannot_have_one_port(tmp_path: Path) -> None:
    """Two programs would drive one robot; by whatever name the port is called."""
    (tmp_path / "port").touch()
    (tmp_path / "other").symlink_to(tmp_path / "port")

    with pytest.raises(BadInput, match="other is there twice"):
        Plan(tmp_path, (f"serial:{tmp_path / 'port'}", f"serial:{tmp_path / 'other'}"))


def test_only_a_khepera_is_at_a_port(tmp_path: Path) -> None:
    """Its speeds and counters are what a run is judged by; a simulated robot may be any."""
    maze = str(tmp_path / "maze.json")
    field = find_maze("field")
    start = replace(field.robots[0], kind="epuck")
    save_maze(replace(field, robots=(start, *field.robots[1:])), maze)

    with pytest.raises(BadInput, match=r"another kind \(e-puck\) than.*Choose --robot simulated"):
        Plan(tmp_path, ("simulated", "emulated"), maze=maze)
    assert Plan(tmp_path, ("simulated",), maze=maze).maze == maze


def test_a_maze_needs_a_robot(tmp_path: Path) -> None:
    """A maze without a robot is refused."""
    maze = str(tmp_path / "maze.json")
    save_maze(replace(find_maze("field"), robots=(), mission=Mission()), maze)

    with pytest.raises(BadInput, match="There is no robot in the maze"):
        Plan(tmp_path, mazes=(maze,))


def test_simulated_robots_need_no_port(tmp_path: Path) -> None:
    """There may be as many as one likes."""
    assert len(Plan(tmp_path, ("simulated", "simulated", "emulated", "emulated")).robots) == 4
