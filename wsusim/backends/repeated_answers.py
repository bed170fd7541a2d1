"""Whether an answer may be a repeated earlier one, and what else must be asked then.

The robot's language has no numbers that assign an answer to its command. If the same is asked again
soon, and the answer has exactly the same numbers, it may be the old one that a line has carried
twice. Another question decides: the true answer, still on its way, would come before its own.
"""

from __future__ import annotations

from wsusim.model.readings import Quantity

QUIET_S = 0.03
"""A line on which nothing came in for so long is quiet (adapters collect bytes for 16 ms)."""

_OTHER = {Quantity.SPEEDS: Quantity.POSITIONS}
"""What is asked besides; else the speeds, the shortest."""


class RepeatedAnswers:
    """Remembers the last answer to each question on a line."""

    def __init__(self) -> None:
        self._last: dict[Quantity, tuple[tuple[int, ...], float]] = {}

    def other_question(
        self, quantity: Quantity, values: tuple[int, ...], asked_s: float, arrived_s: float
    ) -> Quantity | None:
        """Note an answer; return what must be asked before it is believed (``None``: nothing).

        Args:
            quantity: What was asked.
            values: The answer.
            asked_s: When the question was sent.
            arrived_s: When the answer came in.
        """
        last_values, last_s = self._last.get(quantity, ((), 0.0))
        self._last[quantity] = values, arrived_s
        if last_values != values or asked_s - last_s >= QUIET_S:
            return None
        return _OTHER.get(quantity, Quantity.SPEEDS)
