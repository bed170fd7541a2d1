"""The head of a recording: everything from which the run can be made again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.recording.streams import HEADER, SOURCE
from tests.worlds import empty_world
from wsusim.errors import BadInput
from wsusim.recording.header import RunHeader, header_of


def test_a_header_read_back_is_the_same():
    """World, seed, options, programs and versions come back exactly."""
    assert header_of(HEADER.metadata(), HEADER.attachments()) == HEADER


def test_the_maze_is_attached_for_people():
    """A maze file that the editor opens lies in the recording."""
    assert b'"format"' in HEADER.attachments()["maze.json"]


def test_a_newer_format_is_refused_with_its_version():
    """A recording that this version might misread says which version wrote it."""
    metadata = replace(HEADER, format_version=99).metadata()

    with pytest.raises(BadInput, match="format version 99, but this wsusim reads only up to"):
        header_of(metadata, {})


@pytest.mark.parametrize("name", ["world", "seed", "controllers"])
def test_a_damaged_head_is_one_clear_message(name):
    """Nonsense in the head is not a crash."""
    metadata = HEADER.metadata() | {name: "{{{"}

    with pytest.raises(BadInput, match="header of the recording is damaged"):
        header_of(metadata, {})


def test_the_hash_covers_names_and_contents_of_all_files():
    """Another neighbour, or the same text under another name, is another program."""
    renamed = replace(SOURCE, files={"other.py": SOURCE.files["runner.py"]})
    with_neighbour = replace(SOURCE, files={**SOURCE.files, "helper.py": b""})

    assert len({SOURCE.sha256, renamed.sha256, with_neighbour.sha256}) == 3


def test_a_recording_from_before_has_the_first_model() -> None:
    """Its robots say so themselves, so that it is verified with the law it was made with."""
    header = RunHeader(empty_world(), 1)
    old = {name: value for name, value in header.metadata().items() if name != "sensor_model"}

    read = header_of(old, header.attachments())

    tuning = read.world.robots[0].tuning
    assert tuning is not None
    assert (read.sensor_model, tuning.sensor_model) == (1, 1)


def test_a_new_recording_says_its_model() -> None:
    """And comes back as it was."""
    header = RunHeader(empty_world(), 1)

    read = header_of(header.metadata(), header.attachments())

    assert (header.metadata()["sensor_model"], read.world) == ("2", header.world)


def test_a_model_of_the_future_is_told() -> None:
    """With what to do."""
    header = RunHeader(empty_world(), 1)

    with pytest.raises(BadInput, match=r"sensor model 3.*newer one"):
        header_of(header.metadata() | {"sensor_model": "3"}, header.attachments())
