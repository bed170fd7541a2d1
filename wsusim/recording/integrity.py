"""Was a recording changed since it was written? Checksums of the file and of the programs in it."""

from __future__ import annotations

import os
import struct
import zlib
from typing import BinaryIO

from mcap.opcode import Opcode

from wsusim.errors import BadInput
from wsusim.recording.chunks import LARGEST_RECORD_BYTES, MAGIC
from wsusim.recording.header import recorded_hashes
from wsusim.recording.layout import HEADER
from wsusim.recording.reader import BadRecording, Recording

_RECORD = struct.Struct("<BQ")


def check_integrity(recording: Recording) -> None:
    """Look at every checksum of a recording.

    Raises:
        BadRecording: Something was changed; says what, as closely as that can be told.
    """
    for number in range(len(recording.chunks)):
        recording.read_chunk(number)
    changed = _changed_program(recording)
    if changed is not None:
        raise BadRecording(
            f"{recording.name} was changed: the program of robot {changed + 1} in it is not "
            "the one whose hash was recorded. Use another copy of the file."
        )
    where = _changed_place(recording)
    if where is not None:
        raise BadRecording(
            f"{recording.name} was changed: a checksum does not fit. All samples and orders "
            f"are as they were, so it is in {where}. Use another copy of the file."
        )


def _changed_program(recording: Recording) -> int | None:
    """Return the robot whose program does not fit its hash; ``None`` also for a damaged head."""
    try:
        recorded = recorded_hashes(recording.metadata[HEADER])
        sources = recording.header.controllers
    except (BadInput, KeyError, TypeError, ValueError):
        return None
    robots = (source.robot for source in sources if source.sha256 != recorded.get(source.robot))
    return next(robots, None)


def _changed_place(recording: Recording) -> str | None:
    """Return which part of the file does not fit its checksum, ``None`` when both do."""
    with recording.path.open("rb") as stream:
        crc = zlib.crc32(_read(stream, len(MAGIC)))
        opcode = 0
        while opcode != Opcode.DATA_END:
            head = _read(stream, _RECORD.size)
            opcode, length = _RECORD.unpack(head)
            content = _read(stream, length)
            if opcode != Opcode.DATA_END:
                crc = zlib.crc32(content, zlib.crc32(head, crc))
        if content != crc.to_bytes(4, "little"):
            return "the head, the closing figures or an attached file"
        rest = stream.read()
    crc_end = len(rest) - len(MAGIC)
    if rest[crc_end - 4 : crc_end] != zlib.crc32(rest[: crc_end - 4]).to_bytes(4, "little"):
        return "the index at the end"
    return None


def _read(stream: BinaryIO, size: int) -> bytes:
    """Read exactly so many bytes."""
    left = os.fstat(stream.fileno()).st_size - stream.tell()
    data = stream.read(size) if size <= min(left, LARGEST_RECORD_BYTES) else b""
    if len(data) < size:
        raise BadRecording("The recording was changed: its parts do not fit. Use another copy.")
    return data
