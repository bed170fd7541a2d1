"""Pictures of all makes become grey values, or one clear error."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from PIL import Image

from tests.pictures import drawn, file_of
from wsusim.errors import MazeError
from wsusim.formats.grey_pictures import grey_png, is_picture, read_grey
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.model.geometry import Pose
from wsusim.model.radio import Radio
from wsusim.model.world import Arena, FloorPicture, RobotStart, World

GREY = drawn("#.", "+.", ".#")


@pytest.mark.parametrize("kind", ["PNG", "BMP", "GIF", "TIFF"])
def test_a_grey_picture_comes_out_as_it_is(kind):
    """Whatever file it is in."""
    content = file_of(Image.fromarray(GREY), kind)

    assert is_picture(content)
    assert (read_grey(content, "picture") == GREY).all()


def test_colours_become_grey():
    """Yellow is bright, blue is dark."""
    image = Image.new("RGB", (2, 1), "yellow")
    image.putpixel((1, 0), (0, 0, 255))

    (yellow, blue), *_ = read_grey(file_of(image), "picture").tolist()

    assert yellow > 200
    assert blue < 50


def test_sixteen_bits_become_eight():
    """The brightest value is white, half of it is middle grey."""
    values = np.array([[0, 32768, 65535]], np.uint16)

    assert read_grey(file_of(Image.fromarray(values)), "picture").tolist() == [[0, 128, 255]]


def test_what_is_transparent_is_white():
    """As on paper; half transparent black is grey."""
    image = Image.new("RGBA", (3, 1), (0, 0, 0, 0))
    image.putpixel((1, 0), (0, 0, 0, 128))
    image.putpixel((2, 0), (0, 0, 0, 255))

    assert read_grey(file_of(image), "picture").tolist() == [[255, 127, 0]]


def test_a_transparent_gif_is_white_there():
    """A palette may have one transparent colour."""
    image = Image.new("P", (2, 1), 0)
    image.putpalette([0, 0, 0, 0, 0, 0])
    image.putpixel((1, 0), 1)

    content = file_of(image, "GIF", transparency=1)

    assert read_grey(content, "picture").tolist() == [[0, 255]]


def test_of_a_film_the_first_image_counts():
    """An animated GIF is read as it begins."""
    first, second = Image.new("L", (2, 2), 0), Image.new("L", (2, 2), 255)
    content = file_of(first, "GIF", save_all=True, append_images=[second])

    assert read_grey(content, "picture").tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG and nothing more", "not a picture that wsusim can read"),
        (b"hello", "not a picture that wsusim can read"),
        (b'II*\0{\n  "format"', "not a picture that wsusim can read"),
        (file_of(Image.new("L", (200, 200)))[:60], "broken picture|not a picture"),
        (file_of(Image.new("1", (4000, 1001))), "4000 x 1001 pixels, but at most 4 million"),
    ],
)
def test_what_is_no_good_picture_has_one_clear_error(content, words):
    """It names the file and says what to do."""
    with pytest.raises(MazeError, match=words) as caught:
        read_grey(content, "lab.png")

    assert str(caught.value).startswith("lab.png")
    assert "\n" not in str(caught.value)


def world_with(picture):
    """Return a small world with a picture on its floor."""
    arena = Arena.rectangle(300.0, 300.0)
    robots = (RobotStart(1, Pose(100.0, 100.0)),)
    return World(
        "floor",
        arena,
        robots=robots,
        floor_pictures=(picture,),
        radio=Radio(range_mm=500.0),
        next_id=8,
    )


def test_a_maze_file_holds_pictures_and_radio():
    """What is written comes back equal."""
    world = world_with(FloorPicture(7, 150.0, 120.0, 2.5, grey_png(GREY)))

    again = world_from_text(world_to_text(world))

    assert again == world
    assert again.floor_pictures[0].size_px == (2, 3)
    assert again.floor_pictures[0].size_mm == (5.0, 7.5)


def test_a_maze_without_pictures_says_nothing_of_them():
    """Nor of a radio as usual: old files stay as they are."""
    bare = World("bare", Arena.rectangle(300.0, 300.0))

    assert "picture" not in world_to_text(bare)
    assert "radio" not in world_to_text(bare)


@pytest.mark.parametrize(
    "text",
    [
        "no picture",
        base64.b64encode(b"\x89PNG\r\n").decode(),
        base64.b64encode(file_of(Image.new("RGB", (2, 2)))).decode(),
        base64.b64encode(file_of(Image.new("L", (2, 2)), "BMP")).decode(),
        base64.b64encode(base64.b64decode(grey_png(GREY))[:45]).decode(),
    ],
)
def test_a_spoilt_picture_in_a_maze_file_is_told_of(text):
    """With its place in the file and what is wanted there."""
    good = world_to_text(world_with(FloorPicture(7, 150.0, 120.0, 2.5, grey_png(GREY))))
    spoilt = good.replace(grey_png(GREY), text)

    with pytest.raises(MazeError, match=r"floor_pictures\[0\].png is .* a grey PNG picture"):
        world_from_text(spoilt)
