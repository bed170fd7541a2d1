"""Pictures of a recording."""

from __future__ import annotations

import pytest

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
    export_picture(recording, tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")

    assert f"fill: {colours.FLOOR}" in drawn
    assert f"stroke: {colours.WALL_EDGE}" in drawn
    assert f"stroke: {colours.robot_colour(0)}" in drawn
