"""The debugger in a controller's process: it stops the program at a line, and answers for it there.

A program stopped at a line has not reached its next wait, so the world of a simulation stands still
with it: nothing else has to be stopped. The stopped thread itself serves what a person asks
meanwhile, one request after the other; only what the person changes is changed.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from wsusim.backends.connection import Connection
from wsusim.control.controller import Controller
from wsusim.control.debugging.breakpoints import Go, Why
from wsusim.control.debugging.conditions import Conditions
from wsusim.control.debugging.debugged_link import DebuggedLink, EchoLink
from wsusim.control.debugging.exchanges import Exchange
from wsusim.control.debugging.moment import Moment, at_line
from wsusim.control.debugging.standing import Standing
from wsusim.control.debugging.stop_lines import Place, StopLines
from wsusim.control.debugging.tracks import Tracks, depth_of
from wsusim.control.debugging.uncounted import uncounted
from wsusim.control.debugging.way import Way

Tell = Callable[..., None]

_ON, _TO_MOMENT = Go.ON, Go.TO_MOMENT  # looked at in each wait

_LINE_BY_LINE = (Go.INTO, Go.OVER, Go.OUT)


class Agent:
    """Stops one controller. ``obey`` and ``let_go`` are called by the thread that hears the parent.

    Args:
        tell: Sends a message to the parent.
        asked: What the parent wants from the beginning: ``breakpoints``, ``texts`` of files by
            path, and for a replayed program ``until`` and what to look out for.
    """

    def __init__(self, tell: Tell, asked: dict[str, Any]) -> None:
        self.lines = StopLines(self._on_line)
        self._tell = tell
        self._texts: dict[str, str] = asked.get("texts", {})
        self._lock = threading.RLock()
        self._link: DebuggedLink | None = None
        self._controller: Controller | None = None
        self._counted: set[int] = set()
        """The thread that loads the program, and the controller's own."""
        self._looking: int | None = None
        """The thread that works out what a person asks: the lines that it does don't count."""
        self._conditions = Conditions(self.nothing_counts)
        self._is_over = False
        self._standing: Standing | None = None
        self._may_go = threading.Event()
        self._may_go.set()
        # How it goes on
        self._go = Go.ON
        self._depth = 0
        self._wait = 0
        self._is_outermost = False
        self._line: Place | None = None
        self._pause_asked = False
        # Where it is
        self._way = Way()
        self._goal_tick: int | None = None
        # Every line counts for what is looked out for, from the beginning.
        trail_from = 0 if asked.get("seek") is not None else asked.get("trail_from")
        self._tracks = Tracks(asked.get("watch"), trail_from)
        self._finds_breakpoints = bool(asked.get("finds_breakpoints"))
        self._last_breakpoint: Moment | None = None
        seek = asked.get("seek")
        self._seek = None if seek is None else compile(str(seek).strip(), "<seek>", "eval")
        """What is to become true on the way to a moment."""
        self._has_found = False
        self._conditions.take(asked.get("breakpoints", []))
        self._aim(asked.get("until"))

    # The beginning

    def link(
        self,
        connection: Connection,
        on_emergency: Callable[[], None],
        exchanges: Iterable[Exchange] | None,
        *,
        is_to_go_on: bool,
    ) -> DebuggedLink:
        """Return the controller's link; ``exchanges``: those that it replays first."""
        if exchanges is None:
            self._link = DebuggedLink(connection, on_emergency, self._before_wait, self._after_wait)
        else:
            self._link = EchoLink(
                connection,
                on_emergency,
                self._before_wait,
                self._after_wait,
                exchanges=exchanges,
                is_to_go_on=is_to_go_on,
                on_end=self._at_end,
            )
        return self._link

    def text_of(self, file: str) -> str | None:
        """Return the text of a file to run; ``None``: the file on the disk."""
        return self._texts.get(file)

    def note(self, file: str, text: str) -> None:
        """Note the text of a file that was loaded."""
        self._tell(event="loaded", file=file, text=text)

    def appear_in(self, builtins: dict[str, Any]) -> None:
        """Get the program's builtins, before any of it runs."""
        self._counted.add(threading.get_ident())
        self.lines.appear_in(builtins)

    def switch(self) -> None:
        """Switch on the wanted lines; called again after each file that was loaded."""
        with self._lock:
            if self._is_over:
                self.lines.switch(())
            elif self._wants_all:
                self.lines.switch_all_on()
            elif self._go is Go.TO_MOMENT:
                self.lines.switch(self._conditions.breakpoints if self._finds_breakpoints else ())
            else:
                places = set(self._conditions.breakpoints)
                if self._line is not None:
                    places.add(self._line)
                self.lines.switch(places)

    def bind(self, controller: Controller) -> None:
        """Note the controller, whose thread begins soon."""
        self._controller = controller

    # The thread that hears the parent

    def obey(self, message: dict[str, Any]) -> None:
        """Do what a person asks for, or have the stopped thread do it."""
        match message["what"]:
            case "breakpoints":
                self._conditions.take(message["breakpoints"])
                if self._standing is None:
                    self._way.lose_count()
                    self._look_at_waits()
                self.switch()
            case "pause":
                with self._lock:
                    self._go = Go.WAIT
                    self._pause_asked = True
                self._look_at_waits()
            case "pause now":
                with self._lock:
                    self._go = Go.INTO
                    self._way.lose_count()
                    self._pause_asked = True
                self._look_at_waits()
                self.switch()
            case _:
                standing = self._standing
                if standing is not None:
                    standing.ask(message)

    def let_go(self) -> None:
        """Let go of the program at the end of the run: it goes on, and stops nowhere any more."""
        self._is_over = True
        with self._lock:
            if self.lines.files:
                self.switch()
        standing = self._standing
        if standing is not None:
            standing.ask({"what": "go", "how": Go.ON.value})

    # The program's threads

    @property
    def _wants_all(self) -> bool:
        return (
            self._standing is not None
            or self._go in _LINE_BY_LINE
            or (self._go in (Go.WAIT, Go.TO_MOMENT) and self._way.counts_all)
        )

    def _before_wait(self, tick: int) -> None:
        if self._go is _TO_MOMENT:
            if self._goal_tick is not None and tick > self._goal_tick:
                self._goal_tick = None
                self._stand(Why.WAITING, sys._getframe(1), None)
            elif self._way.goal == Moment(self._waits):
                self._way.goal = None
                self._stand(Why.WAITING, sys._getframe(1), None)
        if self._standing is not None:  # another thread of the program
            self._may_go.wait()

    def _after_wait(self) -> None:
        way = self._way
        if way.is_begun:
            way.begin()
        if self._go is _ON and not way.counts_all:
            self._pass_unnoticed()
            return
        with self._lock:
            counted_all = way.counts_all
            way.counts_all = self._go in (*_LINE_BY_LINE, Go.WAIT) or self._is_near()
            if way.counts_all != counted_all:
                self.switch()

    def _pass_unnoticed(self) -> None:
        """Make waits free from here on, until one of them matters."""
        assert self._link is not None
        self._link.is_looked_at = False
        if self._go is not _ON or self._standing is not None or self._way.is_begun:
            self._link.is_looked_at = True  # it came just now, by another thread

    def _look_at_waits(self) -> None:
        """Stop at the next wait. Any thread; call it after saying what for."""
        if self._link is not None:
            self._link.is_looked_at = True

    def _is_near(self) -> bool:
        """Return whether every line counts from here on, in a replayed program."""
        goal = self._way.goal
        if self._go is not Go.TO_MOMENT or goal is None:
            return False
        assert self._link is not None
        first = goal.wait if self._tracks.first_wait is None else self._tracks.first_wait
        return self._link.waits >= first

    def _on_line(self, place: Place) -> None:
        thread = threading.get_ident()
        if self._looking == thread or self._is_over:
            return
        frame = sys._getframe(2)
        if thread not in self._counted and not self._is_controllers(thread):
            self._on_line_of_other(place, frame)
            return
        if not self._may_go.is_set():
            self._may_go.wait()
        if frame.f_code.co_name != "__del__":
            if not self._way.is_begun:
                self._look_at_waits()
            self._way.note(place)
            if self._go is Go.TO_MOMENT:
                self._tracks.take(self._waits, place, frame, self._controller)
        why = self._why(place, frame)
        if why is not None:
            self._stand(why, frame, place)

    def _is_controllers(self, thread: int) -> bool:
        if threading.current_thread() is not self._controller:
            return False
        self._counted.add(thread)
        return True

    def _on_line_of_other(self, place: Place, frame: FrameType) -> None:
        """Handle a line in a thread of the program's own, which stops only at breakpoints."""
        if not self._may_go.is_set():
            self._may_go.wait()
        if self._go is not Go.TO_MOMENT and place in self._conditions.breakpoints:
            why = self._conditions.why(place, frame)
            if why is not None:
                self._stand(why, frame, place)

    @property
    def _waits(self) -> int:
        return 0 if self._link is None else self._link.waits

    def _why(self, place: Place, frame: FrameType) -> Why | None:
        match self._go:
            case Go.TO_MOMENT:
                return self._why_of_moment(place, frame)
            case Go.INTO:
                return Why.PAUSE if self._pause_asked else Why.STEP
            case Go.WAIT if self._way.counts_all:
                return Why.PAUSE if self._pause_asked else Why.STEP
            case Go.OVER if depth_of(frame) <= self._depth:
                return Why.STEP
            case Go.OUT if self._is_out(frame, place):
                return Why.STEP
            case Go.TO_LINE if place == self._line:
                return Why.STEP
        return self._conditions.why(place, frame) if place in self._conditions.breakpoints else None

    def _why_of_moment(self, place: Place, frame: FrameType) -> Why | None:
        if self._seek is not None and self._conditions.is_true(self._seek, frame):
            self._has_found = True
            return Why.ARRIVED
        if self._way.has_arrived(place, self._waits):
            return Why.ARRIVED
        is_wanted = self._finds_breakpoints and place in self._conditions.breakpoints
        if is_wanted and self._conditions.why(place, frame) is not None:
            self._last_breakpoint = (
                at_line(self._waits, self._tracks.count)
                if self._way.counts_all
                else self._way.passing(place, self._waits)
            )
        return None

    def _is_out(self, frame: FrameType, place: Place) -> bool:
        """Return whether a function was left; one that wsusim calls is left by its next call."""
        depth = depth_of(frame)
        if depth < self._depth:
            return True
        is_called_anew = self._is_outermost and depth == self._depth and self._waits > self._wait
        first = frame.f_code.co_firstlineno
        lines = self.lines.lines_of(place.file)
        return is_called_anew and place.line == min(line for line in lines if line > first)

    def fetch(self) -> None:
        """Fetch all readings, ready to be looked at."""
        if self._link is not None:
            self._link.fetch()

    @contextmanager
    def nothing_counts(self) -> Iterator[None]:
        """Count neither readings of the robot nor lines within the block, in this thread."""
        link = self._link
        self._looking = threading.get_ident()
        try:
            if link is None:
                yield
            else:
                tick, is_stopping = link.last_tick, link.is_stopping
                with uncounted(self._controller, link.peek, tick, is_stopping=is_stopping):
                    yield
        finally:
            self._looking = None

    # A stop

    def answer(self, number: int, answer: dict[str, Any]) -> None:
        """Send the answer to a request."""
        self._tell(event="answer", number=number, answer=answer)

    def note_change(self) -> None:
        """Report that a person has changed the run."""
        self._tell(event="changed")

    def _at_end(self, difference: str) -> NoReturn:
        """Wait where nothing more is known until the run ends, then end the process."""
        why = Why.DIFFERS if difference else Why.PRESENT
        while not self._is_over:
            self._stand(why, sys._getframe(1), None, difference)
        os._exit(0)

    def _stand(self, why: Why, frame: FrameType, place: Place | None, detail: str = "") -> None:
        thread = threading.get_ident()
        is_counted = thread in self._counted or self._is_controllers(thread)
        with self._lock:
            if self._standing is not None:
                other = True
            else:
                other = False
                waits = self._waits
                moment = self._way.moment(place, waits) if is_counted else Moment(waits, (), False)
                if frame.f_code.co_name == "__del__":
                    moment = Moment(moment.wait, moment.way, is_exact=False)
                standing = self._standing = Standing(self, self._controller, frame)
                self._may_go.clear()
                self._look_at_waits()
                self._pause_asked = False
                if not self._is_over:
                    self.switch()
        if other:  # two threads at breakpoints: one after the other
            self._may_go.wait()
            self._stand(why, frame, place, detail)
            return
        if self._link is not None:
            self._link.rest()
        self._tell(
            event="stopped",
            why=why.value,
            detail=self._conditions.trouble if why is Why.CONDITION_FAILS else detail,
            stack=standing.stack(),
            moment=moment.to_json(),
            tick=0 if self._link is None else self._link.last_tick,
            tracks={
                **self._tracks.told(self._last_breakpoint),
                "has_found": self._has_found,
            },
        )
        go = standing.serve()
        if self._link is not None:
            self._link.rest_no_longer()
        with self._lock:
            self._standing = None
            self._set_out(go, frame)
            self._look_at_waits()
            self.switch()
            self._may_go.set()
        self._tell(event="going")

    def _set_out(self, message: dict[str, Any], frame: FrameType) -> None:
        """Go on in the way that a person wants."""
        self._go = Go(message["how"])
        self._line = None
        self._depth = depth_of(frame)
        self._wait = self._waits
        self._is_outermost = not self._has_students_caller(frame)
        self._way.set_out(counts_all=self._go in _LINE_BY_LINE)
        if self._go is Go.TO_LINE:
            self._line = Place(str(message["file"]), int(message["line"]))

    def _aim(self, until: dict[str, Any] | None) -> None:
        """Run on to a moment, in a replayed program."""
        if until is None:
            return
        self._go = Go.TO_MOMENT
        if until.get("tick") is not None:
            self._goal_tick = int(until["tick"])
        if until.get("moment") is not None:
            self._way.goal = Moment.from_json(until["moment"])
        goal = self._way.goal
        self._way.counts_all = goal is not None and 0 in (goal.wait, self._tracks.first_wait)

    def _has_students_caller(self, frame: FrameType) -> bool:
        caller = frame.f_back
        while caller is not None:
            if caller.f_code.co_filename in self.lines.files:
                return True
            caller = caller.f_back
        return False
