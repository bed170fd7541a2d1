"""A controller's own process: loads it, lets it drive the parent's robot, reports how it ended.

Nothing of the engine, the window or numba is imported here. This process ends with the parent.
"""

from __future__ import annotations

import base64
import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import sleep
from typing import TYPE_CHECKING, Any, NoReturn

from wsusim.backends.link import LinkBackend
from wsusim.backends.unsent_orders import UnsentOrders
from wsusim.control.report import FailureReport
from wsusim.control.student_time import simulated_sleep
from wsusim.errors import ControllerLoadError, LinkLost
from wsusim.hosting.death import EXIT_LINK_LOST, EXIT_OUT_OF_MEMORY
from wsusim.hosting.failure import (
    ControllerDied,
    describe,
    notice_of_ignored,
    notice_of_thread,
    report_of_hanging,
    report_of_thread,
    report_to_json,
)
from wsusim.hosting.fence import Fence, raise_fence
from wsusim.hosting.home import go_home
from wsusim.hosting.host import Charges, Outcome
from wsusim.hosting.landlock import lock_in_if_told
from wsusim.hosting.launch import inherited_channels
from wsusim.hosting.loading import (
    calls_left,
    folder_of,
    is_students,
    judge,
    load,
    only_asks,
)
from wsusim.hosting.memory_watch import MB, MemoryWatch, address_bytes, limit_hint
from wsusim.hosting.message_socket import MessageSocket
from wsusim.hosting.own_limits import grant_spare_memory, limit_files, limit_memory
from wsusim.hosting.own_math import give_own_math
from wsusim.hosting.own_random import seed_this_process
from wsusim.hosting.process_channels import Channels
from wsusim.hosting.rounds import MostRounds, Rounds
from wsusim.hosting.sandbox import Sandbox
from wsusim.hosting.self_interrupts import UNSEEN, self_interrupts_refused
from wsusim.hosting.standard_files import NoKeyboard, Prints, leave_terminal
from wsusim.hosting.students_line import StudentsLine
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.refusals import is_no_thread, refusal_of
from wsusim.start_up import end_loading

if TYPE_CHECKING:
    from wsusim.backends.connection import Connection
    from wsusim.control.controller import Controller
    from wsusim.control.debugging.agent import Agent

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_NEARLY = 0.8
"""From this share of the memory limit on, it is noted where the program is."""

_LAST_S = 1.0
"""So long a program has to end by its own MemoryError, which says more, when there is no memory
even for hearing the parent."""

_STACK_BYTES = 4 << 20
"""Of each thread that a program of others starts: the usual 8 MB of a hundred would be more than
its memory. With 2 MB, recursion without an end through C (``repr`` of a list in a list) crashes
Python 3.11 and 3.12 instead of raising."""


def main() -> None:
    """Run one controller as the parent asks, then end this process at once."""
    run_child(inherited_channels())


def run_child(channels: Channels) -> NoReturn:
    """Do what ``main`` does, over these channels."""
    end_loading()
    leave_terminal()
    # No person's Ctrl-C comes here. One that the program sends itself ends it at once: Python would
    # raise it only in a main thread that waits, and that may never be woken.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    lock_in_if_told()
    raise_fence(Fence.of_this_process())
    to_parent = MessageSocket(channels.messages)
    child = Child(channels.link, to_parent, UnsentOrders(channels.page))
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=child.note_copy)
    try:
        child.listen()
        # The controller will need one, too: better now than as if it had failed.
        trial = threading.Thread(target=lambda: None, name="wsusim-trial")
        trial.start()
        trial.join()
    except RuntimeError as error:
        to_parent.send(type="refused", message=refusal_of(error))
        os._exit(0)
    child.run()
    # The student's own threads must not keep the process alive, nor its exit handlers.
    os._exit(0)


class Child:
    """The work of the process: ``run`` in the main thread, ``listen`` in another."""

    def __init__(
        self, connection: Connection, messages: MessageSocket, orders: UnsentOrders
    ) -> None:
        self._connection = connection
        self._link = LinkBackend(connection, self._tell_emergency, orders)
        self._messages = messages
        self._agent: Agent | None = None
        self._echo = bytearray()
        self._settings: dict[str, Any] = {}
        self._has_settings = threading.Event()
        self._may_start = threading.Event()
        self._thread_id: int | None = threading.get_ident()
        self._controller: Any = None
        self._where_nearly_full: FailureReport | None = None

    def listen(self) -> None:
        """Obey the parent's messages in a thread of its own."""
        threading.Thread(target=self._obey, name="wsusim-parent", daemon=True).start()

    def note_copy(self) -> None:
        """Note that this process is a copy of the controller's."""
        self._link.note_copy()

    def run(self) -> None:
        """Load the controller, wait for the start, let it run to its end, and report."""
        self._has_settings.wait()
        prints = self._take_over_output()
        faulthandler.enable(file=2, all_threads=False)
        self._limit_itself()
        outcome: Outcome
        failure: FailureReport | None
        try:
            with simulated_sleep(), self_interrupts_refused():
                outcome, failure = self._drive()
        except ControllerLoadError as error:
            prints.finish()
            self._messages.send(
                type="load_error", message=str(error), file=error.file, line=error.line
            )
            return
        except KeyboardInterrupt:
            failure, outcome = FailureReport.at(ControllerDied(UNSEEN), ()), "error"
        except BaseException as error:  # noqa: BLE001 - the top of the process: told to the parent
            told = refusal_of(error) if is_no_thread(error) else ""
            failure = (
                FailureReport.at(ControllerDied(told), ())
                if told
                else self._located(describe(error, folder_of(self._settings["spec"])))
            )
            outcome = "error"
        try:
            prints.finish()
            self._link.report_end({"outcome": outcome, "failure": report_to_json(failure)})
        except LinkLost:
            os._exit(EXIT_LINK_LOST)

    def _drive(self) -> tuple[Outcome, FailureReport | None]:
        spec = self._settings["spec"]
        go_home(spec)
        seed_this_process(self._settings["random_seed"])
        give_own_math()
        debug_this_thread = self._await_editor()
        rounds = self._count_rounds() if self._agent is None else None
        controller = self._controller = load(
            spec, self._settings.get("parameters", {}), self._agent or rounds
        )
        info = self._link.connect()
        self._messages.send(type="ready")
        self._may_start.wait()
        if self._settings.get("tells_lines"):
            self._link.line_of = StudentsLine(folder_of(spec))
        backend = Charges(*self._settings["charges"]).before(self._link)
        controller.bind(backend, info, on_only_asking=self._tell_of_asking)
        if self._agent is not None:
            self._agent.bind(controller)
        if debug_this_thread is not None:
            _begin_with(controller, debug_this_thread)
        if self._settings["has_variables"]:
            controller.watch_variables(is_students)
        if rounds is not None:
            self._link.on_exchange = rounds.begin_anew
            rounds.begin_anew()
        controller.start()
        if self._settings["limits"] is not None:
            threading.stack_size(_STACK_BYTES)
        self._thread_id = controller.ident
        controller.join()
        grant_spare_memory()
        outcome, report = judge(controller, backend, folder_of(spec))
        if controller.failure is not None and report is not None:
            report = self._located(report)
            limit = self._name_limit(controller.failure)
            report = replace(report, hints=(*report.hints, limit)) if limit else report
        return outcome, report

    def _count_rounds(self) -> Rounds | None:
        """Return the counter of the program's rounds, if there is a limit."""
        most = self._settings.get("most_rounds")
        return None if most is None else Rounds(MostRounds(*most), self._end_with_rounds)

    def _end_with_rounds(self, is_in_all: bool) -> None:
        """Report that a program has gone round too often, and where; the parent ends it."""
        doing = "it was running" if self._may_start.is_set() else "it was being loaded"
        patience_s = self._settings["patience_s" if self._may_start.is_set() else "load_patience_s"]
        self._tell_place(patience_s, doing, threading.get_ident())
        self._messages.send(type="rounds", is_in_all=is_in_all)
        while True:
            threading.Event().wait()

    def _name_limit(self, failure: BaseException) -> str | None:
        """Return which limit a controller has met, if Python does not name it."""
        memory_mb = self._settings["memory_mb"]
        if not memory_mb:
            return None
        thread_mb, count = _thread_mb(), threading.active_count()
        is_memory = issubclass(type(failure), MemoryError)
        if is_no_thread(failure) or (is_memory and count * thread_mb > memory_mb / 2):
            return (
                f"A controller may use {memory_mb} MB of memory, and each of its threads takes "
                f"{thread_mb} MB of that; {count} are running now. Work with fewer threads, or "
                "wait until some have ended."
            )
        if is_memory:
            return limit_hint(memory_mb)
        return None

    def _note_place(self) -> None:
        """Note where the program is, while there is memory for it."""
        folder = folder_of(self._settings["spec"])
        noted = report_of_thread(MemoryError(), self._thread_id, folder)
        self._where_nearly_full = noted if noted.frames else self._where_nearly_full

    def _located(self, report: FailureReport) -> FailureReport:
        """Return a report with the line where memory ran out, where Python couldn't tell it."""
        noted = self._where_nearly_full
        is_lost = report.kind == MemoryError.__name__ and not report.frames
        return noted if is_lost and noted is not None else report

    def _obey(self) -> None:
        try:
            while (messages := self._messages.receive()) is not None:
                for message in messages:
                    self._obey_one(message)
        except MemoryError:
            try:
                sleep(_LAST_S)
            finally:
                os._exit(EXIT_OUT_OF_MEMORY)
        finally:
            # The parent has gone, whether that shows in receiving or in sending.
            os._exit(EXIT_LINK_LOST)

    def _obey_one(self, message: dict[str, Any]) -> None:
        match message["do"]:
            case "echo":
                self._echo += base64.b64decode(message["data"])
            case "load":
                self._settings = message
                if message.get("debug") is not None:
                    self._get_debugged(message["debug"])
                self._has_settings.set()
            case "start":
                self._may_start.set()
            case "stop":
                self._link.note_stop()
                if self._agent is not None:
                    self._agent.let_go()
            case "debug" if self._agent is not None:
                self._agent.obey(message)
            case "locate":
                self._tell_place(message["patience_s"], message["doing"], self._thread_id)

    def _get_debugged(self, asked: dict[str, Any]) -> None:
        """Put a debugger between the controller and its robot, unless an editor brings one."""
        if "listen" in asked:
            return
        from wsusim.control.debugging.agent import Agent
        from wsusim.control.debugging.exchanges import exchanges_in

        self._agent = Agent(self._tell_debugger, asked)
        exchanges = exchanges_in(bytes(self._echo)) if asked.get("is_echo") else None
        self._echo.clear()
        self._link = self._agent.link(
            self._connection,
            self._tell_emergency,
            exchanges,
            is_to_go_on=bool(asked.get("is_to_go_on")),
        )

    def _await_editor(self) -> Callable[[], None] | None:
        """Wait for an editor's debugger, if there is one; return what debugs a thread."""
        asked = self._settings.get("debug") or {}
        if "listen" not in asked:
            return None
        from wsusim.control.debugging.outside_editor import await_editor

        return await_editor(asked["listen"], self._tell_debugger)

    def _tell_debugger(self, **message: Any) -> None:
        self._messages.send(type="debug", **message)

    def _tell_emergency(self) -> None:
        self._messages.send(type="emergency")

    def _tell_place(self, patience_s: float, doing: str, thread_id: int | None) -> None:
        self._link.hand_over_orders()
        folder = folder_of(self._settings["spec"])
        report = report_of_hanging(patience_s, doing, thread_id, folder)
        self._messages.send(
            type="place",
            pulse=[self._link.exchanges, calls_left(self._controller)],
            report=report_to_json(report),
        )

    def _tell_of_asking(self) -> None:
        self._messages.send(type="aside", tick=self._link.last_tick, text=only_asks())

    def _take_over_output(self) -> Prints:
        def send(text: str) -> None:
            self._messages.send(type="print", tick=self._link.last_tick, text=text)

        prints = Prints(send, lambda: self._link.last_tick // TICKS_PER_SECOND)
        sys.stdout = sys.stderr = prints
        sys.stdin = NoKeyboard()
        threading.excepthook = self._tell_failure
        sys.unraisablehook = self._tell_ignored
        return prints

    def _tell_failure(self, failed: threading.ExceptHookArgs) -> None:
        """Report in a line that a student's own thread has failed."""
        folder = folder_of(self._settings["spec"])
        if failed.exc_value and (notice := notice_of_thread(failed.exc_value, [folder])):
            sys.stderr.write(f"{notice}\n")

    def _tell_ignored(self, ignored: sys.UnraisableHookArgs) -> None:
        """Report in a line an exception that Python ignores, as in a ``__del__``."""
        folder = folder_of(self._settings["spec"])
        if ignored.exc_value and (notice := notice_of_ignored(ignored.exc_value, [folder])):
            sys.stderr.write(f"{notice}\n")

    def _limit_itself(self) -> None:
        memory_mb = self._settings["memory_mb"]
        if memory_mb is not None:
            memory_mb = self._settings["memory_mb"] = limit_memory(memory_mb)
            with suppress(RuntimeError):  # an account may not allow one more thread
                nearly = int(_NEARLY * memory_mb * MB)
                MemoryWatch(address_bytes, nearly, self._note_place).start()
        if self._settings["limits"] is not None:
            limit_files(Sandbox(**self._settings["limits"]))


def _begin_with(controller: Controller, call: Callable[[], None]) -> None:
    """Make a controller's thread call a function first."""
    names = object.__getattribute__(controller, "__dict__")
    run = names["run"]

    def run_after_call() -> None:
        call()
        run()

    names["run"] = run_after_call


def _thread_mb() -> int:
    """Return how much memory a thread reserves: by default, the limit of the main thread's stack.

    Asking sets Python's default again: ask once, when no more threads are to be started.
    """
    stack_bytes = threading.stack_size()
    if not stack_bytes and resource is not None:
        stack_bytes = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return max(1, stack_bytes >> 20)
