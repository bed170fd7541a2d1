"""An MCAP file under construction: whole chunks in, index and summary at the end.

Every call leaves the file readable up to its last byte, so that a run that is cut off loses only
what was not written yet.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from dataclasses import replace
from typing import Any, BinaryIO

from mcap.data_stream import RecordBuilder
from mcap.opcode import Opcode
from mcap.records import (
    Attachment,
    AttachmentIndex,
    Channel,
    DataEnd,
    Footer,
    Header,
    McapRecord,
    Metadata,
    MetadataIndex,
    Schema,
    Statistics,
    SummaryOffset,
)

from wsusim.recording.chunks import MAGIC, PackedChunk

_SUMMARY = (
    Opcode.SCHEMA,
    Opcode.CHANNEL,
    Opcode.STATISTICS,
    Opcode.CHUNK_INDEX,
    Opcode.ATTACHMENT_INDEX,
    Opcode.METADATA_INDEX,
)
"""What the summary at the end is made of, in this order."""


class McapFile:
    """Appends records to ``stream`` and keeps what the summary at the end needs.

    ``stream`` is unbuffered: when a call returns, the operating system has the bytes. Raises
    ``OSError`` if it does not; a partly written record is then cut off again, as far as the file
    allows.
    """

    def __init__(self, stream: BinaryIO, *, profile: str, library: str) -> None:
        self._stream = stream
        self._crc = 0
        self._message_counts: Counter[int] = Counter()
        self._summary: dict[Opcode, list[Any]] = {opcode: [] for opcode in _SUMMARY}
        self.size_bytes = 0
        """How long the file is."""
        self._append(MAGIC)
        self._append(_encoded(Header(profile, library)))

    @property
    def chunk_count(self) -> int:
        """How many chunks it holds."""
        return len(self._summary[Opcode.CHUNK_INDEX])

    def add(self, record: Schema | Channel | Attachment | Metadata) -> None:
        """Add a record; a schema before its channels, a channel before its messages."""
        data = _encoded(record)
        place = {"offset": self.size_bytes, "length": len(data)}
        self._append(data)
        match record:
            case Schema():
                self._summary[Opcode.SCHEMA].append(record)
            case Channel():
                self._summary[Opcode.CHANNEL].append(record)
            case Metadata():
                index = MetadataIndex(name=record.name, **place)
                self._summary[Opcode.METADATA_INDEX].append(index)
            case Attachment():
                self._summary[Opcode.ATTACHMENT_INDEX].append(
                    AttachmentIndex(
                        log_time=record.log_time,
                        create_time=record.create_time,
                        data_size=len(record.data),
                        name=record.name,
                        media_type=record.media_type,
                        **place,
                    )
                )

    def add_chunk(self, chunk: PackedChunk) -> None:
        """Add a chunk with its message indexes, in one write."""
        start = self.size_bytes
        self._append(chunk.data)
        offsets = {
            channel: start + place for channel, place in chunk.index.message_index_offsets.items()
        }
        self._summary[Opcode.CHUNK_INDEX].append(
            replace(chunk.index, chunk_start_offset=start, message_index_offsets=offsets)
        )
        self._message_counts.update(chunk.message_counts)

    def finish(self) -> None:
        """Write the summary and the footer; nothing can be added afterwards."""
        self._append(_encoded(DataEnd(self._crc)))
        start = self.size_bytes
        self._summary[Opcode.STATISTICS] = [self._statistics()]
        summary = b""
        offsets: list[SummaryOffset] = []
        for opcode, records in self._summary.items():
            if records:
                group = _encoded(*records)
                offsets.append(SummaryOffset(opcode, start + len(summary), len(group)))
                summary += group
        offsets_start = start + len(summary)
        summary += _encoded(*offsets)
        footer_head = struct.pack("<BQQQ", Opcode.FOOTER, 20, start, offsets_start)
        crc = zlib.crc32(footer_head, zlib.crc32(summary))
        self._append(summary + _encoded(Footer(start, offsets_start, crc)) + MAGIC)

    def _statistics(self) -> Statistics:
        chunks = self._summary[Opcode.CHUNK_INDEX]
        return Statistics(
            attachment_count=len(self._summary[Opcode.ATTACHMENT_INDEX]),
            channel_count=len(self._summary[Opcode.CHANNEL]),
            channel_message_counts=self._message_counts,
            chunk_count=len(chunks),
            message_count=self._message_counts.total(),
            metadata_count=len(self._summary[Opcode.METADATA_INDEX]),
            message_start_time=min((chunk.message_start_time for chunk in chunks), default=0),
            message_end_time=max((chunk.message_end_time for chunk in chunks), default=0),
            schema_count=len(self._summary[Opcode.SCHEMA]),
        )

    def _append(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[self._stream.write(view) :]
        except OSError:
            self._cut_back()
            raise
        self.size_bytes += len(data)
        self._crc = zlib.crc32(data, self._crc)

    def _cut_back(self) -> None:
        """Remove a partly written record, so that the file ends with a complete one."""
        try:
            self._stream.seek(self.size_bytes)
            self._stream.truncate(self.size_bytes)
        except OSError:
            return  # Then the file stays torn, and repair reads up to here.


def _encoded(*records: McapRecord) -> bytes:
    builder = RecordBuilder()
    for record in records:
        record.write(builder)
    data: bytes = builder.end()  # type: ignore[no-untyped-call]
    return data
