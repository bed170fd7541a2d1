"""A robot that answers exactly as recorded, as long as it is asked exactly as recorded.

Its time is that of the answers: a minute of a run is over as soon as its program has read them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wsusim.backends.contract import LineTimes, RobotInfo
from wsusim.backends.tape.rows import CLOCK, LINE, LOOK, ORDER, READ, SLEEP, STOP, Step
from wsusim.errors import LinkLost
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command
from wsusim.model.inputs import Row, row_of
from wsusim.model.readings import Quantity, lengths_with
from wsusim.robots import robot_kind

DEPARTED = (
    "The program has done something else than in the recording, so there is no answer for it."
)
"""What ends a program that has left its tape; only a program that catches it reads this."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a program did something that was not recorded.

    Attributes:
        number: Number of the first step that was not followed.
        tick: Of the robot, as the program knew it.
        was: What was recorded there; ``None``: the tape had come to its end.
        asked: What the program did instead, as a step without an answer; ``None``: it ended.
        line: Its place, see ``hosting.students_line``.
    """

    number: int
    tick: int
    was: Step | None
    asked: Step | None
    line: int


class TapeReel:
    """What the two ways to answer from a tape have in common; see ``ExactTape``, ``LooseTape``.

    Args:
        steps: The tape.
        info: What the program was told about its robot at the beginning.
        on_order: Called with each order that the robot would have got, with tick and line.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        info: RobotInfo,
        on_order: Callable[[int, Command, int], object] = lambda tick, command, line: None,
    ) -> None:
        self.steps = steps
        self.at = 0
        """Number of the next step."""
        self.told = 0
        """The tick that the program was told last."""
        self._info = info
        self._on_order = on_order
        self._looks = 0
        """Looks at the clock that the next step's tick has answered."""
        self._line = 0
        self._is_stopping = False
        self._is_safe = False

    def connect(self) -> RobotInfo:
        """Return what the program was told."""
        return self._info

    def stamp_ticks(self) -> int:
        """Return the tick that the program was told last."""
        return self.told

    def note_line(self, number: int) -> None:
        """Note the line of the program that asks the next question."""
        self._line = number

    def carry_on(self, ticks: int) -> None:
        """Do nothing: what comes next is on the tape."""

    def request_stop(self) -> None:
        """End the program. Any thread."""
        self._is_stopping = True

    def make_safe(self) -> None:
        """Accept no more orders: there are no motors."""
        self._is_safe = True

    def close(self) -> None:
        """Make safe."""
        self.make_safe()

    @property
    def step(self) -> Step | None:
        """The next step; ``None``: there is none."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def _lengths(self, quantity: Quantity) -> int:
        return lengths_with(len(robot_kind(self._info.kind).sensors))[quantity]

    def _note_order(self, command: Command) -> None:
        if not self._is_safe:
            self._on_order(self.told, command, self._line)


class ExactTape(TapeReel):
    """Fulfils ``backends.contract.HostedBackend`` until its program does something else.

    Then ``departure`` says what, and every call raises ``LinkLost``. Once the program was told to
    stop, what it still does to end is no departure: in the recorded run it was told a moment
    earlier or later.
    """

    departure: Departure | None = None

    def send(self, command: Command) -> None:
        """Accept an order that is on the tape."""
        step = self._next(ORDER, row_of(command))
        self._note_order(command)
        if step is not None and step.trouble:
            step.fail()

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return what the robot answered."""
        step = self._next(READ, (quantity.name,))
        if step is None:
            return (0,) * self._lengths(quantity)
        if step.trouble:
            step.fail()
        return step.answer

    def look(self, look: Look) -> CameraImage:
        """Refuse, as the robot did; a tape has no pictures."""
        step = self._next(LOOK, (int(look.camera), look.width_px, look.height_px))
        if step is not None and step.trouble:
            step.fail()
        raise LinkLost("A tape has no pictures.")

    def line_times(self) -> LineTimes:
        """Return what the line cost."""
        step = self._next(LINE, ())
        return LineTimes() if step is None else LineTimes(*step.answer)

    def now_ticks(self) -> int:
        """Return what the clock showed at this look."""
        if not self._looks:
            self._skip_stop()
            step = self.step
            if self.departure is not None or (self._is_stopping and not _is(step, CLOCK)):
                return self.told
            if step is None or step.what != CLOCK:
                raise self._departed(Step(self.told, CLOCK))
            self._looks, self.told = step.times, step.tick
            self.at += 1
        self._looks -= 1
        return self.told

    def sleep_until_tick(self, tick: int) -> None:
        """Let time pass as recorded."""
        step = self._next(SLEEP, (tick,))
        if step is not None and step.trouble:
            step.fail()

    def sleep_then(self, tick: int, wake: Callable[[], object]) -> bool:
        """Sleep, which takes no time here."""
        self.sleep_until_tick(tick)
        return True

    @property
    def is_stopping(self) -> bool:
        """Whether the program was told here to end."""
        if not self._looks:
            self._skip_stop()
        return self._is_stopping

    def end(self) -> None:
        """Note that the program has ended; what it should still have done is a departure."""
        self._skip_stop()
        if self.departure is None and not self._is_stopping and self.step is not None:
            self.departure = Departure(self.at, self.told, self.step, None, 0)

    def _skip_stop(self) -> None:
        step = self.step
        if step is not None and step.what == STOP:
            self.at += 1
            self._is_stopping = True

    def _next(self, what: str, asked: Row) -> Step | None:
        """Return the step that answers; ``None``: an ending program does something else."""
        if not self._looks:
            self._skip_stop()
        step = self.step
        is_it = step is not None and step.what == what and step.asked == asked and not self._looks
        if not is_it or step is None:
            if self._is_stopping and self.departure is None:
                return None
            raise self._departed(Step(self.told, what, asked))
        self.at += 1
        self.told = step.tick
        return step

    def _departed(self, asked: Step) -> LinkLost:
        """Note that the program does something else; return the error for it."""
        if self.departure is None:
            was = self.step
            if self._looks:  # it looked at the clock more often
                was = Step(self.told, CLOCK, (), (self._looks,))
            self.departure = Departure(self.at, self.told, was, asked, self._line)
        self._is_stopping = True
        return LinkLost(DEPARTED)


def _is(step: Step | None, what: str) -> bool:
    return step is not None and step.what == what
