"""How a lab is set up is checked before it opens."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.plan import Plan


def test_two_robots_cannot_have_one_port(tmp_path: Path) -> None:
    """Two programs would drive one robot; by whatever name the port is called."""
    (tmp_path / "port").touch()
    (tmp_path / "other").symlink_to(tmp_path / "port")

    with pytest.raises(BadInput, match="other is there twice"):
        Plan(tmp_path, (f"serial:{tmp_path / 'port'}", f"serial:{tmp_path / 'other'}"))


def test_simulated_robots_need_no_port(tmp_path: Path) -> None:
    """There may be as many as one likes."""
    assert len(Plan(tmp_path, ("simulated", "simulated", "emulated", "emulated")).robots) == 4
