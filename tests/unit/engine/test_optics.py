from __future__ import annotations

import numpy as np
import pytest

from wsusim.engine.optics import (
    BEARINGS_DEG,
    PIXELS,
    RANDOM_NUMBERS,
    WHITE,
    Motion,
    expose,
    motion_of,
)

NEAR = np.full(PIXELS, 100.0)
FAR = np.full(PIXELS, 400.0)
MIDDLE = slice(26, 38)


def bar(first, count):
    """Return a white scene with a black bar."""
    scene = np.ones(PIXELS)
    scene[first : first + count] = 0.0
    return scene


def test_the_first_pixel_looks_left():
    """64 rays from 18 degrees left to 18 degrees right."""
    assert BEARINGS_DEG[0] == 18.0
    assert BEARINGS_DEG[-1] == -18.0
    assert len(BEARINGS_DEG) == PIXELS


def test_white_and_black_have_kiks_levels():
    """The brightest is 245, black in the same picture is 50."""
    pixels, _ = expose(bar(30, 10), NEAR, Motion.STILL, None)

    assert max(pixels[24:28]) == WHITE
    assert pixels[35] == 50


def test_the_picture_is_exposed_for_its_brightest_thing():
    """A grey scene comes out nearly as bright as a white one."""
    grey, light_of_grey = expose(np.full(PIXELS, 0.3), NEAR, Motion.STILL, None)
    white, light_of_white = expose(np.ones(PIXELS), NEAR, Motion.STILL, None)

    assert grey[MIDDLE] == white[MIDDLE]
    assert light_of_grey > light_of_white + 500


def test_the_sides_are_darker():
    """The lens lets less light through at the sides."""
    pixels, _ = expose(np.ones(PIXELS), NEAR, Motion.STILL, None)

    assert pixels[0] < pixels[10] < pixels[32]
    assert pixels[0] == pixels[-1]


def test_things_beyond_25_cm_are_out_of_focus():
    """A thin bar far away has less contrast than one near by."""
    near, _ = expose(bar(31, 3), NEAR, Motion.STILL, None)
    far, _ = expose(bar(31, 3), FAR, Motion.STILL, None)

    assert min(far) > min(near) + 30


@pytest.mark.parametrize(
    ("speeds", "motion"),
    [((0, 0), Motion.STILL), ((5, 5), Motion.DRIVING), ((5, -5), Motion.TURNING)],
)
def test_the_motion_is_known_by_the_wheels(speeds, motion):
    """Standing, driving straight and turning blur the picture differently."""
    assert motion_of(*speeds) is motion


def test_turning_blurs_more_than_driving_than_standing():
    """The bar's contrast falls with the motion."""
    darkest = [min(expose(bar(31, 3), NEAR, motion, None)[0]) for motion in Motion]

    assert darkest == sorted(darkest)
    assert darkest[2] > darkest[0] + 30


def test_noise_changes_pixels_but_keeps_them_in_range():
    """With random numbers the picture varies, within 0..255."""
    random = np.random.default_rng(1)
    first, _ = expose(bar(20, 20), NEAR, Motion.STILL, random.random(RANDOM_NUMBERS))
    second, _ = expose(bar(20, 20), NEAR, Motion.STILL, random.random(RANDOM_NUMBERS))

    assert first != second
    assert 0 <= min(first) <= max(first) <= 255


def test_the_same_random_numbers_give_the_same_picture():
    """The picture is a function of scene, motion and random numbers."""
    numbers = np.random.default_rng(2).random(RANDOM_NUMBERS)

    assert expose(bar(20, 20), NEAR, Motion.STILL, numbers) == expose(
        bar(20, 20), NEAR, Motion.STILL, numbers
    )
