"""One thread that answers the controllers' processes of a run: one hand-off for all that wait.

It takes questions as they come.

The last child to fall asleep lets the engine step, and then all answers that are due go out,
readings included, one after the other. A thread for each child would be woken for every question,
and once more for every step. No child can block the thread: one that sends half a message, or
doesn't read, keeps no other waiting.
"""

from __future__ import annotations

import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from threading import get_ident
from time import perf_counter
from typing import Any, Self

from wsusim.backends.connection import AWAKE_S, Connection, outgoing_of
from wsusim.backends.link_frames import LONGEST_FRAME, PIECE, FrameReader, Kind, gone, pack_frame
from wsusim.backends.link_server import LinkServer
from wsusim.backends.two_processors import TwoProcessors
from wsusim.errors import LinkLost

_DONE = int(Kind.DONE)

_LAST_PIECES = 2 * LONGEST_FRAME // PIECE
"""Pieces that are taken in after a child's end at most: something of it might be alive."""

Work = tuple["HubLink | None", Callable[[], object]]
"""Something to do, and for which link."""

OnEnd = Callable[[dict[str, Any] | None, BaseException | None], object]
"""Told of a child's report (``None``: it just went), or of what broke in answering it."""


class LinkHub:
    """Answers children until each has ended; use it in a ``with`` statement."""

    def __init__(self) -> None:
        self._soon: deque[Work] = deque()
        self._ident = 0
        """Of its thread."""
        self._is_over = False
        self._rounds = 0
        """How often it has asked who has something to say."""
        self.processors: TwoProcessors | None = None
        """What decides whether the children have a processor of their own, where there is a choice.
        Set before the thread starts."""
        self._thread = threading.Thread(target=self._run, name="wsusim-link", daemon=True)

    def __enter__(self) -> Self:
        self.selector = selectors.DefaultSelector()
        self._poked, self._poke = socket.socketpair()
        self._poked.setblocking(False)
        self._poke.setblocking(False)
        self.selector.register(self._poked, selectors.EVENT_READ, (None, self._take_pokes))
        self._thread.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self.soon(None, self._stop)
        self._thread.join()
        for thing in (self.selector, self._poked, self._poke):
            thing.close()

    def add(self, connection: Connection, server: LinkServer, on_end: OnEnd) -> HubLink:
        """Answer a child from now on; ``on_end`` is called by the hub's thread."""
        connection.setblocking(False)
        link = HubLink(self, connection, server, on_end)
        self.soon(link, link.listen)
        return link

    def soon(self, link: HubLink | None, call: Callable[[], object]) -> None:
        """Make the hub's thread call this, for a link. Any thread; returns at once."""
        self._soon.append((link, call))
        if get_ident() != self._ident:
            try:
                self._poke.send(b"!")
            except BlockingIOError:
                return  # it has been poked more than enough

    def listening(self) -> Callable[[], bool]:
        """Return a check whether everything sent before this call has been read.

        A question may wait for long while the thread works on an answer (a first picture is
        compiled) or waits for a processor itself. Check this before blaming a child for its
        silence. Any thread; returns at once, and so does the check.
        """
        due = self._rounds + 2  # the round that goes on may have asked already

        def has_heard() -> bool:
            self.soon(None, _nothing)
            return self._rounds >= due

        return has_heard

    def coming_round(self) -> Callable[[], bool]:
        """Return a check whether the thread has come round since this call.

        Any thread. If not, messages from or to a child may still be waiting here.
        """
        has_come = threading.Event()
        self.soon(None, has_come.set)
        return has_come.is_set

    # The thread

    def _run(self) -> None:
        self._ident = get_ident()
        soon = self._soon
        while not self._is_over:
            self._rounds += 1
            for key, _ in self._ready():
                _do(*key.data)
            while soon:
                _do(*soon.popleft())

    def _ready(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for children that have sent something."""
        look = self.selector.select
        if self.processors is not None and self.processors.are_used:
            until_s = perf_counter() + AWAKE_S
            while perf_counter() < until_s:
                if ready := look(0.0):
                    return ready
        return look()

    def _take_pokes(self) -> None:
        self._poked.recv(PIECE)

    def _stop(self) -> None:
        self._is_over = True


def _do(link: HubLink | None, call: Callable[[], object]) -> None:
    """Do what may fail because a child is gone, or worse; the others are still answered."""
    if link is None:
        call()
    elif not link.has_ended:
        try:
            call()
        except (LinkLost, OSError):
            link.conclude()
        except BaseException as broken:  # noqa: BLE001 - kept and shown
            link.conclude(broken=broken)


def _nothing() -> None:
    """Do nothing: the call makes the thread come round."""


class HubLink:
    """One child of a hub; all except ``end`` and ``soon`` is for the hub's thread."""

    def __init__(
        self, hub: LinkHub, connection: Connection, server: LinkServer, on_end: OnEnd
    ) -> None:
        self._hub = hub
        self._connection = connection
        self._server = server
        self._on_end = on_end
        self._reader = FrameReader()
        self._recv = connection.recv
        self._rest = memoryview(b"")
        """Of an answer that the child has not taken in yet."""
        self._is_asleep = False
        self.has_ended = False
        self._end_is_told = threading.Event()
        self._waits_for: int | None = None
        self._wake = partial(hub.soon, self, self._answer)

    def end(self) -> None:
        """Read what a dead child has sent before; it gets no answer. Any other thread."""
        self._hub.soon(self, self._take_last_words)
        self._end_is_told.wait()

    def soon(self, act: Callable[[], object]) -> threading.Event:
        """Call this, unless the child has ended; return an event for when that is over.

        Any thread.
        """
        is_over = threading.Event()
        self._hub.soon(self, act)
        self._hub.soon(None, is_over.set)
        return is_over

    def listen(self) -> None:
        """Wait for questions."""
        self._wait_for(self._connection.fileno(), selectors.EVENT_READ, self._hear)

    def _wait_for(self, descriptor: int, event: int, do: Callable[[], object]) -> None:
        self._wait_for_nothing()
        self._hub.selector.register(descriptor, event, (self, do))
        self._waits_for = descriptor

    def _wait_for_nothing(self) -> None:
        if self._waits_for is not None:
            self._hub.selector.unregister(self._waits_for)
            self._waits_for = None

    def _hear(self) -> None:
        reader = self._reader
        question = reader.feed(self._recv(reader.wanted_bytes))
        if question is None:
            return
        if self._is_asleep:
            raise gone()  # ours say nothing while they sleep
        if question[0] == _DONE:
            report = self._server.report_in(question)
            try:
                self._send(pack_frame(Kind.DONE, 0, 0, 0))  # now it may die
            finally:
                self.conclude(report)  # the last: the connection may be closed from here on
        elif self._server.ask(question, self._wake):
            self._answer()
        else:
            self._is_asleep = True

    def _answer(self) -> None:
        self._is_asleep = False
        processors = self._hub.processors
        if processors is None:
            answer = self._server.answer()
        else:
            processors.note_answer()
            answer = self._server.answer(is_awake=processors.are_used)
        try:
            sent = self._connection.send(answer)
        except BlockingIOError:
            sent = 0
        if sent < len(answer):
            # It hears no other question before this answer is taken.
            self._rest = memoryview(answer)[sent:]
            self._wait_for(outgoing_of(self._connection), selectors.EVENT_WRITE, self._send_rest)

    def _send_rest(self) -> None:
        self._rest = self._rest[self._send(self._rest) :]
        if not self._rest:
            self.listen()

    def _send(self, data: bytes | memoryview) -> int:
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0

    def _take_last_words(self) -> None:
        for _ in range(_LAST_PIECES):
            if not self.has_ended:
                self._hear()
        self.conclude()

    def conclude(
        self, report: dict[str, Any] | None = None, broken: BaseException | None = None
    ) -> None:
        """Tell its owner that it has ended, once; see ``OnEnd``."""
        if not self.has_ended:
            self.has_ended = True
            self._wait_for_nothing()
            try:
                self._on_end(report, broken)
            finally:
                self._end_is_told.set()
