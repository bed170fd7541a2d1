"""The first thing in a recording that is not as it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it was, or not as the rest of the file says.

    Attributes:
        tick: When.
        quantity: What, such as ``robot 1 pose.x_mm``.
        recorded: The value in the recording, as text.
        again: The value when it was done again, as text.
    """

    tick: int
    quantity: str
    recorded: str
    again: str


def shown(value: Any) -> str:
    """Return a value as text of a length that people read."""
    text = str(value)
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}..."
