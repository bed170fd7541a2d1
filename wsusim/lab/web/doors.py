"""How many connections a lab's server holds, and which one it closes when there are too many.

No client is turned away: each is served, and an idle connection is closed to make room for it.
So hundreds of idle ones, from one computer or many, keep no one out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

MOST = 600
"""Connections at once."""

MOST_EACH = 300
"""From one address, which may be a whole school's."""


@dataclass(slots=True)
class Visit:
    """A connection."""

    transport: asyncio.Transport
    address: str
    is_busy: Callable[[], bool]
    """Whether it is being answered, or watches something."""
    has_asked: bool = False
    """Whether a whole request has ever come."""
    since_s: float = field(default_factory=monotonic)
    """When something came last."""


class Doors:
    """All connections of a server; used by its event loop only.

    Args:
        are_addresses_told: Whether clients have their own addresses; behind a proxy none has.
    """

    def __init__(
        self, most: int = MOST, most_each: int = MOST_EACH, *, are_addresses_told: bool = True
    ) -> None:
        self._most = most
        self._most_each = most_each if are_addresses_told else most
        self._visits: list[Visit] = []

    def enter(self, visit: Visit) -> None:
        """Accept a connection, and close others if there are too many."""
        self._visits = [one for one in self._visits if not one.transport.is_closing()]
        self._visits.append(visit)
        by_address = Counter(one.address for one in self._visits)
        if by_address[visit.address] > self._most_each:
            self._make_way(visit, [one for one in self._visits if one.address == visit.address])
        elif len(self._visits) > self._most:
            (most, _), *_ = by_address.most_common(1)
            self._make_way(visit, [one for one in self._visits if one.address == most])

    def _make_way(self, newest: Visit, visits: list[Visit]) -> None:
        """Close a connection that never asked for anything, else the one silent for longest."""
        others = [one for one in visits if one is not newest]
        if others:
            out = min(others, key=lambda one: (one.is_busy(), one.has_asked, one.since_s))
            self._visits.remove(out)
            out.transport.abort()
