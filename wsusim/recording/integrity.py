"""Was a recording changed since it was written? Checksums of the file and of the programs in it."""

from __future__ import annotations

import zlib

from mcap.records import DataEnd
from mcap.stream_reader import CRCValidationError, StreamReader

from wsusim.errors import BadInput
from wsusim.recording.chunks import LARGEST_RECORD_BYTES, MAGIC, TORN
from wsusim.recording.file_layout import HEADER
from wsusim.recording.header import recorded_hashes
from wsusim.recording.reader import BadRecording, Recording

IN_INDEX = "a checksum of the index at the end doesn't match."


def check_integrity(recording: Recording) -> None:
    """Look at every checksum of a recording.

    Raises:
        BadRecording: Something was changed; says what, as closely as that can be told.
    """
    for number in range(len(recording.chunks)):
        recording.read_chunk(number)
    changed = changed_part(recording)
    if changed is not None:
        raise BadRecording(f"{recording.name} was changed: {changed} Use another copy of the file.")


def changed_part(recording: Recording) -> str | None:
    """Return what was changed beside samples and commands, a sentence; ``None``: nothing."""
    changed = _changed_program(recording)
    if changed is not None:
        return f"the program of robot {changed + 1} in it does not match the recorded hash."
    return _changed_place(recording)


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
    in_data = "a checksum of the header, the final figures or an attached file doesn't match."
    with recording.path.open("rb") as stream:
        reader = StreamReader(
            stream, emit_chunks=True, validate_crcs=True, record_size_limit=LARGEST_RECORD_BYTES
        )
        try:
            end = next(record for record in reader.records if isinstance(record, DataEnd))
        except CRCValidationError:
            return in_data
        except (*TORN, StopIteration):
            return "its parts don't fit."
        if not end.data_section_crc:
            return in_data
        rest = stream.read(LARGEST_RECORD_BYTES)
    crc_end = len(rest) - len(MAGIC)
    if rest[crc_end - 4 : crc_end] != zlib.crc32(rest[: crc_end - 4]).to_bytes(4, "little"):
        return IN_INDEX
    return None
