"""When characters pass over the wire: one client's line to a robot, without the wire itself.

Times are in simulated seconds. With pacing a command is complete when the line has had the time to
carry it, the robot handles one command at a time, and its answer comes as a UART sends it: the
first character after that character's own time, then one after the other. Without pacing
everything happens at once.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from wsusim.emulator.robot_program import RobotProgram
from wsusim.protocol.codec import ANSWER_END
from wsusim.protocol.timing import line_seconds

WAITING_COMMANDS = 64
"""A robot takes no more bytes while so many commands wait (real clients send at most 7)."""

WAITING_S = 0.25
"""Nor while the line is busy for longer than this with what has been sent."""

GRAIN_S = 0.001
"""Characters that follow each other faster are handed over together (a computer's serial port
collects them too)."""


class Piece(NamedTuple):
    """Characters of an answer that have arrived."""

    data: bytes
    is_begin: bool
    """Whether an answer begins with them."""


@dataclass(slots=True)
class _Answer:
    """A line of an answer on its way."""

    data: bytes
    begin_s: float
    character_s: float
    comes_whole: bool
    taken: int = 0

    def arrived(self, now_s: float) -> int:
        """Return how many of its characters have arrived by now."""
        if self.comes_whole or self.character_s == 0.0:
            end_s = self.begin_s + len(self.data) * self.character_s
            return len(self.data) if now_s >= end_s - 1e-9 else 0
        return min(len(self.data), int((now_s - self.begin_s) / self.character_s + 1e-6))

    def next_s(self, grain_s: float) -> float:
        """Return when to look for more of it."""
        if self.comes_whole:
            return self.begin_s + len(self.data) * self.character_s
        together = max(1.0, grain_s / self.character_s) if self.taken and self.character_s else 1.0
        return self.begin_s + min(len(self.data), self.taken + together) * self.character_s


class SerialLine:
    """Bytes of one client in, requests to the firmware, bytes of the answers out, in order."""

    def __init__(
        self,
        firmware: RobotProgram,
        *,
        paced: bool = True,
        answer_end: bytes = ANSWER_END,
        grain_s: float = GRAIN_S,
    ) -> None:
        """Connect to a robot's firmware; several lines may share it."""
        self._firmware = firmware
        self._paced = paced
        self._end = answer_end if firmware.ends_lines else b""
        self._grain_s = grain_s
        self._cutter = firmware.cutter()
        self._commands: deque[tuple[float, bytes]] = deque()
        self._answers: deque[_Answer] = deque()
        self._receiving_until_s = 0.0
        self._sending_until_s = 0.0

    @property
    def baud(self) -> int:
        """The robot's speed."""
        return self._firmware.baud

    @property
    def speed_counts(self) -> bool:
        """Whether a program must open the line at that speed."""
        return self._firmware.speed_counts

    def receive(self, data: bytes, now_s: float) -> None:
        """Take bytes that the client sends now."""
        start_s = max(self._receiving_until_s, now_s)
        for end, request in self._cutter.cut(data):
            self._commands.append((start_s + end * self._character_s, request))
        self._receiving_until_s = start_s + len(data) * self._character_s

    def is_full(self, now_s: float) -> bool:
        """Return whether the client's next bytes should not be read yet."""
        late_s = self._receiving_until_s - now_s
        return late_s > WAITING_S or len(self._commands) >= WAITING_COMMANDS

    @property
    def is_idle(self) -> bool:
        """Whether no command is waiting and no answer is under way."""
        return not self._commands and not self._answers

    @property
    def next_command_s(self) -> float:
        """When the next command is handled; infinite when none waits."""
        return max(self._commands[0][0], self._sending_until_s) if self._commands else math.inf

    def execute_next(self) -> None:
        """Let the robot handle the next command, at the time ``next_command_s``."""
        self._sending_until_s = self.next_command_s
        _, command = self._commands.popleft()
        for line in self._firmware.answer(command):
            answer = _Answer(
                line + self._end,
                self._sending_until_s,
                self._character_s,
                comes_whole=not self._firmware.ends_lines,
            )
            self._sending_until_s += len(answer.data) * answer.character_s
            self._answers.append(answer)

    @property
    def next_answer_s(self) -> float:
        """When the next characters of an answer are due; infinite when none are."""
        return self._answers[0].next_s(self._grain_s) if self._answers else math.inf

    def take_answers(self, now_s: float) -> list[Piece]:
        """Return what has arrived since the last call, with line ends."""
        pieces = []
        while self._answers:
            answer = self._answers[0]
            arrived = answer.arrived(now_s)
            if arrived > answer.taken:
                pieces.append(Piece(answer.data[answer.taken : arrived], answer.taken == 0))
                answer.taken = arrived
            if arrived < len(answer.data):
                break
            self._answers.popleft()
        return pieces

    @property
    def _character_s(self) -> float:
        return line_seconds(1, self._firmware.baud) if self._paced else 0.0
