"""The simulator is prepared while nobody waits for it: imported, and after an update compiled.

Compiling holds the interpreter for half a minute, so a process of its own does that, and the window
stays live. Who runs a controller meanwhile sees how far it is; the run begins by itself.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressBar

import wsusim
from wsusim.gui.shell.shell import Shell

BEGIN_MS = 400
"""The window is there first."""

POLL_S = 0.1
HALF_WAY_S = 15.0
"""Nobody knows how long compiling takes here; the bar is half way after so long."""

PROGRAM = (
    "import os, sys; sys.path.append(os.getcwd()); "
    "from wsusim.runs.warm_up import warm_up; warm_up()"
)
"""Started where wsusim is; but a student's ``random.py`` beside it must not be found (``-P``)."""

_LOG = logging.getLogger(__name__)


def is_compiled() -> bool:
    """Tell whether the kernels are compiled; imports numba, which takes its time."""
    from wsusim.kernels import cache

    return cache.is_compiled()


class Warming(QObject):
    """Prepares once. Until ``begin_soon`` is called, nothing is prepared and nobody waits."""

    done = Signal()
    """It is prepared, or can't be."""

    _progressed = Signal(float)

    def __init__(
        self, shell: Shell, is_ready: Callable[[], bool] = is_compiled, program: str = PROGRAM
    ) -> None:
        """``is_ready`` tells whether nothing has to be compiled; else a process does ``program``.

        Both are called where nobody waits for them.
        """
        super().__init__(shell.frame)
        self._is_ready = is_ready
        self._program = program
        self._status = shell.status
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closing = threading.Event()
        self._waiting: Callable[[], object] | None = None
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName(self.tr("Preparing the simulator"))
        self.bar.setToolTip(self.tr("Preparing the simulator. This happens once after an update."))
        self.bar.setFormat(self.tr("Preparing: %p %"))
        self.bar.hide()
        shell.status.addPermanentWidget(self.bar)
        self._progressed.connect(self._show, Qt.ConnectionType.QueuedConnection)
        self.done.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        shell.closing.connect(self.close)

    @property
    def is_going_on(self) -> bool:
        """Whether it is being prepared now."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_over(self) -> bool:
        """Whether it has been prepared."""
        return self._thread is not None and not self._thread.is_alive()

    def begin_soon(self) -> None:
        """Begin once the window is there."""
        QTimer.singleShot(BEGIN_MS, self, self._begin)

    def then(self, begin_run: Callable[[], object]) -> None:
        """Do this now, or as soon as the simulator is prepared if it has to be compiled."""
        if self._process is None:
            begin_run()
            return
        self._waiting = begin_run
        self._status.set_hint(
            self.tr(
                "The simulator is still being prepared. Your run will start as soon as it's ready."
            )
        )

    def close(self) -> None:
        """End the process; the window is going away."""
        self._waiting = None
        self._is_closing.set()

    def _begin(self) -> None:
        self._thread = threading.Thread(target=self._prepare, name="wsusim-warm-up", daemon=True)
        self._thread.start()

    def _prepare(self) -> None:
        try:
            if not self._is_ready():
                self._compile()
            if not self._is_closing.is_set():
                from wsusim.runs.warm_up import warm_up

                warm_up()
        except Exception:  # noqa: BLE001 - the first run meets it again, and tells it
            _LOG.exception("The simulator could not be prepared")
        self.done.emit()

    def _compile(self) -> None:
        """Have another process compile; the file of what it made is found by this one."""
        begun_s = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", self._program],
            cwd=Path(wsusim.__file__).parents[1],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while self._process.poll() is None:
            if self._is_closing.wait(POLL_S):
                self._process.kill()
                self._process.wait()
                return
            gone_s = time.monotonic() - begun_s
            self._progressed.emit(gone_s / (gone_s + HALF_WAY_S))

    def _show(self, share: float) -> None:
        if self._process is not None:
            room_px = self.bar.fontMetrics().horizontalAdvance(f"  {self.bar.format()}00  ")
            self.bar.setFixedWidth(room_px)  # again with other text sizes
            self.bar.show()
            self.bar.setValue(round(100 * share))

    def _finish(self) -> None:
        self._process = None
        self.bar.hide()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()
