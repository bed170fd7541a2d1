"""All controllers of a run together: load, start, wait, stop, tidy up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from time import monotonic
from typing import Self

from wsusim.backends.contract import HostedBackend
from wsusim.backends.link_hub import LinkHub
from wsusim.backends.two_processors import TwoProcessors
from wsusim.control.student_time import simulated_sleep
from wsusim.hosting.fork_server import OF_THIS_PROCESS
from wsusim.hosting.growth_limit import GrowthLimit
from wsusim.hosting.home import home_of, working_in
from wsusim.hosting.host import Host, HostSettings, Sink
from wsusim.hosting.memory_watch import MB
from wsusim.hosting.own_math import own_math
from wsusim.hosting.own_random import OwnRandom
from wsusim.hosting.pinning import pinned_to_one_processor
from wsusim.hosting.process_host import ProcessHost
from wsusim.hosting.self_interrupts import self_interrupts_refused
from wsusim.hosting.thread_host import ThreadHost
from wsusim.hosting.thread_output import ThreadOutput


class HostGroup:
    """The hosts of a run, each with one controller and one robot.

    ``with HostGroup(...) as group`` loads all controllers; leaving the block stops what still runs.

    Args:
        members: (spec, backend) of each controller, in the robots' order.
        sink: Where prints go; called from several threads.
        isolated: Whether each controller gets a process of its own.
        settings: Patience, timing, memory.
        pinned: Whether to keep a run of several controllers, or of child processes, on one
            processor: right for runs in lock-step at full speed, wrong beside a window.

    Raises:
        ControllerLoadError: From the ``with`` statement: a controller can't be loaded. None of them
            has been started then.
    """

    def __init__(
        self,
        members: Sequence[tuple[str, HostedBackend]],
        sink: Sink,
        *,
        isolated: bool = False,
        settings: HostSettings = HostSettings(),  # noqa: B008 - frozen
        pinned: bool = False,
    ) -> None:
        self._output = ThreadOutput()
        self._random = OwnRandom()
        self._isolated = isolated
        self._hub = LinkHub()
        if settings.fork_server is None:
            settings = replace(settings, fork_server=OF_THIS_PROCESS)
        self._pinned = pinned and (isolated or len(members) > 1)
        # Who computes within a limit must not be charged for staying awake, and a person who
        # debugs waits for other things. Several would only wake each other.
        is_alone = isolated and len(members) == 1
        self._may_have_two = is_alone and settings.compute_s is None and settings.debugger is None
        self._growth_mb = settings.growth_mb
        self._stack = ExitStack()
        self.hosts: tuple[Host, ...] = tuple(
            ProcessHost(spec, backend, sink, settings, self._hub)
            if isolated
            else ThreadHost(spec, backend, sink, self._output, settings, self._random)
            for spec, backend in members
        )

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            if self._pinned:
                allowed = stack.enter_context(pinned_to_one_processor())
                if self._may_have_two:
                    self._hub.processors = TwoProcessors.here(allowed)
            if self._isolated:
                stack.enter_context(self._hub)
            else:
                stack.enter_context(working_in(home_of([host.spec for host in self.hosts])))
                stack.enter_context(simulated_sleep())
                stack.enter_context(self_interrupts_refused(in_threads=True))
                stack.enter_context(self._random)
                stack.enter_context(own_math())
                stack.enter_context(self._output)
                if self._growth_mb is not None:
                    growth_bytes = self._growth_mb * MB * len(self.hosts)
                    hosts = [host for host in self.hosts if isinstance(host, ThreadHost)]
                    stack.enter_context(GrowthLimit(growth_bytes, hosts))
            stack.callback(self._close_all)
            for host in self.hosts:
                host.prepare()
            for host in self.hosts:
                host.await_ready()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._stack.close()

    def start(self) -> None:
        """Start all controllers that could be loaded."""
        for host in self.hosts:
            if host.outcome is None:
                host.start()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end of all controllers; return whether they have ended."""
        if timeout_s is None:
            return all(host.wait() for host in self.hosts)
        until_s = monotonic() + timeout_s
        return all(host.wait(max(0.0, until_s - monotonic())) for host in self.hosts)

    def request_stop(self) -> None:
        """Ask all controllers to end."""
        for host in self.hosts:
            host.request_stop()

    def coming_round(self) -> Callable[[], bool]:
        """Return a check whether this process has listened to its controllers since."""
        return self._hub.coming_round() if self._isolated else lambda: True

    @property
    def left_behind(self) -> list[threading.Thread]:
        """Threads that a controller left behind; only ``os._exit`` ends a program with them."""
        return [] if self._isolated else self._output.left_behind()

    def _close_all(self) -> None:
        for host in self.hosts:
            if host.outcome is None:
                host.request_stop()
        for host in self.hosts:
            host.close()
