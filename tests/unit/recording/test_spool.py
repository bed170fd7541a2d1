"""The spool: what was put in comes out, room is used again, nobody waits for a dead reader."""

from __future__ import annotations

import io
import os
import sys

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.student_time import simulated_sleep
from wsusim.recording.pipe import frame, read_frame, reference
from wsusim.recording.spool import SpoolReader, SpoolWriter, make_spool

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has memfd_create")


@pytest.fixture
def descriptor():
    """A spool."""
    made = make_spool()
    assert made is not None
    yield made
    os.close(made)


def test_a_frame_in_the_spool_is_read_by_its_reference(descriptor):
    """Through the pipe goes only where it is."""
    writer = SpoolWriter(descriptor, is_read=lambda: True)
    data = frame("span", 1, b"x" * 100_000)

    pipe = io.BytesIO(reference(writer.put(data), len(data)) + frame("close"))
    reader = SpoolReader(descriptor)

    assert read_frame(pipe, reader) == ("span", 1, b"x" * 100_000)
    assert read_frame(pipe, reader) == ("close",)


def test_room_is_used_again_when_everything_was_taken(descriptor):
    """The next frame goes where the first one was."""
    writer = SpoolWriter(descriptor, is_read=lambda: True)
    reader = SpoolReader(descriptor)
    first = writer.put(b"one")
    second = writer.put(b"two")

    taken = [reader.take(first, 3), reader.take(second, 3)]

    assert taken == [b"one", b"two"]
    assert writer.put(b"three") == first


def test_a_full_spool_waits_for_its_reader(descriptor):
    """When there is no room the writer waits until everything was taken."""
    reader = SpoolReader(descriptor)
    places = []

    def is_read():
        reader.take(places[0], 60)
        return True

    writer = SpoolWriter(descriptor, is_read, room_bytes=100)
    places.append(writer.put(b"a" * 60))

    assert writer.put(b"b" * 60) == places[0]


def test_nobody_waits_for_a_reader_that_is_gone(descriptor):
    """A full spool without a reader is an error, not an endless wait."""
    writer = SpoolWriter(descriptor, is_read=lambda: False, room_bytes=100)
    writer.put(b"a" * 60)

    with pytest.raises(BrokenPipeError):
        writer.put(b"b" * 60)


def test_a_torn_reference_is_the_end(descriptor):
    """A run that was killed in the middle of a write has ended there."""
    writer = SpoolWriter(descriptor, is_read=lambda: True)
    data = frame("span")

    pipe = io.BytesIO(reference(writer.put(data), len(data))[:-3])

    assert read_frame(pipe, SpoolReader(descriptor)) is None


def test_a_full_spool_takes_none_of_the_robots_time(descriptor):
    """A controller's thread, whose ``time.sleep`` is simulated, really waits."""
    reader = SpoolReader(descriptor)
    places = []
    looks = iter([False, False, True])

    def is_read():
        next(looks) and reader.take(places[0], 60)
        return True

    writer = SpoolWriter(descriptor, is_read, room_bytes=100)
    places.append(writer.put(b"a" * 60))

    class Recorded(Controller):
        def run(self):
            writer.put(b"b" * 60)

    fake = FakeBackend()
    with simulated_sleep():
        fake.run(Recorded())

    assert fake.now_ticks() == 0
    assert fake.said == []
