"""A run as people watch it, for the tests: begun at once, with its pictures and events."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from wsusim.model.snapshot import Snapshot
from wsusim.runs.events import Ended, Outbox, RunEvent
from wsusim.runs.pictures import Picture, Pictures
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.source import Source

Event = TypeVar("Event", bound=RunEvent)

PATIENCE_S = 180.0
"""How long a test waits for what must come, also for the first compilation."""


class Watched:
    """A run with its events and pictures."""

    def __init__(
        self, request: RunRequest, *, source: Source | None = None, is_paused: bool = False
    ) -> None:
        self.pictures, self.outbox = Pictures(), Outbox()
        self.run = Run(request, [self.pictures, self.outbox], source=source, is_paused=is_paused)
        self.events: list[RunEvent] = []
        self.run.start()

    @property
    def picture(self) -> Picture | None:
        """The newest picture."""
        return self.pictures.picture

    def until(self, condition: Callable[[], object]) -> None:
        """Wait for something that must come."""
        given_up_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < given_up_s, self.all()[-5:]
            time.sleep(0.005)

    def until_seen(self, condition: Callable[[Snapshot], object]) -> Picture:
        """Wait for a picture that must come, and return the newest."""
        self.until(lambda: self.picture is not None and condition(self.picture.snapshot))
        assert self.picture is not None
        return self.picture

    def all(self) -> list[RunEvent]:
        """Return what has happened so far."""
        self.events += self.outbox.take()
        return self.events

    def first(self, kind: type[Event]) -> Event:
        """Wait for the first event of a kind."""
        self.until(lambda: any(isinstance(event, kind) for event in self.all()))
        return next(event for event in self.all() if isinstance(event, kind))

    def end(self) -> Ended:
        """Wait for the end and return how it came."""
        assert self.run.wait(PATIENCE_S)
        ended = self.all()[-1]
        assert isinstance(ended, Ended)
        return ended
