"""Lock-step: the engine moves on only when every controller waits, so a run repeats to the byte.

Each controller that drives a robot is a *participant*. It gives orders, reads, and then waits for a
tick. When all participants wait, the engine advances to the earliest tick that one of them waits
for, and those whose tick has come go on. Orders are kept until just before that step and are then
applied in the robots' order, so the moments at which threads happen to run change nothing.

Who steps? Usually the last participant that waits: with one controller that is a plain function
call. With ``paced=True`` only ``wsusim.engine.paced.PacedEngine`` steps.

The end is exact. At the tick where the time is up or the mission has ended, before any participant
goes on, all motors are stopped and ``is_stopping`` becomes true; from then on time stands still,
waits return at once and orders are dropped.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import cast, get_args

from wsusim.engine.participant import FAR_TICK, DroppedCommands, EndReason, Participant
from wsusim.engine.simulation import Simulation
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Annotation, Command, SetSpeeds
from wsusim.model.readings import Quantity

CHUNK_TICKS = 1000
"""The engine looks for a stop at least this often while it covers a long sleep."""

CARRY_ON_LOOK_S = 0.1
"""How often it is looked whether a controller that hung has come back."""

MANY = 20
"""Controllers from which on orders are collected (with fewer, collecting takes as long)."""

_ANNOTATIONS = frozenset(get_args(Annotation))

CommandObserver = Callable[[int, int, Command], None]
"""Called with (tick, robot, command) by the stepping thread, in the order of application."""


class Lockstep:
    """Keeps the controllers of some robots and one simulation in step.

    Args:
        simulation: The one to step; nothing else may touch it while controllers are active.
        robots: Numbers of the robots that have a controller. Until its controller waits for the
            first time or leaves, nothing moves.
        until_tick: The run ends at this tick (``None``: no limit).
        paced: Whether only a ``PacedEngine`` steps.
        on_annotation: Called with what controllers say and draw.
        on_command: Called with every order as it is applied. Both are called by the stepping
            thread, between ticks, and must not call back.
    """

    def __init__(
        self,
        simulation: Simulation,
        robots: Sequence[int],
        *,
        until_tick: int | None = None,
        paced: bool = False,
        on_annotation: Callable[[int, int, Annotation], None] | None = None,
        on_command: CommandObserver | None = None,
    ) -> None:
        self.simulation = simulation
        self.tick = simulation.tick
        """The tick that everybody is in."""
        self.is_stopping = False
        """True from the very tick of the end."""
        self.end_reason: EndReason | None = None
        self.failure: Exception | None = None
        """What broke the engine, for ``EndReason.BROKEN``; the run's watcher raises it."""
        self.is_paced = paced
        self._participants = {robot: Participant(robot) for robot in sorted(robots)}
        self._active = list(self._participants.values())
        self._running = len(self._active)
        self._until_tick = FAR_TICK if until_tick is None else until_tick
        self._on_annotation = on_annotation
        self._on_command = on_command
        self._stop_asked = False
        self._stops_asked: list[Participant] = []
        self._has_unsafe = False
        self._mutex = threading.Lock()
        self._all_wait = threading.Condition(self._mutex)
        self.is_solo = len(self._active) == 1 and not paced
        """Whether a single controller does everything in its own thread."""

    # For backends

    def participant(self, robot: int) -> Participant:
        """Return the participant for the controller of ``robot``."""
        return self._participants[robot]

    def wait(self, participant: Participant, tick: int) -> None:
        """Return when ``tick`` is reached or the run has ended; may step the engine."""
        if self.is_solo:
            with self._mutex:
                if tick > self.tick and not participant.is_stopping:
                    self._move_on(tick)
            return
        if not self.wait_then(participant, tick, participant.gate.release):
            participant.gate.acquire()

    def wait_then(self, participant: Participant, tick: int, wake: Callable[[], object]) -> bool:
        """Wait as ``wait`` does, but without blocking the thread; may step the engine.

        Returns:
            True: There is nothing to wait for, or no longer. False: ``wake`` is called once when
                the wait is over, by the stepping thread and maybe already. It must not call back.
        """
        with self._mutex:
            if tick <= self.tick or participant.is_stopping:
                return True
            if self.is_solo:
                self._move_on(tick)
                return True
            if participant.is_waiting:  # ``carry_on`` waits for it
                participant.wanted_tick, participant.wake = tick, wake
                return False
            if participant.is_detached:
                participant.is_detached = False
                self._running += 1
            participant.wanted_tick = tick
            participant.wake = wake
            participant.is_waiting = True
            self._running -= 1
            if not self._running:
                self._go_on_if_all_wait()
            return False

    def read(self, robot: int, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a robot; safe while other controllers' threads run."""
        with self._mutex:
            return self.simulation.read(robot, quantity)

    def look(self, robot: int, look: Look) -> CameraImage:
        """Return a picture; safe while other controllers' threads run."""
        with self._mutex:
            return self.simulation.look(robot, look)

    def make_safe(self, participant: Participant) -> None:
        """Stop a robot's motors now, and drop later orders of its controller. Any thread.

        Other orders that were given before (jaws, lamps) still reach the robot with the next step,
        as they would have on a real one.
        """
        with self._mutex:
            if not participant.is_safe:
                self._ask_for_safety(participant)
                self.simulation.make_safe(participant.robot)

    def stop(self, participant: Participant) -> None:
        """Ask one controller to end: motors stop, its waits return. Any thread."""
        # Told before the mutex is free: a thread that steps through a long sleep must hear of it.
        self._stops_asked.append(participant)
        with self._mutex:
            self._stop_those_asked()
            if participant.is_waiting:
                self._wake(participant)

    def leave(self, participant: Participant) -> None:
        """Take a controller out for good, after its last orders; the others go on. Any thread."""
        with self._mutex:
            if participant.has_left:
                return
            was_running = participant.is_running
            participant.has_left = participant.is_stopping = True
            self._ask_for_safety(participant)
            if participant.is_waiting:
                self._wake(participant)
                self._running -= 1
            elif was_running:
                self._running -= 1
            if self.is_stopping:
                return
            if all(other.has_left for other in self._active):
                self._apply_commands()
                self._end(EndReason.FINISHED)
            self._go_on_if_all_wait()

    def carry_on(self, participant: Participant, ticks: int) -> None:
        """Let the world go on for a while, as a real one would, although a controller hangs.

        Its orders take effect. Returns when the time is over, or when the controller is back.
        Called before the controller is ended.
        """
        passed = threading.Event()
        with self._mutex:
            if participant.is_stopping or not participant.is_running:
                return  # it is over, has come back, or was left behind: the world has gone on
            tick = self.tick + ticks
            if self.is_solo:
                self._move_on(tick)
                return
            participant.wanted_tick, participant.wake = tick, passed.set
            participant.is_waiting = True
            self._running -= 1
            self._go_on_if_all_wait()
        while not passed.wait(CARRY_ON_LOOK_S) and participant.wake == passed.set:
            pass

    # For the thread that watches over the run

    def request_stop(self) -> None:
        """End the run at the tick it is in: motors stop, every wait returns. Any thread."""
        self._stop_asked = True
        with self._mutex:
            self._end(EndReason.STOPPED)

    # For the paced engine

    def await_all(self, timeout_s: float) -> bool:
        """Wait at most ``timeout_s`` until no controller computes; return whether none does."""
        with self._all_wait:
            return self._all_wait.wait_for(lambda: not self._running, timeout_s)

    def step_to(self, tick: int) -> None:
        """Advance to ``tick``, but not beyond the next tick that a participant waits for."""
        with self._mutex:
            if self.is_stopping or self._running:
                return
            self._step(min(tick, self._earliest_tick()))

    def between_ticks(self, call: Callable[[], None]) -> None:
        """Run ``call`` while nothing else touches the simulation."""
        with self._mutex:
            call()

    def detach_running(self) -> tuple[int, ...]:
        """Stop waiting for controllers that compute; return their robots.

        Each joins again by itself when it next waits.
        """
        with self._mutex:
            left_behind = [other for other in self._active if other.is_running]
            for participant in left_behind:
                participant.is_detached = True
                self._running -= 1
            return tuple(participant.robot for participant in left_behind)

    # Inside, with the mutex held

    def _earliest_tick(self) -> int:
        wanted = (other.wanted_tick for other in self._active if other.is_waiting)
        return min(min(wanted, default=FAR_TICK), self._until_tick)

    def _go_on_if_all_wait(self) -> None:
        if self._running or self.is_stopping:
            return
        if self.is_paced:
            self._all_wait.notify_all()
        elif any(other.is_waiting for other in self._active):
            self._step(self._earliest_tick())

    def _step(self, tick: int) -> None:
        """Move on, and wake those whose tick has come, in the robots' order."""
        self._move_on(tick)
        for participant in self._active:
            is_due = participant.wanted_tick <= self.tick or participant.is_stopping
            if participant.is_waiting and is_due:
                self._wake(participant)

    def _move_on(self, tick: int) -> None:
        """Apply all orders and advance; a failure of the engine ends the run."""
        try:
            self._apply_commands()
            self._advance(tick)
        except Exception as failure:  # noqa: BLE001 - kept; it is not the controller's fault
            self.failure = failure
            self._end(EndReason.BROKEN)
        except BaseException:
            # Thrown into the controller's thread from outside, to end it.
            self._end(EndReason.STOPPED)
            raise

    def _wake(self, participant: Participant) -> None:
        participant.is_waiting = False
        self._running += 1
        participant.wake()

    def _apply_commands(self) -> None:
        if len(self._active) >= MANY:
            self._apply_many()
        else:
            for participant in self._active:
                if participant.commands:
                    self._apply(participant.robot, participant.commands)
        if self._has_unsafe:
            self._has_unsafe = False
            for participant in self._active:
                if participant.last_commands is not None:
                    self._apply(participant.robot, participant.last_commands)
                    participant.last_commands = None
                    self.simulation.make_safe(participant.robot)
            self._active = [other for other in self._active if not other.has_left]

    def _apply_many(self) -> None:
        """Apply all orders; speeds of robots that have no other order are applied at once.

        Their sequence makes no difference: each concerns the wheels of one robot.
        """
        robots, speeds = [], []
        for participant in self._active:
            commands = participant.commands
            if len(commands) == 1 and commands[0].__class__ is SetSpeeds:
                command = cast(SetSpeeds, commands.popleft())
                robots.append(participant.robot)
                speeds.append((command.left, command.right))
                if self._on_command is not None:
                    self._on_command(self.tick, participant.robot, command)
            elif commands:
                self._apply(participant.robot, commands)
        if robots:
            self.simulation.set_speeds(robots, speeds)

    def _apply(self, robot: int, commands: deque[Command]) -> None:
        while commands:
            # One by one, because a detached controller may give orders at this very moment.
            command = commands.popleft()
            if command.__class__ is SetSpeeds:
                # The very next order may make it void, as in a loop that never sleeps.
                if not commands or commands[0].__class__ is not SetSpeeds:
                    self.simulation.apply(robot, command)
            elif command.__class__ in _ANNOTATIONS:
                if self._on_annotation is not None:
                    self._on_annotation(self.tick, robot, command)  # type: ignore[arg-type]
            else:
                self.simulation.apply(robot, command)  # type: ignore[arg-type]
            if self._on_command is not None:
                self._on_command(self.tick, robot, command)

    def _advance(self, tick: int) -> None:
        simulation = self.simulation
        target = tick if tick < self._until_tick else self._until_tick
        while (missing := target - self.tick) > 0 and not self.is_stopping:
            self.tick += simulation.advance(missing if missing < CHUNK_TICKS else CHUNK_TICKS)
            if simulation.ended:
                self._end(EndReason.MISSION)
            elif self._stop_asked:
                self._end(EndReason.STOPPED)
            elif self._stops_asked:
                self._stop_those_asked()
                break
        if self.tick >= self._until_tick:
            self._end(EndReason.TIME)

    def _stop_those_asked(self) -> None:
        while self._stops_asked:
            participant = self._stops_asked.pop()
            self._ask_for_safety(participant)
            participant.is_stopping = True

    def _ask_for_safety(self, participant: Participant) -> None:
        if not participant.is_safe:
            participant.is_safe = True
            participant.last_commands = participant.commands
            participant.commands = DroppedCommands()
            self._has_unsafe = True

    def _end(self, reason: EndReason) -> None:
        if self.is_stopping:
            return
        self.is_stopping = True
        self.end_reason = reason
        for participant in self._participants.values():
            self._ask_for_safety(participant)
            participant.is_stopping = True
        if reason is not EndReason.BROKEN:
            self._apply_commands()
        for participant in self._participants.values():
            if participant.is_waiting:
                self._wake(participant)
        self._all_wait.notify_all()
