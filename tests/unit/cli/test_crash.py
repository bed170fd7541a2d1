"""What a person sees when wsusim itself has a fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.seeds import few

MAIN = Path(__file__).parents[3] / "main.py"

CONTROLLER = """
from wsusim import Controller

class Spoiler(Controller):
    def run(self):
        {spoil}
        self.sleep(1)
"""


SPOILS = ["import sys; sys.modules.clear()", "import numpy; numpy.zeros = numpy.empty = None"]


@pytest.mark.parametrize("spoil", few(SPOILS, 1))
def test_a_controller_that_spoils_a_shared_module_gets_a_way_out(
    spoil: str, tmp_path: Path
) -> None:
    """One sentence, no traceback: in a process of its own only the program itself is harmed."""
    file = tmp_path / "spoiler.py"
    file.write_text(CONTROLLER.format(spoil=spoil), encoding="utf-8")
    command = [sys.executable, str(MAIN), "run", str(file), "--record", str(tmp_path / "r.mcap")]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 70
    assert "start it with --isolate" in done.stderr
    assert done.stderr.count("\n") == 1
