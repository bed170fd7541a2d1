"""A port between the serial backend and the robot that spoils what passes, from a seed."""

from __future__ import annotations

import random
from collections import Counter

from tests.hand_wire import HandRobot
from wsusim.backends.serial_line.port import Port, PortGone

KINDS = (
    "delay",
    "lose answer",
    "lose command",
    "garble answer",
    "garble command",
    "insert",
    "split",
    "double",
    "glue",
    "short",
    "silence",
    "reset",
    "unplug",
)
"""Everything that a line does to those who trust it."""

ANSWER_NOISE = bytes(set(range(256)) - set(b"0123456789-."))
COMMAND_NOISE = bytes(set(ANSWER_NOISE) - set(b" \t\0"))
"""What a spoilt character is taken for. A digit that becomes another digit can't be recognised by
anybody, nor can a digit that becomes a blank in a command: robots forgive those."""


class FaultyPort:
    """Passes bytes on; now and then something happens to a command or to its answer.

    Args:
        inner: The line.
        robot: The robot at its end.
        dice: Decides.
        share: Faults for each command sent.
        kinds: What may happen.
        happened: Counts it.
    """

    def __init__(
        self,
        inner: Port,
        robot: HandRobot,
        dice: random.Random,
        share: float,
        kinds: tuple[str, ...],
        happened: Counter[str],
    ) -> None:
        self._inner = inner
        self._robot = robot
        self._clock = robot.clock
        self._dice = dice
        self._share = share
        self._kinds = kinds
        self._happened = happened
        self._next_answer: str | None = None
        self._held: list[tuple[float, bytes]] = []
        self._silent_until_s = 0.0
        self._is_out = False

    def send(self, data: bytes) -> None:
        """Pass a command on, or not."""
        self._expect_cable()
        kind = self._dice.choice(self._kinds) if self._dice.random() < self._share else None
        if kind is not None:
            self._happened[kind] += 1
        if kind == "lose command" or self._clock.now_s() < self._silent_until_s:
            return
        if kind == "silence":
            self._silent_until_s = self._clock.now_s() + self._dice.uniform(0.05, 0.3)
            return
        if kind == "unplug":
            self._is_out = True
            self._expect_cable()
        if kind == "reset":
            self._inner.send(b"restart\n")
            return
        if kind == "garble command":
            data = self._spoilt(data, COMMAND_NOISE)
        self._next_answer = kind
        self._inner.send(data)

    def receive(self, wait_s: float) -> bytes:
        """Pass on what has come in, or something else."""
        self._expect_cable()
        due = [data for time_s, data in self._held if time_s <= self._clock.now_s()]
        if due:
            self._held = self._held[len(due) :]
            return b"".join(due)
        if self._held:
            wait_s = min(wait_s, self._held[0][0] - self._clock.now_s())
        data = self._inner.receive(wait_s)
        if not data or self._clock.now_s() < self._silent_until_s:
            return b""
        if self._held:  # bytes never overtake each other
            self._held.append((self._held[-1][0], data))
            return b""
        kind, self._next_answer = self._next_answer, None
        return self._treat(kind, data)

    def close(self) -> None:
        """Let it go."""
        self._inner.close()

    def _treat(self, kind: str | None, data: bytes) -> bytes:
        now_s = self._clock.now_s()
        if kind == "lose answer":
            return b""
        if kind == "delay":
            self._held.append((now_s + self._dice.uniform(0.01, 0.5), data))
            return b""
        if kind == "split":
            place = self._dice.randrange(len(data))
            self._held.append((now_s + self._dice.uniform(0.001, 0.3), data[place:]))
            return data[:place]
        if kind == "double":
            self._held.append((now_s + self._dice.choice((0.0, 0.001, 0.02)), data))
            return data
        if kind == "garble answer":
            return self._spoilt(data, ANSWER_NOISE)
        if kind == "insert":
            place = self._dice.randrange(len(data))
            return data[:place] + bytes(self._dice.choices(ANSWER_NOISE, k=3)) + data[place:]
        if kind == "glue":
            return data.rstrip(b"\r\n") + data
        if kind == "short":
            fields = data.rstrip(b"\r\n").split(b",")
            return b",".join(fields[:-1] if len(fields) > 2 else [b"n", b"1"]) + b"\r\n"
        return data

    def _spoilt(self, data: bytes, noise: bytes) -> bytes:
        place = self._dice.randrange(max(1, len(data.rstrip(b"\r\n"))))
        return data[:place] + bytes([self._dice.choice(noise)]) + data[place + 1 :]

    def _expect_cable(self) -> None:
        if self._is_out:
            raise PortGone("the cable is out")
