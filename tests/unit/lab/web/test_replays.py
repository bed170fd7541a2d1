"""Replays of recordings: each a viewer's own, and no more than the lab's computer can bear."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from websockets.sync.client import connect

from tests.live_server import receive
from wsusim.lab.web.replays import Replays
from wsusim.live.watch_address import stream_of

RECORDING = Path(__file__).parents[3] / "golden" / "recordings" / "v1-two-robots.mcap"


@pytest.mark.slow
def test_a_replay_can_be_wound_on_and_is_gone_when_it_is_ended() -> None:
    """The number of replays is limited; one that ends makes room again."""
    replays = Replays(most_each=1)
    replay = replays.begin(RECORDING, 1)
    assert replay is not None
    with connect(stream_of(replay.address)) as viewer:
        hello = receive(viewer)
    second = replays.begin(RECORDING, 1)
    replays.end(replay)
    third = replays.begin(RECORDING, 1)
    assert third is not None
    replays.end(third)

    assert (hello["may_steer"], second) == (True, None)
    assert replay.process.returncode == 0


def test_there_are_only_so_many_at_once() -> None:
    """Further requests start no process."""
    assert Replays(most=0).begin(RECORDING, 1) is None
