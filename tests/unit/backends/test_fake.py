"""The scripted robot, beyond what the contract suite asks of every backend."""

from __future__ import annotations

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend, SentCommand
from wsusim.errors import BadInput
from wsusim.model.commands import SetArm, SetCounters, SetGrip, SetSpeeds
from wsusim.model.readings import Quantity


def test_readings_hold_until_the_script_says_otherwise() -> None:
    """Each quantity keeps its value until the next time that names it."""
    fake = FakeBackend(
        {0.0: {"resistivity": [1], "arm": [200]}, 1.0: {"resistivity": [2]}, 2.0: {"arm": [210]}}
    )

    fake.sleep_until_tick(150)

    assert (fake.read(Quantity.RESISTIVITY), fake.read(Quantity.ARM)) == ((2,), (200,))


def test_a_script_begins_at_its_own_tick() -> None:
    """A reading for 1 s is there at tick 100 and not at 99."""
    fake = FakeBackend({1.0: {"proximity": [9] * 8}})

    fake.sleep_until_tick(99)
    before = fake.read(Quantity.PROXIMITY)
    fake.sleep_until_tick(100)

    assert (before, fake.read(Quantity.PROXIMITY)) == ((0,) * 8, (9,) * 8)


def test_a_script_may_be_in_any_order() -> None:
    """Times need not rise in the script."""
    fake = FakeBackend({1.0: {"arm": [1]}, 0.0: {"arm": [0]}})

    fake.sleep_until_tick(100)

    assert fake.read(Quantity.ARM) == (1,)


def test_orders_are_kept_with_their_ticks() -> None:
    """``commands`` says what was ordered and when."""
    fake = FakeBackend()

    fake.send(SetSpeeds(1, 2))
    fake.sleep_until_tick(30)
    fake.send(SetArm(249))

    assert fake.commands == [SentCommand(0, SetSpeeds(1, 2)), SentCommand(30, SetArm(249))]
    assert fake.commands[1].time_s == 0.3


@pytest.mark.parametrize(
    ("command", "quantity", "values"),
    [
        (SetSpeeds(5, -6), Quantity.SPEEDS, (5, -6)),
        (SetCounters(7, 8), Quantity.POSITIONS, (7, 8)),
        (SetArm(249), Quantity.ARM, (249,)),
        (SetGrip(closed=True), Quantity.GRIP, (1,)),
    ],
)
def test_it_follows_orders_the_script_is_silent_about(command, quantity, values) -> None:
    """Without a script, speeds, counters, arm and jaws read as ordered."""
    fake = FakeBackend()

    fake.send(command)

    assert fake.read(quantity) == values


def test_the_script_wins_over_orders() -> None:
    """What the script names does not follow the orders."""
    fake = FakeBackend({0.0: {"speeds": [0, 0]}})

    fake.send(SetSpeeds(5, 5))

    assert fake.read(Quantity.SPEEDS) == (0, 0)


def test_speeds_at_a_time() -> None:
    """``speeds_at`` gives the order in force at that time."""
    fake = FakeBackend()
    fake.send(SetSpeeds(1, 1))
    fake.sleep_until_tick(100)
    fake.send(SetSpeeds(2, 2))

    assert [fake.speeds_at(t) for t in (0.0, 0.99, 1.0, 5.0)] == [(1, 1), (1, 1), (2, 2), (2, 2)]


def test_time_stops_at_stop() -> None:
    """No sleep goes beyond the moment when Stop is pressed."""
    fake = FakeBackend(stop_at_s=1.0)

    fake.sleep_until_tick(500)

    assert (fake.now_ticks(), fake.is_stopping) == (100, True)


def test_run_raises_what_the_program_failed_with() -> None:
    """A test of a faulty program fails with the program's own error."""

    class Faulty(Controller):
        def run(self):
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        FakeBackend().run(Faulty())


def test_an_unknown_quantity_is_refused() -> None:
    """A misspelt name in a script is told with the names there are."""
    with pytest.raises(BadInput, match=r"'proximty'.*proximity, ambient"):
        FakeBackend({0.0: {"proximty": [0] * 8}})


def test_a_wrong_number_of_values_is_refused() -> None:
    """Seven distances are one too few."""
    with pytest.raises(BadInput, match="7 values of 'proximity'; it takes 8"):
        FakeBackend({0.0: {"proximity": [0] * 7}})
