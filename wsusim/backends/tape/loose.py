"""A robot that answers another program from a tape, as if it had driven in the same way.

As long as the program asks what was asked, it gets exactly the recorded answers. If it asks for
something else, or at another time, it gets the newest answer that the robot had given by then, and
the clock goes on with its waits. Its orders change no answer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from wsusim.backends.contract import LineTimes, RobotInfo
from wsusim.backends.sent_orders import subject_of
from wsusim.backends.tape.exact import TapeReel
from wsusim.backends.tape.rows import CLOCK, LINE, ORDER, READ, SLEEP, STOP, Step
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command
from wsusim.model.inputs import row_of, value_of
from wsusim.model.readings import Quantity

NEAR_TICKS = 5
"""A recorded answer this much later is still the one for a question of now: a slow exchange."""

STEPS_AHEAD = 64
"""So many recorded steps are passed over, at most, to find the one that was asked for."""


class Answer(NamedTuple):
    """An answer of the robot, no matter who asked."""

    tick: int
    values: tuple[int, ...]


class LooseTape(TapeReel):
    """Fulfils ``backends.contract.HostedBackend`` for a program that is not the recorded one.

    Args:
        steps: The tape.
        answers: All that the robot had answered, by quantity, in the order of time.
        info: What the program is told of its robot.
        on_order: Called with each order, its tick and line.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        answers: dict[Quantity, list[Answer]],
        info: RobotInfo,
        on_order: Callable[[int, Command, int], object],
    ) -> None:
        super().__init__(steps, info, on_order)
        self._answers = answers
        self._is_in_step = True
        self._last_line = LineTimes()
        self.last_reading: tuple[Quantity, tuple[int, ...]] | None = None
        """What the program was answered last."""
        self.missing: Quantity | None = None
        """What the program asked for although the robot had never been asked."""

    def send(self, command: Command) -> None:
        """Accept an order, which replaces the recorded one about the same."""
        about = subject_of(command)
        step = self._find(lambda step: step.what == ORDER and _subject(step) == about)
        self._note_order(command)
        if step is not None and step.trouble and step.asked == row_of(command):
            step.fail()

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the answer to this question, or the newest that there was by now."""
        step = self._find(lambda step: step.what == READ and step.asked == (quantity.name,))
        if step is not None and step.trouble:
            step.fail()
        values = self._newest(quantity) if step is None else step.answer
        if values is None:
            self.missing = self.missing or quantity
            self._is_stopping = True
            raise LinkLost(
                f"The recording has no answer for {quantity.name.lower()}: the robot was never "
                "asked for it in that run."
            )
        self.last_reading = quantity, values
        return values

    def look(self, look: Look) -> CameraImage:
        """Refuse: a tape has no pictures."""
        raise RobotRefused("A recording of a real robot has no pictures for a program.")

    def line_times(self) -> LineTimes:
        """Return what the line cost, or had cost before."""
        step = self._find(lambda step: step.what == LINE)
        if step is not None and not step.trouble:
            self._last_line = LineTimes(*step.answer)
        return self._last_line

    def now_ticks(self) -> int:
        """Return what the clock showed, or the time to which the program has waited."""
        step = self.step
        if step is not None and step.what == CLOCK and self._is_near(step):
            self.told = max(self.told, step.tick)
            self._looks += 1
            if self._looks >= step.times:
                self._pass(self.at + 1)
                self._is_in_step = True
        return self.told

    def sleep_until_tick(self, tick: int) -> None:
        """Let time pass, as recorded if the recorded program waited for the same tick."""
        number = self._next_wait()
        if number is not None and self.steps[number].asked == (tick,):
            step = self.steps[number]
            self._pass(number + 1)
            self._is_in_step = True
            self.told = max(self.told, step.tick)
            if step.trouble:
                step.fail()
            return
        self._is_in_step = False
        self.told = max(self.told, tick)
        while self.at < len(self.steps) and self.steps[self.at].tick < tick:
            self._pass(self.at + 1)

    def sleep_then(self, tick: int, wake: Callable[[], object]) -> bool:
        """Sleep, which takes no time here."""
        self.sleep_until_tick(tick)
        return True

    @property
    def is_stopping(self) -> bool:
        """Whether the recorded program was told to stop here, or the tape is over."""
        step = self.step
        if step is None or (step.what == STOP and self._is_near(step)):
            self._is_stopping = True
        return self._is_stopping

    def _is_near(self, step: Step) -> bool:
        return self._is_in_step or step.tick <= self.told + NEAR_TICKS

    def _ahead(self) -> range:
        return range(self.at, min(self.at + STEPS_AHEAD, len(self.steps)))

    def _next_wait(self) -> int | None:
        """Return the number of the recorded wait that comes next."""
        for number in self._ahead():
            if self.steps[number].what == STOP:
                return None
            if self.steps[number].what == SLEEP:
                return number
        return None

    def _find(self, is_it: Callable[[Step], bool]) -> Step | None:
        """Return the recorded step that answers, if it is near; earlier ones are skipped."""
        for number in self._ahead():
            step = self.steps[number]
            is_next = number == self.at and self._is_in_step
            if not is_next and step.tick > self.told + NEAR_TICKS:
                return None
            if is_it(step):
                self._pass(number + 1)
                self._is_in_step = True
                self.told = max(self.told, step.tick)
                return step
            if step.what == STOP or (step.what == SLEEP and step.tick > self.told):
                return None  # beyond is another time
        return None

    def _pass(self, number: int) -> None:
        self.at = number
        self._looks = 0

    def _newest(self, quantity: Quantity) -> tuple[int, ...] | None:
        """Return the last answer up to now, else the first one afterwards."""
        answers = self._answers.get(quantity)
        if not answers:
            return None
        place = bisect_right(answers, self.told, key=lambda answer: answer.tick)
        return answers[max(0, place - 1)].values


def _subject(step: Step) -> object:
    value = value_of(step.asked)
    return subject_of(value)  # type: ignore[arg-type]
