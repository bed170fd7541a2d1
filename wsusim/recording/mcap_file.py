"""An MCAP file under construction: whole chunks in, index and summary at the end.

Every call leaves the file readable up to its last byte, so that a run that is cut off loses only
what was not yet handed in.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import BinaryIO

from mcap.data_stream import RecordBuilder
from mcap.opcode import Opcode
from mcap.records import (
    Attachment,
    AttachmentIndex,
    Channel,
    ChunkIndex,
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

from wsusim.recording.chunks import COMPRESSION, MAGIC, PackedChunk


class McapFile:
    """Appends records to ``stream`` and keeps what the summary at the end needs.

    ``stream`` is unbuffered: when a call returns, the operating system has the bytes. Raises
    ``OSError`` when it does not take them; what was written of that record is then cut off again,
    as far as the file allows it.
    """

    def __init__(self, stream: BinaryIO, *, profile: str, library: str) -> None:
        self._stream = stream
        self._offset = 0
        self._crc = 0
        self._schemas: list[Schema] = []
        self._channels: list[Channel] = []
        self._chunks: list[ChunkIndex] = []
        self._attachments: list[AttachmentIndex] = []
        self._metadata: list[MetadataIndex] = []
        self._message_counts: dict[int, int] = {}
        self._append(MAGIC)
        self._append(_encoded(Header(profile, library)))

    @property
    def size_bytes(self) -> int:
        """How long the file is."""
        return self._offset

    @property
    def chunk_count(self) -> int:
        """How many chunks it holds."""
        return len(self._chunks)

    def add_schema(self, schema: Schema) -> None:
        """Add a schema, before the channels that use it."""
        self._append(_encoded(schema))
        self._schemas.append(schema)

    def add_channel(self, channel: Channel) -> None:
        """Add a channel, before its messages."""
        self._append(_encoded(channel))
        self._channels.append(channel)

    def add_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Add a metadata record."""
        record = _encoded(Metadata(name=name, metadata=dict(values)))
        offset = self._offset
        self._append(record)
        self._metadata.append(MetadataIndex(offset=offset, length=len(record), name=name))

    def add_attachment(self, name: str, media_type: str, data: bytes) -> None:
        """Add a file within the file."""
        record = _encoded(
            Attachment(create_time=0, log_time=0, name=name, media_type=media_type, data=data)
        )
        offset = self._offset
        self._append(record)
        self._attachments.append(
            AttachmentIndex(
                offset=offset,
                length=len(record),
                log_time=0,
                create_time=0,
                data_size=len(data),
                name=name,
                media_type=media_type,
            )
        )

    def add_chunk(self, chunk: PackedChunk) -> None:
        """Add a chunk with its message indexes, in one write."""
        start = self._offset
        self._append(chunk.record + chunk.indexes)
        index_start = start + len(chunk.record)
        self._chunks.append(
            ChunkIndex(
                chunk_start_offset=start,
                chunk_length=len(chunk.record),
                message_start_time=chunk.start_ns,
                message_end_time=chunk.end_ns,
                message_index_offsets={
                    channel: index_start + offset for channel, offset in chunk.index_offsets.items()
                },
                message_index_length=len(chunk.indexes),
                compression=COMPRESSION,
                compressed_size=chunk.compressed_size,
                uncompressed_size=chunk.uncompressed_size,
            )
        )
        for channel, count in chunk.message_counts.items():
            self._message_counts[channel] = self._message_counts.get(channel, 0) + count

    def finish(self) -> None:
        """Write the summary and the footer; nothing can be added any more."""
        self._append(_encoded(DataEnd(self._crc)))
        summary_start = self._offset
        groups: list[tuple[Opcode, list[McapRecord]]] = [
            (Opcode.SCHEMA, [*self._schemas]),
            (Opcode.CHANNEL, [*self._channels]),
            (Opcode.STATISTICS, [self._statistics()]),
            (Opcode.CHUNK_INDEX, [*self._chunks]),
            (Opcode.ATTACHMENT_INDEX, [*self._attachments]),
            (Opcode.METADATA_INDEX, [*self._metadata]),
        ]
        summary = b""
        offsets: list[SummaryOffset] = []
        for opcode, records in groups:
            group = _encoded(*records)
            if records:
                offsets.append(SummaryOffset(opcode, summary_start + len(summary), len(group)))
            summary += group
        offsets_start = summary_start + len(summary)
        summary += _encoded(*offsets)
        footer_head = struct.pack("<BQQQ", Opcode.FOOTER, 20, summary_start, offsets_start)
        crc = zlib.crc32(footer_head, zlib.crc32(summary))
        self._append(summary + _encoded(Footer(summary_start, offsets_start, crc)) + MAGIC)

    def _statistics(self) -> Statistics:
        return Statistics(
            attachment_count=len(self._attachments),
            channel_count=len(self._channels),
            channel_message_counts=self._message_counts,
            chunk_count=len(self._chunks),
            message_count=sum(self._message_counts.values()),
            metadata_count=len(self._metadata),
            message_start_time=min((c.message_start_time for c in self._chunks), default=0),
            message_end_time=max((c.message_end_time for c in self._chunks), default=0),
            schema_count=len(self._schemas),
        )

    def _append(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[self._stream.write(view) :]
        except OSError:
            self._cut_back()
            raise
        self._offset += len(data)
        self._crc = zlib.crc32(data, self._crc)

    def _cut_back(self) -> None:
        """Remove the torn piece of a record, so that the file ends with a whole one."""
        try:
            self._stream.seek(self._offset)
            self._stream.truncate(self._offset)
        except OSError:
            return  # Then the file stays torn, and repair reads up to here.


def _encoded(*records: McapRecord) -> bytes:
    builder = RecordBuilder()
    for record in records:
        record.write(builder)
    data: bytes = builder.end()  # type: ignore[no-untyped-call]
    return data
