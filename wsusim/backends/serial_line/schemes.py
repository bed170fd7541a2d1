"""The schemes of robots' addresses: which families of robots there are, without loading them.

Outside packages add a family by an entry point of the group ``wsusim.robots``: its name is the
scheme, and what it names is a ``conversation.Language``. A source of robots that are reached in
some other way (``runs.sources.source_table``) has the name of its entry point for a scheme, too.
"""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points

KHEPERA_SCHEME = "serial"

OURS = (KHEPERA_SCHEME, "epuck", "epuck2", "thymio")

GROUP = "wsusim.robots"


def is_scheme(text: str) -> bool:
    """Return whether robots' addresses may begin like this."""
    return text in OURS or text in added() or text in _sources()


@functools.cache
def added() -> dict[str, EntryPoint]:
    """Return the families that other packages bring, by their schemes; ours can't be replaced."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in OURS}


def _sources() -> frozenset[str]:
    return frozenset(point.name for point in entry_points(group="wsusim.sources"))
