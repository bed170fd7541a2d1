"""Mazes that are drawn with blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.formats.importers.foreign import refused
from wsusim.formats.importers.table import importer_of
from wsusim.formats.maze_reader import world_from_content
from wsusim.model.world import World

THIN = """\
#######
#S#   #
# # # #
#   #G#
#######
"""

THICK = """\
########
#S..#..#
#.##...#
#....#G#
########
"""


def maze(text: str, **given: object) -> World:
    """Return the maze of a drawing."""
    return world_from_content(text.encode(), Path("m.txt"), **given)


def lines(world: World) -> list[tuple[float, float, float, float, float]]:
    """Return the walls: ends and thickness."""
    return [(w.x0_mm, w.y0_mm, w.x1_mm, w.y1_mm, w.thickness_mm) for w in world.walls]


def test_posts_and_cells_in_turn_are_a_maze_of_thin_walls() -> None:
    """The same as the one that is drawn with o, --- and |."""
    drawn = "o---o---o---o\n| S |       |\no   o   o   o\n|       | G |\no---o---o---o\n"

    assert maze(THIN) == maze(drawn)


def test_any_other_drawing_has_walls_as_thick_as_its_squares() -> None:
    """Its frame is the arena's border; S is the start, G the goal, a square is 100 mm."""
    world = maze(THICK)

    assert (world.arena.width_mm, world.arena.height_mm) == (600, 300)
    assert lines(world) == [
        *((100, 150, 300, 150, 100), (300, 250, 400, 250, 100), (400, 50, 500, 50, 100)),
    ]
    (robot,), (goal,) = world.robots, world.goals
    assert (robot.pose.x_mm, robot.pose.y_mm) == (50, 250)
    assert (goal.pose.x_mm, goal.pose.y_mm, goal.width_mm) == (550, 50, 100)
    assert world.mission.kind == "reach_goal"


def test_a_square_may_have_another_size() -> None:
    """As cells of micromouse mazes have."""
    assert maze(THICK, cell_mm=60.0).arena.width_mm == 360


@pytest.mark.parametrize(
    "drawing",
    [
        THICK.replace(".", " "),
        THICK.replace("#", "*"),
        THICK.replace("#", "█"),
        THICK.replace("#", "X").replace("S", "s").replace("G", "e"),
        THICK.replace("#", "1").replace(".", "0"),
        "\n".join(",".join(line) for line in THICK.replace(".", "0").splitlines()),
        "\n".join(
            " ".join(line) for line in THICK.replace("#", "1").replace(".", "0").splitlines()
        ),
        f"\n\n{THICK}\r\n",
    ],
)
def test_other_marks_are_the_same_maze(drawing: str) -> None:
    """Walls of other marks, floor of blanks or zeros, and squares that are separated."""
    assert maze(drawing) == maze(THICK)


def test_without_a_start_a_robot_finds_room() -> None:
    """It stands free, near the middle."""
    (robot,) = maze(THICK.replace("S", ".")).robots

    assert 0 < robot.pose.x_mm < 600


@pytest.mark.parametrize(
    "text",
    [
        "####\n#  #\n",
        "####\n#  #\n## #\n",
        "####\n#\n####\n",
        "####\n#hello#\n####\n",
        "# Title\n\n# Another\n",
        "*****\n* a *\n*****\n",
    ],
)
def test_what_is_no_closed_drawing_is_not_taken(text: str) -> None:
    """Headings, frames around words, and drawings that are cut off."""
    assert importer_of(text.encode()) is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cell_mm": 1.0}, r"cell size is 1 mm, but it must be from 10"),
        ({"wall_mm": 5.0}, r"as thick as its squares\. Leave --wall-mm out"),
    ],
)
def test_figures_that_do_not_fit_are_told(
    tmp_path: Path, given: dict[str, float], told: str
) -> None:
    """With the range, or what to leave out."""
    refused(tmp_path, "m.txt", THICK, told, **given)


def test_squares_in_a_row_or_a_column_are_one_wall() -> None:
    """So that a large drawing hasn't thousands."""
    world = maze("#######\n# #   #\n# #   #\n#   ###\n#######\n")

    assert sorted(lines(world)) == [(150, 100, 150, 300, 100), (300, 50, 500, 50, 100)]
