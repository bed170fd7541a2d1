"""What a lab asks of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.lab.job_process import Order
from wsusim.runs.request import PATIENCE_S, REAL_PATIENCE_S


@pytest.mark.parametrize(
    ("address", "patience_s"), [(None, PATIENCE_S), ("serial:/dev/ttyUSB0", REAL_PATIENCE_S)]
)
def test_a_robot_on_a_line_is_not_left_to_itself_for_long(
    tmp_path: Path, address: str | None, patience_s: float
) -> None:
    """It drives on while its program stays away; a simulated one does no harm."""
    order = Order(str(tmp_path / "robot.py"), "field")

    assert order.request(address).patience_s == patience_s
