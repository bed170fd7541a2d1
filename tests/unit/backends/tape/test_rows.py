"""What stands on a tape is read back as it was, and nonsense is refused."""

from __future__ import annotations

import json

import pytest

from wsusim.backends.tape.rows import CLOCK, LINE, LOST, ORDER, READ, SLEEP, Step, step_of
from wsusim.errors import LinkLost, RobotRefused

STEPS = (
    Step(3, CLOCK, (), (4,)),
    Step(7, READ, ("PROXIMITY",), (1, 2, 3)),
    Step(7, ORDER, ("SetSpeeds", 3, -3)),
    Step(9, ORDER, ("Draw", "line", ((0.0, 1.5), (2.0, 3.0)), "red", "")),
    Step(20, SLEEP, (20,)),
    Step(20, LINE, (), (0.01, 0.25)),
    Step(60, READ, ("ARM",), (), LOST, "It is away."),
)


@pytest.mark.parametrize("step", STEPS)
def test_a_row_comes_back_as_it_was(step):
    """Through JSON, in which tuples are lists."""
    assert step_of(json.loads(json.dumps(step.to_row()))) == step


@pytest.mark.parametrize(
    "row",
    [
        (0, "dance", (), (), "", ""),
        (0, READ, ("TASTE",), (1,), "", ""),
        (0, READ, ("ARM",), (1.5,), "", ""),
        (0, ORDER, ("SetSpeeds", 3), (), "", ""),
        (0, ORDER, ("Explode",), (), "", ""),
        (0, SLEEP, (), (), "", ""),
        (0, CLOCK, (), (0,), "", ""),
        (0, LINE, (), (1,), "", ""),
        (0, READ, ("ARM",), (), "bored", ""),
    ],
)
def test_nonsense_is_refused(row):
    """A recording may come from anybody."""
    with pytest.raises((ValueError, KeyError, TypeError)):
        step_of(row)


@pytest.mark.parametrize(("trouble", "error"), [(LOST, LinkLost), ("refused", RobotRefused)])
def test_trouble_comes_again_word_for_word(trouble, error):
    """A program hears of a lost robot what it had heard."""
    with pytest.raises(error, match="no arm"):
        Step(0, READ, ("ARM",), (), trouble, "It has no arm.").fail()
