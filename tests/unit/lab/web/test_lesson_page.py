"""A lesson's text as HTML for a page."""

from __future__ import annotations

import pytest

pytest.importorskip("markdown_it", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.web.lesson_page import html_of


def test_the_heading_at_the_beginning_is_left_out() -> None:
    """The page has the title already."""
    assert html_of("# See a wall\n\nDrive.\n\n## Look\n") == "<p>Drive.</p>\n<h2>Look</h2>\n"


def test_pictures_are_those_of_the_lesson() -> None:
    """One from elsewhere, or that is not there, is not asked for."""
    text = "![a](my%20wall.png) ![b](https://example.org/x.png) ![c](gone.png)"

    assert html_of(text, ["my wall.png"], "p/") == (
        '<p><img src="p/my%20wall.png" alt="a" /> <img src="" alt="b" /> <img src="" alt="c" />'
        "</p>\n"
    )


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "[x](javascript:alert(1))", '<img src=x onerror="alert(1)">',
     "[x](data:text/html,<script>)"],
)  # fmt: skip
def test_nothing_in_a_text_is_run(text: str) -> None:
    """What looks like HTML is shown as it stands there."""
    html = html_of(text)

    assert "<script" not in html
    assert "<img" not in html
    assert "href" not in html


def test_links_lead_to_the_web_only() -> None:
    """A page of the manual is not in the lab."""
    html = html_of("[a](https://example.org) [b](../manual/x.md)")

    assert html.count("href") == 1
    assert 'rel="noopener noreferrer"' in html


def test_tables_and_programs_are_shown() -> None:
    """As in the window."""
    html = html_of("| a | b |\n| - | - |\n| 1 | 2 |\n\n```python\nx < 1\n```\n")

    assert "<td>1</td>" in html
    assert "x &lt; 1" in html
