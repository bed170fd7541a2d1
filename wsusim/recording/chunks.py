"""One chunk of an MCAP file: messages packed together, compressed, with their index.

The ``mcap`` package's own writer takes about 5 µs a message and 100 µs a chunk, which is too much
for a run that is thousands of times faster than real time. This one writes the same bytes (see the
MCAP specification, section "Chunk") with a few ``struct`` calls.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

import zstandard
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.records import Chunk, ChunkIndex

MAGIC = b"\x89MCAP0\r\n"
"""Begins and ends every MCAP file. (The package has it too, but loads slowly.)"""

TORN = (McapError, struct.error, ValueError, EOFError, MemoryError, OverflowError)
"""What reading a torn or damaged record can raise."""

LARGEST_RECORD_BYTES = 256 * 1024 * 1024
"""A larger record is no record of ours; nothing that large is read into memory."""

LARGEST_CHUNK_BYTES = 64 * 1024 * 1024
LARGEST_RATIO = 1000
"""How large a chunk may be when it is unpacked, and how many times larger than packed beyond a
megabyte: what a run really tells takes a hundredth of it."""

COMPRESSION = "zstd"
COMPRESSION_LEVEL = 1
"""zstd's fastest: level 3 costs half as much again and gains nothing on such short chunks."""

_MESSAGE = struct.Struct("<BQHIQQ")
_CHUNK = struct.Struct(f"<BQQQQII{len(COMPRESSION)}sQ")
_INDEX = struct.Struct("<BQHI")
_RECORD = struct.Struct("<BQ")
_MESSAGE_BODY = struct.Struct("<HIQQ")
_OP_MESSAGE = 0x05
_OP_CHUNK = 0x06
_OP_MESSAGE_INDEX = 0x07
_RECORD_HEAD = _RECORD.size
"""Opcode and length in front of each record."""
_MESSAGE_HEAD = _MESSAGE.size - _RECORD_HEAD


@dataclass(frozen=True, slots=True)
class Message:
    """A JSON message on one channel; ``time_ns`` is simulated time."""

    channel: int
    time_ns: int
    data: bytes


@dataclass(frozen=True, slots=True)
class PackedChunk:
    """A chunk record with the message index records behind it, ready to be appended to a file."""

    data: bytes
    index: ChunkIndex
    """Of a chunk that begins a file: its offsets count from ``data``."""
    message_counts: dict[int, int]
    """By channel."""


class ChunkPacker:
    """Packs messages into chunks; keeps the compressor's memory and the message numbers."""

    def __init__(self) -> None:
        self._compressor = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL)
        self._sequence = 0

    def pack(self, messages: Iterable[Message]) -> PackedChunk:
        """Return the chunk of ``messages``, at least one."""
        parts: list[bytes] = []
        entries: dict[int, list[int]] = {}
        offset = 0
        start_ns, end_ns = 2**63, 0
        for message in messages:
            time_ns, data = message.time_ns, message.data
            head = _MESSAGE.pack(
                _OP_MESSAGE, _MESSAGE_HEAD + len(data), message.channel, self._sequence, time_ns,
                time_ns,
            )  # fmt: skip
            self._sequence = (self._sequence + 1) & 0xFFFFFFFF
            parts.append(head)
            parts.append(data)
            entries.setdefault(message.channel, []).extend((time_ns, offset))
            offset += _MESSAGE.size + len(data)
            if time_ns < start_ns:
                start_ns = time_ns
            if time_ns > end_ns:
                end_ns = time_ns
        body = b"".join(parts)
        packed = self._compressor.compress(body)
        record = _chunk_head(start_ns, end_ns, body, packed) + packed
        indexes, index_offsets = _message_indexes(entries, len(record))
        index = ChunkIndex(
            chunk_start_offset=0,
            chunk_length=len(record),
            message_start_time=start_ns,
            message_end_time=end_ns,
            message_index_offsets=index_offsets,
            message_index_length=len(indexes),
            compression=COMPRESSION,
            compressed_size=len(packed),
            uncompressed_size=len(body),
        )
        counts = {channel: len(times) // 2 for channel, times in entries.items()}
        return PackedChunk(record + indexes, index, counts)


def _chunk_head(start_ns: int, end_ns: int, body: bytes, packed: bytes) -> bytes:
    return _CHUNK.pack(
        _OP_CHUNK,
        _CHUNK.size - _RECORD_HEAD + len(packed),
        start_ns,
        end_ns,
        len(body),
        zlib.crc32(body),
        len(COMPRESSION),
        COMPRESSION.encode(),
        len(packed),
    )


def _message_indexes(entries: dict[int, list[int]], offset: int) -> tuple[bytes, dict[int, int]]:
    """Return the message index records that begin at ``offset``, and where each channel's does."""
    parts: list[bytes] = []
    offsets: dict[int, int] = {}
    for channel, times_and_offsets in entries.items():
        size = 8 * len(times_and_offsets)
        offsets[channel] = offset
        parts.append(_INDEX.pack(_OP_MESSAGE_INDEX, size + 6, channel, size))
        parts.append(struct.pack(f"<{len(times_and_offsets)}Q", *times_and_offsets))
        offset += _INDEX.size + size
    return b"".join(parts), offsets


class BadChunk(ValueError):
    """A chunk's bytes are not those that were written."""


def unpack(record: bytes) -> list[Message]:
    """Return the messages of a chunk record; see ``messages_of``."""
    try:
        chunk = Chunk.read(ReadDataStream(BytesIO(record[_RECORD_HEAD:])))
    except Exception as error:  # whatever damaged bytes lead to
        raise BadChunk(str(error)) from error
    return messages_of(chunk)


def messages_of(chunk: Chunk) -> list[Message]:
    """Return the messages in a chunk.

    Raises:
        BadChunk: The bytes were changed: checksum, compression or structure don't fit.
    """
    try:
        messages = list(_walk(_unpacked(chunk)))
    except Exception as error:  # zstandard's errors share no base with others
        raise BadChunk(str(error)) from error
    times = [message.time_ns for message in messages]
    if times and (chunk.message_start_time, chunk.message_end_time) != (min(times), max(times)):
        raise BadChunk("its times are not those of its messages")
    return messages


def _unpacked(chunk: Chunk) -> bytes:
    """Return a chunk's uncompressed bytes, without unpacking more than it may hold."""
    size = chunk.uncompressed_size
    if size > min(LARGEST_CHUNK_BYTES, max(1 << 20, LARGEST_RATIO * len(chunk.data))):
        raise BadChunk(f"it would unpack to {size:,} bytes")
    if chunk.compression == COMPRESSION:
        with zstandard.ZstdDecompressor().stream_reader(chunk.data) as reader:
            body = reader.read(size + 1)
    elif not chunk.compression:
        body = chunk.data
    else:
        raise BadChunk(f"its compression is {chunk.compression[:20]!r}")
    if len(body) != size or (chunk.uncompressed_crc and zlib.crc32(body) != chunk.uncompressed_crc):
        raise BadChunk("its checksum does not fit")
    return body


def _walk(body: bytes) -> Iterator[Message]:
    """Yield the messages in a chunk's uncompressed bytes."""
    offset = 0
    while offset < len(body):
        opcode, length = _RECORD.unpack_from(body, offset)
        start = offset + _RECORD_HEAD
        if opcode == _OP_MESSAGE:
            channel, _, time_ns, _ = _MESSAGE_BODY.unpack_from(body, start)
            yield Message(channel, time_ns, body[start + _MESSAGE_BODY.size : start + length])
        offset = start + length
