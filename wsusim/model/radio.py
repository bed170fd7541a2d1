"""Messages by radio: the radio of a maze, and messages as plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from wsusim.model.limits import Ratio, Sealed, number

MOST_BYTES = 16
"""Of a message: the radio turret's buffer (its message S)."""

KEPT_MESSAGES = 8
"""So many of the last messages a robot keeps (guess)."""

EVERYBODY = 0
"""Stands for all other robots; they are numbered from 1, as people count them."""

SLOT = 2 + MOST_BYTES
VALUES = 1 + KEPT_MESSAGES * SLOT
"""How many numbers a reading of the radio has."""


@dataclass(frozen=True, slots=True)
class Radio(Sealed):
    """How well messages travel in a maze."""

    range_mm: Annotated[float, number(0, 1e6)] = 10_000.0
    """Farther robots hear nothing (guess: a room)."""
    delay_s: Annotated[float, number(0, 60)] = 0.03
    """From sending to hearing; a robot's next message leaves after that (guess: 18 bytes at 9600
    baud, and as long again to switch the transmitter on and off)."""
    loss: Ratio = 0.02
    """Share of messages that a robot within range does not get (guess)."""


USUAL_RADIO = Radio()


@dataclass(frozen=True, slots=True)
class Heard:
    """A message as it arrived."""

    sender: int
    """Number of the robot, from 1."""
    data: bytes


def to_values(count: int, heard: Sequence[Heard]) -> tuple[int, ...]:
    """Return a reading: how many messages have arrived in all, then the last ones, oldest first."""
    values = [count]
    for message in heard[-KEPT_MESSAGES:]:
        padding = bytes(MOST_BYTES - len(message.data))
        values += [message.sender, len(message.data), *message.data, *padding]
    return (*values, *(0,) * (VALUES - len(values)))


def from_values(values: Sequence[int], known: int) -> tuple[int, list[Heard]]:
    """Return how many messages have arrived in all, and those kept after the first ``known``."""
    count = values[0]
    kept = min(count, KEPT_MESSAGES)
    heard = []
    for place in range(max(0, kept - (count - known)), kept):
        sender, length, *data = values[1 + place * SLOT : 1 + (place + 1) * SLOT]
        heard.append(Heard(sender, bytes(data[:length])))
    return count, heard
