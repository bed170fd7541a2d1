"""Films of a recording."""

from __future__ import annotations

import sys

import pytest
from PIL import Image

from tests.unit.recording.streams import finished
from wsusim.recording.export_animation import export_animation
from wsusim.recording.reader import Recording


def test_a_gif_shows_the_run_in_its_own_time(recording, tmp_path):
    """One second of robot is one second of film."""
    export_animation(recording, tmp_path / "film.gif")

    with Image.open(tmp_path / "film.gif") as film:
        frames = film.n_frames
        duration_ms = film.info["duration"]
    assert frames == 21
    assert duration_ms == 50


def test_an_mp4_is_made(recording, tmp_path):
    """The file begins as MP4 files do."""
    export_animation(recording, tmp_path / "film.mp4", speed=2.0)

    assert (tmp_path / "film.mp4").read_bytes()[4:8] == b"ftyp"


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has /dev/full")
def test_a_film_on_a_full_disk_is_an_error_and_no_broken_film(tmp_path):
    """The film program's failure is told with its reason."""
    film = tmp_path / "film.mp4"
    film.symlink_to("/dev/full")

    with Recording(finished(tmp_path / "r.mcap")) as recording, pytest.raises(OSError) as failure:
        export_animation(recording, film)

    assert failure.value.strerror == "No space left on device"
