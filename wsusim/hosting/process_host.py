"""Runs a controller in a process of its own, which can be ended whatever it does.

One thread of the parent answers the requests of all children (``LinkHub``). Another thread for each
child watches its prints, its death, its limits, and the time it has left after a stop.
"""

from __future__ import annotations

import base64
import os
import selectors
import socket
import threading
from collections.abc import Set
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

from wsusim.backends.contract import HostedBackend
from wsusim.backends.link_hub import LinkHub
from wsusim.backends.link_server import Budget, LinkServer
from wsusim.backends.unsent_orders import NotedOrders
from wsusim.control.report import FailureReport, report_failure
from wsusim.errors import LinkLost
from wsusim.hosting.ending import BY_CLOCK, Cause, Evidence
from wsusim.hosting.failure import report_from_json
from wsusim.hosting.fork_server import ForkedChild
from wsusim.hosting.host import Host, HostSettings, Sink
from wsusim.hosting.launch import ChildProcess, launch
from wsusim.hosting.loading import folder_of
from wsusim.hosting.message_socket import MessageSocket
from wsusim.hosting.own_random import seed_text
from wsusim.hosting.rounds import MostRounds
from wsusim.hosting.sandbox import Sandbox
from wsusim.hosting.standard_files import Prints
from wsusim.hosting.supervision import Supervision
from wsusim.hosting.untrusted_reports import UntrustedReports, believable, load_error, refusal
from wsusim.hosting.watch import threads_in
from wsusim.model.units import seconds_to_ticks

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
        self._evidence = Evidence(self._folder)
        self._reports = UntrustedReports(self._stamp_ticks)
        self._raw = Prints(self._take_raw_line, lambda: int(monotonic()))
        self._is_ready = threading.Event()
        self._is_started = False
        self._is_stop_asked = False
        self._has_link_ended = False
        self._kill_due_s: float | None = None
        """Until then it may come to its end by itself."""
        self._child: ChildProcess | ForkedChild | None = None
        self._watch_thread = threading.Thread(
            target=self._look_after, name=f"wsusim-watch-robot-{self.info.robot_id}", daemon=True
        )

    def prepare(self) -> None:
        """Start the process and let it load the controller; returns at once."""
        child = self._child = self._launch()
        settings = self.settings
        self._messages = MessageSocket(child.channels.messages)
        # A program that is checked meets the same limits where there is no sandbox.
        limits = settings.sandbox or (None if settings.fence is None else Sandbox())
        budget = (
            None if limits is None else Budget(limits.orders_mb * 1e6, limits.orders_mb_s * 1e6)
        )
        self._server = self._make_server(budget, child.channels.page)
        self._supervision = Supervision(
            settings,
            child,
            self._server,
            self.backend,
            self._folder,
            self._hub.listening,
            lambda: self.threads,
        )
        self._link = self._hub.add(child.channels.link, self._server, self._note_end_of_link)
        if self._hub.processors is not None:
            self._hub.processors.add(self._move)
        self._tell_load(limits)
        for channel in (child.channels.messages, child.channels.raw_output):
            if channel is not None:  # that it can be read says a child that may be lying
                channel.setblocking(False)
        self._watch_thread.start()

    def _tell_load(self, limits: Sandbox | None) -> None:
        """Tell the process what to load, and how."""
        settings, robot = self.settings, self.info.robot_id
        debugger = settings.debugger
        if debugger is not None and (known := debugger.echo_of(robot)) is not None:
            for begin in range(0, len(known), _ECHO_PIECE):
                piece = known[begin : begin + _ECHO_PIECE]
                self._tell(do="echo", data=base64.b64encode(piece).decode())
        load = {
            "spec": self.spec,
            "charges": settings.charges,
            "memory_mb": settings.memory_mb,
            "has_variables": settings.has_variables,
            "limits": None if limits is None else asdict(limits),
            "parameters": dict(settings.parameters),
            "random_seed": seed_text(self.info),
            "tells_lines": settings.tells_lines,
            "patience_s": settings.patience_s,
            "load_patience_s": settings.load_patience_s,
            "most_rounds": self._most_rounds(),
        }
        debug = None if debugger is None else debugger.enter(robot, load, self._tell)
        self._tell(do="load", **load, debug=debug)

    @property
    def threads(self) -> list[Path]:
        """The threads of the process, of its sandbox, and the one that listens to it."""
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

    def _make_server(self, budget: Budget | None, page: int | None) -> LinkServer:
        debugger = self.settings.debugger
        log = None if debugger is None else debugger.keep_log(self.info.robot_id)
        if log is None:
            noted = None if page is None else NotedOrders(page)
            return LinkServer(self.backend, self.info, budget, noted)
        from wsusim.control.debugging.exchanges import LoggedServer

        server = LoggedServer(self.backend, self.info, budget)
        server.log = log
        return server

    @property
    def _is_held(self) -> bool:
        """Whether a person has stopped it in a debugger."""
        debugger = self.settings.debugger
        return debugger is not None and debugger.is_held(self.info.robot_id)

    def _launch(self) -> ChildProcess | ForkedChild:
        fork_server, fence, sandbox = (
            self.settings.fork_server,
            self.settings.fence,
            self.settings.sandbox,
        )
        if fence is not None:
            fence = fence.around(self._folder)
        if fork_server is None or (sandbox is not None and not fork_server.locks_in):
            return launch(fence, sandbox, self.spec)
        return fork_server.launch(fence)

    def await_ready(self) -> bool:
        """Wait until the controller is loaded; see ``Host.await_ready``."""
        self._is_ready.wait()
        if self._load_error is not None:
            self._ended.wait()
            raise self._load_error
        return self.outcome is None

    def start(self) -> None:
        """Start the controller."""
        self._is_started = True
        self._evidence.place = None
        self._supervision.note_start()
        self._tell(do="start")

    def request_stop(self) -> None:
        """Ask the controller to end; kill it if it has not ended after half a second."""
        self._is_stop_asked = True
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
        if self._watch_thread.ident is None:  # the system has not let it begin
            self._put_away(self._child)
        else:
            self._watch_thread.join()

    @property
    def whereabouts(self) -> FailureReport | None:
        """Where the controller was when it was last asked; see ``Host.whereabouts``."""
        return self._evidence.place

    # The thread that answers

    def _move(self, processors: Set[int]) -> None:
        """Note where the program is running from now on."""
        assert self._child is not None
        for thread in threads_in(self._child.program()):
            with suppress(OSError):  # it has ended
                os.sched_setaffinity(int(thread.name), processors)

    def _note_end_of_link(
        self, report: dict[str, Any] | None, broken: BaseException | None
    ) -> None:
        assert self._child is not None
        self._evidence.report, self._evidence.broken = report, broken
        if broken is not None:
            self._evidence.blame(Cause.BROKEN)
            self._child.kill()
        self._has_link_ended = True
        self.backend.close()

    # The thread that watches

    def _look_after(self) -> None:
        child = self._child
        assert child is not None
        try:
            self._end(self._watch_and_reap(child))
        except BaseException as broken:  # noqa: BLE001 - no one may wait for ever
            self._conclude("error", report_failure(broken, self._folder))
        finally:
            self._is_ready.set()

    def _watch_and_reap(self, child: ChildProcess | ForkedChild) -> int:
        """Watch the child until it has ended, reap it, and return its exit code."""
        try:
            self._watch_until_end(child)
        finally:
            exit_code = self._put_away(child)
        return exit_code

    def _put_away(self, child: ChildProcess | ForkedChild) -> int:
        """End a child and all that belongs to it; return its exit code."""
        child.kill()
        exit_code = child.reap()
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
                self._handle(selector, self._supervision.period_s)
                self._check(child)
            child.kill()  # what it has started must not go on to print
            if child.pidfd is not None:
                selector.unregister(child.pidfd)
            drained_s = monotonic() + _DRAIN_S
            while selector.get_map() and monotonic() < drained_s:
                if not self._handle(selector, 0.0):
                    break

    def _handle(self, selector: selectors.BaseSelector, timeout_s: float) -> bool:
        """Handle what has arrived; return whether anything has."""
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
                case "print" if said := self._reports.printed(message):
                    self._deliver(*said)
                case "debug" if self.settings.debugger is not None:
                    self.settings.debugger.take(self.info.robot_id, message)
                case "aside" if said := self._reports.aside(message):
                    self.asides.append(said)
                case "ready" if not self._is_started:
                    self._supervision.note_loaded()
                    self._is_ready.set()
                case "emergency":
                    self.backend.make_safe()
                case "load_error" if not self._is_started:
                    self._load_error = load_error(message)
                case "refused" if not self._is_started:
                    self._load_error = refusal(message)
                case "rounds":
                    self._supervision.note_rounds(is_in_all=message["is_in_all"] is True)
                case "place" if self._supervision.note_place(message["pulse"]):
                    self._evidence.place = believable(report_from_json(message["report"]))
        except (KeyError, ValueError, TypeError):
            return  # only a hostile child sends such a message; it is of no use

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
        if not self._evidence.words.take(line.rstrip("\n")):
            self._print(line)

    def _check(self, child: ChildProcess | ForkedChild) -> None:
        now_s, evidence = monotonic(), self._evidence
        if self._kill_due_s is not None:
            if now_s > self._kill_due_s:
                evidence.blame(Cause.CUT)
                child.kill()
        elif self._has_link_ended:
            self._kill_due_s = now_s + self.settings.stop_grace_s
        elif self._is_stop_asked or self.backend.is_stopping:
            evidence.blame(Cause.STOP)
            self._kill_due_s = now_s + (self.settings.stop_grace_s if self._is_started else 0.0)
            self._tell(do="stop")
        supervision = self._supervision
        if supervision.feel_pulse(now_s, is_held=self._is_held):
            self._link.soon(self._server.take_noted_orders)
            if supervision.is_to_be_asked():
                self._tell(do="locate", doing=supervision.doing, patience_s=supervision.patience_s)
        if self._kill_due_s is None and evidence.cause is None and (cause := supervision.look()):
            evidence.excess = supervision.excess
            if cause in BY_CLOCK and not supervision.is_counted:
                self.clock_tick = self._stamp_ticks()
            if cause is Cause.SILENT and self._is_started:
                self._carry_on()
            evidence.blame(cause)
            child.kill()

    def _carry_on(self) -> None:
        """Let the world go on while a program that hangs still has patience left."""
        self._server.is_held = True
        self._link.soon(self._server.take_noted_orders).wait()
        self.backend.carry_on(seconds_to_ticks(self._supervision.patience_s))

    def _end(self, exit_code: int) -> None:
        """Report how it has ended."""
        supervision = self._supervision
        self.was_held_up = supervision.was_held_up
        if self._load_error is not None:
            self._conclude("error")
            return
        ending = self._evidence.ending(
            exit_code,
            doing=supervision.doing,
            patience_s=supervision.patience_s,
            compute_s=self.settings.compute_s,
        )
        self._conclude(*ending)

    def _tell(self, **message: Any) -> None:
        try:
            self._messages.send(**message)
        except LinkLost:
            return  # the watching thread sees the child's end by itself
