"""What a controller's process may order, and what it may ask for."""

from __future__ import annotations

import pytest

from wsusim.backends.link_frames import Readings
from wsusim.backends.link_server import Budget
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.readings import Quantity


def test_orders_up_to_the_budget_are_taken() -> None:
    """To the byte."""
    budget = Budget(1000.0, 100.0)
    budget.spend(600, tick=0)
    budget.spend(400, tick=0)

    with pytest.raises(RobotRefused, match="than it may"):
        budget.spend(1, tick=0)


def test_time_brings_more_of_the_budget() -> None:
    """What was refused doesn't count."""
    budget = Budget(1000.0, 100.0)
    budget.spend(1000, tick=0)
    with pytest.raises(RobotRefused):
        budget.spend(200, tick=100)

    budget.spend(200, tick=200)


def test_what_no_sensor_reads_cannot_be_asked_for() -> None:
    """Each new combination would be remembered."""
    with pytest.raises(LinkLost, match="no sensor reads"):
        Readings().pack(1 << len(Quantity), lambda quantity: (0,))
