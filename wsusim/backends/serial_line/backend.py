"""The way to a real robot; fulfils ``backends.contract.Backend`` over its line."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace

from wsusim.backends.contract import LineTimes, RobotInfo
from wsusim.backends.sent_orders import SentOrders
from wsusim.backends.serial_line.conversation import (
    Abandoned,
    Conversation,
    Language,
    NoAnswer,
    Refused,
    Wanted,
)
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import Opener, Port, PortGone
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.backends.serial_line.troubles import (
    NO_ARENA_CAMERA,
    ONLY_SIMULATED,
    lost,
    not_there,
    too_late,
    was_reset,
)
from wsusim.errors import BadInput, LinkLost, RobotRefused
from wsusim.model.camera_image import Camera, CameraImage, Look
from wsusim.model.commands import (
    Annotation,
    Command,
    SetSpeeds,
)
from wsusim.model.readings import SENSED, Quantity
from wsusim.model.units import SENSOR_REFRESH_TICKS, TICK_S, TICKS_PER_SECOND
from wsusim.robots import robot_kind

LINK_PATIENCE_S = 0.6
"""An exchange with all its repeats may take so long; then the link is lost."""

KEEP_ALIVE_S = 0.3
"""While a controller sleeps, the robot is asked something this often, so that a lost link is
noticed within ``KEEP_ALIVE_S + LINK_PATIENCE_S``, less than a second."""

CONNECT_PATIENCE_S = 3.0
"""A robot that was just switched on has so long to wake up (guess)."""

_STOP = SetSpeeds(0, 0)


class SerialBackend:
    """Drives one real robot. Time is real: a tick is 10 ms of the wall clock.

    The controller's thread uses it; ``make_safe``, ``request_stop`` and ``close`` may come from any
    thread at any moment. After ``LinkLost`` every call tries to reach the robot again; it is then
    told to stop first, and the order in force before is not given again.

    Args:
        opener: Opens the port; called again after the link was lost.
        name: Of the port, for messages.
        baud: Speed of the line.
        language: What the robot speaks.
        info: What the run knows about the robot; ``connect`` finds out its kind. ``None``: nothing.
        clock: Real time, or a test's.
        on_annotation: Called with (tick, robot, remark) for what the controller says and draws.
    """

    def __init__(
        self,
        opener: Opener,
        name: str,
        baud: int,
        *,
        language: Language = KHEPERA,
        info: RobotInfo | None = None,
        clock: WallClock | None = None,
        on_annotation: Callable[[int, int, Annotation], None] | None = None,
    ) -> None:
        self.name = name
        self.baud = baud
        self.statistics = LineStatistics()
        self._opener = opener
        self._language = language
        self._info = info or RobotInfo(
            0, language.kind, "serial", pulse_mm=robot_kind(language.kind).motors.pulse_mm
        )
        self._clock = WallClock() if clock is None else clock
        self._on_annotation = on_annotation
        self._port: Port | None = None
        self._conversation: Conversation | None = None
        self._orders = SentOrders()
        self._samples: dict[Quantity, tuple[int, tuple[int, ...]]] = {}
        self._asked_s: dict[Quantity, float] = {}
        self._heard_s = 0.0
        self._start_s = self._clock.now_s()
        self._lock = threading.Lock()
        self._gate = threading.Lock()
        self._is_urgent = False
        self._stop = threading.Event()
        self._is_safe = False
        self._is_closed = False
        self._owes_stop = False
        """Whether the motors may be turning, or the robot is ours and has not been left safe."""
        self._gave_up_s = -math.inf
        """When the last attempt to stop the robot failed."""

    def _meet(self, *, is_last: bool) -> Conversation | None:
        """Reach the robot and bring it to its state after a reset.

        Returns ``None`` when it has answered, and then or always was late: a busy computer, or an
        emulator that has just begun, deserves one more try, unless this ``is_last``.
        """
        self._let_go()
        has_met = False
        try:
            conversation = self._reach(self._clock.now_s() + CONNECT_PATIENCE_S)
            has_met = True
            for command in self._language.as_after_reset:
                conversation.ask(command, self._clock.now_s() + LINK_PATIENCE_S)
        except (NoAnswer, Refused, PortGone, Abandoned) as error:
            self._let_go()
            is_there = has_met or self.statistics.heard_late
            if isinstance(error, NoAnswer) and is_there and not is_last:
                return None
            place = self.name, self.baud, self._language
            if has_met:
                raise too_late(*place, error) from None
            raise not_there(*place, self.statistics, error) from None
        return conversation

    # The contract

    def connect(self) -> RobotInfo:
        """Reach the robot, stop it and bring it to the state that it has after a reset.

        Raises:
            BadInput: The port can't be opened.
            LinkLost: No such robot answers on it.
        """
        with self._lock:
            conversation = self._meet(is_last=False) or self._meet(is_last=True)
            assert conversation is not None
            conversation.saw_reset = False
            self._orders.start()
            self._owes_stop = True
        self.start_clock()
        return replace(self._info, kind=self.kind)

    def start_clock(self) -> None:
        """Set the clock to tick 0."""
        self._start_s = self._heard_s = self._clock.now_s()
        self._samples.clear()

    def send(self, command: Command) -> None:
        """Give an order and return when the robot has confirmed it; remarks stay here."""
        if isinstance(command, Annotation):
            if self._on_annotation is not None and not self._is_safe:
                self._on_annotation(self.now_ticks(), self._info.robot_id, command)
            return
        self._expect(type(command))
        order = self._orders.explicit(command)
        if self._is_safe:
            return
        if self._orders.is_in_force(order):
            self.statistics.unsent += 1
            return
        self._put(order)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the robot's values, or the last sample while the robot has no newer one."""
        self._expect(quantity)
        kept = self._samples.get(quantity)
        if kept is not None and self.now_ticks() < kept[0]:
            self.statistics.kept += 1
            return kept[1]
        values = self._put(quantity)
        if quantity in SENSED:
            self._samples[quantity] = (self.now_ticks() + SENSOR_REFRESH_TICKS, values)
        return values

    def look(self, look: Look) -> CameraImage:
        """Refuse: cameras of real robots aren't supported yet."""
        no_eye = self._language.no_eye
        raise RobotRefused(no_eye if look.camera is Camera.EYE else NO_ARENA_CAMERA)

    def line_times(self) -> LineTimes:
        """Return how long the last exchange took, and how old the proximities are."""
        return LineTimes(self.statistics.last_exchange_s, self.age_s(Quantity.PROXIMITY) or 0.0)

    def now_ticks(self) -> int:
        """Return the tick of the wall clock."""
        return int((self._clock.now_s() - self._start_s) * TICKS_PER_SECOND + 1e-6)

    def sleep_until_tick(self, tick: int) -> None:
        """Return when ``tick`` is reached or a stop was asked for; asks for life signs meanwhile.

        Raises:
            LinkLost: The robot gave none.
        """
        due_s = self._start_s + tick * TICK_S
        while not self._stop.is_set():
            now_s = self._clock.now_s()
            if self.now_ticks() >= tick:
                return
            nap_s = due_s - now_s
            sign_s = self._heard_s + KEEP_ALIVE_S - now_s
            busy_s = self._busy_s
            if busy_s is not None and busy_s < nap_s:
                self._clock.wait(self._stop, busy_s)
                self._put(None)
            elif sign_s <= 0.0 and nap_s > KEEP_ALIVE_S / 2.0:
                self._put(Quantity.SPEEDS)
            elif nap_s > KEEP_ALIVE_S / 2.0:
                self._clock.wait(self._stop, max(1e-4, min(nap_s, sign_s)))
            else:
                self._clock.wait(self._stop, max(1e-4, nap_s))

    def carry_on(self, ticks: int) -> None:
        """Do nothing: the real world does not wait."""

    def sleep_then(self, tick: int, wake: Callable[[], object]) -> bool:
        """Sleep in this thread: nothing else needs it."""
        self.sleep_until_tick(tick)
        return True

    @property
    def is_stopping(self) -> bool:
        """Whether the controller was asked to end."""
        return self._stop.is_set()

    def request_stop(self) -> None:
        """Ask the controller to end. Any thread."""
        self._stop.set()

    def make_safe(self) -> None:
        """Stop the motors for good. Idempotent; any thread; never raises.

        Returns within ``LINK_PATIENCE_S`` of the line's being free, whether the robot heard or not;
        ``may_be_moving`` tells. An attempt that has just failed is not repeated at once.
        """
        self._is_safe = True
        if self._owes_stop and self._clock.now_s() - self._gave_up_s >= LINK_PATIENCE_S:
            self.stop_robot(LINK_PATIENCE_S)

    def close(self) -> None:
        """Make safe and let the port go. Idempotent; any thread."""
        self._stop.set()
        if not self._is_closed:
            self._is_closed = True
            self.make_safe()
        with self._lock:
            self._let_go()

    # What else can be asked

    @property
    def kind(self) -> str:
        """Kind of robot, by its answers."""
        return self._language.kind if self._conversation is None else self._conversation.kind

    def age_s(self, quantity: Quantity) -> float | None:
        """Return how long ago the robot was asked for the newest reading; ``None``: never."""
        asked_s = self._asked_s.get(quantity)
        return None if asked_s is None else self._clock.now_s() - asked_s

    @property
    def may_be_moving(self) -> bool:
        """Whether the robot has been ours and has not yet confirmed a last stop."""
        return self._owes_stop

    def stop_robot(self, patience_s: float) -> bool:
        """Try for a while to reach the robot and stop it, also after ``close``. Any thread.

        Returns:
            Whether the robot has confirmed it.
        """
        with self._gate:
            self._is_urgent = True
            with self._lock:
                self._is_urgent = False
                until_s = self._clock.now_s() + patience_s
                try:
                    self._stop_locked(until_s)
                except (NoAnswer, PortGone, BadInput, Refused):
                    self._let_go()
                    self._gave_up_s = self._clock.now_s()
                else:
                    self._owes_stop = not self._is_safe
                    if self._is_closed:
                        self._let_go()
        return not self._owes_stop

    # On the line; the lock is held

    def _put(self, wanted: Wanted | None) -> tuple[int, ...]:
        """Exchange one command; an order is dropped when the robot was made safe meanwhile.

        ``None``: do what the robot can't do by itself.
        """
        is_question = isinstance(wanted, Quantity)
        while True:
            with self._gate:
                pass  # the thread that stops the robot goes first
            with self._lock:
                if self._is_safe and not is_question:
                    return ()
                if self._is_closed:
                    raise LinkLost(f"The connection to {self.name} is closed.")
                try:
                    return self._put_locked(wanted)
                except Abandoned:
                    continue

    def _put_locked(self, wanted: Wanted | None) -> tuple[int, ...]:
        until_s = self._clock.now_s() + LINK_PATIENCE_S
        values: tuple[int, ...] = ()
        try:
            conversation = self._conversation or self._reach(until_s)
            if wanted is None:
                conversation.tend(until_s)
            else:
                values = conversation.ask(wanted, until_s)
            if conversation.saw_reset:
                self._after_reset(conversation, until_s)
        except (NoAnswer, PortGone, BadInput) as error:
            self._let_go()
            self.statistics.losses += 1
            raise lost(self.name, error) from None
        except Refused as refused:
            self._heard_s = self._clock.now_s()
            if wanted is None:
                return ()
            raise RobotRefused(conversation.refusal(wanted, str(refused))) from None
        self._heard_s = self._clock.now_s()
        if isinstance(wanted, Quantity):
            self._asked_s[wanted] = conversation.asked_s
        elif wanted is not None:
            self._orders.note(wanted)
        return values

    def _expect(self, what: Quantity | type[Command]) -> None:
        """Say in words what this kind of robot does not have."""
        why = ONLY_SIMULATED.get(what) or self._language.absent.get(what)  # type: ignore[arg-type]
        if why is not None:
            raise RobotRefused(why)

    @property
    def _busy_s(self) -> float | None:
        conversation = self._conversation
        return None if conversation is None or self._is_safe else conversation.busy_s

    def _reach(self, until_s: float) -> Conversation:
        """Open the port, find the robot and stop it."""
        self._orders.forget()
        self._samples.clear()
        self._port = self._opener()
        conversation = self._language.converse(
            self._port, self.baud, self._clock, self.statistics, lambda: self._is_urgent
        )
        self._conversation = conversation
        conversation.shout_stop()
        conversation.introduce(until_s)
        conversation.ask(_STOP, until_s)
        self._orders.note(_STOP)
        conversation.saw_reset = False
        return conversation

    def _after_reset(self, conversation: Conversation, until_s: float) -> None:
        """Stop a robot that has just woken up, and tell the controller."""
        conversation.saw_reset = False
        self._orders.forget()
        self._samples.clear()
        conversation.ask(_STOP, until_s)
        self._orders.note(_STOP)
        self._heard_s = self._clock.now_s()
        self.statistics.losses += 1
        raise was_reset(self.name)

    def _stop_locked(self, until_s: float) -> None:
        conversation = self._conversation
        if conversation is not None:
            try:
                if not conversation.is_in_step:
                    conversation.shout_stop()
                conversation.ask(_STOP, until_s)
                self._orders.note(_STOP)
                return
            except (NoAnswer, PortGone):
                self._let_go()
        while True:
            try:
                self._reach(until_s)
                return
            except (PortGone, BadInput):
                self._let_go()
                if self._clock.now_s() >= until_s:
                    raise
                self._clock.wait(threading.Event(), 0.05)

    def _let_go(self) -> None:
        port, self._port, self._conversation = self._port, None, None
        if port is not None:
            port.close()
