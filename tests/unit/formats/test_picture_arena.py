"""A picture becomes a maze of few walls."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PIL import Image, ImageDraw
from shapely import Point, Polygon, union_all

from tests.pictures import drawn, enlarged, file_of
from tests.seeds import few
from wsusim.editor.objects import outline_mm
from wsusim.errors import MazeError
from wsusim.formats import picture_arena
from wsusim.formats.maze_reader import world_from_content
from wsusim.formats.picture_arena import (
    FloorTone,
    PictureSettings,
    arena_of_picture,
    solids,
    world_of_picture,
)
from wsusim.formats.traced_walls import Strip
from wsusim.formats.world_check import find_problems

ROOM = enlarged(
    drawn(
        "##########",
        "#........#",
        "#..##....#",
        "#..##....#",
        "#........#",
        "#......#.#",
        "#......#.#",
        "#......#.#",
        "##########",
    ),
    20,
)


NOISE = np.random.default_rng(1).integers(0, 255, (700, 700)).astype(np.uint8)


PIXEL_MAZE = drawn(
    "#####.#########",
    "#.....#.......#",
    "#.###.#.#.###.#",
    "#.#...#.#.#...#",
    "###.###.#.#.###",
    "#...#...#.#...#",
    "#.#.#.###.###.#",
    "#.#.#.#...#...#",
    "#.#...#.#.#.#.#",
    "#.#####.#.#.#.#",
    "#.....#.#...#.#",
    "#####.#.#####.#",
    "#.......#...#.#",
    "#.#####...#...#",
    "#.#############",
)


def covered(world):
    """Return the floor that the walls of a world cover."""
    return union_all([Polygon(outline_mm(wall)) for wall in world.walls])


def test_bars_become_bars():
    """A frame of four walls, a block and a bar: six walls in their places."""
    world = world_of_picture(ROOM, "room")

    assert len(world.walls) == 6
    assert (world.arena.width_mm, world.arena.height_mm) == (200.0, 180.0)
    block = next(w for w in world.walls if w.thickness_mm == pytest.approx(40.0, abs=2.0))
    assert (block.x0_mm + block.x1_mm) / 2 == pytest.approx(80.0, abs=2.0)
    assert (block.y0_mm + block.y1_mm) / 2 == pytest.approx(120.0, abs=2.0)


def test_walls_cover_what_is_dark():
    """To within the tolerance, on both sides of each border."""
    dark = union_all(solids(ROOM, PictureSettings(tolerance_mm=0.0)))

    walls = covered(world_of_picture(ROOM, "room", PictureSettings(tolerance_mm=2.0)))

    assert dark.difference(walls.buffer(2.5)).area == 0.0
    assert walls.difference(dark.buffer(2.5)).area == 0.0


def test_slanted_and_round_walls_keep_to_their_borders():
    """Walls along the sides stay within the tolerance, and nothing slips in between."""
    image = Image.new("L", (500, 400), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 60, 200, 180), fill=0)
    pen.polygon([(260, 300), (460, 330), (300, 120)], fill=0)
    grey = np.asarray(image)
    dark = union_all(solids(grey, PictureSettings(tolerance_mm=0.0)))

    walls = covered(world_of_picture(grey, "shapes", PictureSettings(tolerance_mm=2.0)))

    assert walls.difference(dark.buffer(4.5)).area < 1.0
    assert dark.boundary.difference(walls.buffer(3.0)).length == 0.0


def test_a_slanted_line_is_a_single_wall():
    """It has the line's thickness."""
    image = Image.new("L", (400, 300), 255)
    ImageDraw.Draw(image).line((60, 60, 300, 200), fill=0, width=12)

    (wall,) = world_of_picture(np.asarray(image), "line").walls

    assert wall.thickness_mm == pytest.approx(12.0, abs=2.0)


def test_a_larger_tolerance_makes_fewer_walls():
    """A circle needs fewer sides."""
    image = Image.new("L", (400, 400), 255)
    ImageDraw.Draw(image).ellipse((80, 80, 320, 320), fill=0)
    grey = np.asarray(image)

    counts = [
        len(world_of_picture(grey, "disc", PictureSettings(tolerance_mm=mm)).walls)
        for mm in (0.5, 2.0, 8.0)
    ]

    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0] / 2


def test_the_scale_is_in_millimetres_a_pixel():
    """Arena and walls grow with it."""
    world = world_of_picture(ROOM, "room", PictureSettings(mm_per_px=5.0))

    assert (world.arena.width_mm, world.arena.height_mm) == (1000.0, 900.0)
    assert len(world.walls) == 6


def test_the_threshold_says_what_is_floor():
    """Grey of 128 is wall at 200 and floor at 100."""
    grey = enlarged(drawn("......", "..++..", "..++..", "......"), 50)

    assert len(world_of_picture(grey, "grey", PictureSettings(threshold=200)).walls) == 1
    assert len(world_of_picture(grey, "grey", PictureSettings(threshold=100)).walls) == 0


def test_floor_may_be_dark_and_walls_as_bright_as_they_are_drawn():
    """KiKS's arenas: black floor, walls of any grey."""
    grey = enlarged(drawn("######", "#.##+#", "######"), 60)
    settings = PictureSettings(threshold=1, floor="dark", is_surface=True)

    world = world_of_picture(grey, "kiks", settings)

    assert sorted(wall.reflectivity for wall in world.walls) == [0.5, 1.0]


def test_specks_are_left_out():
    """Dust of a scan makes no walls."""
    grey = np.full((300, 300), 255, np.uint8)
    grey[100:102, 50:52] = 0

    assert world_of_picture(grey, "dust").walls == ()


SHAPES = {
    "L": [(50, 50, 50, 150), (50, 150, 200, 150)],
    "T": [(50, 50, 250, 50), (150, 50, 150, 150)],
    "U": [(60, 50, 60, 150), (60, 150, 200, 150), (200, 150, 200, 50)],
    "Z": [(60, 50, 200, 50), (200, 50, 60, 150), (60, 150, 200, 150)],
    "outline": [(50, 40, 250, 40), (250, 40, 250, 160), (250, 160, 50, 160), (50, 160, 50, 40)],
    "border": [(0, 0, 299, 0), (299, 0, 299, 199), (299, 199, 0, 199), (0, 199, 0, 0)],
    "rotated": [(50, 100, 150, 40), (150, 40, 210, 140), (150, 40, 250, 20)],
}


@pytest.mark.parametrize("width", few([3, 1, 8, 2, 4, 5], 2))
@pytest.mark.parametrize("shape", SHAPES)
def test_no_line_vanishes(shape, width):
    """Of any thickness: all that is dark is wall, and nothing else is."""
    image = Image.new("L", (300, 200), 255)
    for ends in SHAPES[shape]:
        ImageDraw.Draw(image).line(ends, fill=0, width=width)
    grey = np.asarray(image)
    cells = [Polygon([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
             for row, x in np.argwhere(grey == 0).tolist() for y in [199 - row]]  # fmt: skip
    dark = union_all(cells)

    arena = arena_of_picture(grey, shape)

    walls = covered(arena.world)
    assert arena.remark == ""
    assert dark.difference(walls.buffer(2.5)).area < 1.5
    assert walls.difference(dark.buffer(2.5)).area < 6.0
    assert len(arena.world.walls) <= 2 * len(SHAPES[shape]) + 8 * (shape == "Z")
    assert not find_problems(arena.world)


def test_a_floor_plan_of_thin_walls_and_hairlines_is_a_maze():
    """Rooms, doors, a stair, a slanted wall: what we make of it is valid, point for point."""
    image = Image.new("L", (900, 700), 255)
    pen = ImageDraw.Draw(image)
    pen.rectangle((40, 40, 860, 660), outline=0, width=7)
    for x in (250, 480, 700):
        pen.line((x, 40, x, 300), fill=0, width=4)
        pen.line((x, 360, x, 660), fill=0, width=2)
        pen.arc((x - 60, 300, x + 60, 420), 270, 360, fill=0)
    for step in range(12):
        pen.line((500 + 9 * step, 500, 500 + 9 * step, 580), fill=0)
    pen.line((40, 660, 250, 360), fill=60, width=3)
    pen.text((100, 100), "KITCHEN", fill=0)
    rough = image.rotate(1.5, fillcolor=255, resample=Image.Resampling.BICUBIC)

    for tilted in (image, rough):
        world = world_of_picture(np.asarray(tilted), "plan")

        assert len(world.walls) > 15
        assert not find_problems(world)


def test_no_wall_is_a_point():
    """Small rounded corners make sides of less than a hundredth of a millimetre."""
    grey = np.full((4000, 1000), 255, np.uint8)
    y, x = np.mgrid[0:4000, 0:1000]
    grey[(x - 500) ** 2 + (y - 600) ** 2 < 300**2] = 0

    world = world_of_picture(grey, "small", PictureSettings(mm_per_px=0.1, tolerance_mm=0.0))

    assert world.walls
    assert not find_problems(world)


@pytest.mark.parametrize(
    ("side", "told"),
    [
        (3, "1 spot of at most 8 square mm left out as dirt: a tolerance of 1.4 mm keeps the"),
        (2, "1 spot of at most 4 square mm left out as dirt: draw them larger if"),
        (0, "Nothing in the picture is wall. Move the threshold"),
    ],
)
def test_what_was_left_out_is_told_with_what_keeps_it(side, told):
    """How much it is, and the setting or the pen that would make it a wall."""
    grey = np.full((300, 300), 255, np.uint8)
    grey[100 : 100 + side, 50 : 50 + side] = 0

    assert told in arena_of_picture(grey, "dust").remark
    assert (len(world_of_picture(grey, "dust", PictureSettings(tolerance_mm=1.3)).walls) == 1) == (
        side == 3
    )


def test_a_robot_stands_where_there_is_room():
    """Near the middle, clear of walls."""
    (robot,) = world_of_picture(enlarged(ROOM, 3), "room").robots

    assert 0 < robot.pose.x_mm < 600


@pytest.mark.parametrize(
    ("grey", "settings", "words"),
    [
        (ROOM, PictureSettings(mm_per_px=0.1), "20 x 18 mm, but each side must be 100 to"),
        (ROOM, PictureSettings(mm_per_px=2000.0), "The scale is 2000, but it must be 0.05 to 1000"),
        (ROOM, PictureSettings(threshold=0), "The threshold is 0, but it must be 1 to 255"),
        (ROOM, PictureSettings(tolerance_mm=-1.0), "The tolerance is -1"),
        (np.zeros((200, 200), np.uint8), None, "the whole picture is wall"),
        (NOISE[:520, :520], None, "more than 20,000 walls"),
        (NOISE, PictureSettings(tolerance_mm=0.0), "looks like a photo or noise"),
    ],
)
def test_what_makes_no_maze_is_told(grey, settings, words):
    """One sentence that says what to change."""
    with pytest.raises(MazeError, match=words):
        world_of_picture(grey, "bad", settings)


def test_any_command_takes_a_picture_as_a_maze(tmp_path):
    """With the usual settings."""
    content = file_of(Image.fromarray(ROOM), "GIF")

    world = world_from_content(content, tmp_path / "room.gif")

    assert world.name == "room"
    assert len(world.walls) == 6


@pytest.mark.parametrize(("width", "height"), [(22, 22), (23, 22), (22, 23), (24, 21), (12, 12)])
def test_a_block_keeps_its_size(width: int, height: int) -> None:
    """Also one that is hardly larger than the tolerance, of which thinning leaves two points."""
    grey = np.full((120, 120), 255, np.uint8)
    grey[40 : 40 + height, 50 : 50 + width] = 0

    arena = arena_of_picture(grey, "block", PictureSettings(tolerance_mm=5.0))

    (wall,) = arena.world.walls
    length_mm = math.dist((wall.x0_mm, wall.y0_mm), (wall.x1_mm, wall.y1_mm))
    sides = sorted((length_mm, wall.thickness_mm))
    assert sides == pytest.approx(sorted((width, height)), abs=5.0)
    assert arena.remark == ""


@pytest.mark.parametrize("mm_per_px", [10.0, 50.0, 120.0])
@pytest.mark.parametrize("floor", ["light", "dark"])
def test_a_maze_may_be_drawn_with_a_pixel_for_a_cell(mm_per_px: float, floor: FloorTone) -> None:
    """As programs that solve mazes have them: all its walls, also a post, and all its passages."""
    grey = PIXEL_MAZE if floor == "light" else 255 - PIXEL_MAZE
    settings = PictureSettings(mm_per_px=mm_per_px, floor=floor)

    arena = arena_of_picture(grey, "maze", settings)

    walls = covered(arena.world)
    middles = [
        Point((column + 0.5) * mm_per_px, (len(PIXEL_MAZE) - row - 0.5) * mm_per_px)
        for row, column in np.ndindex(PIXEL_MAZE.shape)
    ]
    assert [walls.covers(middle) for middle in middles] == (PIXEL_MAZE < 128).ravel().tolist()
    assert arena.remark == ""
    assert arena.world.description.startswith(f"Made from a picture, {mm_per_px:.0f} mm per pixel.")


@pytest.mark.parametrize(
    ("most", "told"), [(10_000, ""), (100, " % of the floor lies under walls: draw the")]
)
def test_walls_on_the_floor_are_told(most: int, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a picture that is too large to be read with finer points."""
    monkeypatch.setattr(picture_arena, "PIXELS_MAX", most)

    arena = arena_of_picture(PIXEL_MAZE, "maze", PictureSettings(mm_per_px=50.0))

    assert told in arena.remark
    assert bool(arena.remark) == bool(told)


def test_what_got_lost_in_any_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever step has lost it: which setting keeps more is said."""
    grey = np.full((200, 300), 255, np.uint8)
    grey[40:60, 30:250] = grey[120:140, 30:250] = 0
    monkeypatch.setattr(picture_arena, "strips_of", lambda part, _slack: STRIPS)

    arena = arena_of_picture(grey, "bars", PictureSettings(tolerance_mm=2.0))

    assert arena.remark == (
        "50 % of what is drawn is more than 4 mm from any wall: a tolerance of 1.1 mm keeps more."
    )


STRIPS = [Strip((30.0, 150.0), (250.0, 150.0), 20.0)]
