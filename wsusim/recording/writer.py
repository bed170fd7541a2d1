"""What the writer process does with the spans it is sent: encode, pack, queue, count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.disk import QUEUE_LIMIT_BYTES, DiskWriter
from wsusim.recording.encoder import Encoder, Span, event_message
from wsusim.recording.events import Event
from wsusim.recording.layout import NEVER_DROPPED, SUMMARY, WRITER
from wsusim.recording.mcap_file import McapFile


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
    """Writes one recording; never waits for the disk until it is closed.

    When the disk falls behind by more than ``queue_limit_bytes``, samples and poses are left out
    (commands, events and log lines are kept up to twice that), and an event says so.
    """

    def __init__(
        self,
        file: McapFile,
        *,
        queue_limit_bytes: int = QUEUE_LIMIT_BYTES,
        on_failure: Callable[[OSError], None] | None = None,
    ) -> None:
        self.disk = DiskWriter(file, on_failure=on_failure)
        self._limit_bytes = queue_limit_bytes
        self._encoder = Encoder()
        self._packer = ChunkPacker()
        self._dropped: list[tuple[int, int]] = []

    def add(self, span: Span) -> None:
        """Write a span, or of it what can be written.

        Raises:
            TakenOver: See ``DiskWriter.put``.
        """
        messages = self._encoder.messages(span)
        backlog_bytes = self.disk.backlog_bytes
        if self.disk.failure is not None or backlog_bytes > 2 * self._limit_bytes:
            self._count_drop(span)
            return
        if backlog_bytes > self._limit_bytes:
            self._count_drop(span)
            messages = [message for message in messages if message.channel in NEVER_DROPPED]
            messages.append(_drop_message(span))
        if messages:
            self.disk.put(self._packer.pack(messages))

    def abandon(self) -> None:
        """Write what is queued and leave the file unfinished: its run was cut off."""
        self.disk.close()

    def finish(self, summary: Mapping[str, str]) -> WriterFigures:
        """Write what is queued, the summary and the index; return how it went."""
        self.disk.close()
        file, failure = self.disk.file, self.disk.failure
        figures = self._figures(failure)
        try:
            file.add_metadata(SUMMARY, summary)
            file.add_metadata(WRITER, {name: str(value) for name, value in asdict(figures).items()})
            file.finish()
        except OSError as error:
            failure = failure or error
        return self._figures(failure)

    def _figures(self, failure: OSError | None) -> WriterFigures:
        return WriterFigures(
            size_bytes=self.disk.file.size_bytes,
            chunks=self.disk.file.chunk_count,
            dropped_ticks=sum(last - first + 1 for first, last in self._dropped),
            dropped_spans=tuple(self._dropped),
            failure=None if failure is None else str(failure.strerror or failure),
        )

    def _count_drop(self, span: Span) -> None:
        if self._dropped and self._dropped[-1][1] + 1 == span.first_tick:
            self._dropped[-1] = (self._dropped[-1][0], span.last_tick)
        else:
            self._dropped.append((span.first_tick, span.last_tick))


def _drop_message(span: Span) -> Message:
    ticks = span.last_tick - span.first_tick + 1
    return event_message(Event(span.first_tick, "samples_dropped", value=ticks))
