"""What is debugged: a run that goes on, or one of its programs that was taken back in time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from wsusim.control.debugging.breakpoints import Breakpoint, Go, Why
from wsusim.control.debugging.debugger import DebugEvent, Debugger, Going, Left, Loaded, Stop
from wsusim.control.debugging.moment import Moment
from wsusim.control.debugging.stop_lines import Place, nearest_line, spans_of
from wsusim.gui.features.debugging.edited_lines import EditedLines, as_loaded, lines_between
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.hosting.past import Change, Past, PastProgram
from wsusim.runs.debugged import DebuggedRun, Future

Texts = Mapping[int, Mapping[str, str]]


class DebugSession(QObject):
    """Follows one run after the other. All methods are for the window's thread."""

    stopped = Signal(object)
    """The program that is looked at stands: a ``Stop``."""

    going = Signal()
    """It goes on."""

    over = Signal()
    """There is nothing to look at any more."""

    changed = Signal(object)
    """The line that gave a variable its value was found: a ``Change``."""

    failed = Signal(str)
    """Why something can't be done."""

    future_made = Signal(object)
    """A ``Future`` is ready to be shown."""

    _answered = Signal(int, object)
    """From another thread: an answer, and which request it is for."""

    _heard = Signal(object, object)

    def __init__(self, parent: QObject, text_now: Callable[[str], str | None]) -> None:
        """``text_now`` returns a file's text on the screen; ``None``: it isn't open."""
        super().__init__(parent)
        self._text_now = text_now
        self.debugged: DebuggedRun | None = None
        """The run, while it goes on and after its end."""
        self.program: PastProgram | None = None
        """A program that was taken back; ``None``: the run itself is looked at."""
        self.stop: Stop | None = None
        """Where the program stands that is looked at."""
        self.robot = 0
        self._breakpoints: tuple[Breakpoint, ...] = ()
        """At the lines of the screen."""
        self._loaded_breakpoints: tuple[Breakpoint, ...] = ()
        """The same at the lines of the programs that run."""
        self._worker = Worker(self)
        self._heard.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._answered.connect(self._take_answer, Qt.ConnectionType.QueuedConnection)
        self._asked: dict[int, Callable[[dict[str, Any]], object]] = {}
        """Who waits for an answer; they know widgets, so no other thread may hold them."""
        self._numbers = itertools.count()
        self._past: Past | None = None
        """Only for the worker's thread."""

    @property
    def is_past(self) -> bool:
        """Whether the current program was taken back in time."""
        return self.program is not None

    @property
    def debugger(self) -> Debugger | None:
        """The debugger of the current program."""
        if self.program is not None:
            return self.program.debugger
        return None if self.debugged is None else self.debugged.debugger

    @property
    def live_stop(self) -> Stop | None:
        """Where the run itself has stopped."""
        return None if self.debugged is None else self.debugged.debugger.stop_of(self.robot)

    @property
    def is_busy(self) -> bool:
        """Whether a program is on its way to a moment."""
        return self._worker.is_busy

    # The run

    def new_debugger(self) -> Debugger:
        """Return a debugger for the next run."""
        found: list[Debugger] = []

        def hear(event: DebugEvent) -> None:
            self._heard.emit(found[0], event)

        debugger = Debugger(hear, self._breakpoints)
        found.append(debugger)
        return debugger

    def follow(self, debugged: DebuggedRun | None) -> None:
        """Follow another run from now on; ``None``: none."""
        self._leave_past()
        self.debugged = debugged
        self.stop = None
        self.robot = 0
        self._load_breakpoints()
        self.over.emit()

    def set_breakpoints(self, marks: Mapping[Path, Sequence[Breakpoint]]) -> None:
        """Set all breakpoints, in the run and in the past."""
        self._breakpoints = tuple(one for there in marks.values() for one in there)
        self._load_breakpoints()
        if self.debugged is not None:
            self.debugged.debugger.set_breakpoints(self._loaded_breakpoints)
        if self.program is not None:
            self.program.debugger.set_breakpoints(self._loaded_breakpoints)

    def lines_of(self, file: str) -> EditedLines | None:
        """Return the current line numbers of a running program; ``None``: unchanged."""
        now = None if self.debugged is None else self._text_now(file)
        if self.debugged is None or now is None:
            return None
        debugger = self.debugged.debugger
        texts = map(debugger.texts_of, (self.robot, *debugger.robots))
        loaded = next((there[file] for there in texts if file in there), now)
        return None if loaded == now else lines_between(loaded, now)

    @property
    def has_new_breakpoints(self) -> bool:
        """Whether some breakpoints are at lines that the running programs don't have."""
        return len(self._loaded_breakpoints) < len(self._breakpoints)

    def choose_robot(self, robot: int) -> None:
        """Switch to another robot's program."""
        if robot == self.robot or self.debugged is None:
            return
        self._leave_past()
        self.robot = robot
        self._look_at_run()

    def close(self) -> None:
        """Release everything."""
        self._worker.close()
        self._leave_past()

    # Forwards

    def go(self, how: Go, place: Place | None = None) -> None:
        """Let the current program go on."""
        debugger, stop = self.debugger, self.stop
        if debugger is None or stop is None:
            return
        if stop.why is Why.PRESENT:
            self.return_to_present()
            return
        self.stop = None
        self.going.emit()
        debugger.go(stop.robot, how, place)

    def pause(self) -> None:
        """Stop the run's program."""
        if self.debugged is not None and self.program is None:
            self.debugged.debugger.pause(self.robot)

    # Looking

    def request(self, on_answer: Callable[[dict[str, Any]], object], **what: Any) -> None:
        """Ask the stopped program; the answer comes in the window's thread."""
        debugger, stop = self.debugger, self.stop
        if debugger is None or stop is None:
            on_answer({"failure": self.tr("The program is running.")})
            return
        number = next(self._numbers)
        self._asked[number] = on_answer
        debugger.request(stop.robot, partial(self._answered.emit, number), **what)

    # Back

    def step_back(self, *, is_into: bool = False) -> None:
        """Go to the line before."""
        self._travel(
            lambda moment, run, robot: self._past_of(run, robot).step_back(
                moment, self._loaded_breakpoints, is_into=is_into
            )
        )

    def last_breakpoint(self) -> None:
        """Go to where the program last passed a breakpoint."""
        self._travel(
            lambda moment, run, robot: self._past_of(run, robot).last_breakpoint(
                moment, self._loaded_breakpoints
            )
        )

    def find_first(self, condition: str) -> None:
        """Go to where something was first true."""
        self._travel(
            lambda moment, run, robot: self._past_of(run, robot).first_true(
                moment, condition, self._loaded_breakpoints
            )
        )

    def go_to(self, moment: Moment) -> None:
        """Go to a moment."""
        self._travel(
            lambda _now, run, robot: self._past_of(run, robot).to(moment, self._loaded_breakpoints)
        )

    def go_to_tick(self, tick: int) -> None:
        """Go to the wait that the program is in at a tick."""
        self._travel(
            lambda _now, run, robot: self._past_of(run, robot).to_tick(
                tick, self._loaded_breakpoints
            ),
            needs_stop=False,
        )

    def find_change(self, name: str, function: str, file: str) -> None:
        """Find the line that gave a variable its value."""
        run, stop, robot = self.debugged, self.stop, self.robot
        if run is None or stop is None:
            return
        watch = {"name": name, "function": function, "file": file}

        def work(_report: Report) -> Change:
            return self._past_of(run, robot).last_change(stop.moment, watch)

        self._worker.ask(work, self.changed.emit, self._fail)

    def return_to_present(self) -> None:
        """Return to the run itself."""
        if self.program is not None:
            self._leave_past()
            self._look_at_run()

    def make_future(
        self,
        texts: Texts,
        prepare: Callable[[], Any],
        moment: Moment | None = None,
        of: DebuggedRun | None = None,
    ) -> None:
        """Make the run that goes on from the program's stop.

        Args:
            texts: Edited files of programs, by robot and path.
            prepare: Returns the request that says how the new run is shown and recorded.
            moment: Another moment than that of the program's stop.
            of: Another run than the current one.
        """
        run, stop, robot = of or self.debugged, self.stop, self.robot
        moment = moment or (None if stop is None else stop.moment)
        if run is None or moment is None:
            return
        request, breakpoints = prepare(), self._breakpoints
        found: list[Future] = []

        def hear(event: DebugEvent) -> None:
            if found:
                self._heard.emit(found[0].debugged.debugger, event)

        def work(_report: Report) -> Future:
            future = run.future(
                robot,
                moment,
                texts=texts,
                on_event=hear,
                breakpoints=breakpoints,
                request=request,
                stops_there=not texts,
            )
            found.append(future)
            return future

        self._worker.ask(work, self.future_made.emit, self._fail)

    # Inside

    def _load_breakpoints(self) -> None:
        """Find the breakpoints in the programs that run."""
        found = (
            one if (lines := self.lines_of(one.place.file)) is None else as_loaded(one, lines)
            for one in self._breakpoints
        )
        self._loaded_breakpoints = tuple(one for one in found if one is not None)

    def _past_of(self, run: DebuggedRun, robot: int) -> Past:
        """Return the way back of a program; the same object as last time, if it is still valid.

        It remembers the lines that ran before a moment, so each step back except the first needs
        one replay instead of two.
        """
        known = run.known(robot)
        if self._past is None or self._past.known != known:
            self._past = Past(known, self._hear_past)
        return self._past

    def _travel(
        self,
        way: Callable[[Moment, DebuggedRun, int], PastProgram],
        *,
        needs_stop: bool = True,
    ) -> None:
        run, stop, robot = self.debugged, self.stop, self.robot
        if run is None or (stop is None and needs_stop):
            return
        moment = Moment(0) if stop is None else stop.moment

        def done(program: PastProgram) -> None:
            before, self.program = self.program, program
            if before is not None:
                before.close()
            arrived = program.debugger.stop_of(robot)
            if arrived is not None:
                self._show(arrived)

        self._worker.ask(lambda _report: way(moment, run, robot), done, self._fail)

    def _take_answer(self, number: int, answer: dict[str, Any]) -> None:
        on_answer = self._asked.pop(number, None)
        if on_answer is not None:
            on_answer(answer)

    def _hear_past(self, event: DebugEvent) -> None:
        """Handle an event of a program that was taken back, in a thread of its own."""
        self._heard.emit(None, event)

    def _hear(self, debugger: Debugger | None, event: DebugEvent) -> None:
        is_runs = self.debugged is not None and debugger is self.debugged.debugger
        match event:
            case Stop() if debugger is None and self.program is not None:
                if event is self.program.debugger.stop_of(event.robot):
                    self._arrive(event)
            case Stop() if is_runs and self.program is None:
                if event is self.debugged.debugger.stop_of(event.robot):  # type: ignore[union-attr]
                    self.robot = event.robot
                    self._show(event)
            case Going() if is_runs and self.program is None and event.robot == self.robot:
                if self.stop is not None and self.live_stop is None:
                    self.stop = None
                    self.going.emit()
            case Left() if is_runs and self.program is None and event.robot == self.robot:
                self.stop = None
                self.over.emit()
            case Loaded():
                return

    def _arrive(self, stop: Stop) -> None:
        if stop.why is Why.PRESENT and self.live_stop is not None:
            self.return_to_present()
        else:
            self._show(stop)

    def _show(self, stop: Stop) -> None:
        self.stop = stop
        self.stopped.emit(stop)

    def _look_at_run(self) -> None:
        stop = self.live_stop
        if stop is None:
            self.stop = None
            self.over.emit()
        else:
            self._show(stop)

    def _leave_past(self) -> None:
        program, self.program = self.program, None
        if program is not None:
            program.close()

    def _fail(self, failure: Exception) -> None:
        self.failed.emit(str(failure))


def breakpoints_of(
    path: Path, marks: Sequence[tuple[int, str]], text: str | None
) -> tuple[Breakpoint, ...]:
    """Return where a program stops for breakpoints at these lines of a text."""
    if text is None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return ()
    spans = spans_of(text)
    found = ((nearest_line(spans, line), condition) for line, condition in marks)
    # As a program's process names its files.
    file = str(path.resolve())
    return tuple(
        Breakpoint(Place(file, line), condition) for line, condition in found if line is not None
    )
