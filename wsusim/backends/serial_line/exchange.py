"""One command, one answer: and how to tell the right answer from everything else that arrives.

The language has no numbers that would assign an answer to its command, so these rules replace them:

- Nothing is sent while something unasked lies on the line.
- What comes in must be exactly one line, and exactly the answer to the command that was sent: the
  same end and the same blanks as this robot has always had, no character that has no place there.
- On a line that keeps its baud rate, an answer that is here sooner than the line could have carried
  command and answer belongs to another program.
- Exactly the numbers of the answer to the same question just before may be that answer, received
twice. Then another question must be answered as well: the true answer would come before its own. -
After anything else, the line is *out of step*: it is listened to until it is quiet, then three
  different questions must be answered in order. An answer that is still on its way can't pass
  that: it would be one place off. Only then the command is sent again.

What no rule can see is a character that noise has turned into another valid one: the Khepera's
language has no check sum.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from wsusim.backends.repeated_answers import QUIET_S, RepeatedAnswers
from wsusim.backends.serial_line.conversation import Abandoned, NoAnswer, Refused
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import SLICE_S, Port
from wsusim.backends.serial_line.recognise import Letters, is_answer, kind_of_fault
from wsusim.backends.serial_line.statistics import Fault, LineStatistics
from wsusim.protocol.codec import (
    ANSWER_END,
    COMMAND_END,
    decode_answer,
    encode_answer,
    encode_request,
)
from wsusim.protocol.fields import Entry
from wsusim.protocol.lines import LINE_LIMIT
from wsusim.protocol.messages import Answer, Refusal, Request
from wsusim.protocol.timing import line_seconds

ANSWER_PATIENCE_S = 0.1
"""Beyond the time on the line a robot has so long for its answer; robots need less than 0.05 s."""

FASTEST_SHARE = 0.85
"""Share of the time on the line that an answer takes at least: 10 bits a character instead of 11
when the stop bits are set wrongly, with something to spare."""

REFUSALS_BELIEVED = 2
"""A command that was refused so often was not spoilt on its way."""


_UNCLEAN = re.compile(rb"[^ -~]|^ | $| ,|  |, ?-?0\d")
"""What no robot writes: control characters, blanks at ends and before commas, leading zeros."""


class _OutOfStep(Exception):
    """Something other than the answer came in."""

    def __init__(self, fault: Fault, words: str = "") -> None:
        super().__init__(fault)
        self.fault = fault
        self.words = words


class Exchanger:
    """Puts commands to a robot, one at a time.

    Args:
        port: Open, used by no one else.
        baud: Speed of the line.
        clock: Real time, or a test's.
        statistics: Counts all that happens.
        letters: What the robot understands.
        is_urgent: Called while waiting: whether to leave the line to others.
    """

    def __init__(
        self,
        port: Port,
        baud: int,
        clock: WallClock,
        statistics: LineStatistics,
        letters: Letters,
        is_urgent: Callable[[], bool] = lambda: False,
    ) -> None:
        self._port = port
        self._baud = baud
        self._clock = clock
        self._statistics = statistics
        self._letters = letters
        self._is_urgent = is_urgent
        self._kept = b""
        """What has come in and was not taken yet."""
        self._end = ANSWER_END
        """How this robot ends its answers; others than CR LF are learned at the first contact."""
        self._has_blanks = False
        """Whether this robot puts a blank after each comma; learned likewise."""
        self._repeated = RepeatedAnswers()
        self._attempt = -1
        self._unheard: list[bytes] = []
        self.is_in_step = False
        """Whether the next answer will be the one to the next command."""
        self.keeps_pace: bool | None = None if letters.may_keep_pace else False
        """Whether answers take the time that the baud rate asks for; ``None``: not yet known."""
        self._on_line_s = 0.0
        """What the last command and its answer took at that rate."""
        self.saw_banner = False
        """Whether the robot has said that it woke up; looking at it takes it back."""
        self.identity: tuple[int, ...] = ()
        """What the robot last answered to the question of who it is."""
        self.asked_s = 0.0
        """When the last answered command was sent."""

    def ask(self, request: Request, until_s: float) -> tuple[int, ...]:
        """Return the numbers of the answer to a command, which is repeated if necessary.

        Args:
            request: The command; being obeyed twice must not matter.
            until_s: The whole exchange, repeats included, must be over by then.

        Raises:
            NoAnswer: It is not.
            Refused: The robot does not take this command.
            PortGone: The port broke.
            Abandoned: Something more urgent needs the line.
        """
        begun_s = self._clock.now_s()
        refusals = 0
        while True:
            if not self.is_in_step:
                self.get_in_step(until_s)
            try:
                values = self._exchange_surely(request, until_s)
            except _OutOfStep as out:
                self._count(out.fault)
                self._statistics.repeats += 1
                if out.fault is Fault.REFUSED:
                    refusals += 1
                    if refusals >= REFUSALS_BELIEVED:
                        raise Refused(out.words) from None
            except Abandoned:
                self.is_in_step = False
                raise
            else:
                self._statistics.note_exchange(self._clock.now_s() - begun_s)
                return values

    def shout(self, request: Request) -> None:
        """Send a command at once, whatever else is on the line, without waiting for the answer."""
        self.is_in_step = False
        self._port.send(COMMAND_END + encode_request(request))
        self._unheard.append(encode_answer(Answer(request.entry), end=b""))

    def introduce(self, until_s: float) -> tuple[int, ...]:
        """Greet the robot; return what it says it is. Raises as ``ask``."""
        while not self.identity:
            self.get_in_step(until_s)
        return self.identity

    def get_in_step(self, until_s: float) -> None:
        """Make sure that the next answer will be the one to the next command; raises as ``ask``."""
        self.is_in_step = False
        self._statistics.resynchronised += 1
        questions = self._letters.questions
        while True:
            self._attempt += 1
            self._port.send(COMMAND_END)  # ends a command that lost its end on the way
            self._listen_until_quiet(until_s)
            try:
                for number in range(3):
                    entry = questions[(self._attempt + number) % len(questions)]
                    begun_s = self._clock.now_s()
                    values = self._exchange(Request(entry), until_s)
                    taken_s = self._clock.now_s() - begun_s
                    if entry is self._letters.identity:
                        self.identity = values
            except _OutOfStep as out:
                self._count(out.fault)
                continue
            if self.keeps_pace is None:
                self.keeps_pace = taken_s > FASTEST_SHARE * self._on_line_s
            self.is_in_step = True
            return

    def _exchange_surely(self, request: Request, until_s: float) -> tuple[int, ...]:
        """Exchange a command once; make sure that its answer is not a repeated earlier one."""
        values = self._exchange(request, until_s)
        quantity, asked_s = request.entry.quantity, self.asked_s
        if quantity is not None:
            arrived_s = self._clock.now_s()
            other = self._repeated.other_question(quantity, values, asked_s, arrived_s)
            if other is not None:
                self._exchange(self._letters.request_of_quantity(other), until_s)
                self.asked_s = asked_s
        return values

    def _exchange(self, request: Request, until_s: float) -> tuple[int, ...]:
        """Send a command once and return its answer; anything else raises ``_OutOfStep``."""
        self._expect_silence()
        asked_s = self._clock.now_s()
        question = encode_request(request)
        self._port.send(question)
        longest = len(question) + _longest_answer(request.entry) + len(self._end)
        longest_s = line_seconds(longest, self._baud) + ANSWER_PATIENCE_S
        line = self._one_line(request.entry, min(until_s, asked_s + longest_s))
        if not self._is_clean(line):
            raise _OutOfStep(self._fault_of(line, request.entry))
        answer = decode_answer(line, request.entry)
        if isinstance(answer, Refusal):
            raise _OutOfStep(Fault.REFUSED, answer.value)
        if not isinstance(answer, Answer):
            raise _OutOfStep(self._fault_of(line, request.entry))
        taken_s = self._clock.now_s() - asked_s
        characters = len(question) + len(line.replace(b" ", b"")) + len(self._end)
        self._on_line_s = line_seconds(characters, self._baud)
        if self.keeps_pace and taken_s < FASTEST_SHARE * self._on_line_s:
            raise _OutOfStep(Fault.EARLY)
        self.asked_s = asked_s
        if self.keeps_pace:
            self._statistics.turn_rounds_s.append(taken_s - self._on_line_s)
        return answer.values

    def _expect_silence(self) -> None:
        self._kept += self._port.receive(0.0)
        if self._kept:
            raise _OutOfStep(self._fault_of(self._kept, None))

    def _one_line(self, entry: Entry, until_s: float) -> bytes:
        """Return the one line that comes in before ``until_s``."""
        while not self._kept.endswith(self._end):
            left_s = until_s - self._clock.now_s()
            if left_s <= 0.0 or len(self._kept) > LINE_LIMIT:
                self._learn_end()
                raise _OutOfStep(self._fault_of(self._kept, entry))
            if self._is_urgent():
                raise Abandoned
            self._kept += self._port.receive(min(left_s, SLICE_S))
        line, self._kept = self._kept.removesuffix(self._end), b""
        if b"\r" in line or b"\n" in line:
            raise _OutOfStep(self._fault_of(line, None))
        return line

    def _learn_end(self) -> None:
        """Learn whether answers end with CR or LF alone, when a robot is met for the first time."""
        line, end = self._kept[:-1], self._kept[-1:]
        is_line = bool(line) and not re.search(rb"[\r\n]", line)
        if self.keeps_pace is None and is_line and end in (b"\r", b"\n"):
            self._end = end

    def _is_clean(self, line: bytes) -> bool:
        """Return whether a line has only characters that belong there, blanks where they belong."""
        blanks_well = b", " in line
        if self.keeps_pace is None and b"," in line:
            self._has_blanks = blanks_well
        if b"," in line and self._has_blanks != blanks_well:
            return False
        return not _UNCLEAN.search(line) and line.count(b", ") in (0, line.count(b","))

    def _listen_until_quiet(self, until_s: float) -> None:
        quiet_s = self._clock.now_s() + QUIET_S
        while (now_s := self._clock.now_s()) < quiet_s:
            if now_s >= until_s:
                raise NoAnswer
            if self._is_urgent():
                raise Abandoned
            data = self._port.receive(min(quiet_s - now_s, SLICE_S))
            self._kept = self._kept[-LINE_LIMIT:] + data
            if data:
                quiet_s = self._clock.now_s() + QUIET_S
        for line in filter(None, re.split(rb"[\r\n]+", self._kept)):
            if line in self._unheard:
                self._unheard.remove(line)
            else:
                self._count(self._fault_of(line, None))
                self._statistics.strays += is_answer(line, self._letters)
        self._kept = b""
        self._unheard.clear()
        if self._clock.now_s() >= until_s:
            raise NoAnswer

    def _fault_of(self, line: bytes, entry: Entry | None) -> Fault:
        self.saw_banner = self.saw_banner or self._letters.is_banner(line)
        return kind_of_fault(line, entry, self._letters)

    def _count(self, fault: Fault) -> None:
        self.is_in_step = False
        self._statistics.faults[fault] += 1


@functools.cache
def _longest_answer(entry: Entry) -> int:
    """Return how many characters the answer to a command has at most, without its end."""
    longest = tuple(
        max((field.low, field.high), key=lambda value: len(str(value))) for field in entry.answer
    )
    return len(encode_answer(Answer(entry, longest), b""))
