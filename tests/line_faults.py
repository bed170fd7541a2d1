"""What a serial line does to those who trust it, from a seed; what carries the bytes asks here."""

from __future__ import annotations

import random
from collections import Counter

KINDS = (
    "delay answer",
    "delay command",
    "lose answer",
    "lose command",
    "garble answer",
    "garble command",
    "insert",
    "split answer",
    "split command",
    "double",
    "glue",
    "short",
    "silence",
    "reset",
    "unplug",
)
"""Everything that can happen to a command or to its answer."""

ANSWER_NOISE = bytes(set(range(256)) - set(b"0123456789-."))
COMMAND_NOISE = bytes(set(ANSWER_NOISE) - set(b"+ \t\0\r\n"))
"""What a spoilt character is taken for. No one can see that a digit became another one, a minus a
plus, or the last digit of a command a blank or the line's end: the robot obeys."""

Parts = list[tuple[float, bytes]]
"""Bytes to pass on, each after so many seconds; later ones never overtake earlier ones."""


class Unplugged(Exception):
    """The cable was pulled out while a command was sent."""


class Spoiler:
    """Now and then lets something happen to a command or to its answer.

    Args:
        dice: Decides.
        share: Faults for each command sent.
        kinds: What may happen.
        happened: Counts it.
    """

    def __init__(
        self, dice: random.Random, share: float, kinds: tuple[str, ...], happened: Counter[str]
    ) -> None:
        self._dice = dice
        self.share = share
        self._kinds = kinds
        self._happened = happened
        self._next_answer: str | None = None
        self._silent_until_s = 0.0
        self._was_doubled = False
        """Then the next exchange is spared: an answer that comes again just when the next answer to
        the same question is lost is beyond anybody's wit."""

    def command(self, data: bytes, now_s: float) -> Parts:
        """Return what reaches the robot of a command; raises ``Unplugged``."""
        kind = self._dice.choice(self._kinds) if self._dice.random() < self.share else None
        if self._was_doubled:
            kind = None
        self._was_doubled = kind == "double"
        if kind is not None:
            self._happened[kind] += 1
        if kind == "unplug":
            raise Unplugged
        if kind == "silence":
            self._silent_until_s = now_s + self._dice.uniform(0.05, 0.3)
        if kind == "lose command" or self.is_silent(now_s):
            return []
        if kind == "reset":
            return [(0.0, b"restart\n")]
        if kind == "delay command":
            return [(self._dice.uniform(0.01, 0.5), data)]
        if kind == "split command":
            place = self._dice.randrange(len(data))
            return [(0.0, data[:place]), (self._dice.uniform(0.001, 0.3), data[place:])]
        if kind == "garble command":
            return [(0.0, self._spoilt(data, COMMAND_NOISE))]
        self._next_answer = kind
        return [(0.0, data)]

    def is_silent(self, now_s: float) -> bool:
        """Return whether nothing passes at the moment."""
        return now_s < self._silent_until_s

    def answer(self, data: bytes, now_s: float) -> Parts:
        """Return what reaches the computer of what the robot has sent."""
        if self.is_silent(now_s):
            return []
        kind, self._next_answer = self._next_answer, None
        dice = self._dice
        place = dice.randrange(len(data))
        match kind:
            case "lose answer":
                return []
            case "delay answer":
                return [(dice.uniform(0.01, 0.5), data)]
            case "split answer":
                return [(0.0, data[:place]), (dice.uniform(0.001, 0.3), data[place:])]
            case "double":
                return [(0.0, data), (dice.choice((0.0, 0.001, 0.02)), data)]
            case "garble answer":
                data = self._spoilt(data, ANSWER_NOISE)
            case "insert":
                data = data[:place] + bytes(dice.choices(ANSWER_NOISE, k=3)) + data[place:]
            case "glue":
                data = data.rstrip(b"\r\n") + data
            case "short":
                fields = data.rstrip(b"\r\n").split(b",")
                data = b",".join(fields[:-1] if len(fields) > 2 else [b"n", b"1"]) + b"\r\n"
        return [(0.0, data)]

    def _spoilt(self, data: bytes, noise: bytes) -> bytes:
        place = self._dice.randrange(max(1, len(data.rstrip(b"\r\n"))))
        return data[:place] + bytes([self._dice.choice(noise)]) + data[place + 1 :]
