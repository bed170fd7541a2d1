"""Lets an expression read the robot without costing time, and without moving anything.

A reading costs a program 0.1 ms of the robot's time. What a person looks at while the program is
stopped must cost nothing, or it would be another run.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any, NoReturn

from wsusim.backends.contract import LineTimes
from wsusim.control.debugging.looks import attributes_of
from wsusim.errors import Misuse
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command
from wsusim.model.readings import Quantity

_PLENTY = 1 << 30
"""Calls that no expression makes."""

NO_ORDERS = (
    "An expression in the debugger may look at the robot, but not move it, wait or say anything: "
    "the run would be another one. Change your program, and run it again."
)


class _Onlooker:
    """The backend of a program while a person looks at it."""

    time_stands_still = True

    def __init__(
        self, read: Callable[[Quantity], tuple[int, ...]], tick: int, is_stopping: bool
    ) -> None:
        self._read = read
        self._tick = tick
        self.is_stopping = is_stopping

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the robot's values."""
        return self._read(quantity)

    def look(self, look: Look) -> CameraImage:
        """Refuse, as asking for a picture takes one."""
        raise Misuse("The debugger takes no pictures. Keep the picture in a variable to see it.")

    def line_times(self) -> LineTimes:
        """Return zeros."""
        return LineTimes()

    def now_ticks(self) -> int:
        """Return the current tick."""
        return self._tick

    def send(self, command: Command) -> NoReturn:
        """Refuse."""
        raise Misuse(NO_ORDERS)

    def sleep_until_tick(self, tick: int) -> NoReturn:
        """Refuse."""
        raise Misuse(NO_ORDERS)


@contextmanager
def uncounted(
    controller: object,
    read: Callable[[Quantity], tuple[int, ...]],
    tick: int,
    *,
    is_stopping: bool = False,
) -> Iterator[None]:
    """Count nothing that this thread asks of a controller's robot within the block."""
    robot: Any = attributes_of(controller).get("_Controller__robot")
    if robot is None:
        yield
        return
    kept = dict(vars(robot))
    vars(robot).update(
        _backend=_Onlooker(read, tick, is_stopping),
        calls_left=_PLENTY,
        thread=get_ident(),
        _readings=dict(kept["_readings"]),
        _images=dict(kept["_images"]),
        _allowance=copy.copy(kept["_allowance"]),
    )
    try:
        yield
    finally:
        vars(robot).clear()
        vars(robot).update(kept)
