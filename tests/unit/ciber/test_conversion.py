"""Labs become mazes that can be edited, and labs again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ciber.matches import Beacon, Lab, Target, box, replace
from wsusim.ciber.catalogue import find_grid, find_lab, ready_labs, write_lab
from wsusim.ciber.contest_lab import Place, Wall
from wsusim.ciber.conversion import MM_A_UM, lab_of, world_of
from wsusim.errors import BadInput
from wsusim.formats.maze_file import save_maze
from wsusim.model.geometry import Pose
from wsusim.model.world import Cap

GRID = (Place(3.0, 3.0, 90.0),)
LAB = Lab(
    "four",
    28.0,
    14.0,
    beacons=(Beacon(20.0, 7.0, 2.0),),
    targets=(Target(20.0, 7.0, 1.5),),
    walls=(box(5.0, 2.0, 5.4, 4.0, 2.0), box(8.0, 2.0, 12.0, 3.0)),
)


def test_a_lab_comes_back_as_it_was() -> None:
    """Walls with their heights, beacon, target and start."""
    lab, grid = lab_of(world_of(LAB, GRID))
    assert (lab.name, lab.width, lab.height) == ("four", 28.0, 14.0)
    assert [wall.height for wall in lab.walls] == [2.0, 4.0]
    places = [{(round(x, 9), round(y, 9)) for x, y in wall.corners} for wall in lab.walls]
    assert places == [set(wall.corners) for wall in LAB.walls]
    assert (lab.beacons[0].height, lab.targets[0].radius) == (2.0, pytest.approx(1.5))
    assert (grid[0].x, grid[0].heading_deg) == (pytest.approx(3.0), pytest.approx(90.0))


def test_heights_stay_with_their_walls_when_the_maze_is_edited() -> None:
    """A wall that is taken away takes only its own height along; a new one is as high as usual."""
    world = world_of(LAB, GRID)
    low, high = world.walls
    moved = replace(low, x0_mm=low.x0_mm + 55.0, x1_mm=low.x1_mm + 55.0)
    lab, _ = lab_of(replace(world, walls=(replace(high, id=99), moved)))
    assert [wall.height for wall in lab.walls] == [4.0, 2.0]


def test_what_is_no_rectangle_becomes_its_outline() -> None:
    """A triangle: three thin walls. Lines on the floor are left out."""
    triangle = Wall(((1.0, 1.0), (3.0, 1.0), (1.0, 3.0)))
    line = box(5.0, 2.0, 9.0, 2.2, 0.0)
    world = world_of(replace(LAB, walls=(triangle, line)), GRID)
    assert len(world.walls) == 3


def test_what_has_no_place_in_a_lab_is_told() -> None:
    """Caps, notes and other floors."""
    world = replace(world_of(LAB, GRID), caps=(Cap(90, 500.0, 500.0),))
    assert lab_of(world)[0].remarks == (
        "Left out, as a lab has no place for them: caps, balls and blocks (1).",
    )


@pytest.mark.parametrize("name", ready_labs())
def test_each_ready_lab_is_a_good_maze(name: str, tmp_path: Path) -> None:
    """One robot diameter is a Khepera's 55 mm; a match can be played in the maze itself."""
    lab, path = find_lab(name)
    grid = find_grid(None, path)
    save_maze(world_of(lab, grid), tmp_path / "maze.json")
    again, maze_path = find_lab(str(tmp_path / "maze.json"))
    assert (again.width, again.height) == (pytest.approx(lab.width), pytest.approx(lab.height))
    assert len(find_grid(None, maze_path)) == len(grid)


def test_a_beacon_where_a_robot_starts_is_left_out() -> None:
    """The course's labs begin at their first beacon; a lamp in a maze is in the way."""
    lab = Lab("course", 28.0, 14.0, beacons=(Beacon(3.0, 3.0, 4.0), Beacon(9.0, 3.0, 4.0)))
    assert [light.x_mm for light in world_of(lab, (Place(3.0, 3.0),)).lights] == [9.0 * 55.0]


def test_a_maze_without_robots_has_no_starts(tmp_path: Path) -> None:
    """That is reported when a match would be played in it."""
    save_maze(world_of(LAB, ()), tmp_path / "maze.json")
    with pytest.raises(BadInput, match="no robots"):
        find_grid(None, tmp_path / "maze.json")


def test_a_lab_is_written_with_its_grid(tmp_path: Path) -> None:
    """Where it is found again; never over a file that is there, or under another name."""
    file = tmp_path / "my.lab.xml"
    assert len(write_lab(LAB, GRID, file, overwrite=False)) == 2
    lab, path = find_lab(str(file))
    assert (lab.walls, find_grid(None, path)) == (LAB.walls, GRID)
    with pytest.raises(BadInput, match="already exists"):
        write_lab(LAB, GRID, file, overwrite=False)
    with pytest.raises(BadInput, match="is called"):
        write_lab(LAB, GRID, tmp_path / "my.xml", overwrite=False)


def test_a_moved_start_is_a_moved_start() -> None:
    """Robots are the grid."""
    world = world_of(LAB, GRID)
    (robot,) = world.robots
    moved = replace(robot, pose=Pose(10.0 * MM_A_UM, 2.0 * MM_A_UM, 0.0))
    assert lab_of(replace(world, robots=(moved,)))[1] == (Place(10.0, 2.0, 0.0),)
