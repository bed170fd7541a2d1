"""Playgrounds of Aseba become mazes."""

from __future__ import annotations

import math
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.pictures import file_of
from tests.unit.formats.importers.foreign import opened, refused
from wsusim.errors import MazeError
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


def packed(folder: Path, **files: bytes) -> Path:
    """Return a packed playground with these files, a dot for each ``__``."""
    file = folder / "suite.playground"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return file


def test_a_packed_playground_is_the_same_with_its_picture(tmp_path: Path) -> None:
    """As Thymio Suite has them: world.xml and its pictures in one file."""
    picture = file_of(Image.new("L", (200, 200), 90))
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "floor.png").write_bytes(picture)
    (tmp_path / "floor.png").write_bytes(b"another one")
    file = packed(tmp_path, floor__png=picture, world__xml=PLAYGROUND.encode())

    assert import_maze(file) == opened(plain, "suite.playground", PLAYGROUND)


def test_a_picture_that_is_not_in_the_packed_playground_is_left_out(tmp_path: Path) -> None:
    """One of that name beside it is another's, and a name never leads out of it."""
    (tmp_path / "floor.png").write_bytes(file_of(Image.new("L", (200, 200), 90)))

    done = import_maze(packed(tmp_path, world__xml=PLAYGROUND.encode()))

    assert done.world.floor_pictures == ()
    assert "1 floor picture (floor.png) left out." in done.remarks


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04 and nothing more",
        pytest.param({"other__xml": PLAYGROUND.encode()}, id="no world.xml"),
        pytest.param({"world__xml": b"<other/>"}, id="another world"),
        pytest.param({"world__xml": b" " * 10_000_001}, id="a bomb"),
        pytest.param({f"f{n}": b"" for n in range(1001)}, id="a thousand files"),
    ],
)
def test_a_packed_file_that_is_none_is_refused(
    tmp_path: Path, content: bytes | dict[str, bytes]
) -> None:
    """Broken, of something else, or too large when unpacked: a sentence with its name."""
    file = tmp_path / "suite.playground"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        packed(tmp_path, **content)

    with pytest.raises(MazeError, match=r"^suite.playground: it has the name of a playground"):
        import_maze(file)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<aseba-playground><wall/></aseba-playground>", "has a <world>"),
        ("<aseba-playground><world w='x' h='1'/></aseba-playground>", "w='x'"),
        ("<aseba-playground>", "no good XML"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    """With the file's name, and nothing breaks."""
    refused(tmp_path, "a.playground", text, told)
