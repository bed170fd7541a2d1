"""Maps of other robots' simulators: playgrounds of Aseba, maps of ROS, worlds of Stage."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.pictures import file_of
from wsusim.errors import MazeError
from wsusim.formats.importers.importer import Imported
from wsusim.formats.maze_reader import import_maze

PLAYGROUND = """<!DOCTYPE aseba-playground>
<aseba-playground>
  <description>A table &ndash; with walls</description>
  <color name="wall" r="1" g="0.5" b="0"/>
  <world w="100" h="80" color="wall" groundTexture="floor.png"/>
  <wall x="50" y="40" l1="2" l2="40" h="10" color="wall"/>
  <wall x="20" y="20" l1="30" l2="2" h="10" angle="0.785398163"/>
  <wall x="80" y="65" l1="8" l2="6" h="5" mass="120"/>
  <cylinder x="15" y="60" r="3" h="10" color="wall"/>
  <cylinder x="85" y="20" r="2" h="10" mass="50"/>
  <door closedX="70" closedY="40" openedX="80" openedY="40" l1="10" l2="1" h="9"/>
  <feeder x="5" y="5"/>
  <robot type="thymio2" x="30" y="40" angle="1.5707963"/>
  <robot type="e-puck" x="70" y="60"/>
  <robot type="spider" x="1" y="1"/>
</aseba-playground>
"""


def opened(folder: Path, name: str, text: str, **given: object) -> Imported:
    """Return what is made of a file."""
    (folder / name).write_text(text, encoding="utf-8")
    return import_maze(folder / name, **given)


def drawing(folder: Path, name: str, mode: str = "L") -> None:
    """Draw a frame of 100 x 60 points with a bar to the left of its middle, and grey around it."""
    grey = np.full((70, 120), 205, np.uint8)
    grey[5:65, 10:110] = 254
    for rows, columns in (
        (slice(5, 8), slice(10, 110)), (slice(62, 65), slice(10, 110)),
        (slice(5, 65), slice(10, 13)), (slice(5, 65), slice(107, 110)),
        (slice(5, 40), slice(35, 38)),
    ):  # fmt: skip
        grey[rows, columns] = 0
    (folder / name).write_bytes(file_of(Image.fromarray(grey).convert(mode), Path(name).suffix[1:]
                                        .upper().replace("PGM", "PPM")))  # fmt: skip


def test_a_playground_keeps_its_places_and_colours(tmp_path: Path) -> None:
    """Centimetres become millimetres, radians stay, grams too."""
    (tmp_path / "floor.png").write_bytes(file_of(Image.new("L", (200, 200), 90)))

    done = opened(tmp_path, "table.playground", PLAYGROUND)
    world = done.world

    assert (world.arena.width_mm, world.arena.height_mm) == (1000.0, 800.0)
    assert world.description == "A table – with walls"
    upright, slanted, door = world.walls
    assert (upright.x0_mm, upright.y0_mm, upright.x1_mm, upright.y1_mm) == (500, 200, 500, 600)
    assert (upright.thickness_mm, upright.colour) == (20.0, "#ff8000")
    turned = math.atan2(slanted.y1_mm - slanted.y0_mm, slanted.x1_mm - slanted.x0_mm)
    assert turned == pytest.approx(math.pi / 4, abs=1e-4)
    assert (door.x0_mm, door.x1_mm, door.y0_mm) == (650, 750, 400)
    assert [(box.width_mm, box.depth_mm, box.mass_g) for box in world.boxes] == [(80, 60, 120)]
    assert [(one.x_mm, one.diameter_mm) for one in world.cylinders] == [(150, 60), (850, 40)]
    assert world.cylinders[0].mass_g > 100 * world.cylinders[1].mass_g
    assert [(r.kind, r.pose.x_mm, r.pose.y_mm) for r in world.robots] == [
        ("thymio", 300, 400), ("epuck", 700, 600),
    ]  # fmt: skip
    assert world.robots[0].pose.heading_rad == pytest.approx(math.pi / 2)
    (picture,) = world.floor_pictures
    assert picture.size_mm == (1000.0, 800.0)
    assert set(done.remarks) == {
        "1 robot left out.", "1 feeder left out.", "Doors stay closed and became walls (1).",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["map.pgm", "map.png"])
@pytest.mark.parametrize("negate", [0, 1])
def test_a_map_of_ros_is_to_scale_and_the_right_way_up(
    tmp_path: Path, name: str, negate: int
) -> None:
    """What nobody has seen is cut off; the bar hangs from the top, on the left."""
    drawing(tmp_path, name)
    if negate:
        image = Image.open(tmp_path / name)
        (tmp_path / name).write_bytes(
            file_of(Image.eval(image, lambda v: 255 - v), "PNG" if name == "map.png" else "PPM")
        )
    text = f"image: {name}\nresolution: 0.02\norigin: [-1.2, -0.7, 0.0]\nnegate: {negate}\n"

    done = opened(tmp_path, "map.yaml", f"{text}occupied_thresh: 0.65\nfree_thresh: 0.196\n")

    world = done.world
    assert (world.arena.width_mm, world.arena.height_mm) == pytest.approx((2000.0, 1200.0))
    assert len(world.walls) in (5, 6), "a wall may be two where another meets it"
    bar = min(world.walls, key=lambda wall: abs(wall.x0_mm - 530) + abs(wall.x1_mm - 530))
    assert {round(bar.x0_mm, -1), round(bar.x1_mm, -1)} == {530}
    assert min(bar.y0_mm, bar.y1_mm) == pytest.approx(500, abs=40)
    assert max(bar.y0_mm, bar.y1_mm) > 1100
    assert bar.thickness_mm == pytest.approx(60, abs=15)
    assert "The origin of the map is at x 1000, y 600 mm." in done.remarks


def test_a_map_in_blocks_of_yaml_is_read(tmp_path: Path) -> None:
    """As ROS 2 writes it; a smaller scale makes a smaller maze."""
    drawing(tmp_path, "m.pgm")
    text = "image: m.pgm\nmode: trinary\nresolution: 0.05\norigin:\n- -3\n- 1\n- 0\nnegate: 0\n"

    done = opened(tmp_path, "map.yml", text, scale=0.2)

    assert (done.world.arena.width_mm, done.world.arena.height_mm) == pytest.approx((1000, 600))


WORLD = """
include "rooms.inc"   # and robots
resolution 0.02
window ( size [ 600 600 ] scale 30 )
floorplan ( name "rooms" bitmap "rooms.png" size [ 4.0 2.4 0.8 ] pose [ 1.0 0 0 0 ] )
robot ( name "r0" pose [ 1.5 0.2 0 90 ] sonar( pose [ 0 0 0 0 ] ) )
puck ( pose [ 0 0 0 0 ] )
"""
INCLUDED = """
define floorplan model ( color "gray30" boundary 1 )
define pioneer position ( size [ 0.4 0.4 0.2 ] )
define robot pioneer ( drive "diff" )
define puck model ( size [ 0.1 0.1 0.1 ] )
"""


def test_a_world_of_stage_has_its_walls_and_robots(tmp_path: Path) -> None:
    """The bitmap's dark part is as large as the size says; poses are seen from its middle."""
    drawing(tmp_path, "rooms.png", "RGB")
    (tmp_path / "rooms.inc").write_text(INCLUDED)

    done = opened(tmp_path, "rooms.world", WORLD, scale=0.5)

    world = done.world
    assert (world.arena.width_mm, world.arena.height_mm) == pytest.approx((2000.0, 1200.0))
    assert len(world.walls) in (5, 6), "a wall may be two where another meets it"
    (robot,) = world.robots
    assert (robot.pose.x_mm, robot.pose.y_mm) == pytest.approx((1250.0, 700.0), abs=1)
    assert robot.pose.heading_rad == pytest.approx(math.pi / 2)
    assert done.remarks == ("1 other model left out.",)


def test_a_world_of_stage_without_its_includes_says_so(tmp_path: Path) -> None:
    """The walls are there all the same."""
    drawing(tmp_path, "rooms.png")

    done = opened(tmp_path, "rooms.world", WORLD, scale=0.5)

    assert len(done.world.walls) in (5, 6)
    assert "There is no file rooms.inc, so what it says is missing." in done.remarks


ROS = "image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n"


@pytest.mark.parametrize(
    ("name", "text", "given", "told"),
    [
        ("a.playground", "<aseba-playground><wall/></aseba-playground>", {}, "has a <world>"),
        ("a.playground", "<aseba-playground><world w='x' h='1'/></aseba-playground>", {}, "w='x'"),
        ("a.playground", "<aseba-playground>", {}, "no good XML"),
        ("a.yaml", ROS.replace("map", "none"), {}, "There is no file"),
        ("a.yaml", ROS.replace("0.05", "fast"), {}, "resolution is 'fast'"),
        ("a.yaml", ROS.replace("[0, 0, 0]", "here"), {}, "origin is 'here'"),
        ("a.yaml", ROS.replace("0.05", "5"), {}, r"--scale 0\.04"),
        ("a.yaml", ROS, {"scale": -1.0}, "The scale is -1"),
        ("a.yaml", f"{ROS}negate: [", {}, "no good YAML"),
        ("a.world", WORLD.replace("rooms.png", "none.png"), {}, "There is no file"),
        ("a.world", WORLD.replace("4.0 2.4", "4.0 wide"), {}, "size of floorplan is"),
        ("a.world", WORLD.replace("4.0 2.4 0.8", "0 0 0"), {}, "Give it a size"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    tmp_path: Path, name: str, text: str, given: dict[str, float], told: str
) -> None:
    """With the file's name, and nothing breaks."""
    drawing(tmp_path, "map.pgm")
    drawing(tmp_path, "rooms.png")

    with pytest.raises(MazeError, match=told) as caught:
        opened(tmp_path, name, text, **given)

    assert str(caught.value).startswith(name)
