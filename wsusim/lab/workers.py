"""The threads of a lab: each looks for something to do, does it, and looks again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic

from sqlalchemy.exc import DBAPIError, IntegrityError

_LOG = logging.getLogger(__name__)

LOOK_S = 1.0
"""Something else (another server, the clock) may have changed what there is to do."""

Act = Callable[[], bool]
"""Does one thing and returns whether there was any."""


class Workers:
    """Threads that share only the store. A change of the queue wakes them."""

    def __init__(self, look_s: float = LOOK_S) -> None:
        self._look_s = look_s
        self._wake = threading.Condition()
        self._threads: list[threading.Thread] = []
        self.is_closing = False

    def start(self, name: str, act: Act, look_s: float | None = None) -> None:
        """Call ``act`` again and again in a thread of its own, at least every ``look_s``."""
        thread = threading.Thread(
            target=self._work,
            args=(act, look_s or self._look_s),
            name=f"wsusim-lab-{name}",
            daemon=True,
        )
        self._threads.append(thread)
        thread.start()

    def every(self, name: str, period_s: float, act: Callable[[], object]) -> None:
        """Call ``act`` from time to time in a thread of its own, which ``wake`` leaves alone."""
        due_s = [0.0]

        def look() -> bool:
            if monotonic() >= due_s[0]:
                due_s[0] = monotonic() + period_s
                try:
                    act()
                except DBAPIError as error:
                    _LOG.info("%s is tried again later: %s", name, error.orig)
            return False

        self.start(name, look, min(period_s, self._look_s))

    def wake(self) -> None:
        """Make all threads look for something to do."""
        with self._wake:
            self._wake.notify_all()

    def close(self) -> None:
        """Begin nothing new."""
        self.is_closing = True
        self.wake()

    def join(self) -> None:
        """Wait until all threads have finished their work."""
        for thread in self._threads:
            thread.join()

    def insist(self, act: Callable[[], object]) -> None:
        """Repeat what must not fail, such as storing a result, until it succeeds.

        The store may be away for a while, or the disk full. What is not done when the lab closes is
        repaired at its next start.
        """
        while True:
            try:
                act()
            except IntegrityError:
                _LOG.exception("What does not fit into the store is not kept")
                return
            except DBAPIError as error:
                _LOG.warning("The store can't be written, which is tried again: %s", error.orig)
                with self._wake:
                    if self.is_closing:
                        return
                    self._wake.wait(self._look_s)
            else:
                return

    def _work(self, act: Act, look_s: float) -> None:
        """A failure ends one job and not the lab."""
        while not self.is_closing:
            try:
                has_done = act()
            except Exception:  # noqa: BLE001 - the top of a thread: logged
                _LOG.exception("A job of the lab broke off")
                has_done = False
            if not has_done:
                with self._wake:
                    if not self.is_closing:
                        self._wake.wait(look_s)
