"""The program of one agent, before it meets its arena."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.ciber.agent import load_agent
from wsusim.errors import ControllerLoadError


def test_a_module_beside_an_agent_is_its_own_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It hides nothing, so nothing is said of it."""
    (tmp_path / "my_maps.py").write_text("CELLS = 7\n")
    agent = tmp_path / "mouse.py"
    agent.write_text(
        "from my_maps import CELLS\nfrom wsusim.ciber import CiberController\n\n\n"
        "class Mouse(CiberController):\n    cells = CELLS\n"
    )

    assert vars(load_agent(str(agent)))["cells"] == 7
    assert capsys.readouterr() == ("", "")


def test_a_file_without_an_agent_is_refused(tmp_path: Path) -> None:
    """It is told what is missing, and how an agent of the course is started."""
    file = tmp_path / "mouse.py"
    file.write_text("cells = 7\n")

    told = r"one subclass of CiberController .* none\. .*--listen 6000 .*mouse\.py -h \{host\}"
    with pytest.raises(ControllerLoadError, match=told):
        load_agent(str(file))
