"""Let a controller run in a process of its own, which can be ended whatever it does.

One thread of the parent answers the questions of all children (``LinkHub``). For each child there
is another one that watches: prints, the child's death, its patience, and the time it has left after
a stop.
"""

from __future__ import annotations

import base64
import selectors
import socket
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from wsusim.backends.contract import HostedBackend
from wsusim.backends.link_hub import LinkHub
from wsusim.backends.link_server import Budget, LinkServer
from wsusim.control.hosting.death import LastWords, report_of_death
from wsusim.control.hosting.failure import (
    ControllerDied,
    report_from_json,
    too_slow,
    unresponsive,
)
from wsusim.control.hosting.gauge import Gauge
from wsusim.control.hosting.hearsay import Hearsay, believable, load_error
from wsusim.control.hosting.host import Host, HostSettings, Sink
from wsusim.control.hosting.launch import ChildProcess, launch
from wsusim.control.hosting.loading import folder_of
from wsusim.control.hosting.message_socket import MessageSocket
from wsusim.control.hosting.nursery import ForkedChild
from wsusim.control.hosting.own_random import seed_text
from wsusim.control.hosting.rounds import MostRounds
from wsusim.control.hosting.sandbox import Sandbox
from wsusim.control.hosting.standard_files import Prints
from wsusim.control.hosting.watch import (
    SLACK,
    ComputingClock,
    FairClock,
    Watch,
    least_share_here,
    threads_in,
)
from wsusim.control.report import FailureReport, report_failure
from wsusim.errors import LinkLost
from wsusim.model.units import seconds_to_ticks

FORGED = (
    "The controller's process reported its end in a way that wsusim never does. Look for code that "
    "writes to files it did not open itself, or that changes wsusim."
)

_PIECE = 1 << 16
_ECHO_PIECE = 1 << 20
_DRAIN_S = 1.0
"""After a child's end its last output is taken in for so long at most."""


class ProcessHost(Host):
    """Hosts one controller in a child process; see ``Host`` for its use."""

    def __init__(
        self,
        spec: str,
        backend: HostedBackend,
        sink: Sink,
        settings: HostSettings,
        hub: LinkHub,
    ) -> None:
        super().__init__(spec, backend, sink, settings)
        self._hub = hub
        self._folder = folder_of(spec)
        self._watch = Watch(settings.load_patience_s)
        self._hearsay = Hearsay(self._stamp_ticks)
        self._doing = "it was being loaded"
        self._words = LastWords()
        self._raw = Prints(self._take_raw_line, lambda: int(monotonic()))
        self._is_ready = threading.Event()
        self._is_started = False
        self._stop_asked = False
        self._stop_due_s: float | None = None
        self._was_stopped = False
        self._was_cut = False
        self._link_ended = False
        self._is_hanging = self._is_slow = False
        self._rounds: Literal["between", "all"] | None = None
        """In which respect it has gone round too often."""
        self._computing: ComputingClock | None = None
        self._gauge: Gauge | None = None
        self._excess = ""
        self._place: FailureReport | None = None
        self._seen_exchanges = -1
        self._has_heard: Callable[[], bool] | None = None
        """Once it is overdue: whether all that it had said by then has been heard."""
        self._is_asking = False
        self._ask_due_s = 0.0
        self._report: dict[str, Any] | None = None
        self._broken: BaseException | None = None
        self._child: ChildProcess | ForkedChild | None = None
        self._watch_thread = threading.Thread(
            target=self._look_after, name=f"wsusim-watch-robot-{self.info.robot_id}", daemon=True
        )

    def prepare(self) -> None:
        """Start the process and let it load the controller; returns at once."""
        child = self._child = self._launch()
        sandbox = self.settings.sandbox
        if sandbox is not None:
            is_writer = isinstance(child, ForkedChild)
            self._gauge = Gauge(child, sandbox, self._folder, is_writer=is_writer)
        if self.settings.compute_s is not None:
            self._computing = ComputingClock(child.program)
            self._watch = Watch(self.settings.load_patience_s, self._computing)
        elif getattr(self.backend, "time_stands_still", False):
            # A real robot does not wait for a busy computer; a simulation does.
            clock = FairClock(lambda: self.threads, least_share_here())
            self._watch = Watch(self.settings.load_patience_s, clock)
        self._watch.see()
        self._messages = MessageSocket(child.channels.messages)
        # A program that is checked meets the same limits where there is no sandbox.
        limits = sandbox or (None if self.settings.fence is None else Sandbox())
        budget = (
            None if limits is None else Budget(limits.orders_mb * 1e6, limits.orders_mb_s * 1e6)
        )
        self._server = self._make_server(budget)
        self._link = self._hub.add(child.channels.link, self._server, self._note_end_of_link)
        debugger, robot = self.settings.debugger, self.info.robot_id
        if debugger is not None and (known := debugger.echo_of(robot)) is not None:
            for begin in range(0, len(known), _ECHO_PIECE):
                piece = known[begin : begin + _ECHO_PIECE]
                self._tell(do="echo", data=base64.b64encode(piece).decode())
        load = {
            "spec": self.spec,
            "charges": self.settings.charges,
            "memory_mb": self.settings.memory_mb,
            "has_variables": self.settings.has_variables,
            "limits": None if limits is None else asdict(limits),
            "parameters": dict(self.settings.parameters),
            "random_seed": seed_text(self.info),
            "tells_lines": self.settings.tells_lines,
            "patience_s": self.settings.patience_s,
            "load_patience_s": self.settings.load_patience_s,
            "most_rounds": self._most_rounds(),
        }
        debug = None if debugger is None else debugger.enter(robot, load, self._tell)
        self._tell(do="load", **load, debug=debug)
        for channel in (child.channels.messages, child.channels.raw_output):
            if channel is not None:  # that it can be read says a child that may be lying
                channel.setblocking(False)
        self._watch_thread.start()

    @property
    def threads(self) -> list[Path]:
        """Its own, that of its sandbox, which starts it, and the one that listens for it."""
        child = self._child
        if child is None:
            return []
        outer = Path("/proc", str(child.process_id), "task", str(child.process_id))
        watch = Path("/proc/self/task", str(self._watch_thread.native_id))
        return list({outer, watch, *threads_in(child.program())})

    def _most_rounds(self) -> tuple[int, int, int] | None:
        """Return how often the program may go round; ``None``: its time is not limited."""
        limit_s = self.settings.compute_s
        if limit_s is None:
            return None
        own = self.settings
        most = MostRounds.of(own.patience_s, limit_s, own.load_patience_s)
        return most.between, most.in_all, most.loading

    def _make_server(self, budget: Budget | None) -> LinkServer:
        debugger = self.settings.debugger
        log = None if debugger is None else debugger.keep_log(self.info.robot_id)
        if log is None:
            return LinkServer(self.backend, self.info, budget)
        from wsusim.control.debugging.exchanges import LoggedServer

        server = LoggedServer(self.backend, self.info, budget)
        server.log = log
        return server

    @property
    def _is_held(self) -> bool:
        """Whether it stands because a person debugs it."""
        debugger = self.settings.debugger
        return debugger is not None and debugger.is_held(self.info.robot_id)

    def _launch(self) -> ChildProcess | ForkedChild:
        nursery, fence, sandbox = (
            self.settings.nursery,
            self.settings.fence,
            self.settings.sandbox,
        )
        if fence is not None:
            fence = fence.around(self._folder)
        if nursery is None or (sandbox is not None and not nursery.locks_in):
            return launch(fence, sandbox, self.spec)
        return nursery.launch(fence)

    def await_ready(self) -> bool:
        """Wait until the controller is loaded; see ``Host.await_ready``."""
        self._is_ready.wait()
        if self._load_error is not None:
            self._ended.wait()
            raise self._load_error
        return self.outcome is None

    def start(self) -> None:
        """Let the controller go."""
        self._is_started = True
        self._doing = "it was running"
        self._place = None
        self._watch.patience_s = self.settings.patience_s
        if self._computing is not None:
            self._computing.restart()
        self._watch.see()
        self._tell(do="start")

    def request_stop(self) -> None:
        """Ask the controller to end; what has not ended after half a second is killed."""
        self._stop_asked = True
        self.backend.request_stop()
        if self._child is not None and self._is_started:
            self._tell(do="stop")

    def close(self) -> None:
        """Stop the controller if it still runs, and leave nothing of it behind."""
        if self._child is None:
            self.backend.close()
            return
        if not self._ended.is_set():
            self.request_stop()
        self._watch_thread.join()

    @property
    def whereabouts(self) -> FailureReport | None:
        """Where the controller was when it was last asked; see ``Host.whereabouts``."""
        return self._place

    # The thread that answers

    def _note_end_of_link(
        self, report: dict[str, Any] | None, broken: BaseException | None
    ) -> None:
        assert self._child is not None
        self._report, self._broken = report, broken
        if broken is not None:
            self._child.kill()
        self._link_ended = True
        self.backend.close()

    # The thread that watches

    def _look_after(self) -> None:
        child = self._child
        assert child is not None
        try:
            self._end(self._watch_and_bury(child))
        except BaseException as broken:  # noqa: BLE001 - nobody may wait for ever
            self._conclude("error", report_failure(broken, self._folder))
        finally:
            self._is_ready.set()

    def _watch_and_bury(self, child: ChildProcess | ForkedChild) -> int:
        """Stay until the child has ended, and return its exit code; nothing of it is left."""
        try:
            self._watch_until_end(child)
        finally:
            child.kill()
            exit_code = child.bury()
            self.backend.close()
            self._link.end()
            self._raw.finish()
            child.close()
            if self.settings.debugger is not None:
                self.settings.debugger.leave(self.info.robot_id)
        return exit_code

    def _watch_until_end(self, child: ChildProcess | ForkedChild) -> None:
        with selectors.DefaultSelector() as selector:
            channels = child.channels
            selector.register(channels.messages, selectors.EVENT_READ, self._take_messages)
            if channels.raw_output is not None:
                selector.register(channels.raw_output, selectors.EVENT_READ, self._take_raw)
            if child.pidfd is not None:
                selector.register(child.pidfd, selectors.EVENT_READ, None)
            while not child.has_ended():
                self._handle(selector, self._watch.period_s)
                self._check(child)
            child.kill()  # what it has started must not go on to print
            if child.pidfd is not None:
                selector.unregister(child.pidfd)
            drained_s = monotonic() + _DRAIN_S
            while selector.get_map() and monotonic() < drained_s:
                if not self._handle(selector, 0.0):
                    break

    def _handle(self, selector: selectors.BaseSelector, timeout_s: float) -> bool:
        """Take what has come in; tell whether anything has."""
        events = selector.select(timeout_s)
        for key, _ in events:
            if key.data is not None and not key.data(key.fileobj):
                selector.unregister(key.fileobj)
        return bool(events)

    def _take_messages(self, _connection: socket.socket) -> bool:
        messages = self._messages.receive()
        for message in messages or ():
            self._take(message)
        return messages is not None

    def _take(self, message: dict[str, Any]) -> None:
        try:
            match message.get("type"):
                case "print" if said := self._hearsay.printed(message):
                    self._deliver(*said)
                case "debug" if self.settings.debugger is not None:
                    self.settings.debugger.take(self.info.robot_id, message)
                case "aside" if said := self._hearsay.aside(message):
                    self.asides.append(said)
                case "ready" if not self._is_started:
                    self._watch.patience_s = None
                    self._is_ready.set()
                case "emergency":
                    self.backend.make_safe()
                case "load_error" if not self._is_started:
                    self._load_error = load_error(message)
                case "rounds" if self.settings.compute_s is not None:
                    self._rounds = "all" if message["is_in_all"] is True else "between"
                case "place" if self._rounds is None:
                    self._is_asking = False
                    self._watch.feel(message["pulse"])
                    self._place = believable(report_from_json(message["report"]))
        except (KeyError, ValueError, TypeError):
            return  # only a hostile child sends such a message; nobody needs its content

    def _take_raw(self, connection: socket.socket) -> bool:
        try:
            data = connection.recv(_PIECE)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._raw.write(data.decode("utf-8", "replace"))
        return bool(data)

    def _take_raw_line(self, line: str) -> None:
        if not self._words.take(line.rstrip("\n")):
            self._print(line)

    def _check(self, child: ChildProcess | ForkedChild) -> None:
        now_s = monotonic()
        if self._stop_due_s is not None:
            if now_s > self._stop_due_s:
                self._was_cut = not self._was_stopped
                child.kill()
        elif self._link_ended:
            self._stop_due_s = now_s + self.settings.stop_grace_s
        elif self._stop_asked or self.backend.is_stopping:
            self._was_stopped = True
            self._stop_due_s = now_s + (self.settings.stop_grace_s if self._is_started else 0.0)
            self._tell(do="stop")
        self._feel_pulse(now_s)
        if self._stop_due_s is not None:
            return
        if self._rounds == "all":
            self._is_slow = True
            child.kill()
        elif self._rounds == "between":
            self._carry_on()
            self._is_hanging = True
            child.kill()
        elif self._has_computed_too_long():
            assert self._computing is not None
            self._is_slow = True
            self.was_held_up = self._computing.in_line.is_long
            child.kill()
        elif self._is_silent():
            self._carry_on()
            if self._computing is not None and not self._is_hanging:
                self.was_held_up = self._computing.in_line_lately.is_long
            self._is_hanging = True
            child.kill()
        elif self._gauge is not None and (excess := self._gauge.excess()):
            self._excess = excess
            child.kill()

    def _has_computed_too_long(self) -> bool:
        limit_s = self.settings.compute_s
        return (
            self._computing is not None
            and limit_s is not None
            and self._computing.used_s > SLACK * limit_s
        )

    def _carry_on(self) -> None:
        """Let the world go on for as long as a program that hangs is waited for."""
        if self._is_started and not self._is_hanging:
            self._server.is_held = True
            self.backend.carry_on(seconds_to_ticks(self._watch.patience_s or 0.0))

    def _is_silent(self) -> bool:
        """Tell whether it is overdue, and not only that its question lies there unheard."""
        if not self._watch.is_overdue:
            self._has_heard = None
            return False
        if self._has_heard is None:
            self._has_heard = self._hub.listening()
        # It may have been heard since its questions were counted.
        return self._has_heard() and self._server.exchanges == self._seen_exchanges

    def _feel_pulse(self, now_s: float) -> None:
        exchanges = self._server.exchanges
        is_alive = exchanges != self._seen_exchanges or not self._server.is_child_computing
        if is_alive or self._is_held:
            self._seen_exchanges = exchanges
            self._watch.see()
            if self._computing is not None:
                self._computing.in_line_lately.restart()
        elif self._watch.patience_s is None or self._is_asking:
            return
        elif now_s >= self._ask_due_s:
            self._is_asking = True
            # Not as soon as it has answered: both would do nothing else while it computes.
            self._ask_due_s = now_s + self._watch.period_s
            self._tell(do="locate", doing=self._doing, patience_s=self._watch.patience_s)

    # The end

    def _end(self, exit_code: int) -> None:
        self.ended_by_clock = self._is_slow or self._is_hanging or bool(self._excess)
        if self._load_error is not None:
            self._conclude("error")
        elif self._broken is not None:
            self._conclude("error", report_failure(self._broken, self._folder))
        elif self._is_slow:
            self._conclude("unresponsive", self._slow())
        elif self._is_hanging:
            self._conclude("unresponsive", self._hanging())
        elif self._excess:
            self._conclude("error", FailureReport.at(ControllerDied(self._excess), ()))
        elif self._report is not None:
            self._conclude_as_reported(self._report)
        elif self._was_stopped:
            remark = "The controller didn't finish when it was stopped, so its process was killed."
            self._conclude("stopped", remark=remark)
        else:
            death = report_of_death(exit_code, self._words, self._folder, was_cut=self._was_cut)
            self._conclude("error", death)

    def _conclude_as_reported(self, report: dict[str, Any]) -> None:
        try:
            failure = believable(report_from_json(report["failure"]))
            outcome = report["outcome"]
        except (KeyError, ValueError, TypeError) as error:
            failure, outcome = (
                report_failure(LinkLost(f"{FORGED} ({error})"), self._folder),
                "error",
            )
        if outcome not in ("finished", "stopped"):
            outcome = "error"
            if failure is None or not failure.message.strip():
                failure = FailureReport.at(LinkLost(FORGED), ())
        self._conclude(outcome, failure)

    def _hanging(self) -> FailureReport:
        if self._place is not None:
            return self._place
        patience_s = self._watch.patience_s or 0.0
        return report_failure(unresponsive(patience_s, self._doing), self._folder)

    def _slow(self) -> FailureReport:
        failure = too_slow(self.settings.compute_s or 0.0)
        place = self._place
        return FailureReport.at(failure, () if place is None else place.frames)

    def _tell(self, **message: Any) -> None:
        try:
            self._messages.send(**message)
        except LinkLost:
            return  # the watching thread sees the child's end by itself
