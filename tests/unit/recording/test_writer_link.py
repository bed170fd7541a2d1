"""The link to the writer process: what happens when it takes nothing."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.student_time import simulated_sleep
from wsusim.recording.spool import Spool
from wsusim.recording.writer_link import WriterGone, WriterLink

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="There is no SIGSTOP")


@pytest.fixture
def stopped():
    """A link with little room whose process stands still."""
    link = WriterLink()
    os.kill(link.process_id, signal.SIGSTOP)
    link._spool = Spool(link._descriptor, room_bytes=1000)
    link.send(b"a" * 900)
    yield link
    os.kill(link.process_id, signal.SIGKILL)
    link.close()


def test_a_process_that_stands_still_is_not_waited_for_beyond_patience(stopped):
    """The frame is given up, and so are later ones, at once."""
    sent = [stopped.send(b"b" * 900, patience_s=0.02) for _ in range(3)]

    assert sent == [False, False, False]


def test_sending_does_not_wait_for_a_process_that_is_gone(stopped):
    """Its end is noticed while the run waits for room, however patient it is."""
    stopped.listen(lambda values: None)
    os.kill(stopped.process_id, signal.SIGKILL)

    with pytest.raises(WriterGone):
        stopped.send(b"b" * 900)


def test_waiting_for_room_takes_none_of_the_robots_time(stopped):
    """On a controller's thread, whose ``time.sleep`` is the robot's, the run really waits."""

    class Recorded(Controller):
        def run(self):
            stopped.send(b"b" * 900, patience_s=0.02)

    fake = FakeBackend()
    with simulated_sleep():
        fake.run(Recorded())

    assert fake.now_ticks() == 0
    assert fake.said == []
