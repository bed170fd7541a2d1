"""Names of people and programs made into folder names that are distinct on every system."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

LONGEST_NAME = 60
"""Characters: in UTF-8 at most 240 of the 255 bytes that file systems take."""

RESERVED = re.compile(r"(?i)(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3])")
"""Names that Windows keeps for itself, whatever ending a file has."""


def folder_name(name: str) -> str:
    """Return a valid folder name for every system; empty: nothing of the name is left."""
    plain = re.sub(r"[^\w.-]+", "_", normalize("NFC", name)).strip("_-.")
    plain = plain[:LONGEST_NAME].rstrip("_-.")
    first, dot, rest = plain.partition(".")
    return f"{first}_{dot}{rest}" if RESERVED.fullmatch(first) else plain


def folder_names(names: Iterable[str], unnamed: str = "student") -> list[str]:
    """Return a folder for each name, all different on every system.

    Systems differ in which names they treat as the same: capitals and small letters, an accent that
    is part of its letter or follows it. Valid names stay as they are; the others get numbers.

    Args:
        names: The same ones in the same order give the same folders.
        unnamed: Folder of a name of which nothing is left.
    """
    names = list(names)
    folders = [folder_name(name) for name in names]
    used: set[str] = set()
    for place in sorted(range(len(names)), key=lambda place: folders[place] != names[place]):
        wanted = folders[place] or unnamed
        number, free = 2, wanted
        while _as_systems_see_it(free) in used:
            number, free = number + 1, f"{wanted}_{number}"
        used.add(_as_systems_see_it(free))
        folders[place] = free
    return folders


def _as_systems_see_it(name: str) -> str:
    return normalize("NFC", normalize("NFD", name).casefold())
