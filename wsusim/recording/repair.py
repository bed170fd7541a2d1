"""Makes a complete recording of one that was cut off or damaged in places."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from mcap.records import (
    Attachment,
    Channel,
    Chunk,
    DataEnd,
    Header,
    McapRecord,
    Metadata,
    Schema,
)
from mcap.stream_reader import StreamReader

from wsusim.formats.atomic import check_replaceable, draft_of
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.recording.chunks import (
    LARGEST_RECORD_BYTES,
    MAGIC,
    TORN,
    BadChunk,
    ChunkPacker,
    messages_of,
)
from wsusim.recording.claims import first_false_claim
from wsusim.recording.contents import check_contents
from wsusim.recording.file_layout import HEADER, MATCH_HEADER, REPAIR, SAMPLES, SUMMARY
from wsusim.recording.file_lock import FileInUse, hold_lock
from wsusim.recording.integrity import IN_INDEX, changed_part
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.reader import BadRecording, Recording, UnfinishedRecording, check_head
from wsusim.recording.samples import from_json
from wsusim.recording.typed import BAD_VALUES
from wsusim.version import __version__

WRITER_PATIENCE_S = 10.0
"""How long to wait for the writer process of a killed run to put away what it still holds."""

R = TypeVar("R", bound=AbstractContextManager[Any])
"""A recording of either kind, open."""

OnShare = Callable[[float], object]
"""Told how much of a file was read, 0 to 1."""


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What ``repair`` found.

    Attributes:
        was_whole: Nothing was wrong, and nothing was changed.
        file: Where the repaired recording is.
        last_tick: Tick of the last sample that was saved, -1 if none was.
        chunks: How many chunks were saved.
        bad_chunks: How many chunks in the middle could not be read.
        lost_bytes: Bytes of the file that could not be used.
    """

    was_whole: bool
    file: Path
    last_tick: int
    chunks: int
    bad_chunks: int
    lost_bytes: int
    is_match: bool = False
    """It holds a match of the contest, which has cycles and no samples."""
    changed: str | None = None
    """What was changed in it before, a sentence, which no repair can undo."""

    def as_text(self) -> str:
        """Return what a person reads."""
        if self.was_whole:
            return f"{self.file} is intact; nothing was changed."
        saved = f"saved {self.chunks} parts" + (
            f" up to {self.last_tick / TICKS_PER_SECOND:.2f} s of simulated time"
            if self.last_tick >= 0
            else ""
            if self.is_match
            else ", but no sample was among them"
        )
        bad = f", left out {self.bad_chunks} damaged ones" if self.bad_chunks else ""
        torn = f", {self.lost_bytes} bytes at the end were torn" if self.lost_bytes else ""
        changed = f" It was changed: {self.changed}" if self.changed else ""
        return f"{self.file}: {saved}{bad}{torn}.{changed}"


def repair(
    path: Path,
    output: Path | None = None,
    *,
    overwrite: bool = False,
    on_share: OnShare = lambda _share: None,
) -> RepairReport:
    """Save the intact parts of ``path`` into ``output``, by default into the file itself.

    The result is written beside its place and put there in one step, so that the old file can't be
    lost. ``on_share`` is called now and then with how much was read, 0 to 1; if it raises, nothing
    is changed.

    Raises:
        BadRecording: Nothing can be saved, the file was edited, it is still being written, or
            ``output`` exists.
    """
    _wait_for_head(path)
    check_head(path)
    if output is not None and output.exists() and not overwrite:
        raise BadRecording(
            f"{output.name} already exists and was left as it is. Choose another name, or add "
            "--overwrite."
        )
    if output is not None:
        check_replaceable(output, ".mcap")
    target = path if output is None else output
    try:
        with (
            draft_of(target) as draft,
            path.open("rb") as stream,
            hold_lock(stream, WRITER_PATIENCE_S),
        ):
            whole = _if_whole(path, on_share)
            if whole is not None and output is None:
                return whole
            with draft.open("wb", buffering=0) as copy:
                report = _save(stream, copy, path, target, on_share)
            changed = _check_saved(draft, report, path.name)
            return replace(report, changed=changed)
    except FileInUse as error:
        raise BadRecording(f"{error} Wait until that run has ended.") from None
    except OSError as error:
        raise BadRecording(
            f"The repaired file can't be written to {str(target)!r} ({error.strerror}). Choose "
            "another place with -o."
        ) from None


@contextmanager
def opened_or_repaired(path: Path, kind: Callable[[Path], R]) -> Iterator[tuple[R, bool]]:
    """Open a recording, or what a repair would save of it; return also whether it was cut off.

    Raises:
        BadRecording: It is no recording, or so damaged that nothing can be said.
    """
    with ExitStack() as stack:
        try:
            recording = stack.enter_context(kind(path))
        except UnfinishedRecording:
            copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / path.name
            repair(path, copy)
            yield stack.enter_context(kind(copy)), True
        else:
            yield recording, False


def _wait_for_head(path: Path) -> None:
    """Give the writer process of a run that was killed at once the time to begin."""
    if path.is_file() and not path.stat().st_size:
        with (
            suppress(OSError, FileInUse),
            path.open("rb") as stream,
            hold_lock(stream, WRITER_PATIENCE_S),
        ):
            pass


def _if_whole(path: Path, on_share: OnShare) -> RepairReport | None:
    """Return the report on a file that needs no repair."""
    try:
        with Recording(path) as recording:
            last_tick = -1
            for number in range(len(recording.chunks)):
                on_share(number / len(recording.chunks))
                for topic, _, data in recording.read_chunk(number):
                    if topic == SAMPLES:
                        with suppress(*BAD_VALUES):
                            last_tick = from_json(data).ticks[-1]
            changed = changed_part(recording)
            report = RepairReport(True, path, last_tick, len(recording.chunks), 0, 0)
    except (UnfinishedRecording, BadRecording):
        return None
    if changed is not None and changed != IN_INDEX:
        raise BadRecording(f"{recording.name} was changed: {changed} Repairing can't undo that.")
    return report if changed is None else None


def _save(
    stream: BinaryIO, copy: BinaryIO, path: Path, target: Path, on_share: OnShare
) -> RepairReport:
    size = os.fstat(stream.fileno()).st_size
    saver = _Saver(copy)
    used_bytes = len(MAGIC)
    for record, end in _records(stream):
        on_share(used_bytes / size)
        if isinstance(record, DataEnd):
            used_bytes = size
        if isinstance(record, DataEnd) or not saver.take(record):
            break
        used_bytes = end
    return saver.finish(path, target, size - used_bytes)


def _check_saved(draft: Path, report: RepairReport, name: str) -> str | None:
    """Raise ``BadRecording`` for the file ``name`` unless what was saved can be opened and shown.

    Returns: What was changed before and stays so, a sentence; ``None``: nothing detectable.
    """
    if not report.is_match and report.last_tick < 0:
        raise BadRecording(f"{name} breaks off before its first sample: there is nothing to save.")
    try:
        with Recording(draft) as saved:
            if not report.is_match:
                check_contents(saved)
                first_false_claim(saved)
            return changed_part(saved)
    except BadRecording as error:
        why = str(error).replace(draft.name, name)
        raise BadRecording(f"There is nothing of use to save: {why}") from None


def _records(stream: BinaryIO) -> Iterator[tuple[McapRecord, int]]:
    """Yield each record and where it ends, up to the first incomplete one."""
    stream.seek(0)
    reader = StreamReader(stream, emit_chunks=True, record_size_limit=LARGEST_RECORD_BYTES)
    with suppress(*TORN):
        for record in reader.records:
            yield record, stream.tell()


class _Saver:
    """Builds the new file from the records of the old one."""

    def __init__(self, copy: BinaryIO) -> None:
        self._copy = copy
        self._file: McapFile | None = None
        self._names: set[str] = set()
        self._taken: set[tuple[type[McapRecord], str]] = set()
        self._samples_channel = 0
        self._last_tick = -1
        self._chunks = 0
        self._bad_chunks = 0
        self._packer = ChunkPacker()

    def take(self, record: McapRecord) -> bool:
        """Copy a record if it belongs to the data; return whether to read on."""
        if isinstance(record, Header):
            self._file = McapFile(self._copy, profile=record.profile, library=record.library)
        file = self._file
        if file is None:
            return False
        match record:
            case Chunk():
                self._take_chunk(file, record)
            case Schema() | Channel() | Attachment() | Metadata() if self._is_first(record):
                file.add(record)
            case _:
                pass  # The index is made again; unknown records can be spared.
        if isinstance(record, Channel) and record.topic == SAMPLES:
            self._samples_channel = record.id
        if isinstance(record, Metadata):
            self._names.add(record.name)
        return True

    def _is_first(self, record: Schema | Channel | Attachment | Metadata) -> bool:
        """Return whether it is the first of its kind and name, which a file has only once."""
        name = record.topic if isinstance(record, Channel) else record.name
        key = type(record), name
        is_first = key not in self._taken or name == REPAIR
        self._taken.add(key)
        return is_first

    def finish(self, path: Path, target: Path, lost_bytes: int) -> RepairReport:
        """Write the tail; raises ``BadRecording`` if not even the head could be saved."""
        file = self._file
        if file is None or self._names.isdisjoint((HEADER, MATCH_HEADER)):
            raise BadRecording(
                f"{path.name} breaks off in its header, before the first sample: there is "
                "nothing to save."
            )
        notes = {
            "wsusim": __version__,
            "was_finished": str(SUMMARY in self._names),
            "last_tick": str(self._last_tick),
            "bad_chunks": str(self._bad_chunks),
            "lost_bytes": str(lost_bytes),
        }
        file.add(Metadata(REPAIR, notes))
        file.finish()
        return RepairReport(
            False,
            target,
            self._last_tick,
            self._chunks,
            self._bad_chunks,
            lost_bytes,
            is_match=MATCH_HEADER in self._names,
        )

    def _take_chunk(self, file: McapFile, chunk: Chunk) -> None:
        try:
            messages = messages_of(chunk)
        except BadChunk:
            self._bad_chunks += 1
            return
        try:
            for message in messages:
                if message.channel == self._samples_channel:
                    self._last_tick = from_json(message.data).ticks[-1]
        except BAD_VALUES:
            self._bad_chunks += 1
            return
        if messages:
            file.add_chunk(self._packer.pack(messages))
            self._chunks += 1
