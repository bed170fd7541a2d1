"""A tape's rows: one for each call of a program to its robot, with the result.

A program in a process or thread of its own knows nothing of the world except the answers to these
calls, so the same program with the same answers gives the same orders. A row is plain values, as in
a recording; it is read back here with all checks, as recordings may come from anyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.inputs import Row, value_of
from wsusim.model.readings import Quantity

CLOCK, READ, ORDER, SLEEP, LINE, LOOK, STOP = (
    "clock", "read", "order", "sleep", "line", "look", "stop",
)  # fmt: skip
"""What rows are about: a look at the clock, a reading, an order or remark, a wait, the line's
times, a picture; and that the program was told to come to its end."""

REFUSED, LOST = "refused", "lost"
"""What may have come of a call instead of an answer: the robot doesn't do that, or is away."""

TapeRow = tuple[int, str, tuple[Any, ...], tuple[Any, ...], str, str]
"""(tick as the program was told it, what, what was asked, the answer, trouble, its sentence)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One row.

    Attributes:
        tick: Which tick the program was told with the answer.
        what: ``CLOCK`` to ``STOP``.
        asked: Of a reading the quantity's name, of an order its row, of a wait the tick waited for,
            of a picture camera, width and height; else nothing.
        answer: Of a reading its values, of the line its times, of looks at the clock how many they
            were, one after another in the same tick.
        trouble: ``REFUSED``, ``LOST`` or nothing.
        reason: The sentence with it.
    """

    tick: int
    what: str
    asked: tuple[Any, ...] = ()
    answer: tuple[Any, ...] = ()
    trouble: str = ""
    reason: str = ""

    def to_row(self) -> TapeRow:
        """Return plain values."""
        return (self.tick, self.what, self.asked, self.answer, self.trouble, self.reason)

    @property
    def order(self) -> Row:
        """The order of a row that is one."""
        return self.asked

    @property
    def times(self) -> int:
        """How many looks at the clock a row represents; 1 for other rows."""
        return int(self.answer[0]) if self.what == CLOCK else 1

    def fail(self) -> NoReturn:
        """Raise what the call raised."""
        raise LinkLost(self.reason) if self.trouble == LOST else RobotRefused(self.reason)


def step_of(row: Sequence[Any]) -> Step:
    """Return the step of a row; raises ``ValueError``, ``KeyError`` or ``TypeError``."""
    tick, what, asked, answer, trouble, reason = row
    step = Step(tick, what, _plain(asked), _plain(answer), trouble, reason)
    if trouble not in ("", REFUSED, LOST) or not isinstance(reason, str):
        raise ValueError("no such trouble")
    _check(step)
    return step


def _check(step: Step) -> None:
    asked, answer = step.asked, step.answer
    if step.what == READ:
        Quantity[asked[0]]
        _whole(answer)
    elif step.what == ORDER:
        value_of(asked)
    elif step.what in (SLEEP, CLOCK, LOOK):
        _whole(asked)
        _whole(answer)
        if step.what == CLOCK and not (len(answer) == 1 and answer[0] > 0):
            raise ValueError("no number of looks")
        if step.what == SLEEP and len(asked) != 1:
            raise ValueError("no tick to wait for")
    elif step.what == LINE:
        if not step.trouble and [type(number) for number in answer] != [float, float]:
            raise ValueError("no times of a line")
    elif step.what != STOP:
        raise ValueError("no such row")


def _whole(values: tuple[Any, ...]) -> None:
    if any(type(value) is not int for value in values):
        raise ValueError("not whole numbers")


def _plain(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return values in their original form: lists of a file are tuples in memory."""
    return tuple(_plain(value) if isinstance(value, list | tuple) else value for value in values)
