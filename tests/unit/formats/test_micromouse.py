"""Micromouse mazes drawn as text become worlds of walls."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.cases import cases_folder
from wsusim.errors import MazeError
from wsusim.formats.importers.importer import Imported
from wsusim.formats.importers.table import imported
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.maze_reader import read_maze, world_from_content
from wsusim.formats.micromouse import import_micromouse
from wsusim.formats.text_maze import read_text_maze
from wsusim.model.world import Wall, World

SMALL = """\
o---o---o---o
|       |   |
o   o   o   o
| S |     G |
o---o---o---o
"""


def import_maze_from(drawing: str) -> Imported:
    """Return what is read from a drawing, with remarks."""
    return imported(drawing.encode(), Path("m.txt"), "m", {})


REAL_MAZES = [
    *(
        f"classic-{name}.txt"
        for name in [
            "001-anomaly-test",
            "alljapan-015-1994-frsh",
            "alljapan-029-2008-exp-pre",
            "apec2023",
            "at135",
            "empty",
            "japan1993ef",
            "japan2000",
            "kpnu1",
            "kyot-89",
            "map-6",
            "minos04q",
            "portugal-2017-qualifier",
            "student-014-1999",
            "taiwan2009f",
            "taiwan2011f",
            "tyubu200906",
            "uk2003q",
            "uknov2010f",
            "ukoct2019",
            "vm1",
        ]
    ),
    "halfsize-japan2010hef.txt",
    "training-training-8x8-test1.txt",
]


def box_of(wall: Wall) -> tuple[float, float, float, float]:
    """Return the least x and y and the greatest x and y of a wall along an axis."""
    half = wall.thickness_mm / 2.0
    lying = wall.y0_mm == wall.y1_mm
    grow_x, grow_y = (0.0, half) if lying else (half, 0.0)
    return (
        min(wall.x0_mm, wall.x1_mm) - grow_x,
        min(wall.y0_mm, wall.y1_mm) - grow_y,
        max(wall.x0_mm, wall.x1_mm) + grow_x,
        max(wall.y0_mm, wall.y1_mm) + grow_y,
    )


def are_crossed(boxes: NDArray[np.float64], x0: float, y0: float, x1: float, y1: float) -> bool:
    """Return whether any of the boxes touches a segment along an axis."""
    begin = boxes[:, :2] <= (max(x0, x1), max(y0, y1))
    end = boxes[:, 2:] >= (min(x0, x1), min(y0, y1))
    return bool((begin & end).all(axis=1).any())


def cell_of(world: World, x_mm: float, y_mm: float, cell_mm: float) -> tuple[int, int]:
    """Return the cell of a point; a wall's half thickness lies around the grid."""
    edge = (world.arena.width_mm % cell_mm) / 2.0
    return int((x_mm - edge) // cell_mm), int((y_mm - edge) // cell_mm)


def reachable_cells(world: World, cell_mm: float) -> set[tuple[int, int]]:
    """Return the cells that can be reached from the first robot, by the world's walls alone."""
    edge = (world.arena.width_mm % cell_mm) / 2.0
    found = {cell_of(world, world.robots[0].pose.x_mm, world.robots[0].pose.y_mm, cell_mm)}
    waiting = list(found)
    boxes = np.array([box_of(wall) for wall in world.walls])
    while waiting:
        column, row = waiting.pop()
        here = (edge + (column + 0.5) * cell_mm, edge + (row + 0.5) * cell_mm)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = (here[0] + dx * cell_mm, here[1] + dy * cell_mm)
            if (column + dx, row + dy) in found:
                continue
            if not are_crossed(boxes, *here, *there):
                found.add((column + dx, row + dy))
                waiting.append((column + dx, row + dy))
    return found


@pytest.mark.parametrize("file", REAL_MAZES)
def test_real_mazes_agree_with_the_table(file: str) -> None:
    """Size, start, goal cells and whether the goal can be reached are those of the table."""
    folder = cases_folder("micromouse")
    with (folder / "expected.csv").open(newline="") as table:
        row = next(row for row in csv.DictReader(table) if row["file"] == file)
    world = read_maze(folder / file)
    cell_mm = 90.0 if int(row["columns"]) == 32 else 180.0
    reached = reachable_cells(world, cell_mm)
    goals = {cell_of(world, g.pose.x_mm, g.pose.y_mm, cell_mm) for g in world.goals}
    start = cell_of(world, world.robots[0].pose.x_mm, world.robots[0].pose.y_mm, cell_mm)
    assert int(world.arena.width_mm // cell_mm) == int(row["columns"])
    assert int(world.arena.height_mm // cell_mm) == int(row["rows"])
    assert start == (int(row["start_column"] or 0), int(row["start_row"] or 0))
    assert len(goals) == len(world.goals) == int(row["goal_cells"])
    assert bool(goals & reached) == (row["goal_reachable"] == "True")


@pytest.mark.parametrize("file", REAL_MAZES)
def test_real_mazes_survive_saving(file: str) -> None:
    """An imported maze reads back from its own maze file unchanged."""
    text = world_to_text(read_maze(cases_folder("micromouse") / file))
    assert world_to_text(world_from_text(text)) == text


def test_a_small_maze_in_millimetres() -> None:
    """Grid lines are a cell apart, beginning half a wall from the arena's corner."""
    world = import_micromouse(read_text_maze(SMALL), "small")
    assert (world.arena.width_mm, world.arena.height_mm) == (3 * 180.0 + 12.0, 2 * 180.0 + 12.0)
    assert (world.robots[0].pose.x_mm, world.robots[0].pose.y_mm) == (96.0, 96.0)
    assert (world.goals[0].pose.x_mm, world.goals[0].pose.y_mm) == (456.0, 96.0)
    assert (world.goals[0].width_mm, world.mission.kind) == (180.0, "reach_goal")


def test_walls_in_one_line_become_one_wall_that_covers_its_posts() -> None:
    """The six pieces of the long borders are two walls, from corner to corner of the arena."""
    world = import_micromouse(read_text_maze(SMALL), "small")
    lying = [wall for wall in world.walls if wall.y0_mm == wall.y1_mm]
    assert [(w.x0_mm, w.x1_mm, w.y0_mm) for w in lying] == [(0.0, 552.0, 6.0), (0.0, 552.0, 366.0)]


def test_a_post_without_walls_stays_as_a_pillar() -> None:
    """A lone post is a wall as long as it is thick."""
    world = import_micromouse(read_text_maze("o   o\n     \no   o\n"), "posts")
    assert len(world.walls) == 4
    assert {wall.x1_mm - wall.x0_mm for wall in world.walls} == {12.0}


def test_cell_and_wall_size_can_be_set() -> None:
    """The sizes of the drawing's cells and walls are the caller's."""
    world = import_micromouse(read_text_maze(SMALL), "small", cell_mm=100.0, wall_mm=4.0)
    assert world.arena.width_mm == 304.0
    assert {wall.thickness_mm for wall in world.walls} == {4.0}


def test_walls_scale_with_the_cells() -> None:
    """Without a thickness walls are a fifteenth of a cell, as in the contests."""
    world = import_micromouse(read_text_maze(SMALL), "small", cell_mm=150.0)
    assert {wall.thickness_mm for wall in world.walls} == {10.0}


@pytest.mark.parametrize(("cells", "side_mm"), [(16, 16 * 180.0 + 12.0), (17, 17 * 90.0 + 6.0)])
def test_mazes_above_16_cells_are_half_size(cells: int, side_mm: float) -> None:
    """More than 16 cells a side means cells of 90 mm and walls of 6 mm."""
    posts, side = "o---" * cells + "o\n", "|" + " " * (4 * cells - 1) + "|\n"
    world = import_micromouse(read_text_maze(posts + side + posts), "long")
    assert world.arena.width_mm == side_mm


@pytest.mark.parametrize(
    "drawing",
    [
        SMALL.replace("o", "+"),
        SMALL.replace("o", "*"),
        SMALL.replace("\n", "\r\n"),
        SMALL.replace("\n", "\r"),
        SMALL.rstrip("\n"),
        "\n\n" + SMALL + "\n  \n",
        SMALL.replace("S", "s").replace("G", "g"),
        SMALL.replace(" S ", "S  ").replace(" G ", "  G"),
        SMALL.replace("---", "-----").replace("   ", "     ").replace(" S ", "  S  ").replace(
            "|   o", "|     o").replace(" G ", "  G  "),
    ],
)  # fmt: skip
def test_variants_of_the_drawing_are_the_same_maze(drawing: str) -> None:
    """Other posts, line ends, blank lines, small letters and wider cells change nothing."""
    assert read_text_maze(drawing) == read_text_maze(SMALL)


def test_blanks_at_line_ends_may_be_missing() -> None:
    """An open right side may be written without its blanks."""
    padded = "o---o---o\n|        \no   o   o\n| S      \no---o---o\n"
    trimmed = "\n".join(line.rstrip() for line in padded.splitlines())
    assert read_text_maze(trimmed) == read_text_maze(padded)


def test_a_wall_that_nobody_knows_is_a_gap_and_is_told() -> None:
    """A dot where a wall could be, in mazes that were explored in part, is no mistake."""
    partly = SMALL.replace("|       |", "|   .   |").replace("o   o   o   o", "o . o   o . o")

    found = import_maze_from(partly)

    assert found.world == import_maze_from(SMALL).world
    assert found.remarks == ("What the drawing leaves open (.) became gaps (3).",)


@pytest.mark.parametrize(
    ("cell", "heading_deg"),
    [
        ("o   o\n  S  \no   o", 90.0),
        ("o---o\n| S  \no   o", 0.0),
        ("o---o\n  S |\no   o", 180.0),
        ("o---o\n| S |\no   o", -90.0),
        ("o---o\n| S |\no---o", 90.0),
    ],
)
def test_the_robot_looks_out_of_its_cell(cell: str, heading_deg: float) -> None:
    """Up if that is open, else right, left, down; up in a closed cell."""
    pose = import_micromouse(read_text_maze(cell), "cell").robots[0].pose
    assert math.degrees(pose.heading_rad) == heading_deg


def test_without_letters_the_robot_starts_below_left_and_is_free() -> None:
    """No S: the lower-left cell. No G: nothing to reach."""
    world = import_micromouse(read_text_maze(SMALL.replace("S", " ").replace("G", " ")), "bare")
    assert (world.robots[0].pose.x_mm, world.robots[0].pose.y_mm) == (96.0, 96.0)
    assert world.mission.kind == "free"


def test_every_spot_that_is_wrong_is_told() -> None:
    """Wrong posts' lines, sides and letters are told by line and column, all at once."""
    drawing = "\n" + SMALL.replace("o   o   o", "o - o   o").replace("| S |", "x S |").replace(
        " G |", "Q  |x"
    )
    with pytest.raises(MazeError) as caught:
        world_from_content(drawing.encode(), Path("m.txt"))
    assert [problem.split(":")[0] for problem in caught.value.problems] == [
        "Line 4, column 2",
        "Line 5, column 14",
        "Line 5, column 1",
        "Line 5, column 10",
    ]


@pytest.mark.parametrize(
    ("drawing", "part"),
    [
        ("o---o\n|   |\n", "2 lines high"),
        ("o---o\n", "1 lines high"),
        ("o---o--\n|   |\no---o--\n", "7 characters wide"),
        ("o-" * 300 + "o\n|\n" + "o-" * 300 + "o\n", "601 characters wide"),
    ],
)
def test_a_drawing_of_the_wrong_shape_is_refused(drawing: str, part: str) -> None:
    """Lines and characters must make whole cells, and not absurdly many."""
    with pytest.raises(MazeError, match=part):
        import_micromouse(read_text_maze(drawing), "bad")


@pytest.mark.parametrize(
    ("cell_mm", "wall_mm", "part"),
    [
        (5.0, None, "cell size is 5 mm"),
        (math.nan, None, "cell size is nan mm"),
        (3000.0, None, "cell size is 3000 mm"),
        (180.0, 0.0, "wall thickness is 0 mm"),
        (180.0, 91.0, "must be from 0.1 to 90 mm"),
        (180.0, math.nan, "wall thickness is nan mm"),
    ],
)
def test_sizes_out_of_range_are_refused(cell_mm: float, wall_mm: float | None, part: str) -> None:
    """Cells and walls have sensible sizes."""
    with pytest.raises(MazeError, match=part):
        import_micromouse(read_text_maze(SMALL), "small", cell_mm=cell_mm, wall_mm=wall_mm)


def test_a_robot_that_does_not_fit_its_cell_is_told(tmp_path: Path) -> None:
    """Cells narrower than the robot are refused when the maze is read."""
    path = tmp_path / "tiny.txt"
    path.write_text(SMALL)
    with pytest.raises(MazeError, match=r"robots\[0\] .* too close"):
        read_maze(path, cell_mm=50.0)
