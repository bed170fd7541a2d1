"""When characters pass over the wire: one client's line to a robot, without the wire itself.

Times are in simulated seconds. With pacing a command is complete when the line has had the time to
carry it, the robot handles one command at a time, and each line of an answer arrives when its last
character would. Without pacing everything happens at once.
"""

from __future__ import annotations

import re
from collections import deque

from wsusim.emulator.firmware import Firmware
from wsusim.protocol.codec import ANSWER_END
from wsusim.protocol.lines import LineSplitter
from wsusim.protocol.timing import line_seconds

WAITING_COMMANDS = 64
"""A robot takes no more bytes while so many commands wait (real clients send at most 7)."""

WAITING_S = 0.25
"""Nor while the line is busy for longer than this with what has been sent."""

_END = re.compile(rb"[\r\n]")


class SerialLine:
    """Bytes of one client in, commands to the firmware, bytes of the answers out, in order."""

    def __init__(
        self, firmware: Firmware, *, paced: bool = True, answer_end: bytes = ANSWER_END
    ) -> None:
        """Connect to a robot's firmware; several lines may share it."""
        self._firmware = firmware
        self._paced = paced
        self._end = answer_end
        self._splitter = LineSplitter()
        self._commands: deque[tuple[float, bytes]] = deque()
        self._answers: deque[tuple[float, bytes]] = deque()
        self._receiving_until_s = 0.0
        self._sending_until_s = 0.0

    def receive(self, data: bytes, now_s: float) -> None:
        """Take bytes that the client sends now."""
        start_s = max(self._receiving_until_s, now_s)
        begin = 0
        for match in _END.finditer(data):
            complete_s = start_s + self._seconds(match.end())
            for line in self._splitter.feed(data[begin : match.end()]):
                self._commands.append((complete_s, line))
            begin = match.end()
        self._splitter.feed(data[begin:])
        self._receiving_until_s = start_s + self._seconds(len(data))

    def is_full(self, now_s: float) -> bool:
        """Tell whether the client's next bytes should wait outside."""
        late_s = self._receiving_until_s - now_s
        return late_s > WAITING_S or len(self._commands) >= WAITING_COMMANDS

    @property
    def is_idle(self) -> bool:
        """Whether no command waits and no answer is under way."""
        return not self._commands and not self._answers

    @property
    def next_command_s(self) -> float | None:
        """When the next command is handled; ``None`` when none waits."""
        if not self._commands:
            return None
        return max(self._commands[0][0], self._sending_until_s)

    def execute_next(self) -> None:
        """Let the robot handle the next command, at the time ``next_command_s``."""
        handled_s = self.next_command_s
        assert handled_s is not None
        _, line = self._commands.popleft()
        self._say(self._firmware.answer(line), handled_s)

    @property
    def next_answer_s(self) -> float | None:
        """When the next line of an answer has arrived at the client; ``None`` when none is due."""
        return self._answers[0][0] if self._answers else None

    def take_answers(self, now_s: float) -> list[bytes]:
        """Return the lines of answers that have arrived by now, with their ends."""
        arrived = []
        while self._answers and self._answers[0][0] <= now_s:
            arrived.append(self._answers.popleft()[1])
        return arrived

    def _say(self, lines: tuple[bytes, ...], now_s: float) -> None:
        self._sending_until_s = max(self._sending_until_s, now_s)
        for line in lines:
            data = line + self._end
            self._sending_until_s += self._seconds(len(data))
            self._answers.append((self._sending_until_s, data))

    def _seconds(self, characters: int) -> float:
        return line_seconds(characters, self._firmware.baud) if self._paced else 0.0
