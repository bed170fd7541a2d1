"""Steps that a hiccup of the line has spoilt."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.backends.serial_line.troubles import lost
from wsusim.calibration.patience import MEANWHILE, Patience
from wsusim.errors import BadInput, LinkLost


class Flaky:
    """A step that fails so often, and then returns 7."""

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures = failures
        self.error = error
        self.done = 0

    def __call__(self) -> int:
        """Do it once."""
        self.done += 1
        if self.done <= self.failures:
            raise self.error
        return 7


def patience(told: list[str]) -> Patience:
    """Return the patience with a robot whose time passes as it is waited for."""
    return Patience(FakeBackend(), told.append)


def test_a_step_is_done_again_until_it_is_done() -> None:
    """What it returns in the end is what counts."""
    step = Flaky(3, LinkLost("Gone."))

    assert patience([]).until_done(step) == 7
    assert step.done == 4


def test_something_is_done_before_each_repetition() -> None:
    """To come back to where the step began; not before the first time."""
    repeated: list[int] = []

    patience([]).until_done(Flaky(2, LinkLost("Gone.")), lambda: repeated.append(1))

    assert len(repeated) == 2


def test_a_hiccup_is_told_once() -> None:
    """With the line's own words on what has happened."""
    told: list[str] = []

    patience(told).until_done(Flaky(3, LinkLost("The robot has stopped answering.")))

    assert told == [f"The robot has stopped answering. {MEANWHILE}"]


def test_nobody_is_sent_back_to_the_start_while_it_is_tried_again() -> None:
    """What the line's error tells to do is for those who are not waited for."""
    told: list[str] = []

    patience(told).until_done(Flaky(1, lost("/dev/ttyUSB0", OSError("no carrier"))))

    assert told == [
        f"The robot at /dev/ttyUSB0 has stopped answering (no carrier). {MEANWHILE}",
    ]


def test_patience_has_an_end() -> None:
    """A robot that stays away is given up after a minute."""
    with pytest.raises(LinkLost):
        patience([]).until_done(Flaky(10_000, LinkLost("Gone.")))


def test_other_errors_are_not_waited_for() -> None:
    """A blocked wheel is not a matter of time."""
    step = Flaky(1, BadInput("The robot didn't reach its target."))

    with pytest.raises(BadInput):
        patience([]).until_done(step)
    assert step.done == 1
