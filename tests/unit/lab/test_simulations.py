"""Who simulates, and with what."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.lab_plan import Plan
from wsusim.lab.simulations import processors_left


@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="needs Linux and two processors",
)
def test_a_robot_on_a_line_has_a_processor_for_itself(tmp_path: Path) -> None:
    """Simulations have the others."""
    left = processors_left(Plan(tmp_path, ("emulated",)))

    assert left is not None
    assert len(os.sched_getaffinity(0) - left) == 1


def test_without_a_line_simulations_have_all_processors(tmp_path: Path) -> None:
    """A classroom of browsers needs them."""
    assert processors_left(Plan(tmp_path, ("simulated",))) is None
