"""All exchanges between a program and its robot, with which the program can be replayed alone.

A program in a process of its own learns about the world only through the answers it gets. Given the
same answers it does the same, without an engine and many times faster.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from wsusim.backends.link_frames import HEADER_BYTES, Flag, Kind, frames_in, pack_header
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
        """Whether time passed in it."""
        return self.kind == Kind.SLEEP

    @property
    def is_handing_over(self) -> bool:
        """Whether it only sent orders early; a clock decides when that happens."""
        return self.kind == Kind.EXCHANGE and not self.mask


class ExchangeLog:
    """The exchanges of one program so far. One thread keeps them, any thread reads.

    A run waits while one is logged, so logging has to cost next to nothing, in memory, too: all are
    in one byte array, and what is known about waits is computed on demand.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._data = bytearray()
        self._known_bytes = 0
        """So much of it has been looked at."""
        self._first_wait_byte: int | None = None
        """Where the first wait begins: nothing has moved before."""
        self._end_bytes: list[int] = []
        """Where each wait ends."""
        self._wait_ticks: list[int] = []
        self._last_going: int | None = None
        """How many waits were over when the program was told to stop; ``None``: it was not."""

    def keep(self, question: Frame, answer: bytes) -> None:
        """Log an exchange; its answer may tell the program to stop."""
        kind, _, wanted_tick, mask, orders = question
        self._data += pack_header(len(orders), kind, 0, wanted_tick, mask) + orders + answer

    def begin_with(self, other: ExchangeLog, waits: int | None) -> None:
        """Begin with a copy of another log, up to a number of waits; ``None``: all of it."""
        self._data = bytearray(other.to_bytes(waits))

    @property
    def waits(self) -> int:
        """How many waits are over."""
        with self._up_to_date():
            return len(self._end_bytes)

    def tick_after(self, wait: int) -> int:
        """Return the tick of a program after a number of waits."""
        with self._up_to_date():
            return self._wait_ticks[wait - 1] if wait else 0

    def waits_until(self, tick: int) -> int:
        """Return how many waits are over when ``tick`` begins."""
        with self._up_to_date():
            return sum(1 for over in self._wait_ticks if over <= tick)

    def waits_going_on(self, tick: int) -> int:
        """Return after how many waits a program goes on from ``tick``, not counting the last."""
        over = self.waits_until(tick)
        return over if self._last_going is None else min(over, self._last_going)

    def to_bytes(self, waits: int | None = None) -> bytes:
        """Return all exchanges, or those of the first waits."""
        with self._up_to_date():
            if waits is None or waits > len(self._end_bytes):
                return bytes(self._data)
            end = self._end_bytes[waits - 1] if waits else self._first_wait_byte
            return bytes(self._data[:end])

    @contextmanager
    def _up_to_date(self) -> Iterator[None]:
        """Index what is new, and keep other threads from doing so."""
        with self._lock:
            new = bytes(self._data[self._known_bytes :])
            frames = frames_in(new)
            for kind, _, _, _, orders in frames:
                _, flags, tick, _, body = next(frames)
                if flags & Flag.STOPPING and self._last_going is None:
                    self._last_going = len(self._end_bytes)
                begin = self._known_bytes
                self._known_bytes += 2 * HEADER_BYTES + len(orders) + len(body)
                if kind == Kind.SLEEP:
                    if not self._end_bytes:
                        self._first_wait_byte = begin
                    self._end_bytes.append(self._known_bytes)
                    self._wait_ticks.append(tick)
            yield


def exchanges_in(data: bytes) -> Iterator[Exchange]:
    """Yield the exchanges that ``ExchangeLog.to_bytes`` has written, one at a time."""
    frames = frames_in(data)
    for kind, _, tick, mask, orders in frames:
        yield Exchange(kind, tick, mask, orders, next(frames))


class LoggedServer(LinkServer):
    """A parent's end of the link that logs the exchanges."""

    log: ExchangeLog

    def answer(self, *, is_awake: bool = False) -> bytes:
        """Return the answer, and log it."""
        answer = super().answer(is_awake=is_awake)
        if self._tick != PEEK_TICK:
            self.log.keep(self._question, answer)
        return answer
