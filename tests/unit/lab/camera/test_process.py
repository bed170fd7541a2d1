"""What is kept of a camera's pictures, whatever the camera does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from io import BytesIO

import pytest
from PIL import Image

from tests.mjpeg_server import jpeg, parts, serving
from wsusim.lab.camera.camera_address import parse_camera
from wsusim.lab.camera.jpegs import NoPicture
from wsusim.lab.camera.newest import Shot
from wsusim.lab.camera.process import PAUSE_S, fitted, shots_of
from wsusim.lab.camera.sources import SILENCE_S, CameraTrouble, ffmpeg_pieces


def shades(shots: Iterable[Shot]) -> list[int]:
    """Return about how grey some pictures are."""
    return [Image.open(BytesIO(shot.jpeg)).getpixel((0, 0))[0] // 10 for shot in shots]  # type: ignore[index]


def first(address: str, count: int = 1, silence_s: float = SILENCE_S) -> list[Shot]:
    """Return the first pictures of a camera."""
    return list(itertools.islice(shots_of(parse_camera(address), silence_s), count))


def endless(picture: bytes) -> Iterable[bytes]:
    """Return a stream that never ends."""
    return parts(itertools.repeat(picture))


def test_a_stream_is_taken_as_often_as_it_is_wanted() -> None:
    """A camera may send a thousand a second."""
    with serving(lambda: endless(jpeg(120))) as address:
        one, other = first(address, 2)

    assert other.arrived_s - one.arrived_s >= PAUSE_S
    assert shades([one, other]) == [12, 12]


def test_a_camera_of_single_pictures_is_asked_again() -> None:
    """As phones and old cameras are."""
    shade = itertools.count(100, 50)
    with serving(lambda: [jpeg(next(shade))], "image/jpeg") as address:
        assert shades(first(address, 2)) == [10, 15]


def test_name_and_password_are_given() -> None:
    """They stand in the address."""
    with serving(lambda: endless(jpeg(9)), is_locked=True) as address:
        assert len(first(address.replace("//", "//ann:s3cret%2F@"))) == 1


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        (lambda: [b"<html>"], "text/html", "leads to a web page"),
        (lambda: [], "image/jpeg", "has sent no JPEG picture"),
        (lambda: [b"\xff\xd8\xff" + bytes(1000)], "video/x-any", "has sent no JPEG picture"),
        (lambda: [bytes(1 << 20)] * 9, "image/jpeg", "larger than 4 MB"),
    ],
)
def test_what_is_no_picture_is_told(answer: object, kind: str, told: str) -> None:
    """In a sentence for the teacher."""
    with serving(answer, kind) as address, pytest.raises(CameraTrouble, match=told):  # type: ignore[arg-type]
        first(address)


def test_a_camera_that_is_locked_is_told() -> None:
    """With what to do about it."""
    with (
        serving(lambda: [], is_locked=True) as address,
        pytest.raises(CameraTrouble, match="wants a name and a password"),
    ):
        first(address)


def test_a_camera_that_is_gone_is_told() -> None:
    """An address without a camera is reported."""
    with serving(lambda: []) as address:
        pass

    with pytest.raises(CameraTrouble, match=r"can't be reached \(.*refused"):
        first(address)


def test_endless_garbage_is_given_up() -> None:
    """And not waited for."""
    with (
        serving(lambda: itertools.repeat(b"\xff\xd8\xffgarbage" * 999), "video/x") as address,
        pytest.raises(CameraTrouble, match="no JPEG pictures"),
    ):
        first(address, silence_s=0.1)


def test_silence_is_given_up() -> None:
    """A camera that has hung up without a word."""

    def silent() -> Iterable[bytes]:
        yield b"--frame\r\n"
        from threading import Event

        Event().wait(0.5)

    with serving(silent) as address, pytest.raises(CameraTrouble, match="sends nothing any more"):
        first(address, silence_s=0.1)


def test_large_pictures_are_made_smaller() -> None:
    """In their own proportions."""
    made = Image.open(BytesIO(fitted(jpeg(50, (1920, 1080)))))

    assert made.size == (640, 360)


@pytest.mark.parametrize("side", [8_000, 50_000])
def test_gigantic_pictures_are_not_unpacked(side: int) -> None:
    """They would fill the memory."""
    small = jpeg()
    place = small.index(b"\xff\xc0") + 5
    with pytest.raises(NoPicture):
        fitted(small[:place] + side.to_bytes(2) * 2 + small[place + 4 :])


@pytest.mark.parametrize("cut", [3, 30, 300, 600])
def test_torn_pictures_are_left_out(cut: int) -> None:
    """Half a picture is none."""
    with pytest.raises(NoPicture):
        fitted(jpeg()[:cut])


def test_what_was_hidden_in_a_picture_is_left_behind() -> None:
    """Browsers get only what was drawn here."""
    made = fitted(jpeg(7, comment=b"<script>alert(1)</script>", exif=b"Exif\0\0secret place"))

    assert b"script" not in made
    assert b"secret" not in made


def test_a_camera_of_this_computer_comes_through_ffmpeg() -> None:
    """Here with FFmpeg's own test picture in its place, for no computer of the tests has one."""
    pieces = ffmpeg_pieces(["-f", "lavfi", "-i", "testsrc=size=1280x720:rate=30"])
    found = b"".join(itertools.islice(pieces, 1))

    assert Image.open(BytesIO(found)).size == (640, 360)


def test_a_device_that_is_not_there_is_told() -> None:
    """Most often the camera isn't plugged in."""
    with pytest.raises(CameraTrouble, match=r"no /dev/video99: is the camera plugged in\?"):
        first("/dev/video99")
