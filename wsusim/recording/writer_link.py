"""The run's end of the pipe to its writer process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

from wsusim.recording.pipe import reference
from wsusim.recording.spool import SpoolWriter, make_spool

_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from wsusim.recording.writer_process import main; main()"
)
_ROOT = Path(__file__).parents[2]
"""The folder that holds the package, which the writer process has to find too."""


class WriterGone(Exception):
    """The writer process does not take anything any more."""


class WriterLink:
    """Starts a writer process and speaks with it.

    Start it early: the process takes a fifth of a second to load, which it can do beside whatever
    else a run has to load.
    """

    def __init__(self) -> None:
        self._on_report: Callable[[dict[str, Any]], None] = lambda values: None
        self._spool_descriptor = make_spool()
        self._process = _start_writer(self._spool_descriptor)
        self._spool = None
        if self._spool_descriptor is not None:
            self._spool = SpoolWriter(
                self._spool_descriptor, is_read=lambda: self._process.poll() is None
            )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin.fileno()
        self._listener: threading.Thread | None = None

    @property
    def process_id(self) -> int:
        """The operating system's number of the writer process."""
        return self._process.pid

    def await_end(self) -> None:
        """Return when the process has ended, of whatever cause."""
        self._process.wait()

    def listen(self, on_report: Callable[[dict[str, Any]], None]) -> None:
        """Begin to pass on what the process reports, at last ``{"ended": True}``; own thread."""
        self._on_report = on_report
        self._listener = threading.Thread(target=self._listen, name="recorder", daemon=True)
        self._listener.start()

    def send(self, frame: bytes) -> None:
        """Hand over a frame; it waits only when the process is far behind with its computing.

        Raises:
            WriterGone: The process has ended.
        """
        try:
            if self._spool is not None:
                frame = reference(self._spool.put(frame), len(frame))
            view = memoryview(frame)
            while view:
                view = view[os.write(self._pipe, view) :]
        except OSError as error:
            raise WriterGone from error

    def close(self) -> None:
        """Let the process finish its work; return when it has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        if self._listener is not None:
            self._listener.join()
        self._process.stdout.close()
        self._process.wait()
        if self._spool_descriptor is not None:
            os.close(self._spool_descriptor)
            self._spool_descriptor = None

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._on_report(orjson.loads(line))
        self._on_report({"ended": True})


def _start_writer(spool: int | None) -> subprocess.Popen[bytes]:
    group: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return subprocess.Popen(
        [sys.executable, "-c", _BOOT, str(_ROOT), str(-1 if spool is None else spool)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        pass_fds=() if spool is None else (spool,),
        **group,
    )
