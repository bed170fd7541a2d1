"""Pictures of a recording."""

from __future__ import annotations

import pytest
from PIL import Image, ImageColor

from wsusim.model import colours
from wsusim.recording.export_picture import export_picture


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_recording_gives_the_same_picture(recording, tmp_path, kind):
    """Pictures can be compared byte by byte."""
    export_picture(recording, tmp_path / f"a.{kind}")
    export_picture(recording, tmp_path / f"b.{kind}")

    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_a_picture_has_the_colours_of_the_window(recording, tmp_path):
    """Floor, outline and the robot's way are known again at a glance."""
    export_picture(recording, tmp_path / "a.png")
    image = Image.open(tmp_path / "a.png").convert("RGB")
    pixels = {colour for _, colour in image.getcolors(image.width * image.height)}

    wanted = (colours.FLOOR, colours.WALL_EDGE, colours.robot_colour(0))
    assert {ImageColor.getrgb(colour) for colour in wanted} <= pixels
