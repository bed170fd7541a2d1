"""A recording to read and to export."""

from __future__ import annotations

import pytest

from tests.unit.recording.streams import record
from wsusim.model.commands import SetProfile, SetSpeeds
from wsusim.recording.reader import Recording


@pytest.fixture
def recording(tmp_path):
    """A second of two robots with an order and a print."""
    file = tmp_path / "run.mcap"
    recorder = record(file, 100)
    recorder.take_input(99, 0, SetSpeeds(3, -4))
    recorder.take_input(99, 1, SetProfile(20, 64, 19, 63))
    recorder.take_line(99, "print", 0, 'he said "so", twice\n')
    recorder.close({})
    with Recording(file) as opened:
        yield opened
