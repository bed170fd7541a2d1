"""The proof of the mission: simulation behind a line's timing and the emulated port, one path."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.bench_wire_agreement import (
    length_mm,
    ready_controllers,
    simulated_path,
    wire_path,
)
from tests.seeds import few

TOLERANCE_MM = 0.1
"""As the manual has it, for a controller that starts in phase with the sensors."""


@pytest.mark.parametrize("seconds", few([3.0, 10.0], 1))
@pytest.mark.parametrize("baud", [9600, 38400])
@pytest.mark.parametrize("spec", ready_controllers())
def test_simulation_and_wire_drive_the_same_path(spec: str, baud: int, seconds: float) -> None:
    """Each ready controller is at the same place at every tick of some seconds, both ways."""
    simulated = simulated_path(spec, seconds, baud)
    over_wire = wire_path(spec, seconds, baud)

    ticks = min(len(simulated), len(over_wire))
    apart_mm = np.hypot(*(simulated[:ticks] - over_wire[:ticks]).T)
    assert ticks >= 95 * seconds or spec == "odometry_square"
    assert length_mm(simulated) > 10.0 * seconds
    assert apart_mm.max() < TOLERANCE_MM


def test_without_the_lines_timing_the_paths_differ() -> None:
    """The tolerance means something: another baud rate in simulation gives another path."""
    simulated = simulated_path("wall_follower", 10.0, 115200)
    over_wire = wire_path("wall_follower", 10.0, 9600)

    ticks = min(len(simulated), len(over_wire))
    apart_mm = np.hypot(*(simulated[:ticks] - over_wire[:ticks]).T)
    assert apart_mm.max() > 10.0 * TOLERANCE_MM
