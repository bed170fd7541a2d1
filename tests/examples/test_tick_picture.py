"""The picture of the page on one tick is drawn by its script, from a real matrix."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

MANUAL = Path(__file__).parents[2] / "manual"


def test_the_picture_of_the_page_on_one_tick_is_drawn_by_its_script(tmp_path: Path) -> None:
    """The script draws just the picture that the page shows, and it is in the manual."""
    page = (MANUAL / "explanation" / "one-tick.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\.\./pictures/([\w-]+\.png)", page))
    script = runpy.run_path(str(MANUAL / "explanation" / "draw_tick.py"))

    script["draw_all"](tmp_path)

    assert {file.name for file in tmp_path.iterdir()} == shown
    assert shown <= {file.name for file in (MANUAL / "pictures").iterdir()}
