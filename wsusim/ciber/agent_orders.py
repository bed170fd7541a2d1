"""What an agent and its robot can say. An agent loads no more of the arena, to begin at once."""

from __future__ import annotations

from dataclasses import dataclass

GREATEST_POWER = 0.15
"""Of a motor, in its units per cycle."""

GREATEST_MESSAGE = 100
"""Characters that a robot can say in a cycle."""


@dataclass(slots=True)
class Actions:
    """What one message of an agent asks for; ``None``: nothing said about it."""

    left_motor: float | None = None
    right_motor: float | None = None
    end_led: bool | None = None
    returning_led: bool | None = None
    visiting_led: bool | None = None
    requests: tuple[str, ...] = ()
    say: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that reached a robot in this cycle."""

    sender: int
    text: str
