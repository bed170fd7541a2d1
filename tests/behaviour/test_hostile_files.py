"""Recordings of others: whatever they claim, time and memory stay bounded and one line says why."""

from __future__ import annotations

import os
import struct
import sys
import zlib
from pathlib import Path

import orjson
import pytest
import zstandard

from tests.command_line import wsusim
from tests.unit.recording.forgery import forge
from tests.unit.recording.streams import finished
from wsusim.recording import contents
from wsusim.recording.chunks import BadChunk, unpack
from wsusim.recording.file_layout import COMMANDS, EVENTS, LOG, SAMPLES
from wsusim.recording.info import describe
from wsusim.recording.player import Player
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.repair import repair


def chunk(data: bytes, claimed: int, checksum: int = 0) -> bytes:
    """Return the record of a chunk that claims to unpack to so many bytes."""
    body = struct.pack("<QQQII4sQ", 0, 0, claimed, checksum, 4, b"zstd", len(data)) + data
    return struct.pack("<BQ", 6, len(body)) + body


@pytest.mark.parametrize("claimed", [10**10, 60_000_000, 1000, 0])
def test_a_chunk_that_unpacks_to_gigabytes_is_refused(claimed):
    """A small chunk may neither claim nor hold far more than it could."""
    zeros = zstandard.ZstdCompressor().compress(bytes(100_000_000))

    with pytest.raises(BadChunk):
        unpack(chunk(zeros, claimed))


def test_a_chunk_is_unpacked_when_all_fits():
    """The bound is far from what a run tells."""
    body = zlib.compress(bytes(100_000)) * 100
    packed = zstandard.ZstdCompressor().compress(b"")

    assert unpack(chunk(packed, 0)) == []
    with pytest.raises(BadChunk):
        unpack(chunk(zstandard.ZstdCompressor().compress(body), len(body), checksum=1))


def changed(path, topic, change):
    """Return a recording in which the first message of a topic was changed, with its checksums."""
    done = []

    def once(found, tick, fields):
        if found == topic and not done:
            done.append(found)
            change(fields)

    return forge(path, path.with_name("forged.mcap"), once)


@pytest.mark.parametrize(
    "change",
    [
        lambda block: block.update(ticks={"first": 0, "step": 1, "count": 30_000_000}),
        lambda block: block.update(ticks={"first": 0, "step": 1, "count": "1"}),
        lambda block: block.update(ticks={"first": 0, "step": -1, "count": 3}),
        lambda block: block.update(ticks=[]),
        lambda block: block.update(ticks=[0, "a"]),
        lambda block: block.update(ticks=7),
        lambda block: block.update(robots=[]),
        lambda block: block.update(robots=None),
        lambda block: block.update(mission=[[0, 1, 2]]),
        lambda block: block.update(mission=[]),
        lambda block: block["robots"][0].update(kind=["khepera1"]),
        lambda block: block["robots"][0].update(id="7"),
        lambda block: block["robots"][0].update(x_mm=None),
        lambda block: block["robots"][0].update(leds=[1]),
        lambda block: block["robots"][0].update(contact_bearings_rad=["a"]),
        lambda block: block["objects"][0].update(kind="lamp"),
    ],
)
def test_samples_that_make_no_sense_are_one_clear_line(tmp_path, change):
    """Huge counts, wrong types, other robots than in the maze."""
    forged = changed(finished(tmp_path / "run.mcap", 100), SAMPLES, change)

    with (
        Recording(forged) as recording,
        pytest.raises(BadRecording, match="samples that makes no sense"),
    ):
        list(Player(recording).snapshots())


@pytest.mark.parametrize(
    ("topic", "change"),
    [
        (LOG, lambda line: line.update(message=7)),
        (LOG, lambda line: line.update(name="robot_99/print")),
        (LOG, lambda line: line.update(timestamp={"sec": 10**18, "nsec": 0})),
        (EVENTS, lambda event: event.update(robot=99)),
        (EVENTS, lambda event: event.update(tick="now")),
    ],
)
def test_lines_and_events_that_make_no_sense_are_one_clear_line(tmp_path, topic, change):
    """Other types, robots and times than there can be."""
    forged = changed(finished(tmp_path / "run.mcap", 400, spoken=True), topic, change)

    with Recording(forged) as recording, pytest.raises(BadRecording, match="makes no sense"):
        [*contents.lines(recording), *contents.events(recording)]


@pytest.mark.parametrize("entry", [[1], ["a", 0, "SetGrip", True], [1, 99, "SetGrip", True], 7])
def test_orders_that_make_no_sense_are_one_clear_line(tmp_path, entry):
    """Not only their values: ticks and robots too."""
    forged = changed(
        finished(tmp_path / "run.mcap", 400, spoken=True),
        COMMANDS,
        lambda block: block.update(commands=[entry]),
    )

    with Recording(forged) as recording, pytest.raises(BadRecording, match="makes no sense"):
        list(contents.inputs(recording))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("world", orjson.dumps({"name": 7}).decode()),
        ("options", "[]"),
        ("controllers", '{"robot": 0}'),
        ("controllers", '[{"robot": -1, "class": "A", "main": "a.py", "sha256": ""}]'),
        ("sample_ticks", "0"),
        ("sample_ticks", "9" * 400),
        ("first_tick", "-1"),
        ("ideal", "7"),
        ("seed", "none"),
    ],
)
def test_a_head_that_makes_no_sense_is_one_clear_line(tmp_path, name, value):
    """All values of the head have their types and ranges."""
    source = finished(tmp_path / "run.mcap", 100)
    forged = forge(source, tmp_path / "forged.mcap", lambda *_: None, head={name: value})

    with pytest.raises(BadRecording, match="header of the recording is damaged"):
        describe(forged)


@pytest.mark.skipif(sys.platform == "win32", reason="There are no pipes with names")
@pytest.mark.parametrize("use", [Recording, describe, repair])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path, use):
    """Opening a pipe without a writer would block, and a device might never end."""
    pipe = tmp_path / "run.mcap"
    os.mkfifo(pipe)

    with pytest.raises(BadRecording, match="not an ordinary file"):
        use(pipe)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
@pytest.mark.parametrize(
    "command", ["info", "replay", "repair", "export --png x.png", "check", "calibrate --csv"]
)
def test_no_command_waits_for_a_pipe(command: str, tmp_path: Path) -> None:
    """Whatever it is asked to read: one sentence at once."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    outcome = wsusim([*command.split(), str(pipe)])

    assert outcome.returncode == 2
    assert "is not an ordinary file" in outcome.stderr
