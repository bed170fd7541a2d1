"""Checks that a recording was not changed, by the checksums of the file and its programs."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from mcap.records import Attachment, Channel, Chunk, DataEnd, McapRecord, Message, Metadata
from mcap.stream_reader import CRCValidationError, StreamReader

from wsusim.errors import BadInput
from wsusim.model.text import printable
from wsusim.recording.chunks import LARGEST_RECORD_BYTES, MAGIC, TORN
from wsusim.recording.file_layout import HEADER, REPAIR
from wsusim.recording.header import recorded_hashes
from wsusim.recording.reader import BadRecording, Recording

IN_INDEX = "a checksum of the index at the end doesn't match."


def check_integrity(recording: Recording) -> None:
    """Check every checksum of a recording.

    Raises:
        BadRecording: Something was changed; the message says what, as exactly as possible.
    """
    for number in range(len(recording.chunks)):
        recording.read_chunk(number)
    changed = changed_part(recording)
    if changed is not None:
        raise BadRecording(f"{recording.name} was changed: {changed} Use another copy of the file.")


def changed_part(recording: Recording) -> str | None:
    """Return what was changed besides samples and commands, a sentence; ``None``: nothing."""
    changed = _changed_program(recording)
    if changed is not None:
        return f"the program of robot {changed + 1} in it does not match the recorded hash."
    return _changed_place(recording)


def _changed_program(recording: Recording) -> int | None:
    """Return the robot whose program does not match its hash; ``None`` also for a damaged head."""
    try:
        recorded = recorded_hashes(recording.metadata[HEADER])
        sources = recording.header.controllers
    except (BadInput, KeyError, TypeError, ValueError):
        return None
    robots = (source.robot for source in sources if source.sha256 != recorded.get(source.robot))
    return next(robots, None)


def _changed_place(recording: Recording) -> str | None:
    """Return which part of the file does not match its checksum, ``None`` if both do."""
    in_data = "a checksum of the header, the final figures or an attached file doesn't match."
    with recording.path.open("rb") as stream:
        reader = StreamReader(
            stream, emit_chunks=True, validate_crcs=True, record_size_limit=LARGEST_RECORD_BYTES
        )
        parts = _Parts()
        try:
            end = parts.take_all(reader.records)
        except CRCValidationError:
            return in_data
        except (*TORN, StopIteration):
            return "its parts don't fit."
        if added := parts.added(len({index.chunk_start_offset for index in recording.chunks})):
            return added
        if not end.data_section_crc:
            return in_data
        rest = stream.read(LARGEST_RECORD_BYTES)
    crc_end = len(rest) - len(MAGIC)
    if rest[crc_end - 4 : crc_end] != zlib.crc32(rest[: crc_end - 4]).to_bytes(4, "little"):
        return IN_INDEX
    return None


class _Parts:
    """The parts of a file in the order in which programs that ignore its index see them."""

    def __init__(self) -> None:
        self._chunks = 0
        self._topics: dict[str, int] = {}
        self._names: set[tuple[type[McapRecord], str]] = set()
        self._added = ""

    def take_all(self, records: Iterable[McapRecord]) -> DataEnd:
        """Take the parts before the index; raises ``StopIteration`` if they have no end."""
        for record in records:
            match record:
                case DataEnd():
                    return record
                case Chunk():
                    self._chunks += 1
                case Message():
                    self._added = "it holds a message that is in none of its parts."
                case Channel():
                    if self._topics.setdefault(record.topic, record.id) != record.id:
                        self._added = f"it has {printable(record.topic)} twice."
                case Attachment() | Metadata():
                    self._take_name(record)
        raise StopIteration

    def added(self, indexed: int) -> str:
        """Return what some programs would take as part of the recording and others not, or "".

        Args:
            indexed: How many chunks the index names.
        """
        if self._chunks != indexed:
            return "its index doesn't name all of its parts."
        return self._added

    def _take_name(self, record: Attachment | Metadata) -> None:
        key = type(record), record.name
        if key in self._names and record.name != REPAIR:
            self._added = f"it holds {printable(record.name)} twice."
        self._names.add(key)
