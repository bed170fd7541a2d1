"""All that passed between a program and its robot: with it, the program does the same again alone.

A program in a process of its own learns of the world only through the answers it gets. Given the
same answers it does the same, without an engine and many times faster.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from wsusim.backends.link_frames import Kind, frames_in, pack_frame
from wsusim.backends.link_server import LinkServer

Frame = tuple[int, int, int, int, bytes]

PEEK_TICK = -1
"""In the place of the tick of a question that is a person's, and not the program's."""


class Exchange(NamedTuple):
    """A question of a program, and its answer."""

    kind: int
    wanted_tick: int
    mask: int
    orders: bytes
    answer: Frame

    @property
    def is_wait(self) -> bool:
        """Whether time has passed in it."""
        return self.kind == Kind.SLEEP

    @property
    def is_handing_over(self) -> bool:
        """Whether it only gave orders before their time; when that happens, a clock decides."""
        return self.kind == Kind.EXCHANGE and not self.mask


class ExchangeLog:
    """The exchanges of one program so far. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._frames: list[bytes] = []
        self._wait_ticks: list[int] = []
        self._ends: list[int] = []
        """Behind which frame each wait's answer is."""
        self._last_going: int | None = None
        """How many waits were over when the program was told to stop; ``None``: it was not."""

    def add(self, question: Frame, answer: bytes, tick: int, *, is_stopping: bool = False) -> None:
        """Keep an exchange; ``tick`` is that of the answer, which may tell the program to stop."""
        kind, _, wanted_tick, mask, orders = question
        with self._lock:
            if is_stopping and self._last_going is None:
                self._last_going = len(self._wait_ticks)
            self._frames += [pack_frame(kind, 0, wanted_tick, mask, orders), answer]
            if kind == Kind.SLEEP:
                self._wait_ticks.append(tick)
                self._ends.append(len(self._frames))

    def begin_with(self, other: ExchangeLog, waits: int | None) -> None:
        """Keep what another one has kept, up to the end of so many waits; ``None``: all of it."""
        with other._lock:
            count = len(other._ends) if waits is None else min(waits, len(other._ends))
            end = other._ends[count - 1] if count else len(other._begun())
            frames = other._frames if waits is None else other._frames[:end]
            self._frames = list(frames)
            self._wait_ticks = other._wait_ticks[:count]
            self._ends = other._ends[:count]

    @property
    def waits(self) -> int:
        """How many waits are over."""
        return len(self._wait_ticks)

    def tick_after(self, wait: int) -> int:
        """Return the tick in which a program is that has so many waits behind it."""
        return self._wait_ticks[wait - 1] if wait else 0

    def waits_until(self, tick: int) -> int:
        """Return how many waits are over when ``tick`` comes: the program is behind that many."""
        with self._lock:
            return sum(1 for over in self._wait_ticks if over <= tick)

    def waits_going_on(self, tick: int) -> int:
        """Return after how many waits a program goes on from ``tick``: that of the end is none."""
        over = self.waits_until(tick)
        return over if self._last_going is None else min(over, self._last_going)

    def to_bytes(self, waits: int | None = None) -> bytes:
        """Return all exchanges, or those up to the end of so many waits."""
        with self._lock:
            if waits is None or waits > len(self._ends):
                return b"".join(self._frames)
            return b"".join(self._frames[: self._ends[waits - 1]] if waits else self._begun())

    def _begun(self) -> list[bytes]:
        """Return what passed before anything moved."""
        end = self._ends[0] - 2 if self._ends else len(self._frames)
        return self._frames[:end]


def exchanges_in(data: bytes) -> Iterator[Exchange]:
    """Yield the exchanges that ``ExchangeLog.to_bytes`` has written, as they are wanted."""
    frames = frames_in(data)
    for kind, _, tick, mask, orders in frames:
        yield Exchange(kind, tick, mask, orders, next(frames))


class LoggedServer(LinkServer):
    """A parent's end of the link that keeps what passes."""

    log: ExchangeLog
    _asked: Frame

    def ask(self, question: Frame, wake: Callable[[], object]) -> bool:
        """Take a question; see ``LinkServer.ask``."""
        self._asked = question
        return super().ask(question, wake)

    def answer(self) -> bytes:
        """Return the answer, which is kept."""
        answer = super().answer()
        if self._asked[2] != PEEK_TICK:
            backend = self._backend
            tick, is_stopping = backend.now_ticks(), backend.is_stopping
            self.log.add(self._asked, answer, tick, is_stopping=is_stopping)
        return answer
