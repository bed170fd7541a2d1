"""A recorded match as pictures."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.unit.ciber.recorded.files import play, recorded
from wsusim.ciber.recorded.match_drawing import export_match_film, export_ways
from wsusim.ciber.recorded.match_reader import MatchRecording


def test_ways_and_film_are_drawn(tmp_path: Path) -> None:
    """The lab fills the picture; the film lasts as long as the match at its own clock."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 20)
    with MatchRecording(tmp_path / "m.mcap") as recording:
        export_ways(recording, tmp_path / "w.png")
        export_match_film(recording, tmp_path / "f.gif", speed=None)
    with Image.open(tmp_path / "w.png") as ways, Image.open(tmp_path / "f.gif") as film:
        assert ways.size == film.size == (672, 336)
        assert getattr(film, "n_frames", 1) == 21  # 20 cycles of 50 ms at 20 frames a second
