"""The way to a robot that the parent process owns: questions go over a socket.

While the parent's time stands still (a simulation in lock-step), orders wait for the next sleep,
and what was read since the last sleep comes back with it unasked, so that a controller that polls
costs one exchange for each poll. On a real robot time does not wait: there every call is an
exchange.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

from wsusim.backends.connection import Connection
from wsusim.backends.contract import LineTimes, RobotInfo
from wsusim.backends.link_frames import (
    MAKE_SAFE_ORDER,
    TIMES,
    Flag,
    Kind,
    Readings,
    Wire,
    pack_command,
    pack_look,
    unpack_image,
)
from wsusim.backends.unsent_orders import UnsentOrders
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command
from wsusim.model.readings import CAMERA, Quantity
from wsusim.robots import recall, robot_kind

_SLEEP = int(Kind.SLEEP)
_AT_LINES = (int(Kind.EXCHANGE), int(Kind.TIMES))


class LinkBackend:
    """The child's end; fulfils ``backends.contract.Backend``.

    Args:
        connection: To the parent's ``LinkHub``.
        on_emergency: Called if ``make_safe`` comes while another thread waits for an answer; it
            tells the parent in another way.
        orders: Keeps orders that wait for the next sleep.
    """

    def __init__(
        self,
        connection: Connection,
        on_emergency: Callable[[], None] | None = None,
        orders: UnsentOrders | None = None,
    ) -> None:
        self._wire = Wire(connection)
        self._readings = Readings()
        self._on_emergency = on_emergency
        self._lock = threading.Lock()
        self._hands_over = threading.Lock()
        self._is_copy = False
        self._orders = UnsentOrders() if orders is None else orders
        self._values: dict[Quantity, tuple[int, ...]] = {}
        self._mask = 0
        self.last_tick = 0
        """Tick of the last answer."""
        self.line_of: Callable[[], int] | None = None
        """Says at which line of the program a question is asked, where that is wanted."""
        self._is_stopping = False
        self._is_safe = False
        self._is_closed = False
        self.time_stands_still = True
        self._refused: RobotRefused | None = None
        """What has come of orders that were handed over."""
        self.exchanges = 0
        """Questions so far; a host sees by it whether the controller is alive."""
        self.on_exchange: Callable[[], object] | None = None
        """Called when the controller has asked something, in its thread."""

    def connect(self) -> RobotInfo:
        """Ask the parent which robot this is."""
        body = self._ask(Kind.CONNECT, 0, 0)
        facts = json.loads(body)
        self.time_stands_still = facts.pop("time_stands_still")
        for file in facts.pop("robot_kinds"):
            recall(file)
        facts |= {"backend": "link", "start_pose": tuple(facts["start_pose"])}
        facts |= {"allowed": tuple(facts["allowed"]), "goals": tuple(map(tuple, facts["goals"]))}
        info = RobotInfo(**facts)
        self._readings = Readings(len(robot_kind(info.kind).sensors))
        return info

    def send(self, command: Command) -> None:
        """Give an order; it goes out with the next sleep, or at once to a real robot."""
        if not self._is_safe:
            is_noted = self._orders.give(pack_command(command))
            if not self.time_stands_still:
                self._ask(Kind.EXCHANGE, 0, 0)
            elif not is_noted:
                self.hand_over_orders()

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the values that came with the last answer, or ask for them."""
        if quantity not in CAMERA:
            self._mask |= 1 << quantity
        if quantity not in self._values or not self.time_stands_still:
            mask = 1 << quantity
            self._values.update(self._readings.unpack(mask, self._ask(Kind.EXCHANGE, 0, mask)))
        return self._values[quantity]

    def look(self, look: Look) -> CameraImage:
        """Ask the parent for a picture."""
        return unpack_image(self._ask(Kind.LOOK, pack_look(look), 0))

    def line_times(self) -> LineTimes:
        """Ask the parent, whose line it is."""
        return LineTimes(*TIMES.unpack(self._ask(Kind.TIMES, 0, 0)))

    def now_ticks(self) -> int:
        """Return the tick of the last answer, or of a real robot the current one."""
        if not self.time_stands_still:
            self._ask(Kind.EXCHANGE, 0, 0)
        return self.last_tick

    def sleep_until_tick(self, tick: int) -> None:
        """Return when the parent's robot has reached ``tick``, or a stop was asked for."""
        if tick <= self.last_tick or self._is_stopping:
            return
        mask, self._mask = self._mask if self.time_stands_still else 0, 0
        self._values = self._readings.unpack(mask, self._ask(_SLEEP, tick, mask))

    @property
    def is_stopping(self) -> bool:
        """Whether the parent asked for the end."""
        return self._is_stopping

    def note_stop(self) -> None:
        """Note a stop outside any exchange. Any thread."""
        self._is_stopping = True

    def note_copy(self) -> None:
        """Note that this process is a copy of the controller's, which must not use its robot."""
        self._is_copy = True
        self._orders.be_a_copy()

    def make_safe(self) -> None:
        """Stop the motors for good. Any thread."""
        if self._is_safe:
            return
        self._is_safe = True
        self._orders.give(MAKE_SAFE_ORDER)
        if self._lock.acquire(blocking=False):
            try:
                self._ask_locked(Kind.EXCHANGE, 0, 0)
            except LinkLost:
                self._is_stopping = True  # the parent has gone, and with it stops the robot
            finally:
                self._lock.release()
        elif self._on_emergency is not None:
            self._on_emergency()

    def close(self) -> None:
        """Let the robot go; the parent closes its own way to it. Idempotent."""
        if not self._is_closed:
            self._is_closed = True
            self.make_safe()

    def hand_over_orders(self) -> None:
        """Give the orders that wait for the next sleep, unless the controller asks just now.

        Any thread: for a controller that has not slept for long, and may be left behind.
        """
        with self._hands_over:
            if self._is_closed or not self._orders or not self._lock.acquire(blocking=False):
                return
            try:
                self._ask_locked(Kind.EXCHANGE, 0, 0)
            except RobotRefused as refused:
                self._refused = refused
            except LinkLost:
                self._is_stopping = True
            finally:
                self._lock.release()

    def report_end(self, report: dict[str, object]) -> None:
        """Tell the parent how the controller ended, as the last message; wait until it is read."""
        with self._hands_over:  # what is on its way arrives before, and nothing after
            self._is_closed = True
        orders = self._orders.take()
        body = len(orders).to_bytes(4, "little") + orders + json.dumps(report).encode()
        self._wire.send(Kind.DONE, 0, 0, 0, body)
        self._wire.receive()

    def _ask(self, kind: int, tick: int, mask: int) -> bytes:
        with self._lock:
            answer = self._ask_locked(kind, tick, mask)
        if self.on_exchange is not None:
            self.on_exchange()
        return answer

    def _ask_locked(self, kind: int, tick: int, mask: int) -> bytes:
        if self._is_copy:
            raise LinkLost(
                "This is a copy of your program, made by os.fork. Only the original can use the "
                "robot. Don't use the robot in the copy, or use a thread instead."
            )
        if self._refused is not None:
            refused, self._refused = self._refused, None
            raise refused
        if self.line_of is not None and kind in _AT_LINES:
            tick = self.line_of()
        self.exchanges += 1
        orders = self._orders.take()
        _, flags, self.last_tick, _, body = self._wire.ask(kind, tick, mask, orders)
        if flags:
            if flags & Flag.STOPPING:
                self._is_stopping = True
            if flags & Flag.REFUSED:
                raise RobotRefused(body.decode("utf-8", "replace"))
            if flags & Flag.LOST:
                raise LinkLost(body.decode("utf-8", "replace"))
        return body
