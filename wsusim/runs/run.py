"""One run, from the request to the report, for all kinds of robots and observers.

A run puts together three things: a *request*, a *source* of robots, and *observers*. It loads the
controllers, lets the source drive, informs the observers, and ends with all motors at zero. With
``execute`` that happens in the calling thread; with ``start`` in one of its own, and people steer
it meanwhile. The engine is imported by the thread of the run, so that a window opens without it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from enum import Enum
from time import perf_counter
from typing import TYPE_CHECKING

from wsusim.control.report import FailureReport, report_failure
from wsusim.entry_points import blamed
from wsusim.errors import BadInput, ControllerLoadError, LinkLost, WsusimError
from wsusim.interrupts import INTERRUPTS
from wsusim.runs.actions import (
    Action,
    Drag,
    HoldKeys,
    Order,
    Pause,
    Resume,
    SetSpeed,
    Step,
    TypeLine,
)
from wsusim.runs.given_inputs import GivenInputs
from wsusim.runs.observer import Observers, RunObserver
from wsusim.runs.print_order import PrintOrder
from wsusim.runs.report import RunReport
from wsusim.runs.reporting import closing_remarks, report_of
from wsusim.runs.request import RunRequest
from wsusim.runs.sources.source import Opened, Source
from wsusim.runs.sources.source_table import GROUP, SourceRow, source_row
from wsusim.shipped import shipped_folder
from wsusim.start_up import end_loading

if TYPE_CHECKING:
    from wsusim.hosting.host import Host
    from wsusim.hosting.host_group import HostGroup
    from wsusim.runs.recorded.record import RunRecorder

_LOG = logging.getLogger(__name__)


class Phase(Enum):
    """The phase that a run is in."""

    LOADING = "loading"
    GOING = "going"
    ENDED = "ended"


def execute(
    request: RunRequest, *observers: RunObserver, started_s: float | None = None
) -> RunReport:
    """Run controllers to their end, the mission's end or the time limit.

    Args:
        request: What to run.
        observers: Its observers.
        started_s: When the program began (``time.perf_counter``), for ``startup_s``.

    Raises:
        BadInput: Maze, start or controller can't be used. Nothing has moved then.
        LinkLost: A real robot does not answer.
    """
    if not request.driven:
        raise BadInput("There is no controller to run. Give a file: run my_robot.py")
    return Run(request, observers, started_s=started_s).execute()


class Run:
    """One run; ``execute`` or ``start`` it, once.

    All other methods may be called at any time, from any thread, and return at once.

    Args:
        request: What to run.
        observers: Its observers.
        source: The robots; ``None``: those of the request.
        is_paused: Begin paused.
        started_s: When the program began (``time.perf_counter``), for ``startup_s``.
    """

    def __init__(
        self,
        request: RunRequest,
        observers: Iterable[RunObserver] = (),
        *,
        source: Source | None = None,
        is_paused: bool = False,
        started_s: float | None = None,
    ) -> None:
        self.request = request
        self._row: SourceRow | None = None
        """Where the robots come from; ``None``: from ``source``."""
        if source is None:
            self._row = source_row(request)
            with blamed(GROUP, self._row):
                source = self._row.make(request)
        self.source: Source = source
        self._opened: Opened | None = None
        self.phase = Phase.LOADING
        self.report: RunReport | None = None
        """How it ended; ``None`` before the end, and when it broke off."""
        self.is_paused = False
        """Whether time stands still on request."""
        self._observers = Observers(observers)
        self.given: GivenInputs | None = None
        """What has reached the robots of a run that is debugged."""
        if request.debugger is not None:
            self.given = GivenInputs(getattr(self.source, "earlier", ()))
            self._observers.add(self.given)
        self._started_s = perf_counter() if started_s is None else started_s
        self._mutex = threading.Lock()
        self._waiting: list[Action] = []
        """Actions that wait until the robots are there."""
        self._stop_asked = False
        self._group: HostGroup | None = None
        self._untold: list[Host] = []
        self._thread = threading.Thread(target=self._run, name="wsusim-run", daemon=True)
        if is_paused:
            self.pause()

    @property
    def tick(self) -> int:
        """The tick that the robots are in; 0 before they exist."""
        return 0 if self._opened is None else self._opened.tick

    @property
    def was_held_up(self) -> bool:
        """Whether the clock has ended a controller while the computer was busy."""
        hosts = () if self._group is None else self._group.hosts
        return any(host.was_held_up for host in hosts)

    @property
    def clock_tick(self) -> int | None:
        """The first tick in which the clock has ended a controller; ``None``: it has not.

        All before that is the same every time.
        """
        hosts = () if self._group is None else self._group.hosts
        return min((h.clock_tick for h in hosts if h.clock_tick is not None), default=None)

    def observe(self, observer: RunObserver) -> None:
        """Add an observer, before the run begins."""
        self._observers.add(observer)

    def start(self) -> None:
        """Do the whole run in a thread of its own; observers get its failures."""
        self._thread.start()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end of a started run; return whether it has ended."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def close(self, timeout_s: float = 10.0) -> bool:
        """Stop, wait for all threads and processes, and return whether they have ended."""
        self.stop()
        has_ended = self.wait(timeout_s)
        if has_ended:
            self.source.close()  # also when it was never started
        return has_ended

    def stop(self) -> None:
        """End the run: motors stop in the tick that it is in; controllers end within a second."""
        with self._mutex:
            self._stop_asked = True
            opened, group = self._opened, self._group
        if opened is not None and group is not None:
            opened.stop()
            group.request_stop()

    def pause(self) -> None:
        """Let time stand still, if the robots can."""
        if self.source.abilities.pause:
            self.is_paused = True
            self._pass_on(Pause())
            return
        self._observers.noticed(0, self.source.abilities.no_pause)
        if self.source.abilities.pause_stops:
            self.stop()

    def resume(self) -> None:
        """Let time go on."""
        if self.is_paused:
            self.is_paused = False
            self._pass_on(Resume())

    def step(self, ticks: int = 1) -> None:
        """Pause, and advance by so many ticks."""
        self.pause()
        if self.is_paused:
            self._pass_on(Step(ticks))

    def do(self, action: Action) -> None:
        """Do what a person asks for, if the robots can; observers get the outcome."""
        match action:
            case Pause():
                self.pause()
            case Resume():
                self.resume()
            case Step():
                self.step(action.ticks)
            case _ if self._can(action):
                self._pass_on(action)

    def _can(self, action: SetSpeed | Drag | Order | TypeLine | HoldKeys) -> bool:
        can = self.source.abilities
        match action:
            case SetSpeed():
                return can.pause
            case Drag():
                return can.drag
            case Order():
                return can.order and action.robot not in self.request.driven
            case HoldKeys():
                return can.drag and self.request.real_robot is None
            case TypeLine():
                return can.type and action.robot not in self.request.driven

    def film(self, tick: int, jpeg: bytes) -> None:
        """Show observers what a camera beside the robots saw."""
        self._observers.filmed(tick, jpeg)

    def execute(self) -> RunReport:
        """Do the whole run in this thread; raises as the function ``execute`` does.

        Asking the program to end, with Ctrl-C for example, ends the run as ``stop`` does.
        """
        with INTERRUPTS.calls(self.stop):
            try:
                return self._execute()
            finally:
                self.phase = Phase.ENDED
                self._observers.closed()

    # Inside

    def _pass_on(self, action: Action) -> None:
        """Pass an action on to the robots, as soon as they exist."""
        with self._mutex:
            if self._opened is None or self._group is None:
                self._waiting.append(action)
            else:
                self._opened.steer(action)

    def _run(self) -> None:
        try:
            self._execute()
        except ControllerLoadError as error:
            hosts = () if self._group is None else self._group.hosts
            host = next((host for host in hosts if host.outcome == "error"), None)
            robot, spec = (None, "") if host is None else (host.info.robot_id, host.spec)
            self._fail(_plain_report(error, error.file, error.line), robot, spec)
        except (BadInput, LinkLost) as error:
            self._fail(_plain_report(error, None, None))
        except Exception as failure:  # noqa: BLE001 - the top of a thread: logged and shown
            _LOG.exception("A run broke off")
            text = (
                f"Something went wrong in wsusim itself: {failure!r}. Please report this; the "
                "terminal has the details."
            )
            self._fail(FailureReport(WsusimError.__name__, text, None, None))
        finally:
            self.phase = Phase.ENDED
            self._observers.closed()

    def _fail(self, report: FailureReport, robot: int | None = None, spec: str = "") -> None:
        self._observers.failed(robot, spec, report)

    def _execute(self) -> RunReport:
        from wsusim.hosting.host_group import HostGroup

        source, observers = self.source, self._observers
        with blamed(GROUP, self._row), ExitStack() as stack:
            recorder = self._recorder()
            stack.callback(source.close)
            opened = self._opened = source.open(observers)
            stack.callback(opened.close)
            prints = PrintOrder(observers.printed, is_needed=len(self.request.driven) > 1)
            group = HostGroup(
                opened.members(),
                prints.take,
                isolated=self.request.is_isolated,
                settings=opened.settings().allowing(self.request.memory_mb),
                pinned=source.is_pinned,
            )
            start, wall_time_s = None, 0.0
            if not self._publish(opened, group):
                end_loading()
                with group:
                    start = replace(
                        opened.begin(group.hosts), startup_s=perf_counter() - self._started_s
                    )
                    observers.heard_from_tick = start.heard_from_tick
                    prints.finish()
                    observers.started(start)
                    self.phase = Phase.GOING
                    begun_s = perf_counter()
                    if all(host.outcome is None for host in group.hosts):
                        opened.go(group)
                        self._drive(opened, group, prints)
                    wall_time_s = perf_counter() - begun_s
            prints.finish()
            self._tell_ends()
            finish = opened.finish()
            for remark in closing_remarks(opened.request, finish, group.hosts):
                observers.noticed(opened.tick, remark)
            report = report_of(opened.request, finish, group.hosts, start, wall_time_s)
            if recorder is not None:
                report = replace(report, recording=recorder.finish(report))
            self.report = report
            observers.ended(report)
            if observers.failure is not None:
                raise observers.failure
        return report

    def _recorder(self) -> RunRecorder | None:
        """Return the recorder of the request, which gets events before all others."""
        if self.request.record is None:
            return None
        from wsusim.runs.recorded.record import RunRecorder

        recorder = RunRecorder(
            self.request.record,
            self.request.driven,
            lambda text: self._observers.noticed(self.tick, text),
        )
        self._observers.add_first(recorder)
        return recorder

    def _publish(self, opened: Opened, group: HostGroup) -> bool:
        """Publish the robots and controllers; return whether the run is over already."""
        with self._mutex:
            self._group = group
            self._untold = list(group.hosts)
            for action in self._waiting:
                opened.steer(action)
        if self._stop_asked:
            self.stop()
        return self._stop_asked

    def _drive(self, opened: Opened, group: HostGroup, prints: PrintOrder) -> None:
        """Drive the robots to the end; Ctrl-C asks all controllers to end."""

        def look() -> None:
            prints.release()
            self._tell_ends()
            self._observers.progressed(self.tick)

        while True:
            try:
                opened.drive(group, look)
                return
            except KeyboardInterrupt:
                self.stop()

    def _tell_ends(self) -> None:
        """Report the controllers that have ended since the last call, and what the others do."""
        for host in () if self._group is None else self._group.hosts:
            while host.asides:
                self._observers.noticed(*host.asides.popleft())
        for host in [host for host in self._untold if host.wait(0.0)]:
            self._untold.remove(host)
            if host.failure is not None:
                self._observers.failed(host.info.robot_id, host.spec, host.failure)
            if host.remark is not None:
                self._observers.noticed(self.tick, host.remark)


def _plain_report(error: WsusimError, file: str | None, line: int | None) -> FailureReport:
    """Return the report of an error whose message says everything."""
    if file is None:
        return report_failure(error, shipped_folder("controllers"))
    return FailureReport(type(error).__name__, str(error), file, line)
