"""The engine thread of a run that people watch: steps when a tick is due, obeys the window.

Only the steps' moments on the wall clock differ from a run without it; what happens in each tick
does not.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable

from wsusim.engine.lockstep import Lockstep
from wsusim.engine.pace import Clock, Pacer
from wsusim.model.units import SENSOR_REFRESH_TICKS

STRAGGLER_SLICE_S = 0.02
"""While a controller computes, the mailbox is looked into this often."""

PAUSE_SLICE_S = 0.1
"""While paused, the engine looks this often whether the run has ended."""

TURN_TICKS = 250
"""Ticks done at once at most, so that requests are heard and pictures made at any speed."""

Sleeper = Callable[[float], None]
"""Waits so many seconds, or less when ``post`` or another request comes in."""


class PacedEngine:
    """Steps a paced ``Lockstep`` and takes requests from other threads.

    ``start`` runs it in a thread of its own; without it, ``turn`` does one round at a time (tests).
    All methods except ``turn`` may be called from any thread.

    Args:
        lockstep: Made with ``paced=True``.
        speed: Simulated seconds per wall-clock second.
        patience_s: A controller that computes for longer is left behind and the world goes on;
            ``None``: the world waits for it.
        on_left_behind: Called with the robots that were left behind.
        show: Called when there is something new to see, between two ticks.
        shows_per_s: How often at most, except while paused and at the end.
        clock: The wall clock.
        patience_clock: Seconds that count as a controller's own; ``None``: all do.
        listening: Called again and again while a controller computes: returns a check whether this
            process has listened to it since. Until it has, no time is charged to the controller.
        sleeper: Replaces the wait between ticks.
    """

    def __init__(
        self,
        lockstep: Lockstep,
        *,
        speed: float = 1.0,
        patience_s: float | None = None,
        on_left_behind: Callable[[tuple[int, ...]], None] | None = None,
        show: Callable[[], None] | None = None,
        shows_per_s: float = 60.0,
        clock: Clock = time.perf_counter,
        patience_clock: Clock | None = None,
        listening: Callable[[], Callable[[], bool]] = lambda: lambda: True,
        sleeper: Sleeper | None = None,
    ) -> None:
        assert lockstep.is_paced
        self._lockstep = lockstep
        self._pacer = Pacer(speed, clock)
        self._patience_s = patience_s
        self._on_left_behind = on_left_behind
        self._show = show
        self._show_period_s = 1.0 / shows_per_s
        self._shown_s = -math.inf
        self._shown_tick = -1
        self._clock = clock
        self._patience_clock = patience_clock or clock
        self._listening = listening
        self._asked = threading.Event()
        self._sleep = self._sleep_until_asked if sleeper is None else sleeper
        self._mailbox: deque[Callable[[], None]] = deque()
        self._steps_wanted = 0
        self.is_paused = False
        """Whether time stands still on request."""
        self._straggling_since_s: float | None = None
        self._looked_s = 0.0
        """When it was last looked whether a controller still computes, by the clock of patience."""
        self._has_heard = listening()
        self._thread: threading.Thread | None = None
        self.failure: BaseException | None = None
        """What broke the engine thread; the run was stopped then."""

    def start(self) -> None:
        """Begin to step in a thread of its own."""
        self._pacer.restart(self._lockstep.tick)
        self._thread = threading.Thread(target=self._run, name="wsusim-engine", daemon=True)
        self._thread.start()

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait until the run has ended; return whether it has."""
        assert self._thread is not None
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def post(self, call: Callable[[], None]) -> None:
        """Let the stepping thread run ``call`` between two ticks, also while paused."""
        self._mailbox.append(call)
        self._asked.set()

    def pause(self) -> None:
        """Let simulated time stand still after the current tick."""
        self.post(self._set_paused)

    def resume(self) -> None:
        """Let time go on from where it stands."""
        self.post(self._set_going)

    def single_step(self, ticks: int = 1) -> None:
        """While paused, do so many ticks as soon as the controllers allow."""
        self.post(lambda: self._want_steps(ticks))

    def set_speed(self, speed: float) -> None:
        """Go on at another speed."""
        self.post(lambda: self._pacer.set_speed(speed, self._lockstep.tick))

    def turn(self) -> bool:
        """Do one round: requests, then a wait or a step. Return whether the run goes on."""
        self._asked.clear()
        while self._mailbox:
            self._lockstep.between_ticks(self._mailbox.popleft())
        lockstep = self._lockstep
        if not lockstep.is_stopping:
            self._step_or_wait()
        self._show_what_is_new(at_once=lockstep.is_stopping or self.is_paused)
        return not lockstep.is_stopping

    def _step_or_wait(self) -> None:
        lockstep, pacer = self._lockstep, self._pacer
        if self.is_paused and not self._steps_wanted:
            self._sleep(PAUSE_SLICE_S)
            pacer.restart(lockstep.tick)
        elif not lockstep.await_all(STRAGGLER_SLICE_S):
            self._be_patient()
        elif self.is_paused:
            self._straggling_since_s = None
            before = lockstep.tick
            lockstep.step_to(before + min(self._steps_wanted, TURN_TICKS))
            self._steps_wanted -= lockstep.tick - before
        else:
            self._straggling_since_s = None
            wait_s = pacer.seconds_until(lockstep.tick + 1)
            if wait_s > 0.0:
                self._sleep(wait_s)
            due_tick = min(pacer.due_tick(lockstep.tick), lockstep.tick + TURN_TICKS)
            fresh_tick = due_tick - due_tick % SENSOR_REFRESH_TICKS
            # Of several ticks at once the last one is seen with the readings of this very tick.
            goal_tick = fresh_tick if fresh_tick > lockstep.tick else due_tick
            if goal_tick > lockstep.tick:
                lockstep.step_to(goal_tick)

    def _be_patient(self) -> None:
        """Leave controllers behind that have computed for too long."""
        now_s = self._patience_clock()
        if self._straggling_since_s is None:
            self._straggling_since_s = now_s - STRAGGLER_SLICE_S
            self._has_heard = self._listening()
        elif self._has_heard():
            self._has_heard = self._listening()
        else:  # its word, or the answer to that, may be lying here
            self._straggling_since_s += now_s - self._looked_s
        self._looked_s = now_s
        if self._patience_s is None or now_s - self._straggling_since_s < self._patience_s:
            return
        self._straggling_since_s = None
        left_behind = self._lockstep.detach_running()
        if left_behind and self._on_left_behind is not None:
            self._on_left_behind(left_behind)

    def _show_what_is_new(self, *, at_once: bool) -> None:
        if self._show is None:
            return
        now_s, tick = self._clock(), self._lockstep.tick
        is_due = tick != self._shown_tick and now_s - self._shown_s >= self._show_period_s
        if at_once or is_due:
            self._shown_s, self._shown_tick = now_s, tick
            self._lockstep.between_ticks(self._show)

    def _run(self) -> None:
        try:
            while self.turn():
                pass
        except BaseException as failure:  # noqa: BLE001 - kept, and shown when it is joined
            self.failure = failure
            self._lockstep.request_stop()

    def _sleep_until_asked(self, seconds: float) -> None:
        self._asked.wait(seconds)

    def _set_paused(self) -> None:
        self.is_paused = True

    def _set_going(self) -> None:
        self.is_paused = False
        self._steps_wanted = 0
        self._pacer.restart(self._lockstep.tick)

    def _want_steps(self, ticks: int) -> None:
        self._steps_wanted += ticks
