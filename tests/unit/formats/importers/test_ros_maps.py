"""Maps of ROS become mazes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.pictures import file_of
from tests.unit.formats.importers.foreign import drawing, opened, refused


@pytest.mark.parametrize("name", ["map.pgm", "map.png"])
@pytest.mark.parametrize("negate", [0, 1])
def test_a_map_of_ros_is_to_scale_and_the_right_way_up(
    tmp_path: Path, name: str, negate: int
) -> None:
    """Unknown cells are cut off; the bar hangs from the top, on the left."""
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


@pytest.mark.parametrize(
    "image", ["/home/ann/maps/m.pgm", "C:\\\\maps\\\\m.pgm", "../other_folder/m.pgm"]
)
def test_a_picture_is_found_beside_its_map_on_another_computer(tmp_path: Path, image: str) -> None:
    """ROS writes the whole path of the computer on which the map was saved."""
    drawing(tmp_path, "m.pgm")
    text = f'image: "{image}"\nresolution: 0.05\norigin: [0, 0, 0]\n'

    done = opened(tmp_path, "map.yaml", text, scale=0.2)

    assert done.world.arena.width_mm == pytest.approx(1000.0)


def test_the_picture_that_a_map_names_comes_first(tmp_path: Path) -> None:
    """Not another one of that name beside it."""
    (tmp_path / "pictures").mkdir()
    drawing(tmp_path / "pictures", "m.pgm")
    (tmp_path / "m.pgm").write_bytes(b"another one")
    text = "image: pictures/m.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n"

    assert opened(tmp_path, "map.yaml", text, scale=0.2).world.walls


ROS = "image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n"

LISTS = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
"""The last one has a thousand million words, if they are written out."""


@pytest.mark.parametrize(
    ("text", "given", "told"),
    [
        (ROS.replace("map", "none"), {}, "There is no file"),
        (ROS.replace("0.05", "fast"), {}, "resolution is 'fast'"),
        (ROS.replace("[0, 0, 0]", "here"), {}, "origin is 'here'"),
        (LISTS + ROS.replace("[0, 0, 0]", "*i"), {}, "origin is a list of 10"),
        (LISTS + ROS.replace("0.05", "*i"), {}, "resolution is a list of 10"),
        (LISTS + ROS.replace("map.pgm", "*i"), {}, "image is a list of 10"),
        (ROS.replace("0.05", "5"), {}, r"--scale 0\.04"),
        (ROS, {"scale": -1.0}, "The scale is -1"),
        (f"{ROS}negate: [", {}, "no good YAML"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    tmp_path: Path, text: str, given: dict[str, float], told: str
) -> None:
    """With the file's name, and nothing breaks."""
    drawing(tmp_path, "map.pgm")

    refused(tmp_path, "a.yaml", text, told, **given)
