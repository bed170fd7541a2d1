"""The run's end of the connection to its writer process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from wsusim.json_lines import JsonLines
from wsusim.recording.spool import CLOSED, Spool, make_spool
from wsusim.side_process import start_beside

_LOOK_AGAIN_S = 0.001
_PAUSE = threading.Event()
"""Never set. This may be a controller's thread, where ``time.sleep`` is the student's: it would let
the robot's time pass, and the run would record into the spool that it waits for."""


class WriterGone(Exception):
    """The writer process does not accept anything any more."""


class WriterLink:
    """Starts a writer process, sends it frames and reads its reports.

    Start it early: the process takes a fifth of a second to load, which it can do while the run
    loads, too.
    """

    def __init__(self) -> None:
        self._descriptor, self._file_name = make_spool()
        self._spool = Spool(self._descriptor)
        self._process = _start_writer(self._descriptor, self._file_name)
        self._has_ended = False
        self._taken = -1
        self._progress_s = 0.0
        self._listener: threading.Thread | None = None

    @property
    def process_id(self) -> int:
        """The process id of the writer process."""
        return self._process.pid

    def listen(self, on_report: Callable[[dict[str, Any]], None]) -> None:
        """Begin to pass on the process's reports, the last one ``{"ended": True}``; own thread."""
        listener = threading.Thread(
            target=self._listen, args=(on_report,), name="wsusim-recorder", daemon=True
        )
        listener.start()
        self._listener = listener

    def send(self, frame: bytes, patience_s: float | None = None) -> bool:
        """Hand over a frame; wait while there is no room for it.

        Args:
            frame: What the process has to do.
            patience_s: How long the process may take nothing before the frame is given up;
                ``None``: as long as it lives.

        Returns:
            Whether the frame was handed over.

        Raises:
            WriterGone: The process has ended, or there is no memory; the text says which.
        """
        try:
            while not self._spool.put(frame):
                if self._has_ended:
                    raise WriterGone(self.why_ended)
                if self._is_stuck(patience_s):
                    return False
                _PAUSE.wait(_LOOK_AGAIN_S)
        except OSError as error:
            raise WriterGone(error.strerror or "A part of it is too large") from error
        return True

    @property
    def why_ended(self) -> str:
        """Why the process writes no more, for people."""
        return "The program that writes it has ended" if self._spool.is_open else CLOSED

    def close(self) -> None:
        """Let the process finish its work; return when it has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):  # a controller in a thread may have closed what is not its own
            self._process.stdin.close()
        if self._listener is not None:
            self._listener.join()
        with suppress(OSError):
            self._process.stdout.close()
        self._process.wait()
        if self._descriptor >= 0:
            if self._spool.is_open:
                os.close(self._descriptor)
            self._descriptor = -1
        if self._file_name:
            with suppress(OSError):
                Path(self._file_name).unlink()

    def _is_stuck(self, patience_s: float | None) -> bool:
        """Return whether the process has taken nothing for that long."""
        now_s, taken = monotonic(), self._spool.taken
        if taken != self._taken:
            self._taken, self._progress_s = taken, now_s
        return patience_s is not None and now_s - self._progress_s > patience_s

    def _listen(self, on_report: Callable[[dict[str, Any]], None]) -> None:
        for report in JsonLines.to(self._process):
            on_report(report)
        self._has_ended = True
        on_report({"ended": True})


def _start_writer(spool: int, file_name: str) -> subprocess.Popen[bytes]:
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "bufsize": 0}
    if sys.platform != "win32":
        options["pass_fds"] = (spool,)
        file_name = str(spool)
    return start_beside("wsusim.recording.writer_process", "main", file_name, **options)
