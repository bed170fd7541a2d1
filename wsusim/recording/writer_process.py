"""The process beside a recorded run: takes spans from a pipe and writes the file.

It is a process and not a thread because a run that is thousands of times faster than real time
leaves no time to encode between two of its steps, and in one Python process everything happens
between two steps. It has a session of its own, so that whatever ends the run (Ctrl-C, a kill, a
crash of the interpreter) leaves it alive to write what it was given; it ends when its pipe ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from wsusim.recording.disk import TakenOver
from wsusim.recording.encoder import Span
from wsusim.recording.file_lock import hold_lock
from wsusim.recording.pipe import (
    CLOSE,
    OPEN,
    READ_BYTES,
    SPAN,
    FrameStream,
    PipeReader,
    read_frame,
    samples_of,
)
from wsusim.recording.recording_file import begin_recording
from wsusim.recording.rows import RowPlan, samples_of_rows
from wsusim.recording.samples import Samples
from wsusim.recording.spool import SpoolReader
from wsusim.recording.texts import Line
from wsusim.recording.writer import RecordingWriter, WriterFigures

NICENESS = 15
"""Where there are too few processors the run goes first: the spool holds what has to wait."""

SPOOL_ARGUMENT = 2
"""Which argument names the spool's descriptor, -1 for none."""

STAND_BY_S = 0.005
"""How often the disk is looked after."""


def main() -> None:
    """Serve the run on standard input; report troubles and the end on standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)

    def report(values: dict[str, Any]) -> None:
        try:
            reports.write(orjson.dumps(values) + b"\n")
        except OSError:
            return  # The run is gone; the file is still worth writing.

    spool = int(sys.argv[SPOOL_ARGUMENT])
    serve(PipeReader(sys.stdin.fileno()), report, None if spool < 0 else SpoolReader(spool))


def serve(
    spans: FrameStream,
    report: Callable[[dict[str, Any]], None],
    spool: SpoolReader | None = None,
) -> None:
    """Write a recording from the frames of ``spans``; tell ``report`` of trouble and the end."""
    first = read_frame(spans, spool)
    if first is None:
        return
    kind, path, library, metadata, attachments, scene, first_tick, plan_values, limit_bytes = first
    assert kind == OPEN
    plan = RowPlan(*plan_values)

    def tell(error: OSError) -> None:
        report({"trouble": error.strerror or str(error)})

    # Opened without truncating: the run has made the file empty, and by now it might be another's.
    with Path(path).open("r+b", buffering=0) as stream, hold_lock(stream):
        try:
            file = begin_recording(
                stream,
                library=library,
                metadata=metadata,
                attachments=attachments,
                scene=scene,
                first_tick=first_tick,
            )
        except OSError as error:
            tell(error)
            _drain(spans)
            return
        report({"ready": True})
        writer = RecordingWriter(file, queue_limit_bytes=limit_bytes, on_failure=tell)
        figures = Pump(spans, plan, writer, spool).run()
    if figures is not None:
        report({"closed": asdict(figures), "is_there": Path(path).exists()})


class Pump:
    """Leads spans from the pipe to the writer; a second thread stands by for a slow disk."""

    def __init__(
        self,
        spans: FrameStream,
        plan: RowPlan,
        writer: RecordingWriter,
        spool: SpoolReader | None = None,
    ) -> None:
        self._spans = spans
        self._spool = spool
        self._plan = plan
        self._writer = writer
        self._figures: WriterFigures | None = None
        self._is_over = threading.Event()

    def run(self) -> WriterFigures | None:
        """Work until the run ends; return how it went, ``None`` when the run was cut off."""
        stand_in = threading.Thread(target=self._stand_by, name="recording-stand-in")
        stand_in.start()
        try:
            self._work()
        except TakenOver:
            pass  # The stand-in has done the rest.
        finally:
            self._is_over.set()
            stand_in.join()
        return self._figures

    def _stand_by(self) -> None:
        """Take over when the disk holds up the other thread."""
        while not self._is_over.wait(STAND_BY_S):
            if self._writer.disk.is_stuck() and self._writer.disk.take_over():
                self._work()
                return

    def _work(self) -> None:
        while True:
            values = read_frame(self._spans, self._spool)
            if values is None:
                self._writer.abandon()
                return
            if values[0] == CLOSE:
                self._figures = self._writer.finish(values[1])
                return
            self._writer.add(_span(self._plan, values))


def _span(plan: RowPlan, values: tuple[Any, ...]) -> Span:
    kind, first_tick, last_tick, inputs, lines, packed, readings = values
    assert kind == SPAN
    samples: Samples | None = None
    if isinstance(packed, bytes):
        rows = np.frombuffer(packed, np.float64).reshape(-1, plan.width)
        samples = samples_of_rows(plan, first_tick, rows)
    elif packed is not None:
        samples = samples_of(packed)
    return Span(first_tick, last_tick, inputs, [Line(*line) for line in lines], samples, readings)


def _drain(spans: FrameStream) -> None:
    """Read on for nothing, so that the run does not choke on its pipe."""
    while spans.read(READ_BYTES):
        pass


if __name__ == "__main__":
    main()
