"""Chunks: what we pack, the mcap package reads; what was changed, we notice."""

from __future__ import annotations

import io

import pytest
from mcap.reader import make_reader
from mcap.records import Attachment, Channel, Metadata, Schema
from mcap.stream_reader import StreamReader

from wsusim.recording.chunks import BadChunk, ChunkPacker, Message, unpack
from wsusim.recording.mcap_file import McapFile

MESSAGES = [Message(1, 5, b'{"a":1}'), Message(2, 7, b'{"b":2}'), Message(1, 9, b"{}")]


def small_file() -> bytes:
    """Return an MCAP file with one of everything."""
    stream = io.BytesIO()
    file = McapFile(stream, profile="wsusim", library="test")
    file.add(Schema(id=1, name="thing", encoding="jsonschema", data=b"{}"))
    for number, topic in ((1, "/one"), (2, "/two")):
        file.add(Channel(number, topic, message_encoding="json", metadata={}, schema_id=1))
    file.add(Metadata("notes", {"key": "value"}))
    file.add(Attachment(0, 0, "maze.json", "application/json", b"[]"))
    file.add_chunk(ChunkPacker().pack(MESSAGES))
    file.finish()
    return stream.getvalue()


def chunk_record() -> bytes:
    """Return the chunk record of the messages, without what stands behind it."""
    packed = ChunkPacker().pack(MESSAGES)
    return packed.data[: packed.index.chunk_length]


def test_a_packed_chunk_is_unpacked_to_the_same_messages():
    """Unpacking gives what was packed."""
    assert unpack(chunk_record()) == MESSAGES


@pytest.mark.parametrize("place", [20, 40, -1])
def test_a_changed_byte_in_a_chunk_is_noticed(place):
    """A chunk with one changed byte does not unpack."""
    record = bytearray(chunk_record())
    record[place] ^= 0x10

    with pytest.raises(BadChunk):
        unpack(bytes(record))


def test_the_mcap_package_reads_our_file_by_its_index():
    """The ordinary reader finds messages, metadata and attachments, all checksums right."""
    reader = make_reader(io.BytesIO(small_file()), validate_crcs=True)

    found = [(channel.topic, m.log_time, m.data) for _, channel, m in reader.iter_messages()]

    assert found == [("/one", 5, b'{"a":1}'), ("/two", 7, b'{"b":2}'), ("/one", 9, b"{}")]
    assert [record.metadata for record in reader.iter_metadata()] == [{"key": "value"}]
    assert [record.data for record in reader.iter_attachments()] == [b"[]"]


def test_the_mcap_package_finds_messages_of_one_topic_and_time():
    """Message indexes and chunk times are right: a query finds exactly what it asks for."""
    reader = make_reader(io.BytesIO(small_file()), validate_crcs=True)

    found = [m.data for _, _, m in reader.iter_messages(topics="/one", starting_at=6)]

    assert found == [b"{}"]


def test_the_checksums_over_data_and_summary_are_right():
    """The streaming reader, which checks them all, reads the file to its end."""
    records = list(StreamReader(io.BytesIO(small_file()), validate_crcs=True).records)

    assert type(records[-1]).__name__ == "Footer"


def test_the_statistics_count_what_is_there():
    """The summary's figures are those of the file."""
    summary = make_reader(io.BytesIO(small_file())).get_summary()

    assert summary is not None
    assert summary.statistics is not None
    assert summary.statistics.channel_message_counts == {1: 2, 2: 1}
    assert (summary.statistics.message_start_time, summary.statistics.message_end_time) == (5, 9)
