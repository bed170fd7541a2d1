"""Maps of the original WSU simulator become worlds, section by section."""

from __future__ import annotations

import csv
import math
import struct
from pathlib import Path

import pytest

from tests.cases import cases_folder
from tests.unit.formats.java_map import BALL, CAP, HORIZONTAL, LIGHT, VERTICAL, WALL, wsu_map
from wsusim.errors import MazeError
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.maze_reader import read_maze, world_from_content
from wsusim.formats.wsu_map import import_wsu_map
from wsusim.model.units import CELL_MM

PATH = Path("old-map")

REAL_MAPS = [
    "1-null-map",
    "11-go-into-the-light-2",
    "13-too-bright",
    "3-double-light-source",
    "4-vehicle-2a-hide-from-light--versio-2",
    "6-find-the-light",
    "8-thread-the-needle",
    "medium-map---vehicles-1-4",
    "vehicle-4c-maze-1",
    "behavior1-gates1",
    "behavior2-collector",
    "gripper-mover1",
    "obstacles",
    "sensors1-obstacles",
    "sensors2-1",
    "sensors2-3",
    "stateful-find",
]


def expected(folder: Path, file: str) -> list[int]:
    """Return the counts that ``expected.csv`` gives for one map."""
    with (folder / "expected.csv").open(newline="") as table:
        row = next(row for row in csv.DictReader(table) if row["file"] == file)
    keys = ("wall_sections", "of_them_horizontal", "lights", "caps", "balls")
    return [int(row[key]) for key in keys]


@pytest.mark.parametrize("file", REAL_MAPS)
def test_real_maps_have_the_expected_counts(file: str) -> None:
    """Each of the 17 real maps gives one wall a section, and all lights, caps and balls."""
    folder = cases_folder("wsu-maps")
    world = read_maze(folder / file)
    lying = sum(wall.y0_mm == wall.y1_mm for wall in world.walls)
    counts = [len(world.walls), lying, len(world.lights), len(world.caps), len(world.balls)]
    assert counts == expected(folder, file)


@pytest.mark.parametrize("file", REAL_MAPS)
def test_real_maps_survive_saving(file: str) -> None:
    """An imported map is a valid world that reads back from its own maze file unchanged."""
    text = world_to_text(read_maze(cases_folder("wsu-maps") / file))
    assert world_to_text(world_from_text(text)) == text


def test_an_empty_map_is_the_bare_arena() -> None:
    """A map without objects gives the 1219.2 mm arena, its frame, and a robot in the middle."""
    world = import_wsu_map(wsu_map(), "empty")
    assert (world.arena.width_mm, world.arena.height_mm) == (1219.2, 1219.2)
    assert world.arena.outline_mm[0] == pytest.approx((19 * CELL_MM, 16 * CELL_MM))
    assert world.arena.outline_mm[2] == pytest.approx((482 * CELL_MM, 481 * CELL_MM))
    assert (world.robots[0].pose.x_mm, world.robots[0].pose.y_mm) == (609.6, 609.6)
    assert world.counts()["walls"] == 0


def test_a_vertical_section_hangs_down_from_its_corner() -> None:
    """A vertical section covers x..x+8 and y..y+50 pixels, y counted downwards."""
    (wall,) = import_wsu_map(wsu_map((WALL, 100, 200, VERTICAL)), "map").walls
    ends_px = [v / CELL_MM for v in (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm)]
    assert ends_px == pytest.approx([104, 300, 104, 250])
    assert wall.thickness_mm == pytest.approx(8 * CELL_MM)


def test_a_horizontal_section_lies_above_its_corner() -> None:
    """A horizontal section covers x..x+50 and y-8..y pixels."""
    (wall,) = import_wsu_map(wsu_map((WALL, 100, 200, HORIZONTAL)), "map").walls
    ends_px = [v / CELL_MM for v in (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm)]
    assert ends_px == pytest.approx([100, 304, 150, 304])


def test_lights_caps_and_balls_stand_in_the_middle_of_their_squares() -> None:
    """A light's square is 16 pixels wide, a cap's and a ball's 9."""
    objects = wsu_map((LIGHT, 100, 100, 0.0), (CAP, 200, 100, 0.0), (BALL, 300, 100, 0.0))
    world = import_wsu_map(objects, "map")
    assert world.lights[0].x_mm / CELL_MM == pytest.approx(108)
    assert world.caps[0].x_mm / CELL_MM == pytest.approx(204.5)
    assert world.balls[0].y_mm / CELL_MM == pytest.approx(500 - 104.5)


@pytest.mark.parametrize(
    "section",
    [(470, 300, HORIZONTAL), (600, 300, HORIZONTAL), (-80, 300, VERTICAL), (300, 495, VERTICAL)],
)
def test_sections_beyond_the_panel_stay_in_the_frame(section: tuple[int, int, float]) -> None:
    """A section that leaves the panel is cut off, or kept within the frame, and still counts."""
    world = world_from_content(wsu_map((WALL, *section)), PATH)
    assert len(world.walls) == 1


def test_a_cap_in_a_wall_moves_out_of_it_and_says_so() -> None:
    """A cap drawn into a wall goes to the nearest room; the description tells it."""
    objects = wsu_map((WALL, 100, 200, VERTICAL), (CAP, 105, 220, 0.0))
    world = world_from_content(objects, PATH)
    wall_face_mm = 108 * CELL_MM
    assert world.caps[0].x_mm == pytest.approx(wall_face_mm + 14.5, abs=1.0)
    assert "Moved to free places: a cap by" in world.description


def test_caps_on_one_spot_are_spread() -> None:
    """Two caps on the same pixel end up side by side."""
    world = world_from_content(wsu_map((CAP, 200, 200, 0.0), (CAP, 200, 200, 0.0)), PATH)
    one, other = world.caps
    distance = math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
    assert distance == pytest.approx(29.0, abs=1.0)


def test_a_lamp_in_the_frame_moves_onto_the_floor() -> None:
    """A lamp drawn into the border shines from the nearest free floor."""
    world = world_from_content(wsu_map((LIGHT, 0, 200, 0.0)), PATH)
    assert world.lights[0].x_mm >= 19 * CELL_MM


def test_a_robot_finds_room_beside_what_stands_in_the_middle() -> None:
    """When the middle is taken, the robot starts at the free place nearest to it."""
    pose = world_from_content(wsu_map((LIGHT, 242, 242, 0.0)), PATH).robots[0].pose
    assert 0.0 < math.dist((pose.x_mm, pose.y_mm), (609.6, 609.6)) < 100.0


def test_objects_of_unknown_kinds_are_left_out_and_told() -> None:
    """An object type that no known version wrote does not spoil the map."""
    world = world_from_content(wsu_map((9, 100, 100, 0.0), (CAP, 200, 200, 0.0)), PATH)
    assert "Left out 1 objects" in world.description


def nested_references(depth: int) -> bytes:
    """Return a stream of arrays, each holding the one before twice: text of 2^depth when shown."""
    kind = b"\x72" + struct.pack(">H", 19) + b"[Ljava.lang.Object;" + bytes(8) + b"\x02\x00\x00xp"
    handles = range(1, depth + 1)
    pairs = b"".join(
        b"\x75\x71\x00\x7e\x00\x00\x00\x00\x00\x02"
        + (b"\x71" + struct.pack(">I", 0x7E0000 + handle)) * 2
        for handle in handles
    )
    return b"\xac\xed\x00\x05\x75" + kind + struct.pack(">i", depth + 1) + b"p" + pairs


@pytest.mark.parametrize(
    "content",
    [
        b"\xac\xed",
        b"\xac\xed\x00\x05",
        b"\xac\xed\x00\x05" + bytes(100),
        wsu_map((WALL, 100, 100, 0.0))[:-40],
        wsu_map(root="java.util.ArrayXX"),
        wsu_map((WALL, 100, 100, math.nan)),
        wsu_map((WALL, 2**31 - 1, 100, 0.0)),
        wsu_map().replace(b"elementCount", b"elementKount"),
        b"\xac\xed\x00\x05" + b"\x73" * 5000,
        b"\xac\xed\x00\x05" + bytes(300_000),
        nested_references(60),
    ],
)
def test_bad_streams_are_one_maze_error(content: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """Damaged, foreign or hostile Java streams give one ``MazeError`` and no log line."""
    with pytest.raises(MazeError, match=r"^old-map: .*WSU"):
        world_from_content(content, PATH)
    assert caplog.records == []


def test_a_crowd_is_refused_before_room_is_sought() -> None:
    """More objects than a maze may hold are one error, told with the limit."""
    with pytest.raises(MazeError, match="has 501 caps, but a maze can have at most 500"):
        world_from_content(wsu_map(*[(CAP, 250, 250, 0.0)] * 501), PATH)
