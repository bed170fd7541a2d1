"""The lab's own pages, scripts and pictures."""

from __future__ import annotations

from importlib.resources import files

from wsusim.live.pages import KINDS


def own_files() -> dict[str, tuple[bytes, str]]:
    """Return the lab's own pages by name; no other file can be requested."""
    folder = files("wsusim.lab") / "page"
    found = {}
    for place, before in ((folder, ""), (folder / "codemirror", "codemirror/")):
        for entry in place.iterdir():
            ending = entry.name[entry.name.rfind(".") :]
            if ending in KINDS:
                found[before + entry.name] = (entry.read_bytes(), KINDS[ending])
    return found
