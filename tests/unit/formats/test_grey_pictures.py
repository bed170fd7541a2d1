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
from wsusim.formats.maze_reader import world_from_content
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Pose
from wsusim.model.radio import Radio
from wsusim.model.world import Arena, RobotStart, World

GREY = drawn("#.", "+.", ".#")


@pytest.mark.parametrize("kind", ["PNG", "BMP", "GIF", "TIFF", "PPM"])
def test_a_grey_picture_comes_out_as_it_is(kind):
    """Whatever file it is in."""
    content = file_of(Image.fromarray(GREY), kind)

    assert is_picture(content)
    assert (read_grey(content, "picture") == GREY).all()


def test_webp_is_read():
    """Without loss it comes out as it is."""
    content = file_of(Image.fromarray(GREY), "WEBP", lossless=True)

    assert is_picture(content)
    assert (read_grey(content, "picture") == GREY).all()


@pytest.mark.parametrize(
    ("content", "values"),
    [
        (b"P2\n# by hand\n3 1\n255\n0 128 255\n", [[0, 128, 255]]),
        (b"P2 3 1 10 0 5 10", [[0, 128, 255]]),
        (b"P5\n3 1\n255\n\x00\x80\xff", [[0, 128, 255]]),
        (b"P5\n3 1\n65535\n\x00\x00\x80\x00\xff\xff", [[0, 128, 255]]),
        (b"P2\n3 1\n65535\n0 32768 65535\n", [[0, 128, 255]]),
        (b"P1\n3 1\n1 0 1\n", [[0, 255, 0]]),
        (b"P3\n2 1\n255\n255 255 255 0 0 0\n", [[255, 0]]),
    ],
)
def test_pgm_is_read_as_text_and_bytes_with_eight_bits_and_sixteen(content, values):
    """Robots' maps are drawn in it."""
    assert is_picture(content)
    assert read_grey(content, "map.pgm").tolist() == values


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_the_right_way_up(orientation):
    """However the camera was held when it was taken (EXIF)."""
    right = drawn("###", "#..", "+..")
    turned = {
        1: right, 2: right[:, ::-1], 3: right[::-1, ::-1], 4: right[::-1], 5: right.T,
        6: np.rot90(right), 7: right[::-1, ::-1].T, 8: np.rot90(right, -1),
    }[orientation]  # fmt: skip
    exif = Image.Exif()
    exif[0x0112] = orientation
    content = file_of(Image.fromarray(np.ascontiguousarray(turned)), "PNG", exif=exif)

    assert (read_grey(content, "photo") == right).all()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_pictures_of_all_modes_are_read(mode):
    """Black stays black and white stays white."""
    image = Image.fromarray(drawn("#.")).convert("RGB").convert(mode if mode != "I;16" else "L")
    if mode == "I;16":
        image = Image.fromarray(np.array([[0, 65535]], np.uint16))

    assert read_grey(file_of(image, "TIFF"), "picture").tolist() == [[0, 255]]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0", "a HEIC or AVIF photo"),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "a HEIC or AVIF photo"),
        (b'<?xml version="1.0"?>\n<svg xmlns="x"/>', "an SVG drawing"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"8BPS\0\1", "a Photoshop file"),
    ],
)
def test_other_pictures_are_refused_as_pictures(content, kind, tmp_path):
    """The message says what to save, and nothing of text that is not UTF-8."""
    with pytest.raises(MazeError, match=f"it is {kind}, which wsusim can't read. Save it as a PNG"):
        world_from_content(content, tmp_path / "plan")


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
