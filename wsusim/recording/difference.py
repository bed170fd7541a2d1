"""The first difference between a recording and what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it was, or not as the rest of the file says.

    Attributes:
        tick: Its tick.
        quantity: The quantity, such as ``robot 1 pose.x_mm``.
        recorded: The value in the recording, as text.
        again: The value in the repetition, as text.
    """

    tick: int
    quantity: str
    recorded: str
    again: str


def shown(value: Any) -> str:
    """Return a value as text of a readable length."""
    text = str(value)
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}..."
