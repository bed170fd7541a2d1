from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.end_to_end.emulator_bench import running
from wsusim.emulator.emulation import EmulationRequest

PAGE = Path(__file__).parents[2] / "manual/how-to/emulator.md"


@pytest.fixture
def example():
    """Return the Python program in the manual's page."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return program


def test_the_manuals_python_example_drives_to_the_wall(example, capsys):
    """The page's program, given the port's path, runs to its end before a wall."""
    with running(EmulationRequest(speed=20.0)) as (emulation, _):
        address = emulation.ports[0].address
        exec(compile(example.replace("/tmp/khepera", address), PAGE, "exec"), {})

    assert capsys.readouterr().out == "b,5.02,5.01\n"
    assert emulation.simulation.snapshot().robots[0].pose.x_mm > 1100.0
