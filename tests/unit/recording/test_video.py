"""What a camera beside the robots saw, read back in step with the run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.unit.recording.streams import FILMED_TICKS, filmed, jpeg, record
from tests.unit.recording.test_recorder import Reluctant
from wsusim.errors import BadInput
from wsusim.recording.export_view import SIZE_PX, ViewChoice, export_view_film, export_view_picture
from wsusim.recording.file_layout import IMAGE, VIDEO
from wsusim.recording.info import describe
from wsusim.recording.integrity import check_integrity
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording, UnfinishedRecording
from wsusim.recording.recorded_pictures import pictures
from wsusim.recording.repair import repair
from wsusim.recording.video import Video


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[Recording]:
    """A recording with a video."""
    with Recording(filmed(tmp_path / "run.mcap")) as opened:
        yield opened


def test_all_pictures_come_back(recording: Recording) -> None:
    """With the ticks in which they arrived."""
    check_integrity(recording)
    assert Video(recording).ticks == FILMED_TICKS


@pytest.mark.parametrize(
    ("tick", "shown"), [(3, 3), (44, 20), (45, 45), (80, 80), (200, 81), (250, 250), (9999, 250)]
)
def test_at_a_moment_the_newest_picture_is_shown(
    recording: Recording, tick: int, shown: int
) -> None:
    """However long ago it came."""
    picture = Video(recording).at(tick)

    assert picture is not None
    assert picture.tick == shown
    assert abs(int(picture.pixels[0, 0, 0]) - shown) <= 2


def test_before_the_first_picture_there_is_none(recording: Recording) -> None:
    """Nothing is made up."""
    assert Video(recording).at(2) is None


def test_samples_are_found_beside_it(recording: Recording) -> None:
    """A video changes nothing in what was recorded."""
    assert Player(recording).at(100).tick == 100
    assert list(pictures(recording)) == []


def test_info_tells_of_it(recording: Recording) -> None:
    """How many pictures there are."""
    assert "video       6 pictures of a camera" in describe(recording.path).as_text()


def test_it_is_what_foxglove_shows(recording: Recording) -> None:
    """One channel of its schema for compressed pictures."""
    summary = recording._reader.get_summary()
    assert summary is not None
    (channel,) = (one for one in summary.channels.values() if one.topic == VIDEO)
    assert summary.schemas[channel.schema_id].name == IMAGE


def test_robots_eyes_and_a_camera_are_recorded_together(tmp_path: Path) -> None:
    """Each by its own channel, in one schema."""
    with Recording(filmed(tmp_path / "eyes.mcap", eye_px=(16, 12))) as recording:
        assert Video(recording).ticks == FILMED_TICKS
        assert {picture.topic for picture in pictures(recording)} == {
            "/robot_1/eye",
            "/robot_2/eye",
        }


def test_repair_saves_the_video(tmp_path: Path) -> None:
    """Of a run that was cut off."""
    file = filmed(tmp_path / "run.mcap")
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(UnfinishedRecording):
        Recording(file)
    repair(file)

    with Recording(file) as recording:
        assert Video(recording).ticks == FILMED_TICKS


def test_a_film_has_camera_and_map_side_by_side(recording: Recording, tmp_path: Path) -> None:
    """Both of the same moment."""
    export_view_film(recording, tmp_path / "film.gif", ViewChoice("camera"))
    export_view_picture(recording, tmp_path / "look.png", ViewChoice("camera"), tick=100)

    with Image.open(tmp_path / "film.gif") as film, Image.open(tmp_path / "look.png") as look:
        assert film.n_frames > 15
        assert film.size == look.size
        assert look.width > SIZE_PX[0]
        middle = look.getpixel((SIZE_PX[0] // 2, SIZE_PX[1] // 2))
    assert np.allclose(middle, 81, atol=2)


def test_pictures_for_which_there_is_no_room_are_left_out(tmp_path: Path) -> None:
    """Orders and lines wait for the disk; pictures are too large for that."""
    recorder = record(tmp_path / "run.mcap", 0, link=Reluctant([2]))
    recorder.take_picture(10, jpeg(10))
    recorder.end_span(20)
    recorder.take_picture(30, jpeg(30))
    recorder.end_span(40)
    recorder.close({})

    with Recording(tmp_path / "run.mcap") as recording:
        assert Video(recording).ticks == [30]


def test_without_a_video_the_other_views_are_named(tmp_path: Path) -> None:
    """Instead of a black film."""
    record(tmp_path / "run.mcap", 100).close({})
    with (
        Recording(tmp_path / "run.mcap") as recording,
        pytest.raises(BadInput, match=r"no camera's video .* --view map"),
    ):
        export_view_picture(recording, tmp_path / "x.png", ViewChoice("camera"))


@pytest.mark.parametrize("side", [8_000, 50_000])
def test_a_gigantic_picture_is_not_unpacked(tmp_path: Path, side: int) -> None:
    """A file of a few bytes must not cost gigabytes."""
    small = jpeg(0)
    place = small.index(b"\xff\xc0") + 5
    huge = small[:place] + side.to_bytes(2) * 2 + small[place + 4 :]
    recorder = record(tmp_path / "run.mcap", 100)
    recorder.take_picture(101, huge)
    recorder.end_span(200)
    recorder.close({})

    with Recording(tmp_path / "run.mcap") as recording:
        picture = Video(recording).at(101)
        assert picture is not None
        with pytest.raises(OSError, match="pixels"):
            _ = picture.pixels
