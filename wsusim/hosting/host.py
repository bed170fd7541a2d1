"""What all hosts have in common, wherever they run their controller."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from wsusim.backends.contract import Backend, HostedBackend, stamp_of
from wsusim.control.report import FailureReport
from wsusim.errors import BadInput
from wsusim.hosting.fence import Fence
from wsusim.hosting.fork_server import ForkServer
from wsusim.hosting.home import located
from wsusim.hosting.sandbox import Sandbox
from wsusim.hosting.watch import threads_in

if TYPE_CHECKING:
    from wsusim.control.debugging.host_debugger import HostDebugger

Outcome = Literal["finished", "error", "unresponsive", "stopped"]

Sink = Callable[[int, int, str], None]
"""Called with (robot, tick, text) for what a controller prints: whole lines, or a flushed part."""


LOAD_PATIENCE_S = 10.0
"""A program may take so long to be loaded, and what it imports: that is not its driving."""


MEMORY_MB = 1024
"""So much memory a program may usually use: it is a school's computer."""


class Charges(NamedTuple):
    """The time that a controller is charged for what costs nothing in a simulation.

    Attributes:
        baud: Each exchange takes as long as on such a serial line; ``None``: no time.
        turn_round_s: What an exchange takes besides its time on the line; ``None``: as usual.
        decision_factor: How many times as long computing takes as it does here; ``None``: no time.
    """

    baud: int | None = None
    turn_round_s: float | None = None
    decision_factor: float | None = None

    def before(self, backend: Backend) -> Backend:
        """Return a backend that charges these times."""
        if self.baud is not None:
            from wsusim.backends.line_timing import TURN_ROUND_S, LineTiming

            turn_round_s = TURN_ROUND_S if self.turn_round_s is None else self.turn_round_s
            backend = LineTiming(backend, self.baud, turn_round_s)
        if self.decision_factor is not None:
            from wsusim.backends.decision_timing import DecisionTiming

            backend = DecisionTiming(backend, self.decision_factor)
        return backend


FREE = Charges()
"""Nothing is charged."""


@dataclass(frozen=True, slots=True)
class HostSettings:
    """What hosts need to know besides the controller and its robot.

    Attributes:
        patience_s: Wall-clock seconds that a controller may stay away from its robot; ``None``:
            as long as it likes.
        load_patience_s: Seconds that loading it may take.
        charges: Times that it is charged.
        memory_mb: Address space of a controller's own process (POSIX); ``None``: no limit.
        growth_mb: How much memory this process may grow by for each controller in a thread;
            ``None``: any. Whatever else it keeps meanwhile counts, too.
        stop_grace_s: How long a controller has after a stop to end by itself.
        fence: What a controller's own process may reach; ``None``: all that its user may.
        sandbox: Lock its process in; ``None``: it is trusted. Each begins as a fresh interpreter.
        fork_server: Forks its process; ``None``: a host group takes ``OF_THIS_PROCESS``.
        compute_s: Processor time that it may use in all; ``None``: any. With this, patience counts
            what it computes, too: on a busy machine it has longer by the clock.
        debugger: A person debugs it: where it stands at a breakpoint, no patience ends.
        parameters: Set in the controller's class or file before it is made; see ``parameters``.
        tells_lines: Whether its process says with each order and reading at which line it is made;
            slower, and only for its own process.
        has_variables: Tell at each wait what its variables hold.
    """

    patience_s: float | None = 5.0
    load_patience_s: float | None = LOAD_PATIENCE_S
    charges: Charges = FREE
    memory_mb: int | None = MEMORY_MB
    growth_mb: int | None = None
    stop_grace_s: float = 0.5
    fence: Fence | None = None
    sandbox: Sandbox | None = None
    fork_server: ForkServer | None = None
    compute_s: float | None = None
    debugger: HostDebugger | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    tells_lines: bool = False
    has_variables: bool = False

    def allowing(self, memory_mb: int | None) -> HostSettings:
        """Return the same with another limit of memory, in threads, too; ``None``: as it is."""
        return (
            self if memory_mb is None else replace(self, memory_mb=memory_mb, growth_mb=memory_mb)
        )


class Host(ABC):
    """Lets one controller drive one robot, and is responsible for it.

    Use: ``prepare`` (returns at once), ``await_ready``, ``start``, ``wait``, ``close``. The host
    closes the backend when the controller has ended, in whatever way.
    """

    def __init__(
        self,
        spec: str,
        backend: HostedBackend,
        sink: Sink,
        settings: HostSettings = HostSettings(),
    ) -> None:
        self.spec = located(spec)
        self.backend = backend
        self.info = backend.connect()
        self._stamp_ticks = stamp_of(backend)
        self.settings = settings
        self.outcome: Outcome | None = None
        """How it ended; ``None`` while it has not."""
        self.failure: FailureReport | None = None
        """Why, for ``error`` and ``unresponsive``."""
        self.clock_tick: int | None = None
        """In which tick it was ended from outside, if that depends on how fast things went."""
        self.was_held_up = False
        """Whether such an end may be the computer's fault: it did something else meanwhile."""
        self.remark: str | None = None
        """What else people should know of its end, a sentence."""
        self.sink_failure: Exception | None = None
        """What the sink raised first; ``wait`` raises it once. Later prints are dropped."""
        self.asides: deque[tuple[int, str]] = deque()
        """(tick, sentence): remarks on what it does, for the run to take and tell."""
        self._sink = sink
        self._sink_works = True
        self._load_error: BadInput | None = None
        self._ended = threading.Event()

    @abstractmethod
    def prepare(self) -> None:
        """Begin loading the controller; returns at once."""

    @abstractmethod
    def await_ready(self) -> bool:
        """Wait until the controller is loaded. False: it hung or died, see ``outcome``.

        Raises:
            ControllerLoadError: It can't be loaded; the message says why, with file and line.
            BadInput: The computer lets no program begin; it is not the controller's doing.
        """

    @abstractmethod
    def start(self) -> None:
        """Start the controller. Only after ``await_ready`` has returned true."""

    @abstractmethod
    def request_stop(self) -> None:
        """Ask the controller to end, within a second (in a thread as far as Python allows)."""

    @abstractmethod
    def close(self) -> None:
        """Stop what still runs, and let go of everything. Idempotent."""

    @property
    def threads(self) -> list[Path]:
        """The ``/proc`` folders of the threads that must compute before it gives a sign of life.

        All of this process, in one thread after the other; empty where nothing is known.
        """
        return threads_in(Path("/proc/self"))

    @property
    def whereabouts(self) -> FailureReport | None:
        """Where the controller was when it was last asked, since it stayed away; or ``None``."""
        return None

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the controller's end; return whether it has ended.

        Raises:
            Exception: What the sink has raised meanwhile, which did not disturb the controller.
        """
        has_ended = self._ended.wait(timeout_s)
        failure = self.sink_failure
        if has_ended and failure is not None:
            self.sink_failure = None
            raise failure
        return has_ended

    def _print(self, text: str) -> None:
        self._deliver(self._stamp_ticks(), text)

    def _deliver(self, tick: int, text: str) -> None:
        """Pass text on to the sink, whose failure must not end the calling thread."""
        if self._sink_works:
            try:
                self._sink(self.info.robot_id, tick, text)
            except Exception as failure:  # noqa: BLE001 - kept for the thread that waits
                self._sink_works = False
                self.sink_failure = failure

    def _conclude(
        self, outcome: Outcome, failure: FailureReport | None = None, remark: str | None = None
    ) -> None:
        self.outcome, self.failure, self.remark = outcome, failure, remark
        self._ended.set()
