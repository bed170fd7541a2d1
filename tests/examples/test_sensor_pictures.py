from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

MANUAL = Path(__file__).parents[2] / "manual"


@pytest.fixture
def shown() -> set[str]:
    """Return the names of the pictures that the page on sensors shows."""
    page = (MANUAL / "explanation" / "sensors.md").read_text(encoding="utf-8")
    return set(re.findall(r"\.\./pictures/([\w-]+\.png)", page))


@pytest.fixture
def script() -> dict[str, Any]:
    """Return what the script that draws them defines."""
    return runpy.run_path(str(MANUAL / "explanation" / "plots.py"))


def test_the_script_knows_just_the_pictures_that_the_page_shows(
    shown: set[str], script: dict[str, Any]
) -> None:
    """And all of them are in the manual."""
    assert set(script["PLOTS"]) == shown


@pytest.mark.slow
def test_every_picture_of_the_page_on_sensors_is_drawn_by_its_script(
    shown: set[str], script: dict[str, Any], tmp_path: Path
) -> None:
    """All that the page shows, and no others."""
    script["draw_all"](tmp_path)

    assert {file.name for file in tmp_path.iterdir()} == shown
