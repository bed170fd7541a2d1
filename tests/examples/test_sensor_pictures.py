from __future__ import annotations

import re
import runpy
from pathlib import Path

MANUAL = Path(__file__).parents[2] / "manual"


def test_every_picture_of_the_page_on_sensors_is_drawn_by_its_script(tmp_path):
    """The script draws just the pictures that the page shows, and all of them are in the manual."""
    page = (MANUAL / "explanation" / "sensors.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\.\./pictures/([\w-]+\.png)", page))
    script = runpy.run_path(str(MANUAL / "explanation" / "plots.py"))

    script["draw_all"](tmp_path)

    assert {file.name for file in tmp_path.iterdir()} == shown
    assert shown <= {file.name for file in (MANUAL / "pictures").iterdir()}
