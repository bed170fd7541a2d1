"""What is seen through a lens."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles.pictures import picture_ahead
from tests.seeds import few
from tests.unit.kernels.picture_scenes import SIZE_MM, random_scene
from wsusim.kernels.perspective import Canvas, Lens, draw_ahead
from wsusim.kernels.solids import BALL, CYLINDER, FACE, SOLID, Ground

WIDTH, HEIGHT = 64, 48
SKY, FLOOR, WALL, THING = 0xCFE3F2, 0xFDFDFB, 0x5B6472, 0xD8443C


def lens(
    x_mm: float = 100.0,
    y_mm: float = 100.0,
    z_mm: float = 38.0,
    heading_rad: float = math.pi / 4,
    horizon_px: float = HEIGHT / 2,
    skipped: tuple[int, int] = (0, 0),
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Lens:
    """Return a lens that sees 60 degrees."""
    focal_px = size[0] / 2 / math.tan(math.radians(30))
    cos, sin = math.cos(heading_rad), math.sin(heading_rad)
    return Lens(x_mm, y_mm, z_mm, cos, sin, focal_px, horizon_px, *skipped)


def drawn(scene, eye: Lens, size: tuple[int, int] = (WIDTH, HEIGHT)):
    """Return the picture of a scene."""
    canvas = Canvas(np.empty(size), np.empty(size, np.uint32))
    pixels = np.empty((size[1], size[0], 3), np.uint8)
    draw_ahead(*scene, eye, canvas, pixels)
    return pixels


def one_thing(**values: float):
    """Return a bright floor with one solid on it."""
    solids = np.zeros(1, SOLID)
    for name, value in ({"colour": THING, "shines": True} | values).items():
        solids[0][name] = value
    corners = np.array([[400.0, 800.0], [400.0, 0.0]])
    ground = Ground(np.full((1, 1), FLOOR, np.uint32), 0.0, 0.0, SIZE_MM, 0, SKY)
    return solids, corners, ground


def shows(pixels, colour: int) -> bool:
    """Return whether a colour is in a picture, as bright as it is."""
    return bool((pixels == [colour >> 16, colour >> 8 & 255, colour & 255]).all(axis=2).any())


def share_apart(one, other) -> float:
    """Return the share of pixels that differ by more than rounding."""
    return float(np.mean(np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 2))


@pytest.mark.parametrize("seed", few(range(40), 1))
def test_the_picture_is_that_of_one_ray_for_each_pixel(seed: int) -> None:
    """But for a pixel here and there at the very border of a thing."""
    scene = random_scene(seed)
    heading_rad = math.pi / 4 + 0.02 * seed
    eye = lens(heading_rad=heading_rad)
    assert share_apart(drawn(scene, eye), picture_ahead(*scene, eye, WIDTH, HEIGHT)) < 0.003


@pytest.mark.parametrize("seed", few(range(40, 80), 1))
def test_looking_down_from_above_is_also_that_of_one_ray_for_each_pixel(seed: int) -> None:
    """Over the walls, with their tops."""
    scene = random_scene(seed)
    eye = lens(x_mm=-50.0, y_mm=-50.0, z_mm=220.0, horizon_px=1.0)
    assert share_apart(drawn(scene, eye), picture_ahead(*scene, eye, WIDTH, HEIGHT)) < 0.003


def test_a_thing_is_where_its_bearing_and_its_height_say() -> None:
    """A cylinder 300 mm ahead: ten degrees to the left, from the floor to the eye's height."""
    beside_mm = 300.0 * math.tan(math.radians(10))
    scene = one_thing(
        shape=CYLINDER, x_mm=400.0, y_mm=100.0 + beside_mm, radius_mm=15.0, high_mm=38.0
    )
    eye = lens(heading_rad=0.0, size=(320, 240), horizon_px=120.0)
    pixels = drawn(scene, eye, (320, 240))
    rows, columns = np.nonzero((pixels == [0xD8, 0x44, 0x3C]).all(axis=2))
    assert columns.mean() == pytest.approx(159.5 - eye.focal_px * math.tan(math.radians(10)), abs=1)
    assert rows.min() == 120
    assert rows.max() == pytest.approx(120 + eye.focal_px * 38 / 285, abs=1)


def test_what_is_nearer_hides_what_is_behind_it() -> None:
    """Whichever comes first in the table."""
    solids, corners, ground = one_thing(
        shape=CYLINDER, x_mm=300.0, y_mm=100.0, radius_mm=15.0, high_mm=38.0
    )
    behind = solids.copy()
    behind[0]["x_mm"], behind[0]["colour"], behind[0]["radius_mm"] = 340.0, WALL, 5.0
    eye = lens(heading_rad=0.0)
    pictures = [
        drawn((np.concatenate(order), corners, ground), eye)
        for order in ((solids, behind), (behind, solids))
    ]
    assert (pictures[0] == pictures[1]).all()
    assert shows(pictures[0], THING)
    assert not shows(pictures[0], WALL)


def test_a_face_is_seen_from_its_left_only() -> None:
    """A border of the arena does not hide it from a camera outside."""
    scene = one_thing(shape=FACE, first=0, corners=2, high_mm=60.0)
    above_the_floor = [
        drawn(scene, lens(x_mm=x, y_mm=400.0, heading_rad=turn))[HEIGHT // 2 - 1]
        for x, turn in ((300.0, 0.0), (500.0, math.pi))
    ]
    is_sky = [bool((row == [0xCF, 0xE3, 0xF2]).all()) for row in above_the_floor]
    assert is_sky == [True, False]


def test_faces_that_share_a_corner_leave_no_gap() -> None:
    """All around, no column of the picture sees past an arena's borders."""
    solids, corners, ground = random_scene(1)
    solids["high_mm"] = 60.0
    pictures = [
        drawn((solids[:4], corners, ground), lens(x_mm=400.0, y_mm=333.0, heading_rad=0.01 * turn))
        for turn in range(628)
    ]
    horizon = np.array([pixels[HEIGHT // 2 - 1] for pixels in pictures])
    assert not (horizon == [0xCF, 0xE3, 0xF2]).all(axis=2).any()


def test_what_the_eye_stands_on_is_not_drawn() -> None:
    """The solids that are skipped, and no others."""
    scene = one_thing(shape=CYLINDER, x_mm=300.0, y_mm=100.0, radius_mm=15.0, high_mm=38.0)
    eye = lens(heading_rad=0.0, skipped=(0, 1))
    assert not shows(drawn(scene, eye), THING)


def test_what_has_no_radius_is_not_there() -> None:
    """Balls neither."""
    scene = one_thing(shape=BALL, x_mm=300.0, y_mm=100.0, radius_mm=0.0, high_mm=38.0)
    assert not shows(drawn(scene, lens(heading_rad=0.0)), THING)


def test_what_is_far_away_is_darker() -> None:
    """At 2 m five eighths as bright as nearby; what shines is not."""
    values = {"shape": CYLINDER, "y_mm": 0.0, "radius_mm": 400.0, "high_mm": 900.0}
    ahead = [
        drawn(one_thing(x_mm=x, shines=shines, **values), lens(x_mm=0.0, y_mm=0.0, heading_rad=0.0))
        for x, shines in ((410.0, False), (2400.0, False), (2400.0, True))
    ]
    near, far, shining = (int(pixels[HEIGHT // 2, WIDTH // 2, 0]) for pixels in ahead)
    assert far == pytest.approx(near * 5 / 8, abs=2)
    assert shining == 0xD8
