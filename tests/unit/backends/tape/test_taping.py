"""A tape holds each call of a program with its result, and no other calls."""

from __future__ import annotations

import threading

import pytest

from tests.hand_wire import HandWire
from tests.worlds import empty_world
from wsusim.backends.tape.rows import CLOCK, ORDER, READ, SLEEP, STOP, step_of
from wsusim.backends.tape.taping import TapingBackend
from wsusim.errors import RobotRefused
from wsusim.model.commands import SetSpeeds, Variables
from wsusim.model.readings import Quantity


@pytest.fixture
def taped():
    """A robot at a line whose time is set by hand, and the steps on its tape."""
    backend = TapingBackend(HandWire(empty_world(), baud=38400).backend)
    backend.connect()
    steps = []
    backend.tape = lambda row: steps.append(step_of(row))
    yield backend, steps
    backend.close()


def test_each_call_is_a_row_with_its_answer(taped):
    """Readings with their values, orders with theirs, waits with the tick."""
    backend, steps = taped
    values = backend.read(Quantity.PROXIMITY)
    backend.send(SetSpeeds(3, 4))
    backend.sleep_until_tick(50)

    assert [step.what for step in steps] == [READ, ORDER, SLEEP]
    assert steps[0].answer == values
    assert steps[1].order == ("SetSpeeds", 3, 4)
    assert (steps[2].asked, steps[2].tick) == ((50,), 50)


def test_what_variables_hold_is_not_on_the_tape(taped):
    """Sampling a program's variables does not change its tape."""
    backend, steps = taped
    backend.send(Variables((("self.count", 1),)))
    backend.send(SetSpeeds(3, 4))

    assert [step.order for step in steps] == [("SetSpeeds", 3, 4)]


def test_looks_at_the_clock_within_a_tick_are_one_row(taped):
    """A loop that polls doesn't fill the recording."""
    backend, steps = taped
    backend.now_ticks(), backend.now_ticks(), backend.now_ticks()
    backend.sleep_until_tick(10)
    backend.now_ticks()
    backend.finish()

    assert [(step.tick, step.answer) for step in steps if step.what == CLOCK] == [
        (0, (3,)),
        (10, (1,)),
    ]


def test_a_wait_for_what_is_over_is_none(taped):
    """In a process of its own a program doesn't even ask; so recordings of both are alike."""
    backend, steps = taped
    backend.sleep_until_tick(10)
    backend.sleep_until_tick(10)

    assert [step.what for step in steps] == [SLEEP]


def test_a_refusal_is_written_down(taped):
    """With its sentence, and the program gets it."""
    backend, steps = taped
    with pytest.raises(RobotRefused) as refused:
        backend.read(Quantity.FLOOR)

    assert (steps[0].trouble, steps[0].reason) == ("refused", str(refused.value))


def test_the_stop_is_where_the_program_hears_of_it(taped):
    """Not where others look, from their threads."""
    backend, steps = taped
    backend.now_ticks()
    backend.request_stop()
    elsewhere = threading.Thread(target=lambda: backend.is_stopping)
    elsewhere.start()
    elsewhere.join()
    backend.finish()
    before = [step.what for step in steps]

    assert backend.is_stopping
    assert before == [CLOCK]
    assert [step.what for step in steps] == [CLOCK, STOP]


def test_others_learn_the_tick_that_was_told_last(taped):
    """A print is dated without a look at the clock of the program's."""
    backend, steps = taped
    backend.sleep_until_tick(10)
    backend.stamp_ticks()

    assert backend.stamp_ticks() == 10
    assert [step.what for step in steps] == [SLEEP]
