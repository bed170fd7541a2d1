"""The manual says of a recording's columns what the robot table says."""

from __future__ import annotations

from pathlib import Path

from tests.pages.recording_columns import columns_table, main, page_with_table

PAGE = Path(__file__).parents[2] / "manual/reference/recording-format.md"


def test_the_manuals_page_is_in_step_with_the_table():
    """To renew it: python -m tests.pages.recording_columns PAGE."""
    page = PAGE.read_text(encoding="utf-8")

    assert columns_table() in page
    assert page == page_with_table(page)


def test_the_rest_of_the_page_is_left_as_it_is(tmp_path):
    """Only the made part is written again."""
    page = tmp_path / "page.md"
    old = PAGE.read_text(encoding="utf-8").replace("| `leds` |", "| `lamps` |")
    page.write_text(old, encoding="utf-8")

    main(str(page))

    assert page.read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")
