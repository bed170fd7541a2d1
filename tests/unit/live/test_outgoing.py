"""Many viewers are served some at a time: all get everything, in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from tests.live_server import LiveServer, picture_of, receive, told_of
from wsusim.live.outgoing import AT_ONCE
from wsusim.live.telling import Teller
from wsusim.live.watch_address import Keys

VIEWERS = 2 * AT_ONCE + 5
LAST = 30


@pytest.fixture
def server() -> Iterator[LiveServer]:
    """A server that shows a run."""
    made = LiveServer(Keys("", ""))
    made.begin()
    yield made
    made.close()


def drive(server: LiveServer) -> None:
    """Tell where a robot is, tick after tick."""
    teller = Teller(1)
    for tick in range(1, LAST + 1):
        server.take(told_of(picture_of(100.0 + tick, tick), teller))


def ticks_until_last(viewer: Any) -> list[int]:
    """Return the ticks that a viewer hears of, up to the last one."""
    ticks = [0]
    while ticks[-1] < LAST:
        ticks.append(receive(viewer, "changes")["tick"])
    return ticks


def test_more_viewers_than_are_served_at_once_get_all_in_order(server: LiveServer) -> None:
    """Each hears of the last tick, and never of an earlier one after a later one."""
    with ExitStack() as stack:
        viewers = [stack.enter_context(server.viewer()) for _ in range(VIEWERS)]
        scenes = [receive(viewer, "scene")["type"] for viewer in viewers]
        drive(server)
        heard = [ticks_until_last(viewer) for viewer in viewers]

    assert scenes == ["scene"] * VIEWERS
    assert heard == [sorted(set(ticks)) for ticks in heard]
