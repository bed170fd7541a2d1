"""The files of the page, read once: nothing else of the disk can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Page:
    """One file, ready to be sent."""

    kind: str
    content: bytes


def read_pages() -> dict[str, Page]:
    """Return the files by the path under which a browser asks for them."""
    pages = {}
    for entry in (files("wsusim.live") / "page").iterdir():
        ending = entry.name[entry.name.rfind(".") :]
        if ending in KINDS:
            pages[f"/{entry.name}"] = Page(KINDS[ending], entry.read_bytes())
    pages["/"] = pages["/index.html"]
    return pages
