"""Runs a controller in a thread of this process: fast, and as stoppable as Python allows.

A thread can't be killed. When a controller hangs or will not end, ``ControllerStopped`` is thrown
into it, which ends every loop in Python that does not catch everything. If that does not help
either, the run ends without it: its motors are stopped, its calls find the run over, and its thread
stays behind as a daemon that ends with the program.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from time import monotonic
from types import FunctionType

from wsusim.backends.contract import HostedBackend
from wsusim.control.calls import Calls
from wsusim.control.controller import Controller, let_go
from wsusim.control.report import FailureReport, report_failure
from wsusim.errors import ControllerLoadError
from wsusim.hosting.failure import (
    describe,
    is_with_robot,
    report_of_hanging,
    throw_until_it_ends,
)
from wsusim.hosting.host import Host, HostSettings, Sink
from wsusim.hosting.loading import (
    calls_left,
    folder_of,
    is_students,
    judge,
    load,
    only_asks,
    raise_at_next_wait,
)
from wsusim.hosting.memory_watch import limit_hint
from wsusim.hosting.own_random import OwnRandom, generators_of
from wsusim.hosting.standard_files import Prints
from wsusim.hosting.thread_output import ThreadOutput
from wsusim.hosting.watch import FairClock, Watch, least_share_here
from wsusim.model.units import TICKS_PER_SECOND, seconds_to_ticks

_SHORTEST_WAIT_S = 0.02
_STOP_LOOK_S = 0.05
"""How often a loading controller is checked for a request to stop."""

_WITH_ROBOT = frozenset(
    function.__code__
    for function in (*vars(Calls).values(), Host._deliver)
    if isinstance(function, FunctionType)
)
"""Who is in one of these may wait for the robot, or for the thread that takes what is printed."""

_NEVER_FREED: list[list[Controller]] = []
"""Of programs whose threads are still there."""


class ThreadHost(Host):
    """Hosts one controller in a thread; see ``Host`` for its use.

    Args:
        spec: The controller's file, or ``file.py:Class``.
        backend: Its robot.
        sink: Where its prints go.
        output: The run's replacement of ``sys.stdout``, entered before ``prepare``.
        settings: Patience and timing.
        own_random: The run's replacement of the global generators, entered before ``prepare``.
    """

    def __init__(
        self,
        spec: str,
        backend: HostedBackend,
        sink: Sink,
        output: ThreadOutput,
        settings: HostSettings = HostSettings(),  # noqa: B008 - frozen
        own_random: OwnRandom | None = None,
    ) -> None:
        super().__init__(spec, backend, sink, settings)
        self._folder = folder_of(spec)
        self._output = output
        self._random = own_random or OwnRandom()
        self._generators = generators_of(self.info)
        self._prints = Prints(self._print, lambda: self._stamp_ticks() // TICKS_PER_SECOND)
        self._controller: Controller | None = None
        self._load_failure: BaseException | None = None
        self.program_ident: int | None = None
        """Of the thread that the program is in; ``None``: it has none yet, or has ended."""
        self._stop_asked = threading.Event()
        name = f"robot-{self.info.robot_id}"
        # Not named as wsusim's own: what the student's module prints is the student's.
        self._loader = threading.Thread(target=self._load, name=f"load-{name}", daemon=True)
        self._watcher = threading.Thread(
            target=self._look_after, name=f"wsusim-watch-{name}", daemon=True
        )

    def refuse_memory(self) -> None:
        """Raise ``MemoryError`` when the program next waits for its robot."""
        raise_at_next_wait(self._controller, MemoryError)

    def prepare(self) -> None:
        """Begin loading the controller; returns at once."""
        self._output.add(self._loader, self._prints, self._folder)
        self._random.add(self._loader, self._generators)
        self._loader.start()
        self.program_ident = self._loader.ident

    def await_ready(self) -> bool:
        """Wait until the controller is loaded; see ``Host.await_ready``."""
        patience_s = self.settings.load_patience_s
        until_s = None if patience_s is None else monotonic() + patience_s
        while self._loader.is_alive() and not self._stop_asked.is_set():
            if until_s is not None and monotonic() >= until_s:
                break
            self._loader.join(_STOP_LOOK_S)
        if self._loader.is_alive() and self._stop_asked.is_set():
            self._give_up()
            throw_until_it_ends(self._loader)
            self._conclude("stopped")
            return False
        if self._loader.is_alive():
            failure = report_of_hanging(
                patience_s or 0.0, "it was being loaded", self._loader.ident, self._folder
            )
            self._give_up()
            throw_until_it_ends(self._loader)
            self.clock_tick = self._stamp_ticks()
            self._conclude("unresponsive", failure)
            return False
        self.program_ident = None
        if self._load_failure is not None:
            self._give_up()
            failure = describe(self._load_failure, self._folder)
            self._conclude("error", self._with_limit(failure))
            if isinstance(self._load_failure, ControllerLoadError):
                raise self._load_failure
        return self.outcome is None

    def start(self) -> None:
        """Start the controller."""
        controller = self._controller
        assert controller is not None
        try:
            backend = self.settings.charges.before(self.backend)
            controller.bind(backend, self.info, on_only_asking=self._tell_of_asking)
            if self.settings.has_variables:
                controller.watch_variables(is_students)
            self._output.add(controller, self._prints, self._folder)
            self._random.add(controller, self._generators)
            controller.start()
            self.program_ident = controller.ident
        except KeyboardInterrupt:
            self._give_up()
            raise
        except BaseException as error:  # noqa: BLE001 - kept and shown as the controller's failure
            self._give_up()
            self._conclude("error", describe(error, self._folder))
            return
        self._watcher.start()

    def request_stop(self) -> None:
        """Ask the controller to end, which it does when it sleeps or checks ``active``."""
        self._stop_asked.set()
        self.backend.request_stop()

    def close(self) -> None:
        """Stop the controller if it still runs; a thread that will not end stays behind."""
        throw_until_it_ends(self._loader)
        if self._watcher.ident is None:
            self._give_up()
        elif not self._ended.is_set():
            self.request_stop()
        if self._watcher.ident is not None:
            self._watcher.join()
        self._let_go()

    def _tell_of_asking(self) -> None:
        self.asides.append((self._stamp_ticks(), only_asks()))

    def _load(self) -> None:
        try:
            self._controller = load(self.spec, self.settings.parameters)
        except BaseException as failure:  # noqa: BLE001 - the top of a thread: kept and shown
            self._load_failure = failure

    def _give_up(self) -> None:
        self.backend.close()
        self._prints.finish()

    def _let_go(self) -> None:
        """Free the student's objects in a thread of its own: a ``__del__`` may never end.

        A controller is part of a reference cycle, and Python frees cycles at any time in any
        thread.
        """
        held: list[Controller] = [] if self._controller is None else [self._controller]
        self._controller = None
        if self._output.left_behind():
            _NEVER_FREED.append(held)  # they may be in use
            return
        for controller in held:
            self._output.forget(controller)
            del controller
        freeing = threading.Thread(target=_free, args=(held,), name="free", daemon=True)
        freeing.start()
        freeing.join(self.settings.stop_grace_s)
        if freeing.is_alive():
            throw_until_it_ends(freeing)

    # The thread that watches

    def _look_after(self) -> None:
        controller = self._controller
        assert controller is not None
        try:
            self._watch_until_end(controller)
        except BaseException as broken:  # noqa: BLE001 - no one may wait for ever
            try:
                self._give_up()
                throw_until_it_ends(controller)
            finally:
                self._conclude("error", report_failure(broken, self._folder))

    def _watch_until_end(self, controller: Controller) -> None:
        # A real robot does not wait for a busy computer; a simulation does.
        is_fair = getattr(self.backend, "time_stands_still", False)
        place = Path(f"/proc/self/task/{controller.native_id}")
        clock = FairClock(lambda: [place], least_share_here()) if is_fair else monotonic
        watch = Watch(self.settings.patience_s, clock)
        while True:
            controller.join(max(_SHORTEST_WAIT_S, watch.period_s))
            if not controller.is_alive():
                break
            if self._stop_asked.is_set() or self.backend.is_stopping:
                break
            watch.feel(calls_left(controller))
            if is_with_robot(controller.ident, _WITH_ROBOT):
                watch.see()
            if watch.is_overdue:
                self._end_hanging(controller, watch.patience_s or 0.0)
                return
        self._end_normally(controller)

    def _end_normally(self, controller: Controller) -> None:
        controller.join(self.settings.stop_grace_s)
        if controller.is_alive():
            throw_until_it_ends(controller)
        if controller.is_alive():
            self._give_up()
            remark = (
                "The controller didn't finish when it was stopped, and a thread can't be killed: "
                "it keeps running in the background. In a process of its own (--isolate) it could "
                "have been stopped."
            )
            self._conclude("stopped", remark=remark)
            return
        self.program_ident = None  # the next thread may have the same number
        outcome, failure = judge(controller, self.backend, self._folder)
        if failure is not None:
            failure = self._with_limit(failure)
        self._give_up()
        self._conclude(outcome, failure)

    def _with_limit(self, failure: FailureReport) -> FailureReport:
        """Return a report that names the limit, if it is about memory; when, is by chance then."""
        growth_mb = self.settings.growth_mb
        if growth_mb is None or failure.kind != MemoryError.__name__:
            return failure
        self.clock_tick = self._stamp_ticks()
        return replace(failure, hints=(*failure.hints, limit_hint(growth_mb)))

    def _end_hanging(self, controller: Controller, patience_s: float) -> None:
        failure = report_of_hanging(patience_s, "it was running", controller.ident, self._folder)
        self.clock_tick = self._stamp_ticks()
        self.backend.carry_on(seconds_to_ticks(patience_s))
        self._give_up()
        throw_until_it_ends(controller)
        remark = None
        if controller.is_alive():
            remark = (
                "Its thread can't be killed and keeps running in the background. In a process of "
                "its own (--isolate) it could have been stopped."
            )
        self._conclude("unresponsive", failure, remark)


def _free(held: list[Controller]) -> None:
    for controller in held:
        let_go(controller)
        del controller
    held.clear()
