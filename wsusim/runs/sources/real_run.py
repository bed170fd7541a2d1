"""Drive a real robot with a controller, from the request to the report."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace

from wsusim.backends.serial_line.address import AUTO, RATES, SerialAddress
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.clock import LineClock
from wsusim.backends.serial_line.port import Port, open_port
from wsusim.backends.serial_line.search import list_ports, search
from wsusim.backends.serial_line.watched import WatchedBackend
from wsusim.control.hosting.host import Host, HostSettings
from wsusim.control.hosting.process_host import ProcessHost
from wsusim.control.hosting.thread_host import ThreadHost
from wsusim.control.hosting.thread_output import ThreadOutput
from wsusim.control.report import FailureReport
from wsusim.control.student_time import simulated_sleep
from wsusim.errors import BadInput
from wsusim.model.commands import Annotation, Say
from wsusim.model.units import PULSE_MM, ticks_to_seconds
from wsusim.model.world import World
from wsusim.runs.listener import RunListener
from wsusim.runs.report import EXIT_CODES, Outcome, RunError
from wsusim.runs.sources.real_log import RealLog
from wsusim.runs.sources.robot_guard import RobotGuard

PROGRESS_PERIOD_S = 0.1
"""How often the listener hears how far the run is."""

RETURN_PATIENCE_S = 30.0
"""A robot that could not be told to stop is waited for this long."""

ROBOT_IS_AWAY = (
    "The robot can't be reached and may be driving on. It is looked for, to be stopped: plug the "
    "cable in again, or lift the robot up."
)
"""Told when a run has ended and its robot has not confirmed that it stands."""

REAL_PATIENCE_S = 2.0
"""Away from a real robot a controller may stay this long: nobody but it looks where it drives."""


@dataclass(frozen=True, slots=True)
class RealRunRequest:
    """What to run on which robot.

    Attributes:
        controller: ``file.py``, ``file.py:Class`` or the name of a ready controller.
        address: Where the robot is.
        time_s: Seconds after which the run ends; ``None``: when the controller or a person ends it.
        is_isolated: The controller in a process of its own: it can be ended whatever it does.
        patience_s: Seconds that a controller may stay away from its robot.
        return_patience_s: How long a lost robot is waited for at the end, to be stopped.
        world: Where the robot stands, at the start of the first robot in it: for pictures and
            recordings, which show a dead-reckoned pose. ``None``: in the middle of an empty floor.
        pulse_mm: Way of a wheel for a pulse of its counter, for the dead-reckoned pose.
    """

    controller: str
    address: SerialAddress
    time_s: float | None = None
    is_isolated: bool = True
    patience_s: float = REAL_PATIENCE_S
    return_patience_s: float = RETURN_PATIENCE_S
    world: World | None = None
    pulse_mm: float = PULSE_MM

    def __post_init__(self) -> None:
        if self.time_s is not None and not 0.01 <= self.time_s <= 1e6:
            raise BadInput(f"The time is {self.time_s:g}, but it must be 0.01 to 1000000 s.")
        if not 0.05 <= self.patience_s <= 3600.0:
            raise BadInput(f"The patience is {self.patience_s:g}, but it must be 0.05 to 3600 s.")


@dataclass(frozen=True, slots=True)
class RealRunReport:
    """What is left of a run on a real robot.

    Attributes:
        kind: Of the robot, by what it answered.
        is_stopped: Whether the robot has confirmed that its motors are at zero.
        line: Figures of the serial line; see ``LineStatistics``.
    """

    outcome: Outcome
    controller: str
    port: str
    baud: int
    kind: str
    time_s: float
    is_stopped: bool
    line: dict[str, object]
    line_text: str
    notices: tuple[str, ...] = ()
    error: RunError | None = None

    def to_json(self) -> dict[str, object]:
        """Return the report as plain values."""
        values: dict[str, object] = asdict(self)
        if self.error is None:
            del values["error"]
        return values

    @property
    def exit_code(self) -> int:
        """Exit code of the command line; 1 as well when the robot may still be driving."""
        return EXIT_CODES[self.outcome] or int(not self.is_stopped)


class StopButton:
    """Ends a run from any thread, also one that has not come so far; ``press`` may wait for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_pressed = False
        self._stops: tuple[Callable[[], None], ...] = ()

    @property
    def is_pressed(self) -> bool:
        """Whether anybody wants the run to end."""
        return self._is_pressed

    def press(self) -> None:
        """End the run: the robot's motors are set to zero at once."""
        self._is_pressed = True
        with self._lock:
            for stop in self._stops:
                stop()

    def connect(self, *stops: Callable[[], None]) -> None:
        """Say what ends the run; it is called at once when the button is pressed already."""
        with self._lock:
            self._stops = stops
        if self._is_pressed:
            self.press()

    def disconnect(self) -> None:
        """There is nothing to be ended any more."""
        with self._lock:
            self._stops = ()


def execute_real(
    request: RealRunRequest,
    listener: RunListener,
    *,
    open_address: Callable[[SerialAddress], Port] = open_port,
    clock: LineClock | None = None,
    log: RealLog | None = None,
    stop: StopButton | None = None,
) -> RealRunReport:
    """Run a controller on a real robot until it ends, the time is up, or Ctrl-C.

    Whatever happens, the robot is told to stop; when it can't be reached, it is waited for. Should
    this program be killed, a guard does it.

    Args:
        request: What to run, and where.
        listener: Hears prints, remarks and progress.
        open_address: Opens the port.
        clock: Real time, or a test's.
        log: Follows the robot and may record the run.
        stop: Ends the run from another thread.

    Raises:
        BadInput: Port or controller can't be used.
        LinkLost: No Khepera answers.
    """
    address = find_robot(request.address, listener.noticed)
    with RobotGuard(address):
        found = replace(request, address=address)
        return _execute(found, listener, open_address, clock, log, stop)


def _execute(
    request: RealRunRequest,
    listener: RunListener,
    open_address: Callable[[SerialAddress], Port],
    clock: LineClock | None,
    log: RealLog | None,
    stop: StopButton | None,
) -> RealRunReport:
    begun_s = time.perf_counter()
    address = request.address

    def said(tick: int, robot: int, annotation: Annotation) -> None:
        if isinstance(annotation, Say):
            listener.said(robot, ticks_to_seconds(tick), annotation.text)
        if log is not None:
            log.remarked(tick, annotation)

    backend = (SerialBackend if log is None else WatchedBackend)(
        lambda: open_address(address),
        address.port,
        address.baud,
        clock=clock,
        on_annotation=said,
    )
    ended_by_time = False
    with ExitStack() as stack:
        stack.callback(backend.close)
        host = _host(request, backend, listener, stack, log)
        if stop is not None:
            stack.callback(stop.disconnect)
            stop.connect(host.request_stop, backend.make_safe)
        host.prepare()
        if host.await_ready() and not (stop is not None and stop.is_pressed):
            if log is not None and isinstance(backend, WatchedBackend):
                log.begin(
                    request.world,
                    host.info.kind,
                    address,
                    request.controller,
                    pulse_mm=request.pulse_mm,
                )
                backend.watcher = log
            backend.start_clock()
            listener.started(time.perf_counter() - begun_s)
            host.start()
            ended_by_time = _await_end(request, host, backend, listener)
        host.close()
        end_tick = backend.now_ticks()
    notices = [] if host.remark is None else [host.remark]
    is_stopped = not backend.may_be_moving or _await_return(request, backend, listener)
    if not is_stopped:
        notices.append(
            "The robot could not be reached and MAY STILL BE DRIVING. Lift it up or switch it off."
        )
    for notice in notices:
        listener.noticed(notice)
        if log is not None:
            log.noticed(end_tick, notice)
    outcome: Outcome = host.outcome or "stopped"
    report = RealRunReport(
        outcome="time" if ended_by_time and outcome in ("stopped", "finished") else outcome,
        controller=request.controller,
        port=address.port,
        baud=address.baud,
        kind=host.info.kind,
        time_s=ticks_to_seconds(end_tick),
        is_stopped=is_stopped,
        line=backend.statistics.to_json(),
        line_text=backend.statistics.text(),
        notices=tuple(notices),
        error=_run_error(host.failure, request.controller),
    )
    if log is not None:
        log.end(end_tick, report.to_json())
    return report


def find_robot(address: SerialAddress, tell: Callable[[str], None]) -> SerialAddress:
    """Return the address itself, or for ``auto`` that of the first port where a Khepera answers.

    Raises:
        BadInput: None answers; tells what was tried.
    """
    if address.port != AUTO:
        return address
    rates = (address.baud,) if address.is_baud_given else RATES
    found = list(search([port.device for port in list_ports()], rates))
    for one in found:
        answer = "nothing" if one.kind is None else f"a {one.kind} at {one.address.baud} baud"
        tell(f"{one.address.port}: {one.trouble or answer}")
    for one in found:
        if one.kind is not None:
            return one.address
    asked = ", ".join(one.address.port for one in found) or "there is none on this computer"
    raise BadInput(
        f"No Khepera answers on any serial port ({asked}). Plug in the adapter, switch the robot "
        "on, or name the port: --robot serial:PORT"
    )


def _host(
    request: RealRunRequest,
    backend: SerialBackend,
    listener: RunListener,
    stack: ExitStack,
    log: RealLog | None,
) -> Host:
    settings = HostSettings(patience_s=request.patience_s)

    def sink(robot: int, tick: int, text: str) -> None:
        listener.printed(robot, text)
        if log is not None:
            log.printed(tick, text)

    host: Host
    if request.is_isolated:
        host = ProcessHost(request.controller, backend, sink, settings)
    else:
        stack.enter_context(simulated_sleep())
        output = stack.enter_context(ThreadOutput())
        host = ThreadHost(request.controller, backend, sink, output, settings)
    stack.callback(host.close)
    return host


def _await_end(
    request: RealRunRequest, host: Host, backend: SerialBackend, listener: RunListener
) -> bool:
    """Wait for the controller's end; tell whether it was the time that brought it."""
    is_time_up = False
    while True:
        try:
            if host.wait(PROGRESS_PERIOD_S):
                return is_time_up
            now_s = ticks_to_seconds(backend.now_ticks())
            if request.time_s is not None:
                listener.progressed(now_s, request.time_s)
                if now_s >= request.time_s and not is_time_up:
                    is_time_up = True
                    host.request_stop()
        except KeyboardInterrupt:
            host.request_stop()


def _await_return(request: RealRunRequest, backend: SerialBackend, listener: RunListener) -> bool:
    """Wait for a lost robot and stop it; tell whether that was done."""
    listener.noticed(ROBOT_IS_AWAY)
    try:
        if backend.stop_robot(request.return_patience_s):
            listener.noticed("The robot is back and was stopped.")
            return True
    except KeyboardInterrupt:
        return False
    return False


def _run_error(failure: FailureReport | None, controller: str) -> RunError | None:
    if failure is None:
        return None
    return RunError(
        file=failure.file,
        line=failure.line,
        message=failure.message,
        hints=failure.hints,
        text=failure.text(),
        controller=controller,
    )
