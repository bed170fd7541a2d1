"""The two lamps."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse
from wsusim.model.commands import (
    SetLed,
)

ORDERS = {
    "led on": (lambda robot: robot.leds[0].on(), SetLed(0, 1)),
    "led off": (lambda robot: robot.leds.frontal.off(), SetLed(1, 0)),
    "led toggle": (lambda robot: robot.leds.lateral.toggle(), SetLed(0, 2)),
}


@pytest.mark.parametrize(("call", "command"), ORDERS.values(), ids=ORDERS)
def test_each_method_sends_its_order(fake: FakeBackend, robot: Robot, call, command) -> None:
    """One call, one order."""
    call(robot)

    assert [sent.command for sent in fake.commands] == [command]


REFUSED = {
    "led": (lambda r: r.leds[2], "no LED 2"),
    "led name": (lambda r: r.leds["frontal"], r"leds\.frontal"),
    "set unknown": (lambda r: setattr(r.leds, "banana", 4), "It has: frontal, lateral"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []
