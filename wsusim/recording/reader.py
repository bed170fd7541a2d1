"""A finished recording, opened for reading: head, tail, and the messages of any stretch of time."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import orjson
from mcap.exceptions import McapError
from mcap.reader import SeekingReader
from mcap.records import ChunkIndex
from mcap.summary import Summary

from wsusim.errors import BadInput
from wsusim.formats.atomic import check_ordinary
from wsusim.model.text import printable
from wsusim.model.typed_names import as_argument
from wsusim.recording.chunks import LARGEST_RECORD_BYTES, MAGIC, BadChunk, unpack
from wsusim.recording.file_layout import (
    HEADER,
    MATCH_HEADER,
    PROFILE,
    REPAIR,
    SUMMARY,
    TICK_NS,
    WRITER,
)
from wsusim.recording.file_lock import is_locked
from wsusim.recording.header import RunHeader, header_of

_READ_ERRORS = (
    McapError, struct.error, ValueError, KeyError, EOFError, MemoryError, OverflowError, OSError,
)  # fmt: skip
"""What reading damaged bytes can raise, in ``mcap`` and in the decompressor."""

HEAD_BYTES = 64
"""This many bytes show whether a file is one of ours."""


class BadRecording(BadInput):
    """The file is no recording, or is damaged."""


class UnfinishedRecording(BadRecording):
    """The recording was cut off, for example by a kill or a full disk; it can be repaired."""


class Recording:
    """A recording on the disk; use it as a context manager.

    Messages come as (topic, tick, JSON bytes). Every chunk's checksum is checked when it is read.

    Raises:
        UnfinishedRecording: It must be repaired first.
        BadRecording: It is no recording of wsusim's, is damaged, or can't be opened.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        check_head(self.path)
        self._stream = self.path.open("rb")
        try:
            self._check_tail()
            self._stream.seek(0)
            self._reader = SeekingReader(
                self._stream, validate_crcs=True, record_size_limit=LARGEST_RECORD_BYTES
            )
            summary = self._reader.get_summary()
            assert summary is not None
            self._check_index(summary)
            self.metadata: Mapping[str, Mapping[str, str]] = {
                record.name: record.metadata for record in self._reader.iter_metadata()
            }
            """All metadata records by name."""
        except UnfinishedRecording:
            self._stream.close()
            raise
        except _READ_ERRORS as error:
            self._stream.close()
            raise self._damaged("its index", error) from error
        # The file says itself which topic has which number: another version may number otherwise.
        self._topics = {channel.id: channel.topic for channel in summary.channels.values()}
        self.chunks: list[ChunkIndex] = sorted(
            summary.chunk_indexes,
            key=lambda index: (index.message_start_time, index.chunk_start_offset),
        )
        """Where each chunk is, in the order of time."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    @property
    def topics(self) -> set[str]:
        """All topics that it has a channel for."""
        return set(self._topics.values())

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return printable(self.path.name)

    @cached_property
    def header(self) -> RunHeader:
        """What the recording says about its run as a whole."""
        if MATCH_HEADER in self.metadata:
            raise BadRecording(
                f"{self.name} is a match of the CiberMouse contest, not a run. These commands work "
                "with it: info, replay, export, repair."
            )
        if HEADER not in self.metadata:
            raise BadRecording(
                f"{self.name} doesn't say which run it contains. Use another copy of the file."
            )
        try:
            return header_of(self.metadata[HEADER], self.attachments)
        except BadInput as error:
            raise BadRecording(f"{self.name}: {error}") from error

    @cached_property
    def attachments(self) -> dict[str, bytes]:
        """Content of all attached files by name."""
        try:
            return {file.name: file.data for file in self._reader.iter_attachments()}
        except _READ_ERRORS as error:
            raise self._damaged("an attached file", error) from error

    @property
    def summary(self) -> dict[str, Any] | None:
        """The run's closing figures; ``None`` if the run was cut off."""
        values = self.metadata.get(SUMMARY)
        if values is None:
            return None
        try:
            return {name: orjson.loads(value) for name, value in values.items()}
        except ValueError as error:
            raise self._damaged("how its run ended", error) from error

    @property
    def writer_notes(self) -> Mapping[str, str]:
        """What the writer said about its work at the end; empty if it was cut off."""
        return self.metadata.get(WRITER, {})

    @property
    def repair_notes(self) -> Mapping[str, str]:
        """What ``repair`` said about its work; empty if the file never needed it."""
        return self.metadata.get(REPAIR, {})

    def chunks_with(self, topic: str) -> list[int]:
        """Return the numbers of the chunks in which there are messages of a topic."""
        channels = {number for number, name in self._topics.items() if name == topic}
        return [
            number
            for number, index in enumerate(self.chunks)
            if not channels.isdisjoint(index.message_index_offsets)
        ]

    def read_chunk(self, number: int) -> list[tuple[str, int, bytes]]:
        """Return all messages of one chunk, as they were written."""
        index = self.chunks[number]
        try:
            messages = unpack(self._chunk_record(index))
        except BadChunk as error:
            start_s, end_s = index.message_start_time / 1e9, index.message_end_time / 1e9
            raise self._damaged(f"the part from {start_s:.2f} s to {end_s:.2f} s", error) from error
        return [
            (self._topics.get(message.channel, ""), message.time_ns // TICK_NS, message.data)
            for message in messages
        ]

    def _chunk_record(self, index: ChunkIndex) -> bytes:
        size = self.path.stat().st_size
        if index.chunk_start_offset + index.chunk_length > size:
            raise BadChunk("the index leads beyond the end of the file")
        self._stream.seek(index.chunk_start_offset)
        return self._stream.read(index.chunk_length)

    def messages(self, topic: str) -> Iterator[tuple[int, bytes]]:
        """Yield tick and data of a topic's messages, chunk by chunk."""
        for number in self.chunks_with(topic):
            for found, tick, data in self.read_chunk(number):
                if found == topic:
                    yield tick, data

    def _check_index(self, summary: Summary) -> None:
        """Raise ``ValueError`` if the index names more than there is in the file."""
        parts = sum(index.chunk_length for index in summary.chunk_indexes)
        parts += sum(index.length for index in summary.attachment_indexes)
        parts += sum(index.length for index in summary.metadata_indexes)
        if parts > self.path.stat().st_size:
            raise ValueError("it names more than there is")

    def _check_tail(self) -> None:
        """Raise ``UnfinishedRecording`` unless the file ends as a complete one does."""
        self._stream.seek(0, 2)
        size = self._stream.tell()
        self._stream.seek(max(0, size - len(MAGIC)))
        if size < 2 * len(MAGIC) or self._stream.read() != MAGIC:
            if is_locked(self._stream):
                raise UnfinishedRecording(
                    f"A run is being recorded in {self.name} right now. Wait until it has ended."
                )
            raise UnfinishedRecording(
                f"{self.name} was cut off before its end (the program was killed, or the disk was "
                f"full) and needs repair: python main.py repair {as_argument(self.path)}"
            )

    def nonsense(self, what: str, error: BaseException) -> BadRecording:
        """Return the error for a part that can be read but has impossible values."""
        return BadRecording(
            f"{self.name} contains {what} that makes no sense ({type(error).__name__}). Use "
            "another copy of the file."
        )

    def _damaged(self, where: str, error: BaseException) -> BadRecording:
        return BadRecording(
            f"{self.name} is damaged: {where} can't be read ({error}). Use another copy, or save "
            f"the intact part with: python main.py repair {as_argument(self.path)}"
        )


def is_recording(path: Path) -> bool:
    """Return whether the file begins as a recording does."""
    try:
        check_head(path)
    except BadRecording:
        return False
    return True


def check_head(path: Path) -> None:
    """Raise ``BadRecording`` unless the file begins as a recording does."""
    name = printable(path.name)
    try:
        check_ordinary(path, "a recording (.mcap)")
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError as error:
        raise BadRecording(
            f"{name} can't be read ({error.strerror}). Give a recording (.mcap)."
        ) from None
    except BadInput as error:
        raise BadRecording(str(error)) from None
    if not head:
        raise BadRecording(f"{name} is empty: its run ended before anything was recorded.")
    if not head.startswith(MAGIC):
        raise BadRecording(f"{name} is not a recording. Give a file made with: run --record FILE")
    if PROFILE.encode() not in head:
        raise BadRecording(
            f"{name} is an MCAP file from another program. Give a file made with: run --record FILE"
        )
