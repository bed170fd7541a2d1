"""Prepares the simulator in idle time: imports it, and compiles it after an update.

Compiling holds the interpreter for a minute or so: a process of its own does that, and the window
stays responsive. A person who starts a run meanwhile sees the progress; the run begins by itself.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QProgressBar

import wsusim
from wsusim.gui.features.run.preparing_words import longest_subject, subject_of, time_left
from wsusim.gui.shell.message_bar import ABOUT_RUN
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.layouts import named
from wsusim.gui.widgets.worker import Report, Worker

BEGIN_MS = 400
"""The window is there first."""

POLL_S = 0.1
CLOSE_S = 0.5
KERNELS = 361
"""So many functions are compiled where nothing is kept; fewer where some are (measured)."""

ALMOST = 0.98
"""The bar goes no further before it is over, however many there turn out to be."""

_BEGINS = (
    "import os, sys; sys.path.append(os.getcwd()); from wsusim.kernels.progress import tell_names; "
    "tell_names(); from wsusim.runs import warm_up; "
)
"""Started where wsusim is; but a student's ``random.py`` beside it must not be found (``-P``)."""
PROGRAM = _BEGINS + "warm_up.warm_up()"
QUESTIONS_PROGRAM = _BEGINS + "warm_up.warm_up_questions()"


def is_compiled() -> bool:
    """Return whether the kernels are compiled; imports numba, which takes its time."""
    from wsusim.kernels import cache
    from wsusim.runs.warm_up import RAY_KERNELS, RUN_KERNELS

    return cache.is_compiled(*RUN_KERNELS, RAY_KERNELS[0])


class Warming(QObject):
    """Prepares once. Until ``begin_soon`` is called, nothing is prepared."""

    def __init__(
        self, shell: Shell, is_ready: Callable[[], bool] = is_compiled, program: str = PROGRAM
    ) -> None:
        """``is_ready`` returns whether all is compiled; if not, a process runs ``program``.

        Both are called in idle time.
        """
        super().__init__(shell.frame)
        self._is_ready = is_ready
        self._program = program
        self._status = shell.status
        self._is_compiling = False
        self._name = ""
        """The function that is being compiled."""
        self._share, self._begun_s = 0.0, time.monotonic()
        """How much of it is compiled, and since when."""
        self._shell = shell
        self._waiting: Callable[[], object] | None = None
        self.is_over = False
        """Whether it has been prepared."""
        self.worker = Worker(self)
        self.bar = named(QProgressBar(), self.tr("Preparing the simulator"))
        self.bar.setToolTip(self.tr("Preparing the simulator. This happens once after an update."))
        self.bar.hide()
        shell.status.addPermanentWidget(self.bar)
        shell.closing.connect(self.close)

    def begin_soon(self) -> None:
        """Begin once the window is there."""
        QTimer.singleShot(BEGIN_MS, self, self._begin)

    def then(self, begin_run: Callable[[], object]) -> None:
        """Call this now, or as soon as the simulator is compiled."""
        if not self._is_compiling:
            begin_run()
            return
        self._waiting = begin_run
        self._shell.tell(
            self.tr(
                "wsusim is getting ready for this computer, which happens once. Your run starts "
                "by itself {when}; the bar below shows how far it is."
            ).format(when=self._time_left()),
            about=ABOUT_RUN,
            is_news=True,
            stays=True,
        )
        self._status.clearMessage()  # what is told for some seconds would hide the hint
        self._show_hint()

    def _time_left(self) -> str:
        return time_left(self._share, time.monotonic() - self._begun_s)

    def _show_hint(self) -> None:
        text = self.tr("wsusim is still getting ready. Your run starts {when}.")
        self._status.set_hint(text.format(when=self._time_left()))

    def close(self) -> None:
        """End the process; the window is going away."""
        self.worker.close(CLOSE_S)

    def _begin(self) -> None:
        # What can't be prepared the first run meets again, and tells.
        self.worker.ask(self._prepare, self._finish, self._finish, progressed=self._show)

    def _prepare(self, report: Report) -> None:
        """Prepare; in the worker's thread."""
        if not self._is_ready():
            self._begun_s = time.monotonic()
            self._is_compiling = True
            self._compile(self._program, report)
        from wsusim.runs.warm_up import warm_up

        warm_up()

    def _prepare_questions(self, report: Report) -> None:
        """Prepare what the first *why* and a camera need; runs don't wait for it."""
        from wsusim.kernels import cache
        from wsusim.runs.warm_up import QUESTION_KERNELS, warm_up_questions

        if not cache.is_compiled(*QUESTION_KERNELS):
            self._compile(QUESTIONS_PROGRAM, report)
        warm_up_questions()

    def _compile(self, program: str, report: Report) -> None:
        """Let another process compile; this one finds its results on disk."""
        count = 0
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", program],
            cwd=Path(wsusim.__file__).parents[1],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        names: queue.SimpleQueue[str] = queue.SimpleQueue()
        listener = threading.Thread(
            target=_listen, args=(process.stdout, names), name="wsusim-compiling", daemon=True
        )
        listener.start()
        try:
            report(0.0)
            while process.poll() is None:
                time.sleep(POLL_S)
                while not names.empty():
                    name = names.get()
                    self._name = name or self._name
                    count += 1
                report(min(ALMOST, count / KERNELS))
        finally:
            process.kill()
            process.wait()
            listener.join()
            process.stdout.close()

    def _show(self, share: float) -> None:
        self._share = share
        words = self.tr("Preparing: {subject} %p %")
        subject = subject_of(self._name) if self._name else ""
        self.bar.setFormat(words.format(subject=subject))
        widest = words.format(subject=longest_subject())
        room_px = self.bar.fontMetrics().horizontalAdvance(f"{widest}nn")
        self.bar.setFixedWidth(room_px)  # again with other text sizes
        self.bar.show()
        self.bar.setValue(round(100 * share))
        if self._waiting is not None:
            self._show_hint()

    def _finish(self, _outcome: object) -> None:
        self._is_compiling, self.is_over = False, True
        self.bar.hide()
        if self._waiting is not None:
            self._shell.messages.forget(ABOUT_RUN)
        # What can't be prepared the first question meets again.
        self.worker.ask(self._prepare_questions, lambda _done: None, lambda _error: None)
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()


def _listen(stream: IO[str], names: queue.SimpleQueue[str]) -> None:
    """Pass on the process's reports, until it has ended."""
    for line in stream:
        names.put(line.strip())
