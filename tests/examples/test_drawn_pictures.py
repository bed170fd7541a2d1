"""Pictures that explain how wsusim works are drawn by scripts beside their pages."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

MANUAL = Path(__file__).parents[2] / "manual"


@pytest.mark.parametrize(
    ("page", "script"),
    [
        ("explanation/one-tick.md", "explanation/draw_tick.py"),
        ("developer/processes.md", "developer/draw_processes.py"),
    ],
)
def test_a_pages_picture_is_drawn_by_its_script(page: str, script: str, tmp_path: Path) -> None:
    """The script draws just the picture that the page shows, and it is in the manual."""
    text = (MANUAL / page).read_text(encoding="utf-8")
    shown = set(re.findall(r"\.\./pictures/([\w-]+\.png)", text))

    runpy.run_path(str(MANUAL / script))["draw_all"](tmp_path)

    assert {file.name for file in tmp_path.iterdir()} == shown
    assert shown <= {file.name for file in (MANUAL / "pictures").iterdir()}
