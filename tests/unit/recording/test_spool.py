"""The spool: what was put in comes out, in order, and room is used again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.recording.spool import Spool, TooLarge, make_spool


@pytest.fixture
def descriptor():
    """An empty spool."""
    made, name = make_spool()
    yield made
    os.close(made)
    if name:
        Path(name).unlink()


def test_frames_come_out_in_order(descriptor):
    """Long and short ones, empty ones too."""
    writer, reader = Spool(descriptor), Spool(descriptor)
    frames = [b"one", b"", b"x" * 100_000]

    put = [writer.put(frame) for frame in frames]

    assert put == [True, True, True]
    assert [reader.take(), reader.take(), reader.take(), reader.take()] == [*frames, None]


def test_nothing_is_taken_before_it_was_put(descriptor):
    """An empty spool says so, again and again."""
    reader = Spool(descriptor)

    assert reader.take() is None
    assert reader.take() is None


def test_room_is_used_again_when_everything_was_taken(descriptor):
    """Far more goes through than there is room for at once."""
    writer, reader = Spool(descriptor, room_bytes=200), Spool(descriptor)
    frames = [bytes([number]) * 100 for number in range(50)]

    through = [(writer.put(frame), reader.take()) for frame in frames]

    assert through == [(True, frame) for frame in frames]


def test_a_full_spool_says_so_and_keeps_what_it_has(descriptor):
    """What was refused can be put in when there is room."""
    writer, reader = Spool(descriptor, room_bytes=200), Spool(descriptor)
    writer.put(b"a" * 100)

    refused = writer.put(b"b" * 100)
    first = reader.take()
    later = writer.put(b"b" * 100)

    assert not refused
    assert first == b"a" * 100
    assert later
    assert reader.take() == b"b" * 100


def test_a_frame_between_others_is_not_overwritten(descriptor):
    """While one frame is still there the next ones go behind it."""
    writer, reader = Spool(descriptor), Spool(descriptor)
    writer.put(b"first")
    writer.put(b"second")
    taken = [reader.take()]
    writer.put(b"third")

    taken += [reader.take(), reader.take()]
    writer.put(b"fourth")

    assert [*taken, reader.take()] == [b"first", b"second", b"third", b"fourth"]


def test_what_never_fits_is_an_error(descriptor):
    """A frame larger than the spool is refused at once."""
    writer = Spool(descriptor, room_bytes=200)

    with pytest.raises(TooLarge):
        writer.put(b"a" * 200)


def test_the_number_of_frames_taken_tells_of_progress(descriptor):
    """By it the run sees whether its writer process goes on."""
    writer, reader = Spool(descriptor), Spool(descriptor)
    writer.put(b"a")
    before = writer.taken
    reader.take()

    assert (before, writer.taken) == (0, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_no_half_frame_is_left_at_a_limit(descriptor):
    """At ``ulimit -f`` a frame is put in as a whole, or refused with the system's words."""
    program = (
        "import resource, sys; from wsusim.recording.spool import Spool; "
        "spool = Spool(int(sys.argv[1])); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (150, resource.RLIM_INFINITY)); "
        "spool.put(b'a' * 100); spool.put(b'b' * 100)"
    )
    reader = Spool(descriptor)

    ended = subprocess.run(
        [sys.executable, "-c", program, str(descriptor)],
        pass_fds=[descriptor],
        capture_output=True,
        text=True,
        check=False,
    )

    assert "File too large" in ended.stderr
    assert [reader.take(), reader.take()] == [b"a" * 100, None]


def test_a_file_that_got_the_number_of_the_spool_is_not_written_to(tmp_path):
    """Of a controller in a thread, which closed what is not its own and then opened a file."""
    made, _name = make_spool()
    spool = Spool(made)
    mine = tmp_path / "mine.txt"
    other = os.open(mine, os.O_RDWR | os.O_CREAT)
    os.dup2(other, made)

    with pytest.raises(OSError, match="closed files that it did not open"):
        spool.put(b"frame")

    os.close(other)
    os.close(made)
    assert mine.read_bytes() == b""
