"""The process beside a recorded run: takes what the run puts into the spool and writes the file.

It is a process and not a thread because a run that is thousands of times faster than real time
leaves no time to encode between two of its steps, and in one Python process everything happens
between two steps. It has a process group of its own, so that whatever ends the run (Ctrl-C, a kill,
a crash of the interpreter) leaves it alive to write what it was given.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsusim.interrupts import ignore_all
from wsusim.json_lines import JsonLines
from wsusim.recording.file_lock import FileInUse, hold_lock
from wsusim.recording.spool import Spool
from wsusim.refusals import refusal_of

if TYPE_CHECKING:
    from wsusim.recording.writer import RecordingWriter, WriterFigures

NICENESS = 15
"""Where there are too few processors the run goes first: the spool holds what has to wait. Not
before the process is ready, and not after the run's end, when a person waits for it."""

BREATH_S = 0.01
"""How long to sleep when nothing is there. Waking a process costs the run more than all the rest of
recording, so that this one sleeps."""

Report = Callable[[dict[str, Any]], object]
Values = Iterator[Any]
Write = Callable[["RecordingWriter", Values], "WriterFigures | None"]


def main(spool: str) -> None:
    """Write what the run puts into ``spool`` (descriptor or file) until standard input ends.

    Troubles and the end are reported on standard output, a line of JSON each.
    """
    ignore_all()
    report = JsonLines.of_this_process().send  # to a run that is gone, too: the file is worth it
    if sys.platform == "win32":
        descriptor = os.open(spool, os.O_RDWR | os.O_BINARY)
    else:
        descriptor = int(spool)
    try:
        has_ended = _end_of_run()

        def write(writer: RecordingWriter, values: Values) -> WriterFigures | None:
            return write_behind(writer, values, has_ended)

        serve(_frames(Spool(descriptor), has_ended), report, write)
    except Exception as failure:  # noqa: BLE001 - the top of the process: told to the run
        reason = refusal_of(failure).rstrip(".") or f"Its writer process failed ({failure!r})"
        report({"trouble": reason})
        os._exit(1)  # a thread of this process still reads standard input


def serve(frames: Iterable[bytes], report: Report, write: Write | None = None) -> None:
    """Write a recording from frames; call ``report`` on trouble and at the end.

    ``write`` makes a writer write values, at once or in another way.
    """
    values = map(pickle.loads, frames)
    opening = next(values, None)
    if opening is None:
        return
    path, head = opening

    def tell(error: OSError) -> None:
        report({"trouble": error.strerror or str(error)})

    try:
        # Opened without truncating: the run has made the file empty; by now it might be another's.
        with Path(path).open("r+b", buffering=0) as stream, hold_lock(stream):
            # What writes loads slowly (numpy): the run only waits until the file is held.
            report({"ready": True})
            from wsusim.recording.writer import RecordingWriter

            writer = RecordingWriter(stream, pickle.loads(head), on_failure=tell)
            figures = writer.write(values) if write is None else write(writer, values)
    except FileInUse as error:
        report({"trouble": str(error), "in_use": True})
    except OSError as error:
        tell(error)
    else:
        if figures is not None:
            report({"closed": asdict(figures), "is_there": Path(path).exists()})
        return
    for _ in values:
        pass  # Read on for nothing, so that the run does not wait for room.


def write_behind(
    writer: RecordingWriter, values: Values, has_ended: threading.Event
) -> WriterFigures | None:
    """Write in a thread of low priority, and the rest after the run's end in this one.

    A thread can't raise its priority again. (Where niceness belongs to processes, this one writes
    the rest as slowly.)
    """
    figures: list[WriterFigures | None] = []
    failures: list[Exception] = []

    def write() -> None:
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        try:
            figures.append(writer.write(_until(has_ended, values)))
        except Exception as failure:  # noqa: BLE001 - the top of a thread: raised by the other
            failures.append(failure)

    behind = threading.Thread(target=write, name="behind-the-run", daemon=True)
    behind.start()
    behind.join()
    for failure in failures:
        raise failure
    return figures[0] or writer.write(values)


def _until(has_ended: threading.Event, values: Values) -> Values:
    """Yield values until the one after the end; leave the others."""
    for value in values:
        yield value
        if has_ended.is_set():
            return


def _frames(spool: Spool, has_ended: threading.Event) -> Iterator[bytes]:
    """Yield all frames, until there are none and the run has ended."""
    while True:
        is_last_look = has_ended.is_set()
        frame = spool.take()
        if frame is not None:
            yield frame
        elif is_last_look:
            return
        else:
            has_ended.wait(BREATH_S)


def _end_of_run() -> threading.Event:
    """Return an event that is set when standard input ends: the run has closed it or is gone."""
    has_ended = threading.Event()

    def watch() -> None:
        # Not through ``sys.stdin``: Python could not close that at its end while a thread reads it.
        while os.read(sys.stdin.fileno(), 4096):
            pass
        has_ended.set()

    threading.Thread(target=watch, name="end-of-run", daemon=True).start()
    return has_ended
