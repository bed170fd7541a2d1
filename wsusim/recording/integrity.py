"""Was a recording changed since it was written? Checksums of the file and of the programs in it."""

from __future__ import annotations

import struct
import zlib

from mcap.opcode import Opcode
from mcap.writer import MCAP0_MAGIC

from wsusim.recording.header import recorded_hashes
from wsusim.recording.layout import HEADER
from wsusim.recording.reader import BadRecording, Recording

_RECORD = struct.Struct("<BQ")
_READ_BYTES = 1 << 20


def check_integrity(recording: Recording) -> None:
    """Look at every checksum of a recording.

    Raises:
        BadRecording: Something was changed; says what, as closely as that can be told.
    """
    for number in range(len(recording.chunks)):
        recording.read_chunk(number)
    recorded = recorded_hashes(recording.metadata[HEADER])
    for source in recording.header.controllers:
        if source.sha256 != recorded.get(source.robot):
            raise BadRecording(
                f"{recording.path.name} was changed: the program of robot {source.robot + 1} in "
                "it is not the one whose hash was recorded. Use another copy of the file."
            )
    if not _data_is_whole(recording):
        raise BadRecording(
            f"{recording.path.name} was changed: its checksum does not fit. All samples and "
            "commands are as they were, so it is in the head, the summary or an attached file. "
            "Use another copy of the file."
        )


def _data_is_whole(recording: Recording) -> bool:
    """Tell whether the checksum over everything before the index fits."""
    with recording.path.open("rb") as stream:
        crc = zlib.crc32(stream.read(len(MCAP0_MAGIC)))
        while True:
            head = stream.read(_RECORD.size)
            if len(head) < _RECORD.size:
                return False
            opcode, length = _RECORD.unpack(head)
            if opcode == Opcode.DATA_END:
                (recorded,) = struct.unpack("<I", stream.read(4))
                return bool(recorded == crc)
            crc = zlib.crc32(head, crc)
            while length > 0:
                part = stream.read(min(length, _READ_BYTES))
                if not part:
                    return False
                crc = zlib.crc32(part, crc)
                length -= len(part)
