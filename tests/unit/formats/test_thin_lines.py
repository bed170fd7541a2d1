"""Lines that are too thin to have two sides become one along their middle."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw
from shapely import LineString, distance, points, union_all

from wsusim.formats.thin_lines import Line, find_thin_lines

Draw = Callable[[ImageDraw.ImageDraw], object]


def drawn(draw: Draw) -> np.ndarray:
    """Return a drawing of 300 x 200 points as a mask."""
    image = Image.new("1", (300, 200), 0)
    draw(ImageDraw.Draw(image))
    return np.asarray(image)


def lines(draw: Draw) -> tuple[Line, ...]:
    """Return the thin lines of a drawing."""
    return find_thin_lines(drawn(draw), 3.0, 16.0).lines


def bars(*boxes: tuple[int, int, int, int]) -> Draw:
    """Return what draws upright and level bars."""
    return lambda pen: [pen.rectangle(box, fill=1) for box in boxes]


def strokes(width: int, *ends: tuple[int, int, int, int]) -> Draw:
    """Return what draws lines."""
    return lambda pen: [pen.line(end, fill=1, width=width) for end in ends]


@pytest.mark.parametrize(
    ("draw", "count"),
    [
        (bars((50, 50, 52, 150), (50, 148, 200, 150)), 2),  # L
        (bars((50, 50, 250, 52), (149, 50, 151, 150)), 2),  # T
        (strokes(3, (60, 50, 60, 150), (60, 150, 200, 150), (200, 150, 200, 50)), 3),  # U
        (strokes(3, (60, 50, 200, 50), (200, 50, 60, 150), (60, 150, 200, 150)), 3),  # Z
        (lambda pen: pen.rectangle((50, 40, 250, 160), outline=1, width=3), 4),
        (lambda pen: pen.rectangle((50, 40, 250, 160), outline=1, width=1), 4),
        (strokes(2, (60, 60, 200, 150)), 1),
        (strokes(1, (60, 100, 200, 100), (130, 50, 130, 150)), 2),  # a cross
        (strokes(3, *((20 + 40 * i, 20, 20 + 40 * i, 180) for i in range(6)),
                 *((20, 20 + 40 * i, 220, 20 + 40 * i) for i in range(5))), 11),
    ],
)  # fmt: skip
def test_straight_lines_stay_whole(draw: Draw, count: int) -> None:
    """One for each, also where they cross or meet; corners of a grid may be a line more."""
    found = lines(draw)

    assert count <= len(found) <= count + (count > 9)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("angle_deg", [0, 7, 30, 45, 90, 110])
def test_a_line_keeps_middle_length_and_width(width: int, angle_deg: int) -> None:
    """Whichever way it is turned; a corner point may be more or less."""
    angle = math.radians(angle_deg)
    ahead = np.array([math.cos(angle), math.sin(angle)])
    aside = np.array([-ahead[1], ahead[0]]) * width / 2
    middle = np.array([150.3, 100.2])
    y, x = np.mgrid[0:200, 0:300] + 0.5
    points = np.stack([x - middle[0], y - middle[1]], axis=-1)
    mask = (abs(points @ ahead) <= 60) & (abs(points @ (aside * 2 / width)) <= width / 2)

    (line,) = find_thin_lines(mask, 3.0, 16.0).lines

    centre = (np.array(line.start_px) + np.array(line.end_px)) / 2
    assert math.dist(centre, middle) < 1.0
    assert math.dist(line.start_px, line.end_px) == pytest.approx(120, abs=3)
    assert line.width_px == pytest.approx(width, abs=0.6)


@pytest.mark.parametrize(
    "draw",
    [
        bars((50, 50, 120, 120)),
        lambda pen: pen.ellipse((60, 40, 180, 160), fill=1),
        lambda pen: pen.polygon([(60, 60), (200, 90), (190, 140), (50, 110)], fill=1),
        bars((50, 50, 57, 150)),
        bars((10, 10, 12, 13)),
    ],
)
def test_what_is_thick_or_a_speck_is_no_line(draw: Draw) -> None:
    """Its sides and corners are not either, however rough."""
    assert lines(draw) == ()


def test_a_line_at_a_block_reaches_it() -> None:
    """Only the line is thin."""
    (line,) = lines(bars((50, 50, 120, 120), (121, 84, 250, 86)))

    assert line.start_px == pytest.approx((121, 85.5), abs=1.5)
    assert line.end_px == pytest.approx((251, 85.5), abs=1.0)


def test_noise_has_no_lines() -> None:
    """What is thin everywhere is no drawing."""
    noise = np.random.default_rng(1).random((200, 200)) > 0.5

    assert find_thin_lines(noise, 3.0, 16.0).lines == ()


@pytest.mark.parametrize("width", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("shape", ["one", "corner", "box"])
def test_no_slanted_line_is_wiped_out(shape: str, width: int) -> None:
    """At 45 degrees a line that is thinned to two points' width has neither of them at an end."""
    corners = {
        "one": [(40, 40), (160, 160)],
        "corner": [(40, 160), (100, 100), (40, 40)],
        "box": [(100, 30), (170, 100), (100, 170), (30, 100), (100, 30)],
    }[shape]
    picture = Image.new("L", (800, 800))
    ImageDraw.Draw(picture).line([(4 * x, 4 * y) for x, y in corners], 255, 4 * width)
    mask = np.asarray(picture.resize((200, 200), Image.Resampling.LANCZOS)) > 127

    found = union_all(
        [
            LineString([one.start_px, one.end_px]).buffer(one.width_px / 2)
            for one in find_thin_lines(mask, 5.0, 16.0).lines
        ]
    )

    rows, columns = np.nonzero(mask)
    assert distance(found, points(columns + 0.5, rows + 0.5)).max() < 4.0
