"""Pictures of eyes in a recording: drawn of its samples, read back, and told from false ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from mcap.reader import make_reader

from tests.unit.recording.forgery import forge
from tests.unit.recording.streams import HEADER, WORLD, finished, snapshot
from wsusim.engine.eye import EyeView
from wsusim.model.world import ArenaCamera
from wsusim.recording.eye_pictures import EyeRecorder, first_false_picture
from wsusim.recording.file_layout import TICK_NS
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.recorded_pictures import pictures
from wsusim.recording.repair import repair
from wsusim.recording.samples import from_snapshots

SIZE = (64, 48)
UNDER_A_CAMERA = replace(HEADER, world=replace(WORLD, arena_camera=ArenaCamera(80, 60)))


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    """A second of two robots with eyes, under a camera."""
    file = tmp_path_factory.mktemp("filmed") / "run.mcap"
    return finished(file, 100, header=UNDER_A_CAMERA, eye_px=SIZE)


def test_each_camera_has_a_picture_every_40_ms(filmed):
    """Of each robot and of the arena, from the first sample on."""
    with Recording(filmed) as recording:
        found = [(picture.topic, picture.tick) for picture in pictures(recording)]
    assert Counter(topic for topic, _ in found) == {
        "/robot_1/eye": 26,
        "/robot_2/eye": 26,
        "/arena_camera": 26,
    }
    assert [tick for topic, tick in found if topic == "/arena_camera"] == list(range(0, 101, 4))


def test_a_recorded_picture_is_what_the_eye_saw_to_the_byte(filmed):
    """Nothing is lost by compressing."""
    view = EyeView(WORLD)
    with Recording(filmed) as recording:
        seen = {(picture.topic, picture.tick): picture.pixels for picture in pictures(recording)}
    assert np.array_equal(seen["/robot_2/eye", 40], view.eye(snapshot(40), 1, SIZE))
    assert np.array_equal(seen["/arena_camera", 40], view.overhead(snapshot(40), (80, 60)))


def test_coarser_samples_have_fewer_pictures() -> None:
    """One for a sample at most, and none sooner than 40 ms after another."""
    samples = from_snapshots([snapshot(tick) for tick in range(0, 31, 3)])
    messages = EyeRecorder(WORLD, SIZE).messages(samples)
    assert [message.time_ns // TICK_NS for message in messages][::2] == [0, 6, 12, 18, 24, 30]


def test_other_programs_find_them_as_compressed_images(filmed):
    """With Foxglove's schema, a topic for each camera."""
    with filmed.open("rb") as stream:
        summary = make_reader(stream).get_summary()
    schemas = {
        channel.topic: summary.schemas[channel.schema_id].name
        for channel in summary.channels.values()
    }
    assert schemas["/robot_1/eye"] == schemas["/arena_camera"] == "foxglove.CompressedImage"


def test_a_recording_without_them_has_no_topic_for_them(tmp_path):
    """Nothing has changed for those who don't ask for pictures."""
    file = finished(tmp_path / "run.mcap", 40)
    with file.open("rb") as stream:
        summary = make_reader(stream).get_summary()
    assert "/robot_1/eye" not in {channel.topic for channel in summary.channels.values()}
    with Recording(file) as recording:
        assert list(pictures(recording)) == []
        assert first_false_picture(recording) is None


def test_true_pictures_are_true(filmed):
    """All of them are drawn again and compared."""
    with Recording(filmed) as recording:
        assert first_false_picture(recording) is None


def test_a_false_picture_is_found(filmed, tmp_path):
    """One that is of another moment."""
    kept = {}

    def exchange(topic, tick, fields):
        if topic == "/robot_1/eye":
            kept.setdefault(tick, fields["data"])
            fields["data"] = kept[max(tick - 40, 0) if tick >= 60 else tick]

    with Recording(forge(filmed, tmp_path / "false.mcap", exchange)) as recording:
        false = first_false_picture(recording)
    assert false is not None
    assert (false.topic, false.tick) == ("/robot_1/eye", 60)


@pytest.mark.parametrize(
    ("data", "is_read"), [("!!", False), (7, False), ("aGVsbG8=", True)], ids=["no", "7", "hello"]
)
def test_nonsense_in_the_place_of_a_picture_is_told(filmed, tmp_path, data, is_read):
    """What is no base64 can't be read; what is no picture is a false one."""

    def spoil(topic, tick, fields):
        if topic == "/robot_1/eye" and tick == 40:
            fields["data"] = data

    with Recording(forge(filmed, tmp_path / "bad.mcap", spoil)) as recording:
        found = outcome_of(recording)
    assert found == (40 if is_read else "makes no sense")


def outcome_of(recording):
    """Return the tick of the false picture, or that the file can't be read."""
    try:
        return first_false_picture(recording).tick
    except BadRecording as error:
        return str(error).partition("that ")[2].partition(" (")[0]


def test_a_repaired_recording_keeps_its_pictures(filmed, tmp_path):
    """As far as it was written."""
    torn = tmp_path / "torn.mcap"
    torn.write_bytes(filmed.read_bytes()[:-4000])
    repair(torn, tmp_path / "whole.mcap")
    with Recording(tmp_path / "whole.mcap") as recording:
        assert len(list(pictures(recording))) >= 26
