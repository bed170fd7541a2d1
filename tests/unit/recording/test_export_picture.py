"""Pictures of a recording."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from tests.pictures import drawn, on_floor
from tests.unit.recording.streams import HEADER, WORLD, finished
from wsusim.model import colours
from wsusim.recording.export_animation import export_animation
from wsusim.recording.export_picture import export_picture
from wsusim.recording.reader import Recording
from wsusim.scene.palette import LIGHT


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_recording_gives_the_same_picture(recording, tmp_path, kind):
    """Pictures can be compared byte by byte."""
    export_picture(recording, tmp_path / f"a.{kind}")
    export_picture(recording, tmp_path / f"b.{kind}")

    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_a_picture_has_the_colours_of_the_window(recording, tmp_path):
    """Floor, outline and the robot's way are known again at a glance."""
    export_picture(recording, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")

    assert f"fill: {LIGHT.floor}" in text
    assert f"stroke: {LIGHT.wall_edge}" in text
    assert f"stroke: {colours.robot_colour(0)}" in text


def share_of_black(file):
    """Return how much of a picture is black."""
    with Image.open(file) as image:
        grey = image.convert("L")
        return sum(grey.histogram()[:8]) / (grey.width * grey.height)


def test_what_lies_on_the_floor_is_in_pictures_and_films(tmp_path):
    """A black sheet covers a good part of both."""
    sheet = replace(on_floor(drawn("#"), 800.0, 600.0, 50.0), id=10)
    tiles = tuple(replace(sheet, id=10 + k, x_mm=700.0 + 50.0 * k) for k in range(8))
    world = replace(WORLD, floor_pictures=tiles, next_id=18)
    file = finished(tmp_path / "r.mcap", 100, header=replace(HEADER, world=world))

    with Recording(file) as recording:
        export_picture(recording, tmp_path / "way.png")
        export_animation(recording, tmp_path / "film.gif")

    assert share_of_black(tmp_path / "way.png") > 0.005
    assert share_of_black(tmp_path / "film.gif") > 0.008
