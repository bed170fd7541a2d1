"""The parent's end of the link: does with the robot what the child asks for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from wsusim.backends.contract import HostedBackend, RobotInfo, stamp_of
from wsusim.backends.link_frames import (
    TIMES,
    Flag,
    Frame,
    Kind,
    Readings,
    pack_header,
    pack_image,
    unpack_commands,
    unpack_look,
)
from wsusim.backends.unsent_orders import NotedOrders
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.robots import introduced, robot_kind

LATEST_TICK = 10**12 * TICKS_PER_SECOND
"""Farthest tick a child may ask for; it keeps nonsense out of the lock-step."""

_AWAKE = int(Flag.AWAKE)

_SLEEP, _EXCHANGE = int(Kind.SLEEP), int(Kind.EXCHANGE)
_AT_LINES = (_EXCHANGE, int(Kind.TIMES))


class Budget:
    """How much a child may order, say and draw: each order is kept, and recorded.

    Args:
        at_once_bytes: From the beginning.
        per_s_bytes: More of it with each second of the robot's time.
    """

    def __init__(self, at_once_bytes: float, per_s_bytes: float) -> None:
        self._at_once_bytes = at_once_bytes
        self._per_tick_bytes = per_s_bytes / TICKS_PER_SECOND
        self._spent_bytes = 0

    def spend(self, size_bytes: int, tick: int) -> None:
        """Take note of orders; raises ``RobotRefused`` if they are too many."""
        allowed_bytes = self._at_once_bytes + self._per_tick_bytes * tick
        if self._spent_bytes + size_bytes > allowed_bytes:
            raise RobotRefused(
                "The controller gave more orders, or drew and said more, than it may "
                f"({allowed_bytes / 1e6:.0f} MB up to this moment). Look for a loop that doesn't "
                "wait, or draw less."
            )
        self._spent_bytes += size_bytes


class LinkServer:
    """Answers one child; ``LinkHub`` takes care of the transport.

    Args:
        backend: The robot, connected by the owner, who also closes it.
        info: What ``backend.connect`` returned.
        budget: What the child may order; ``None``: as much as it likes.
        noted: Its orders that were not handed over yet; ``None``: unknown.
    """

    def __init__(
        self,
        backend: HostedBackend,
        info: RobotInfo,
        budget: Budget | None = None,
        noted: NotedOrders | None = None,
    ) -> None:
        self._backend = backend
        self._budget = budget
        self._info = info
        self._max_speed = robot_kind(info.kind).motors.max_speed
        self._readings = Readings(len(robot_kind(info.kind).sensors))
        self._question: Frame = (0, 0, 0, 0, b"")
        self._kind = self._tick = self._mask = 0
        self._is_look = False
        """Whether the last question was a look at the clock and nothing else."""
        self._stamp_ticks = stamp_of(backend)
        self._note_line: Callable[[int], None] | None = getattr(backend, "note_line", None)
        self._trouble: LinkLost | RobotRefused | None = None
        self._noted = noted
        self._taken_bytes = 0
        """So much of the next bundle of orders has been obeyed before its time."""
        self._trouble_before: LinkLost | RobotRefused | None = None
        """What has come of that."""
        self.exchanges = 0
        """Questions so far."""
        self.is_child_computing = True
        """Whether the next move is the child's."""
        self.is_held = False
        """Whether questions find no answer any more: the child is about to be ended."""

    def ask(self, question: Frame, wake: Callable[[], object]) -> bool:
        """Handle a question; return whether ``answer`` is due.

        If not, the child sleeps, and ``wake`` is called when it is due, by any thread.
        """
        if self.is_held:
            return False
        self._question = question
        kind, _, tick, mask, orders = question
        self._kind, self._tick, self._mask = kind, tick, mask
        self._trouble, self._trouble_before = self._trouble_before, None
        if self._taken_bytes:
            orders, self._taken_bytes = orders[self._taken_bytes :], 0
        self._is_look = kind == _EXCHANGE and not (mask or orders)
        if self._note_line is not None and kind in _AT_LINES:
            self._note_line(tick)
        self.exchanges += 1
        self.is_child_computing = False
        if self._trouble is not None:
            return True
        try:
            if orders:
                self._obey(orders)
            if kind == _SLEEP:
                return self._backend.sleep_then(tick if tick < LATEST_TICK else LATEST_TICK, wake)
        except (LinkLost, RobotRefused) as trouble:
            self._trouble = trouble
        return True

    def take_noted_orders(self) -> None:
        """Obey the orders of a child that computes for long, before it hands them over.

        The orders wait for the next tick, as those of any controller do, so it doesn't matter when
        they are taken.
        """
        if self._noted is None or not self.is_child_computing or self._trouble_before is not None:
            return
        noted = self._noted.of_bundle(self.exchanges)
        new, self._taken_bytes = noted[self._taken_bytes :], max(self._taken_bytes, len(noted))
        try:
            if new:
                self._obey(new)
        except (LinkLost, RobotRefused) as trouble:
            self._trouble_before = trouble

    def answer(self, *, is_awake: bool = False) -> bytes:
        """Return the frame that answers the last question; the next move is the child's.

        Args:
            is_awake: See ``Flag.AWAKE``.
        """
        backend = self._backend
        flags = _AWAKE if is_awake else 0
        try:
            if self._trouble is not None:
                raise self._trouble
            if self._kind == _SLEEP:  # as nearly always
                mask = self._mask
                body = self._readings.pack(mask, backend.read) if mask else b""
            else:
                body = self._body()
        except RobotRefused as refused:
            body, flags = str(refused).encode(), flags | int(Flag.REFUSED)
        except LinkLost as lost:
            body, flags = str(lost).encode(), flags | int(Flag.LOST | Flag.STOPPING)
        if backend.is_stopping:
            flags |= int(Flag.STOPPING)
        self.is_child_computing = True
        tick = backend.now_ticks() if self._is_look else self._stamp_ticks()
        return pack_header(len(body), self._kind, flags, tick, self._mask) + body

    def report_in(self, question: Frame) -> dict[str, Any] | None:
        """Take the last orders and the report in a frame of kind ``DONE``; ``None``: nonsense."""
        *_, body = question
        length = int.from_bytes(body[:4], "little")
        try:
            self._obey(body[4 : 4 + length])
            report = json.loads(body[4 + length :])
        except (LinkLost, RobotRefused, ValueError, RecursionError):
            return None
        return report if isinstance(report, dict) else None

    def _body(self) -> bytes:
        kind, backend = self._kind, self._backend
        if kind == _EXCHANGE:
            return self._readings.pack(self._mask, backend.read) if self._mask else b""
        if kind == Kind.CONNECT:
            return self._introduce()
        if kind == Kind.TIMES:
            return TIMES.pack(*backend.line_times())
        if kind == Kind.LOOK:
            return pack_image(backend.look(unpack_look(self._tick)))
        return b""

    def _obey(self, bundle: bytes) -> None:
        if self._budget is not None:
            self._budget.spend(len(bundle), self._stamp_ticks())
        for command in unpack_commands(bundle, self._max_speed):
            if command is None:
                self._backend.make_safe()
            else:
                self._backend.send(command)

    def _introduce(self) -> bytes:
        stands_still = getattr(self._backend, "time_stands_still", False)
        facts = {"time_stands_still": stands_still, **asdict(self._info)}
        return json.dumps(facts | {"robot_kinds": introduced([self._info.kind])}).encode()
