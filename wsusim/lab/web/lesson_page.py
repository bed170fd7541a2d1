"""A lesson's text for a page: Markdown as HTML, with its pictures, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from markdown_it.token import Token


def html_of(markdown: str, pictures: Collection[str] = (), place: str = "") -> str:
    """Return a text as HTML.

    What looks like HTML in it is shown as text; links lead to the web only.

    Args:
        markdown: CommonMark with tables.
        pictures: The names of the existing ones.
        place: Their address, without their names.
    """
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(reader.parse(markdown))
    for token in tokens:
        for part in token.children or ():
            _mend(part, pictures, place)
    return str(reader.renderer.render(tokens, reader.options, {}))


def _without_title(tokens: list[Token]) -> list[Token]:
    """Leave out the heading at the beginning: the page has one already."""
    has_title = bool(tokens) and tokens[0].type == "heading_open" and tokens[0].tag == "h1"
    return tokens[3:] if has_title else tokens


def _mend(part: Token, pictures: Collection[str], place: str) -> None:
    if part.type == "image":
        name = unquote(str(part.attrs.get("src", "")))
        part.attrs["src"] = f"{place}{quote(name)}" if name in pictures else ""
    elif part.type == "link_open":
        if str(part.attrs.get("href", "")).startswith(("https://", "http://")):
            part.attrs |= {"target": "_blank", "rel": "noopener noreferrer"}
        else:
            part.attrs.pop("href", None)
