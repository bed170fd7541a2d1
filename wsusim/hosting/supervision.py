"""Whether one controller's process keeps to its limits: patience, computing time, rounds, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wsusim.backends.contract import HostedBackend
from wsusim.backends.link_server import LinkServer
from wsusim.hosting.ending import Cause
from wsusim.hosting.fork_server import ForkedChild
from wsusim.hosting.host import HostSettings
from wsusim.hosting.launch import ChildProcess
from wsusim.hosting.usage_meter import UsageMeter
from wsusim.hosting.watch import (
    SLACK,
    ComputingClock,
    FairClock,
    Watch,
    least_share_here,
)


class Supervision:
    """Supervises one process, in the thread that watches it.

    Args:
        settings: Its limits.
        child: The process.
        server: Answers its requests.
        backend: Its robot.
        folder: Of the controller.
        listening: See ``LinkHub.listening``.
        threads: Returns what must compute before it gives a sign of life; see ``Host.threads``.
    """

    def __init__(
        self,
        settings: HostSettings,
        child: ChildProcess | ForkedChild,
        server: LinkServer,
        backend: HostedBackend,
        folder: Path,
        listening: Callable[[], Callable[[], bool]],
        threads: Callable[[], list[Path]],
    ) -> None:
        self.doing = "it was being loaded"
        self.was_held_up = False
        """See ``Host.was_held_up``."""
        self.excess = ""
        """What it uses too much of, a sentence, once ``look`` has found that."""
        self._settings = settings
        self._server = server
        self._listening = listening
        self._meter: UsageMeter | None = None
        if settings.sandbox is not None:
            is_writer = isinstance(child, ForkedChild)
            self._meter = UsageMeter(child, settings.sandbox, folder, is_writer=is_writer)
        self._computing: ComputingClock | None = None
        if settings.compute_s is not None:
            self._computing = ComputingClock(child.program)
            self._watch = Watch(settings.load_patience_s, self._computing)
        elif getattr(backend, "time_stands_still", False):
            # A real robot does not wait for a busy computer; a simulation does.
            clock = FairClock(threads, least_share_here())
            self._watch = Watch(settings.load_patience_s, clock)
        else:
            self._watch = Watch(settings.load_patience_s)
        self._too_many_rounds: Cause | None = None
        self._seen_exchanges = -1
        self._has_heard: Callable[[], bool] | None = None
        """Once it is overdue: whether all that it had said by then has been heard."""
        self._is_asking = False
        self._ask_due_s = 0.0

    @property
    def period_s(self) -> float:
        """How often to check."""
        return self._watch.period_s

    @property
    def patience_s(self) -> float:
        """How long it may stay away from its robot; 0: for ever."""
        return self._watch.patience_s or 0.0

    @property
    def is_counted(self) -> bool:
        """Whether it has gone round too often, which is the same on every computer."""
        return self._too_many_rounds is not None

    def note_loaded(self) -> None:
        """Note that it is loaded and waits for its start, for as long as that takes."""
        self._watch.patience_s = None
        if self._meter is not None:
            self._meter.excess()  # files are counted from here on, however soon it makes them

    def note_start(self) -> None:
        """Note that it was started."""
        self.doing = "it was running"
        self._watch.patience_s = self._settings.patience_s
        if self._computing is not None:
            self._computing.restart()
        self._watch.see()

    def note_rounds(self, *, is_in_all: bool) -> None:
        """Note that it has gone round too often, in all or between two exchanges."""
        if self._settings.compute_s is not None:
            self._too_many_rounds = Cause.SLOW if is_in_all else Cause.SILENT

    def note_place(self, pulse: Any) -> bool:
        """Note where it is; return whether that is still of interest.

        Args:
            pulse: A value that changes while it is alive.
        """
        if self.is_counted:
            return False
        self._is_asking = False
        self._watch.feel(pulse)
        return True

    def feel_pulse(self, now_s: float, *, is_held: bool) -> bool:
        """Note signs of life; return whether to check what it does without them.

        Args:
            now_s: By the clock.
            is_held: A person has stopped it in a debugger.
        """
        exchanges = self._server.exchanges
        is_alive = exchanges != self._seen_exchanges or not self._server.is_child_computing
        if is_alive or is_held:
            self._seen_exchanges = exchanges
            self._watch.see()
            if self._computing is not None:
                self._computing.in_line_lately.restart()
            return False
        if now_s < self._ask_due_s:
            return False
        # Not as soon as it has answered: both would do nothing else while it computes.
        self._ask_due_s = now_s + self._watch.period_s
        return True

    def is_to_be_asked(self) -> bool:
        """Return whether to ask it where it is: it has answered the last such question."""
        if self._watch.patience_s is None or self._is_asking:
            return False
        self._is_asking = True
        return True

    def look(self) -> Cause | None:
        """Return why it must be ended; ``None``: it keeps to its limits."""
        if self._too_many_rounds is not None:
            return self._too_many_rounds
        if self._computing is not None and self._has_computed_too_long(self._computing):
            self.was_held_up = self._computing.in_line.is_long
            return Cause.SLOW
        if self._is_silent():
            if self._computing is not None:
                self.was_held_up = self._computing.in_line_lately.is_long
            return Cause.SILENT
        if self._meter is not None and (excess := self._meter.excess()):
            self.excess = excess
            return Cause.EXCESS
        return None

    def _has_computed_too_long(self, computing: ComputingClock) -> bool:
        limit_s = self._settings.compute_s
        return limit_s is not None and computing.used_s > SLACK * limit_s

    def _is_silent(self) -> bool:
        """Return whether it is overdue, rather than its request only waiting to be read."""
        if not self._watch.is_overdue:
            self._has_heard = None
            return False
        if self._has_heard is None:
            self._has_heard = self._listening()
        # It may have been heard since its questions were counted.
        return self._has_heard() and self._server.exchanges == self._seen_exchanges
