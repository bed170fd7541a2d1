"""Programs that give speeds in the Khepera's unit are found out without running them."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.khepera_units import speaks_khepera
from wsusim.shipped import shipped_folder


@pytest.mark.parametrize(
    ("name", "speaks"), [("cap_collector", True), ("any_robot", False), ("wall_follower", False)]
)
def test_ready_controllers(name: str, speaks: bool) -> None:
    """Those for every robot give millimetres per second."""
    assert speaks_khepera(shipped_folder("controllers") / f"{name}.py") is speaks


@pytest.mark.parametrize("text", ["def", "# motors.set_speeds(1, 2)", "\0"])
def test_what_can_t_be_read_or_is_no_call_does_not(tmp_path: Path, text: str) -> None:
    """A comment is no call."""
    (tmp_path / "robot.py").write_text(text)
    assert not speaks_khepera(tmp_path / "robot.py")
