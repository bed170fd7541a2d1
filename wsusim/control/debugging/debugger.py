"""The debugger of a run, for any front end: a window, an editor over its protocol, a test.

It sets breakpoints, learns where controllers stop, and asks for their variables. Each controller
has a process of its own, in which an ``Agent`` does what is asked. All methods may be called from
any thread and return at once, except ``ask``.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wsusim.control.debugging.breakpoints import Breakpoint, Go, Why
from wsusim.control.debugging.exchanges import ExchangeLog
from wsusim.control.debugging.moment import Moment
from wsusim.control.debugging.stop_lines import Place

ANSWER_S = 10.0
"""How long ``ask`` waits: longer than any look may take."""

PAUSE_S = 0.5
"""A program that is to pause has so long to come to its next wait; then it stops where it is."""

MOST_TEXT = 20_000_000
"""Characters of a controller's files that are kept; a stranger's process may tell of any number."""

Tell = Callable[..., None]
OnAnswer = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class StackFrame:
    """A function of the program that is being executed."""

    file: str
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A controller has stopped.

    Attributes:
        robot: The robot of the controller.
        why: Why it stopped.
        detail: What else a person should know about that.
        stack: Innermost first; empty before its first line and after its last one.
        moment: To come back to it.
        tick: The robot's time.
        tracks: What was found on the way, in a replayed program.
    """

    robot: int
    why: Why
    detail: str
    stack: tuple[StackFrame, ...]
    moment: Moment
    tick: int
    tracks: Mapping[str, Any]

    @property
    def frame(self) -> StackFrame | None:
        """The frame in which it stopped."""
        return self.stack[0] if self.stack else None


@dataclass(frozen=True, slots=True)
class Going:
    """A controller goes on."""

    robot: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file of a controller was loaded."""

    robot: int
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Left:
    """A controller has ended."""

    robot: int


DebugEvent = Stop | Going | Loaded | Left


@dataclass(frozen=True, slots=True)
class Echo:
    """What a program replays before anything new happens.

    Attributes:
        log: The earlier exchanges.
        waits: How many waits to replay; ``None``: all.
        texts: Its files, by path, as they were.
        until: The moment at which it stops; ``None``: at none.
    """

    log: ExchangeLog
    waits: int | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    until: Moment | None = None


class Debugger:
    """Debugs the controllers of one run.

    Args:
        on_event: Called with every event, by threads that must not wait.
        breakpoints: The initial ones.
        echoes: For controllers that begin in the middle of a run, by robot.
    """

    def __init__(
        self,
        on_event: Callable[[DebugEvent], None] | None = None,
        breakpoints: Sequence[Breakpoint] = (),
        echoes: Mapping[int, Echo] | None = None,
    ) -> None:
        self._on_event = on_event or (lambda _event: None)
        self._echoes = echoes or {}
        self._lock = threading.Lock()
        self._breakpoints = tuple(breakpoints)
        self._tells: dict[int, Tell] = {}
        self._stops: dict[int, Stop] = {}
        self._stopped = threading.Condition(self._lock)
        self._texts: dict[int, dict[str, str]] = {}
        self._text_sizes: dict[int, int] = {}
        self._logs: dict[int, ExchangeLog] = {}
        self._loads: dict[int, dict[str, Any]] = {}
        self._waiting: dict[int, OnAnswer] = {}
        self._numbers = itertools.count(1)
        self.was_changed = False
        """Whether a person has changed a variable: such a run can't be done again."""

    # For people

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """All breakpoints."""
        return self._breakpoints

    def set_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Replace all breakpoints."""
        with self._lock:
            self._breakpoints = tuple(breakpoints)
            tells = list(self._tells.values())
        for tell in tells:
            tell(do="debug", what="breakpoints", breakpoints=_told(breakpoints))

    def stop_of(self, robot: int) -> Stop | None:
        """Return where a controller has stopped; ``None``: it is running."""
        return self._stops.get(robot)

    @property
    def stops(self) -> tuple[Stop, ...]:
        """All stops, by robot."""
        with self._lock:
            return tuple(self._stops[robot] for robot in sorted(self._stops))

    def await_stop(
        self, timeout_s: float, robot: int = 0, is_over: threading.Event | None = None
    ) -> Stop | None:
        """Wait until a controller has stopped, for a limited time, or until ``is_over``."""
        with self._stopped:
            self._stopped.wait_for(
                lambda: robot in self._stops or (is_over is not None and is_over.is_set()),
                timeout_s,
            )
            return self._stops.get(robot)

    def go(self, robot: int, how: Go, place: Place | None = None) -> None:
        """Let a stopped controller go on; ``place``: for ``Go.TO_LINE``."""
        with self._lock:
            # At once: what is asked after this is not asked of the stop before.
            stop = self._stops.pop(robot, None)
        if stop is None:
            return
        self._on_event(Going(robot))
        where = {} if place is None else {"file": place.file, "line": place.line}
        self._tell(robot, do="debug", what="go", how=how.value, **where)

    def pause(self, robot: int) -> None:
        """Stop a controller after its next wait, or soon at any line."""
        self._tell(robot, do="debug", what="pause")
        timer = threading.Timer(PAUSE_S, self._pause_now, (robot,))
        timer.name = "wsusim-pause"
        timer.daemon = True
        timer.start()

    def texts_of(self, robot: int) -> dict[str, str]:
        """Return the files of a controller as they were loaded, by path."""
        with self._lock:
            return dict(self._texts.get(robot, {}))

    def log_of(self, robot: int) -> ExchangeLog | None:
        """Return the exchanges between a controller and its robot."""
        return self._logs.get(robot)

    def load_of(self, robot: int) -> dict[str, Any]:
        """Return what a controller's process was told at its beginning."""
        return self._loads[robot]

    @property
    def robots(self) -> tuple[int, ...]:
        """The robots that are driven."""
        return tuple(sorted(self._logs))

    def request(self, robot: int, on_answer: OnAnswer, **what: Any) -> None:
        """Ask a stopped controller; the answer comes in another thread.

        Args:
            robot: The robot of the controller.
            on_answer: Called with the answer, or with ``failure``, a sentence, if there is none.
            what: ``what="variables", frame=0``; ``what="children", of=3, start=0``;
                ``what="evaluate", text="x + 1", frame=0``;
                ``what="change", path="self.x", text="3", frame=0``.
        """
        with self._lock:
            is_there = robot in self._stops
            number = next(self._numbers)
            if is_there:
                self._waiting[number] = on_answer
        if is_there:
            self._tell(robot, do="debug", number=number, **what)
        else:
            on_answer({"failure": "The program is running. Stop it first."})

    def ask(self, robot: int, **what: Any) -> dict[str, Any]:
        """Ask a stopped controller, and wait for the answer; see ``request``."""
        answered = threading.Event()
        found: list[dict[str, Any]] = []

        def take(answer: dict[str, Any]) -> None:
            found.append(answer)
            answered.set()

        self.request(robot, take, **what)
        if not answered.wait(ANSWER_S):
            return {"failure": "The program doesn't answer. Stop the run."}
        return found[0]

    # For hosts

    def enter(self, robot: int, load: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
        """Attach to a controller that is about to be loaded; return what its process has to know.

        Args:
            robot: The one that it drives.
            load: What else its process is told.
            tell: Sends it a message.
        """
        with self._lock:
            self._tells[robot] = tell
            self._loads[robot] = dict(load)
            asked: dict[str, Any] = {"breakpoints": _told(self._breakpoints)}
            echo = self._echoes.get(robot)
            if echo is not None:
                until = None if echo.until is None else {"moment": echo.until.to_json()}
                asked |= {
                    "is_echo": True,
                    "is_to_go_on": True,
                    "texts": dict(echo.texts),
                    "until": until,
                }
        return asked

    def echo_of(self, robot: int) -> bytes | None:
        """Return what a controller replays at first; ``None``: nothing."""
        echo = self._echoes.get(robot)
        return None if echo is None else echo.log.to_bytes(echo.waits)

    def keep_log(self, robot: int) -> ExchangeLog | None:
        """Return the log that keeps a controller's exchanges, if there is one."""
        log = self._logs[robot] = ExchangeLog()
        echo = self._echoes.get(robot)
        if echo is not None:
            log.begin_with(echo.log, echo.waits)
        return log

    def is_held(self, robot: int) -> bool:
        """Return whether a person has stopped a controller, so that it does not hang."""
        return robot in self._stops

    def take(self, robot: int, message: Mapping[str, Any]) -> None:
        """Handle a message of a controller's process; raises ``KeyError`` etc. if malformed."""
        match message["event"]:
            case "stopped":
                self._take_stop(robot, message)
            case "going":
                with self._lock:
                    was_there = self._stops.pop(robot, None)
                if was_there is not None:
                    self._on_event(Going(robot))
            case "loaded":
                file, text = str(message["file"]), str(message["text"])
                with self._lock:
                    size = self._text_sizes.get(robot, 0) + len(file) + len(text)
                    if size > MOST_TEXT:
                        return
                    self._text_sizes[robot] = size
                    self._texts.setdefault(robot, {})[file] = text
                self._on_event(Loaded(robot, file, text))
            case "changed":
                self.was_changed = True
            case "answer":
                with self._lock:
                    on_answer = self._waiting.pop(int(message["number"]), None)
                if on_answer is not None:
                    on_answer(dict(message["answer"]))

    def leave(self, robot: int) -> None:
        """Note that a controller has ended."""
        with self._stopped:
            self._tells.pop(robot, None)
            self._stops.pop(robot, None)
            self._stopped.notify_all()
            waiting, self._waiting = self._waiting, {}
        for on_answer in waiting.values():
            on_answer({"failure": "The program has ended."})
        self._on_event(Left(robot))

    # Inside

    def _take_stop(self, robot: int, message: Mapping[str, Any]) -> None:
        stop = stop_of(robot, message)
        with self._stopped:
            if robot not in self._tells:
                return
            self._stops[robot] = stop
            self._stopped.notify_all()
        self._on_event(stop)

    def _pause_now(self, robot: int) -> None:
        if robot not in self._stops:
            self._tell(robot, do="debug", what="pause now")

    def _tell(self, robot: int, **message: Any) -> None:
        tell = self._tells.get(robot)
        if tell is not None:
            tell(**message)


def stop_of(robot: int, message: Mapping[str, Any]) -> Stop:
    """Return the stop that a controller's process has reported."""
    return Stop(
        robot,
        Why(message["why"]),
        str(message["detail"]),
        tuple(
            StackFrame(str(one["file"]), int(one["line"]), str(one["function"]))
            for one in message["stack"]
        ),
        Moment.from_json(message["moment"]),
        int(message["tick"]),
        message["tracks"],
    )


def _told(breakpoints: Sequence[Breakpoint]) -> list[dict[str, Any]]:
    return [
        {"file": one.place.file, "line": one.place.line, "condition": one.condition}
        for one in breakpoints
    ]
