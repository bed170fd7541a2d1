from __future__ import annotations

from pathlib import Path

from tests.pages.serial_protocol import main, protocol_page

PAGE = Path(__file__).parents[2] / "manual/reference/serial-protocol.md"


def test_the_manuals_page_is_in_step_with_the_table():
    """The page is the table's; to renew it: python -m tests.pages.serial_protocol PAGE."""
    assert PAGE.read_text(encoding="utf-8") == protocol_page()


def test_the_page_is_written_where_asked(tmp_path):
    """The page's maker writes the file it is given."""
    page = tmp_path / "page.md"

    main(str(page))

    assert page.read_text(encoding="utf-8") == protocol_page()
