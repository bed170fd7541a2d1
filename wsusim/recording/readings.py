"""What a real robot answered, one by one: in simulation the samples say it all."""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.model.readings import Quantity

ReadingRow = tuple[int, int, str, tuple[int, ...], int, int]
"""(tick, robot from 0, name of the quantity, values, age in ms, 1: the controller asked)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer of a robot.

    Attributes:
        tick: When it was handed over.
        robot: Number of the robot from 0.
        quantity: What it is.
        values: The numbers, in the quantity's order.
        age_ms: How long before the robot had been asked for it; the value itself can be older by
            the 20 ms for which a robot holds its samples.
        is_asked_by_controller: False when wsusim had asked by itself, to know where the robot is.
    """

    tick: int
    robot: int
    quantity: Quantity
    values: tuple[int, ...]
    age_ms: int
    is_asked_by_controller: bool = True

    def to_row(self) -> ReadingRow:
        """Return plain values."""
        return (
            self.tick, self.robot, self.quantity.name, self.values, self.age_ms,
            int(self.is_asked_by_controller),
        )  # fmt: skip
