"""Goes back in a program's time: replays the program, unseen, and stops it where asked.

The exchanges between the program and its robot are known, so a second process of the same program,
in which they are replayed, does the same as fast as it can: no engine, no window, no robot. Every
way back is such a way forward from the beginning.
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wsusim.control.debugging.breakpoints import Breakpoint, Why
from wsusim.control.debugging.debugger import DebugEvent, Debugger, Stop
from wsusim.control.debugging.exchanges import ExchangeLog
from wsusim.control.debugging.moment import Moment, at_line
from wsusim.errors import LinkLost, WsusimError
from wsusim.hosting.fork_server import OF_THIS_PROCESS, ForkedChild
from wsusim.hosting.launch import ChildProcess, launch
from wsusim.hosting.message_socket import MessageSocket

ARRIVAL_S = 60.0
"""A program has so long to come to a moment; longer than any ten minutes of simulated time take."""

_PIECE = 1 << 20
_TRAILS = (1, 8, 64, 1024)
"""How many waits before the present one are looked at for the line before; then all."""

NOT_REPRODUCIBLE = (
    "The program doesn't do the same thing when it runs again ({what}), so there is no way back. "
    "That happens with threads of its own, the computer's clock, random generators without a seed, "
    "and files that have changed."
)

NO_WAY_BACK = (
    "It isn't known how often this line had run before the breakpoint was set, so there is no way "
    "back from here. Go on to the next stop, and step back from there."
)


class NoWayBack(WsusimError):
    """The moment can't be reached again; the message says why."""


@dataclass(frozen=True, slots=True)
class Known:
    """All that is known about a program that ran.

    Attributes:
        robot: The one that it drove.
        load: What its process was told at its beginning.
        texts: Its files, by path, as they were loaded.
        log: The exchanges between it and its robot.
    """

    robot: int
    load: Mapping[str, Any]
    texts: Mapping[str, str]
    log: ExchangeLog


@dataclass(frozen=True, slots=True)
class Change:
    """The line that gave a variable its value.

    Attributes:
        moment: Before that line.
        file: The line's file.
        line: Its number.
        old: The variable's value before, as text.
        new: Its value afterwards.
        changes: How often it had changed by then.
    """

    moment: Moment
    file: str
    line: int
    old: str
    new: str
    changes: int


class PastProgram:
    """A process in which a program is replayed; close it.

    Args:
        known: What is known about it.
        on_event: Called with every event once it goes on, see ``Debugger``.
        breakpoints: For when it goes on.
        texts: Its files, instead of those that it ran with.
        until: Where it stops: ``moment`` or ``tick``.
        extra: What to look out for on the way; see ``Agent``.
    """

    def __init__(
        self,
        known: Known,
        until: Mapping[str, Any],
        *,
        on_event: Callable[[DebugEvent], None] | None = None,
        breakpoints: Sequence[Breakpoint] = (),
        texts: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.debugger = Debugger(on_event, breakpoints)
        self.robot = known.robot
        self._is_closed = threading.Event()
        self._child: ChildProcess | ForkedChild = (
            launch() if OF_THIS_PROCESS is None else OF_THIS_PROCESS.launch()
        )
        self._messages = MessageSocket(self._child.channels.messages)
        self._failure = ""
        self._listener = threading.Thread(
            target=self._listen, name=f"wsusim-past-robot-{self.robot}", daemon=True
        )
        asked = self.debugger.enter(self.robot, known.load, self._tell)
        asked |= {
            "is_echo": True,
            "texts": dict(known.texts if texts is None else texts),
            "until": dict(until),
            **(extra or {}),
        }
        data = known.log.to_bytes()
        for begin in range(0, len(data), _PIECE):
            piece = base64.b64encode(data[begin : begin + _PIECE]).decode()
            self._tell(do="echo", data=piece)
        self._tell(**{**known.load, "do": "load", "debug": asked})
        self._tell(do="start")
        self._listener.start()

    def arrive(self, timeout_s: float = ARRIVAL_S) -> Stop:
        """Wait until it has stopped.

        Raises:
            NoWayBack: It does not get there.
        """
        stop = self.debugger.await_stop(timeout_s, self.robot, self._is_closed)
        if stop is None:
            self.close()
            why = self._failure or f"it didn't arrive within {timeout_s:g} s"
            raise NoWayBack(NOT_REPRODUCIBLE.format(what=why))
        return stop

    def close(self) -> None:
        """End the process. Idempotent."""
        if self._child.channels.messages.fileno() < 0:
            return
        self._child.kill()
        self._child.reap()
        if threading.current_thread() is not self._listener:
            self._listener.join()
        self._child.close()

    def __enter__(self) -> PastProgram:
        """Return itself."""
        return self

    def __exit__(self, *_failure: object) -> None:
        """Close it."""
        self.close()

    def _tell(self, **message: Any) -> None:
        try:
            self._messages.send(**message)
        except LinkLost:
            return  # the listener sees the end by itself

    def _listen(self) -> None:
        while (messages := self._messages.receive()) is not None:
            for message in messages:
                if message.get("type") == "debug":
                    self.debugger.take(self.robot, message)
                elif message.get("type") == "load_error":
                    self._failure = str(message.get("message"))
        self._is_closed.set()
        self.debugger.leave(self.robot)


class Past:
    """The way back of one program.

    Args:
        known: What is known about it.
        on_event: Called with the events of programs that go on from a moment in the past.
    """

    def __init__(self, known: Known, on_event: Callable[[DebugEvent], None] | None = None) -> None:
        self.known = known
        self._on_event = on_event
        self._trail: list[tuple[int, int, str, int, int]] = []
        """The lines before the moment to which one has stepped back, the last one its own."""

    def to(self, moment: Moment, breakpoints: Sequence[Breakpoint] = ()) -> PastProgram:
        """Return the program at a moment.

        Raises:
            NoWayBack: It does not get there.
        """
        _check(moment)
        goal = {"moment": moment.to_json()}
        return self._arrived(goal, breakpoints, *_as_wanted(moment))[0]

    def to_tick(self, tick: int, breakpoints: Sequence[Breakpoint] = ()) -> PastProgram:
        """Return the program in the wait that it is in at a tick."""
        program, _ = self._arrived({"tick": tick}, breakpoints, Why.WAITING, Why.PRESENT)
        return program

    def step_back(
        self, moment: Moment, breakpoints: Sequence[Breakpoint] = (), *, is_into: bool = False
    ) -> PastProgram:
        """Return the program at the line before a moment.

        Args:
            moment: Where it has stopped.
            breakpoints: For when it goes on from there.
            is_into: Whether the line may be in a function that has returned since.

        Raises:
            NoWayBack: There is no line before it, or it does not get there.
        """
        _check(moment)
        before = self._before(moment, is_into=is_into)
        wait, count = before[:2]
        return self._arrived({"moment": at_line(wait, count).to_json()}, breakpoints, Why.ARRIVED)[
            0
        ]

    def last_breakpoint(self, moment: Moment, breakpoints: Sequence[Breakpoint]) -> PastProgram:
        """Return the program where it last passed a breakpoint before a moment.

        Raises:
            NoWayBack: It did not, or it does not get there.
        """
        _check(moment)
        stop = self._look(moment, breakpoints, {"finds_breakpoints": True})
        found = stop.tracks.get("breakpoint")
        if found is None:
            raise NoWayBack("Before this moment, the program came by no breakpoint.")
        return self.to(Moment.from_json(found), breakpoints)

    def first_true(
        self, moment: Moment, condition: str, breakpoints: Sequence[Breakpoint] = ()
    ) -> PastProgram:
        """Return the program where an expression was first true, up to a moment.

        Args:
            moment: Where the search ends.
            condition: Python, such as ``self.sensors[2].proximity > 600``.
            breakpoints: For when it goes on from there.

        Raises:
            NoWayBack: It never was, it is no Python, or the program does not get there.
        """
        _check(moment)
        try:
            compile(condition.strip(), "<seek>", "eval")
        except (SyntaxError, ValueError) as error:
            raise NoWayBack(
                f"{condition} is no expression that Python can work out. Write one as after `if`: "
                "self.turns == 3 (with two = signs)."
            ) from error
        program, stop = self._arrived(
            {"moment": moment.to_json()},
            breakpoints,
            *{Why.ARRIVED, *_as_wanted(moment)},
            extra={"seek": condition},
        )
        if stop.tracks["has_found"]:
            return program
        program.close()
        raise NoWayBack(
            f"{condition} was never true up to here, or uses a name that the program doesn't have "
            "at that time."
        )

    def last_change(self, moment: Moment, watch: Mapping[str, str]) -> Change:
        """Return which line gave a variable the value that it has at a moment.

        Args:
            moment: The moment.
            watch: ``name`` as a program writes it; ``function`` and ``file`` for a local variable.

        Raises:
            NoWayBack: It never changed, or the program does not get there.
        """
        _check(moment)
        stop = self._look(moment, (), {"watch": dict(watch)})
        found = stop.tracks["change"]
        if found is None:
            raise NoWayBack(
                f"{watch['name']} has never changed up to here, or it can't be seen: only "
                "variables of self and of the function in which the program stands are followed."
            )
        return Change(
            Moment.from_json(found["moment"]),
            str(found["file"]),
            int(found["line"]),
            str(found["old"]),
            str(found["new"]),
            int(stop.tracks["changes"]),
        )

    def waits_alike(self, texts: Mapping[str, str], waits: int) -> int:
        """Return for how many waits, up to a limit, another version of the program does the same.

        Raises:
            NoWayBack: It can't be loaded, or hangs.
        """
        goal = {"moment": Moment(waits).to_json()}
        with PastProgram(self.known, goal, texts=texts) as program:
            stop = program.arrive()
            return min(waits, stop.moment.wait)

    # Inside

    def _before(self, moment: Moment, *, is_into: bool) -> tuple[int, int, str, int, int]:
        trail = self._trail
        here = next((e for e in trail if at_line(e[0], e[1]) == moment), None)
        for waits in (*_TRAILS, None):
            if here is None:
                first = 0 if waits is None else max(0, moment.wait - waits)
                stop = self._look(moment, (), {"trail_from": first})
                trail = self._trail = [tuple(entry) for entry in stop.tracks["trail"]]
                if not trail:
                    break
                here = trail[-1]
                if not moment.way:
                    return here  # it is in its wait: back to the line that waits
            place = trail.index(here)
            for entry in reversed(trail[:place]):
                if is_into or entry[4] <= here[4]:
                    return entry
            if trail[0][0] == 0:
                break
            here = None
        raise NoWayBack("This is the program's first line: there is nothing before it.")

    def _look(
        self, moment: Moment, breakpoints: Sequence[Breakpoint], extra: Mapping[str, Any]
    ) -> Stop:
        program, stop = self._arrived(
            {"moment": moment.to_json()}, breakpoints, *_as_wanted(moment), extra=extra
        )
        program.close()
        return stop

    def _arrived(
        self,
        until: Mapping[str, Any],
        breakpoints: Sequence[Breakpoint],
        *wanted: Why,
        extra: Mapping[str, Any] | None = None,
    ) -> tuple[PastProgram, Stop]:
        program = PastProgram(
            self.known, until, on_event=self._on_event, breakpoints=breakpoints, extra=extra
        )
        stop = program.arrive()
        if stop.why in wanted:
            return program, stop
        program.close()
        raise NoWayBack(
            NOT_REPRODUCIBLE.format(what=stop.detail or "it came to its end before that moment")
        )


def _as_wanted(moment: Moment) -> tuple[Why, ...]:
    """Return why a program has stopped at a moment: a line, a wait, or the end."""
    return (Why.ARRIVED,) if moment.way else (Why.WAITING, Why.PRESENT)


def _check(moment: Moment) -> None:
    if not moment.is_exact:
        raise NoWayBack(NO_WAY_BACK)
