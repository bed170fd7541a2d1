"""Pictures in a stream of bytes."""

from __future__ import annotations

import random

import pytest

from tests.mjpeg_server import jpeg, parts
from wsusim.lab.camera.jpegs import MOST_BYTES, Jpegs, NoPicture

NOISY = random.Random(1).randbytes(2000).replace(b"\xff", b"")


def found(pieces: list[bytes]) -> list[bytes]:
    """Return the pictures in some pieces."""
    jpegs = Jpegs()
    return [picture for piece in pieces if (picture := jpegs.take(piece)) is not None]


def with_thumbnail(picture: bytes, thumbnail: bytes) -> bytes:
    """Put a small picture into the head of another one, as cameras do."""
    head = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2) + thumbnail
    return picture[:2] + head + picture[2:]


@pytest.mark.parametrize("size", [1, 7])
def test_pictures_are_found_however_they_are_cut(size: int) -> None:
    """To the byte, and nothing between them."""
    pictures = [jpeg(10), jpeg(200, progressive=True), jpeg(90, quality=100)]
    stream = b"".join(parts(pictures))
    pieces = [stream[place : place + size] for place in range(0, len(stream), size)]

    assert found(pieces) == pictures


def test_what_lies_behind_a_picture_in_one_piece_is_forgotten() -> None:
    """There will be a newer one."""
    assert found([jpeg(10) + jpeg(200), jpeg(90)]) == [jpeg(10), jpeg(90)]


def test_a_thumbnail_is_part_of_its_picture() -> None:
    """Its end is not the picture's."""
    whole = with_thumbnail(jpeg(10), jpeg(200, (16, 12)))

    assert found([whole]) == [whole]


def test_garbage_before_a_picture_is_passed_over() -> None:
    """Also what looks like one at first."""
    picture = jpeg(10)

    assert found([NOISY + b"\xff\xd8\xff\x00\x01" + NOISY + picture]) == [picture]


def test_garbage_alone_is_not_kept() -> None:
    """However much comes."""
    jpegs = Jpegs()
    for _ in range(3):
        assert jpegs.take(bytes(MOST_BYTES)) is None


def test_a_picture_without_end_is_given_up() -> None:
    """Memory is not for hoarding."""
    jpegs = Jpegs()
    jpegs.take(jpeg()[:-2])

    with pytest.raises(NoPicture):
        jpegs.take(bytes(MOST_BYTES))
