"""The guard that stops a robot whose program was killed."""

from __future__ import annotations

from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.runs.sources.robot_guard import guarded, stop_robot

NOBODY = SerialAddress("socket://127.0.0.1:9")


def test_a_robot_that_can_not_be_reached_is_not_called_stopped() -> None:
    """When the patience is over."""
    assert not stop_robot(NOBODY, patience_s=0.0)


def test_a_program_that_ends_well_needs_no_guard() -> None:
    """It is gone when the context is left, and has not touched the robot."""
    with guarded(NOBODY) as guard:
        pass

    assert guard.returncode is not None
