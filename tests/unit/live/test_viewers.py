"""What a viewer gets, whatever it has missed."""

from __future__ import annotations

import json
from typing import Any

from wsusim.live.topics import CHOICE
from wsusim.live.viewers import MOST_ENTRIES, Channel


def change(tick: int, **logs: Any) -> dict[str, Any]:
    """Return a change that puts a robot at x = tick, with entries for the prints."""
    prints = {"all": {"add": logs.get("prints", []), "is_cleared": logs.get("is_cleared", False)}}
    return {
        "tick": tick,
        "at_s": 0.0,
        "set": {"robots": {"0": [tick]}},
        "log": {"prints": prints} if logs else {},
    }


def since(channel: Channel, version: int) -> dict[str, Any]:
    """Return a viewer's message."""
    message: dict[str, Any] = json.loads(channel.since(version, CHOICE))
    return message


def test_of_a_state_the_newest_is_told() -> None:
    """A viewer that has missed changes gets the last one only."""
    channel = Channel()
    for tick in range(5):
        channel.take(change(tick))

    assert since(channel, 1) == {"type": "changes", "tick": 4, "at_s": 0.0, "robots": {"0": [4]}}


def test_what_has_not_changed_is_not_told_again() -> None:
    """A viewer that has seen everything gets an empty message."""
    channel = Channel()
    channel.take(change(1))

    assert since(channel, channel.version) == {"type": "changes", "tick": 1, "at_s": 0.0}


def test_of_a_log_everything_that_was_missed_is_told() -> None:
    """Prints that came while a viewer was slow are all there, with their number."""
    channel = Channel()
    channel.take(change(1, prints=["a"]))
    channel.take(change(2, prints=["b"]))
    channel.take(change(3, prints=["c"]))

    assert since(channel, 1)["prints"]["all"] == {"first": 0, "from": 1, "add": ["b", "c"]}
    assert since(channel, channel.nothing_seen)["prints"]["all"]["add"] == ["a", "b", "c"]


def test_a_log_loses_its_oldest_entries() -> None:
    """Memory is bounded; the number of the oldest entry that is left is told."""
    channel = Channel()
    most = MOST_ENTRIES["prints"]

    channel.take(change(1, prints=list(range(most + 10))))

    log = since(channel, channel.nothing_seen)["prints"]["all"]
    assert (log["first"], log["from"], len(log["add"])) == (10, 10, most)


def test_a_cleared_log_is_told_to_those_who_had_it() -> None:
    """After a recording was wound back, the old prints are gone for everybody."""
    channel = Channel()
    channel.take(change(1, prints=["a", "b"]))
    channel.take(change(2, is_cleared=True))

    assert since(channel, 1)["prints"]["all"] == {"first": 2, "from": 2, "add": []}


def test_a_viewer_gets_the_topics_that_it_wants() -> None:
    """Who wants no prints gets none; poses come always."""
    channel = Channel()
    channel.take(change(1, prints=["a"]))

    message = json.loads(channel.since(channel.nothing_seen, ()))

    assert "prints" not in message
    assert "robots" in message
