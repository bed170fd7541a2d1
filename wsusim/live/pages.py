"""The files of the page, read once; no other file can be requested."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

SHARED = "/shared/"
"""Here are the scripts that a lab's own pages use, too."""


@dataclass(frozen=True, slots=True)
class Page:
    """One file, ready to be sent."""

    kind: str
    content: bytes


def read_pages() -> dict[str, Page]:
    """Return the files by the path under which a browser requests them."""
    folder = files("wsusim.live") / "page"
    pages = {}
    for place, before in ((folder, "/"), (folder / "shared", SHARED)):
        for entry in place.iterdir():
            ending = entry.name[entry.name.rfind(".") :]
            if ending in KINDS:
                pages[before + entry.name] = Page(KINDS[ending], entry.read_bytes())
    pages["/"] = pages["/index.html"]
    return pages
