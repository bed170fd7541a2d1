"""Writes a recording: turns what a run sends, span by span, into the records of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
import orjson
from mcap.records import Attachment, Channel, Metadata, Schema

from wsusim.model.world import World
from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.encoder import Encoder, Span, event_message
from wsusim.recording.file_layout import (
    CHANNELS,
    HEADER,
    IMAGE,
    PROFILE,
    SCENE,
    SUMMARY,
    TAPE,
    TAPE_CHANNEL,
    TAPE_SCHEMA,
    TOPICS,
    VIDEO,
    VIDEO_CHANNEL,
    WRITER,
    camera_topics,
    time_ns,
)
from wsusim.recording.foxglove_messages import image_json
from wsusim.recording.foxglove_schemas import IMAGE_SCHEMA, Json
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.notes import Event
from wsusim.recording.rows import RowPlan, samples_of_rows
from wsusim.recording.schemas import SCHEMAS
from wsusim.recording.typed import json_bytes

if TYPE_CHECKING:
    from wsusim.recording.eye_pictures import EyeRecorder

_NUMBERS = {name: number for number, name in enumerate(dict.fromkeys(TOPICS.values()), 1)}
"""Of the schemas."""
_IMAGE_NUMBER = len(_NUMBERS) + 1
TAPE_SCHEMA_NUMBER = _IMAGE_NUMBER + 1


@dataclass(frozen=True, slots=True)
class Head:
    """What is at the beginning of a recording.

    Attributes:
        library: Program and version, for the MCAP header.
        metadata: Values of the ``HEADER`` record.
        attachments: Files to attach, by name.
        scene: The SceneUpdate message that draws the maze.
        plan: What the kernel's rows describe.
        first_tick: Tick at which the run begins.
        pictures: The world, and the size of the recorded pictures of its eyes.
    """

    library: str
    metadata: Mapping[str, str]
    attachments: Mapping[str, bytes]
    scene: bytes
    plan: RowPlan
    first_tick: int = 0
    pictures: tuple[World, tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class WriterFigures:
    """How the writing went.

    Attributes:
        size_bytes: Length of the file.
        chunks: Chunks in it.
        dropped_ticks: Ticks whose samples were left out because the disk was too slow or full.
        dropped_spans: First and last tick of each such stretch.
        failure: Why writing ended early, if it did.
    """

    size_bytes: int
    chunks: int
    dropped_ticks: int = 0
    dropped_spans: tuple[tuple[int, int], ...] = ()
    failure: str | None = None


class RecordingWriter:
    """Writes one recording to an empty, unbuffered ``stream``; its head at once.

    After the first failure (such as a full disk) only the closing figures are written, and
    ``on_failure`` is called once.

    Raises:
        OSError: Not even the head can be written.
    """

    def __init__(
        self,
        stream: BinaryIO,
        head: Head,
        *,
        on_failure: Callable[[OSError], None] = lambda error: None,
    ) -> None:
        self._file = _begin(stream, head)
        self._plan = head.plan
        self._on_failure = on_failure
        self._failure: OSError | None = None
        self._encoder = Encoder()
        self._eyes = None if head.pictures is None else _eye_recorder(*head.pictures)
        self._has_video = False
        self._has_tape = False
        self._packer = ChunkPacker()
        self._dropped: list[tuple[int, int]] = []

    def write(self, messages: Iterable[Span | dict[str, str]]) -> WriterFigures | None:
        """Write what a run sends: its spans and finally the values of the ``SUMMARY`` record.

        Returns: How it went; ``None``: no summary came, so the run was cut off.
        """
        for message in messages:
            if not isinstance(message, Span):
                return self._finish(message)
            self._add(message)
        return None

    def _add(self, span: Span) -> None:
        first_tick, left_out = span.first_tick, span.ticks_left_out
        if self._failure is not None:
            self._count_drop(first_tick, span.last_tick)
            return
        samples = span.samples
        if isinstance(samples, bytes):
            rows = np.frombuffer(samples, np.float64).reshape(-1, self._plan.width)
            samples = samples_of_rows(self._plan, first_tick + left_out, rows)
        messages = self._encoder.messages(span, samples)
        if self._eyes is not None and samples is not None:
            messages += self._eyes.messages(samples)
        if left_out:
            self._count_drop(first_tick, first_tick + left_out - 1)
            messages.append(event_message(Event(first_tick, "samples_dropped", value=left_out)))
        if span.tape:
            data = json_bytes({"rows": span.tape})
            messages.append(Message(TAPE_CHANNEL, time_ns(max(span.tape[0][0], first_tick)), data))
        for tick, jpeg in span.filmed:
            when_ns = time_ns(max(tick, first_tick))
            data = image_json(tick, VIDEO.strip("/"), "jpeg", jpeg)
            messages.append(Message(VIDEO_CHANNEL, when_ns, data))
        if not messages:
            return
        try:
            if span.tape:
                self._open_tape()
            if span.filmed:
                self._open_video()
            self._file.add_chunk(self._packer.pack(messages))
        except OSError as error:
            self._failure = error
            self._count_drop(first_tick, span.last_tick)
            self._on_failure(error)

    def _open_tape(self) -> None:
        """Declare the tape before its first part; only a real robot's run has one."""
        if not self._has_tape:
            self._file.add(_schema(TAPE_SCHEMA_NUMBER, TAPE_SCHEMA, SCHEMAS[TAPE_SCHEMA]))
            number = TAPE_SCHEMA_NUMBER
            self._file.add(Channel(TAPE_CHANNEL, TAPE, "json", metadata={}, schema_id=number))
            self._has_tape = True

    def _open_video(self) -> None:
        """Declare the video before its first picture; most runs have no camera beside them."""
        if self._has_video:
            return
        if self._eyes is None:
            self._file.add(_schema(_IMAGE_NUMBER, IMAGE, IMAGE_SCHEMA))
        self._file.add(Channel(VIDEO_CHANNEL, VIDEO, "json", metadata={}, schema_id=_IMAGE_NUMBER))
        self._has_video = True

    def _finish(self, summary: Mapping[str, str]) -> WriterFigures:
        """Write the closing figures and the index, even if something failed before."""
        figures = self._figures(self._failure)
        try:
            notes = {name: str(value) for name, value in asdict(figures).items()}
            self._file.add(Metadata(SUMMARY, dict(summary)))
            self._file.add(Metadata(WRITER, notes))
            self._file.finish()
        except OSError as error:
            return self._figures(self._failure or error)
        return self._figures(self._failure)

    def _figures(self, failure: OSError | None) -> WriterFigures:
        return WriterFigures(
            size_bytes=self._file.size_bytes,
            chunks=self._file.chunk_count,
            dropped_ticks=sum(last - first + 1 for first, last in self._dropped),
            dropped_spans=tuple(self._dropped),
            failure=None if failure is None else str(failure.strerror or failure),
        )

    def _count_drop(self, first_tick: int, last_tick: int) -> None:
        if self._dropped and self._dropped[-1][1] + 1 == first_tick:
            first_tick, _ = self._dropped.pop()
        self._dropped.append((first_tick, last_tick))


def _begin(stream: BinaryIO, head: Head) -> McapFile:
    """Write the head of a recording; raises ``OSError`` if the disk does not take it."""
    file = McapFile(stream, profile=PROFILE, library=head.library)
    for name, number in _NUMBERS.items():
        file.add(_schema(number, name, SCHEMAS[name]))
    for topic, name in TOPICS.items():
        file.add(Channel(CHANNELS[topic], topic, "json", metadata={}, schema_id=_NUMBERS[name]))
    if head.pictures is not None:
        channel = len(CHANNELS) + 1
        file.add(_schema(_IMAGE_NUMBER, IMAGE, IMAGE_SCHEMA))
        for number, topic in enumerate(camera_topics(head.pictures[0]), channel):
            file.add(Channel(number, topic, "json", metadata={}, schema_id=_IMAGE_NUMBER))
    file.add(Metadata(HEADER, dict(head.metadata)))
    for name, content in head.attachments.items():
        media_type = "application/json" if name.endswith(".json") else "text/x-python"
        file.add(Attachment(0, 0, name, media_type, data=content))
    scene = Message(CHANNELS[SCENE], time_ns(head.first_tick), head.scene)
    file.add_chunk(ChunkPacker().pack([scene]))
    return file


def _eye_recorder(world: World, size: tuple[int, int]) -> EyeRecorder:
    from wsusim.recording.eye_pictures import (
        EyeRecorder,  # loads the engine, which other runs don't need
    )

    return EyeRecorder(world, size)


def _schema(number: int, name: str, schema: Json) -> Schema:
    data = orjson.dumps({"$schema": "http://json-schema.org/draft-07/schema#", **schema})
    return Schema(id=number, name=name, encoding="jsonschema", data=data)
