"""Asks the side process that checks and completes, without waiting for answers."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

from wsusim.json_lines import JsonLines
from wsusim.side_process import end_beside, start_beside

MOST_STARTS = 3
"""So often the process is started in all: one that ends again and again is left alone."""

END_S = 0.5

Answer = dict[str, Any]
Told = Callable[[Answer], object]
"""Called in a thread of the assistant's."""


class Assistant:
    """One side process, started by the first question.

    Of waiting questions of one kind (``check``, ``complete``), only the newest is asked.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = count()
        self._waiting: dict[str, tuple[dict[str, Any], Told]] = {}
        self._present: tuple[int, Told] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self._is_closed = False

    def ask(self, do: str, told: Told, **question: Any) -> None:
        """Ask; ``told`` gets the answer, ``{}`` if there is none."""
        with self._lock:
            if self._is_closed:
                return
            self._waiting.pop(do, None)
            self._waiting[do] = ({"do": do, **question}, told)
            is_idle = self._present is None
        if is_idle:
            self._go_on()

    def close(self) -> None:
        """End the process; no answer is passed on any more."""
        with self._lock:
            self._is_closed = True
            process, self._process = self._process, None
            self._waiting.clear()
        if process is not None:
            end_beside(process, END_S)
            if process.stdout is not None:
                process.stdout.close()

    def _go_on(self) -> None:
        """Ask the question that has waited longest."""
        with self._lock:
            if self._is_closed or self._present is not None or not self._waiting:
                return
            do = next(iter(self._waiting))
            question, told = self._waiting.pop(do)
            number = next(self._numbers)
            process = self._running()
            if process is None:
                self._waiting.clear()
                return
            self._present = (number, told)
        JsonLines.to(process).send({"id": number, **question})  # its reader notices the end

    def _running(self) -> subprocess.Popen[bytes] | None:
        """Return the process, started if necessary; ``None``: it can't be started."""
        if self._process is None and self._starts < MOST_STARTS:
            self._starts += 1
            try:
                self._process = start_beside(
                    "wsusim.programs.assistant_process",
                    "serve",
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except OSError:
                return None
            reader = threading.Thread(
                target=self._read, args=(self._process,), name="wsusim-assistant", daemon=True
            )
            reader.start()
        return self._process

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Read the answers of one process until it ends."""
        for answer in JsonLines.to(process):
            with self._lock:
                present, self._present = self._present, None
            if present is not None and answer.get("id") == present[0] and not self._is_closed:
                present[1](answer)
            self._go_on()
        with self._lock:
            present, self._present = self._present, None
            if self._process is process:
                self._process = None
        if present is not None and not self._is_closed:
            process.wait()
            present[1]({})
            self._go_on()
