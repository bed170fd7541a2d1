"""What the server knows about a run: enough to send every viewer what it has not seen yet.

A *state* (a robot's row) has a value, and the newest wins. A *log* (a trail, prints) grows, and its
oldest entries go. Each carries the number of the change that it came with, so a viewer is only a
number: it gets what is newer than that, however long it was away. Nothing is kept for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from wsusim.live.topics import ALWAYS, LOGS, OF_ONE

MOST_ENTRIES = {"trails": 10_000, "drawings": 2000, "prints": 1000}
"""Of each log; older ones go. 10,000 points of a trail are at least 30 m."""

MOST_BYTES = 400_000
"""Of the entries of one log."""

MOST_LOGS = 256


@dataclass(slots=True)
class Log:
    """Entries as JSON, each with the number of its change."""

    first: int = 0
    """Number of the oldest entry."""
    first_version: int = 0
    """With which change entries have gone last."""
    size: int = 0
    entries: deque[tuple[int, bytes]] = field(default_factory=deque)

    def take(self, values: dict[str, Any], version: int, most: int) -> None:
        """Add the entries of a change."""
        if values["is_cleared"] and self.entries:
            self.first += len(self.entries)
            self.first_version, self.size = version, 0
            self.entries.clear()
        for value in values["add"]:
            entry = orjson.dumps(value)
            self.entries.append((version, entry))
            self.size += len(entry)
        while len(self.entries) > most or self.size > MOST_BYTES:
            self.size -= len(self.entries.popleft()[1])
            self.first, self.first_version = self.first + 1, version

    def since(self, version: int) -> bytes | None:
        """Return what is newer than a change; ``None``: nothing."""
        new: list[bytes] = []
        for when, entry in reversed(self.entries):
            if when <= version:
                break
            new.append(entry)
        if not new and self.first_version <= version:
            return None
        start = self.first + len(self.entries) - len(new)
        head = b'{"first":%d,"from":%d,"add":[' % (self.first, start)
        return head + b",".join(reversed(new)) + b"]}"


class Channel:
    """A run as it was received. ``scene`` is empty before the first one."""

    def __init__(self) -> None:
        self.scene: dict[str, Any] = {}
        self.scene_number = 0
        self.nothing_seen = 0
        """What a viewer has seen of this scene that has just come."""
        self.version = 0
        self._head = b""
        self._states: dict[str, dict[str, tuple[int, bytes]]] = {}
        self._logs: dict[str, dict[str, Log]] = {}
        self._messages: dict[tuple[int, frozenset[str], int], bytes] = {}

    def begin(self, scene: dict[str, Any]) -> None:
        """Forget everything, and begin another scene."""
        self.scene, self.scene_number = scene, self.scene_number + 1
        self._states, self._logs = {}, {}
        self.nothing_seen = self.version

    def take(self, changes: dict[str, Any]) -> None:
        """Apply changes."""
        self._count(changes["tick"], changes["at_s"])
        for topic, values in changes["set"].items():
            states = self._states.setdefault(topic, {})
            for key, value in values.items():
                states[key] = (self.version, orjson.dumps(value))
        for topic, logs in changes["log"].items():
            kept = self._logs.setdefault(topic, {})
            for key, log in logs.items():
                if key in kept or len(kept) < MOST_LOGS:
                    most = MOST_ENTRIES[topic]
                    kept.setdefault(key, Log()).take(log, self.version, most)

    def since(self, version: int, topics: Collection[str], robot: int = 0) -> bytes:
        """Return the message for a viewer.

        Args:
            version: It has seen everything up to here.
            topics: What it wants to see.
            robot: Of which robot it wants what viewers get of one robot only.
        """
        wanted = frozenset(topics).union(ALWAYS)
        key = (version, wanted, robot if wanted.intersection(OF_ONE) else 0)
        if key not in self._messages:
            parts = self._parts(version, wanted, str(robot))
            self._messages[key] = b"".join((self._head, *parts, b"}"))
        return self._messages[key]

    def _count(self, tick: int, at_s: float) -> None:
        self.version += 1
        self._messages.clear()
        self._head = b'{"type":"changes","tick":%d,"at_s":%.4f' % (tick, at_s)

    def _parts(self, version: int, wanted: frozenset[str], robot: str) -> Iterator[bytes]:
        """Yield the parts of a message, each with the comma before it."""
        for topic, states in self._states.items():
            if topic in wanted:
                new = {key: value for key, (when, value) in states.items() if when > version}
                if topic in OF_ONE:
                    new = {key: value for key, value in new.items() if key == robot}
                yield from _topic(topic, new)
        for topic in LOGS:
            if topic in wanted:
                logs = {key: log.since(version) for key, log in self._logs.get(topic, {}).items()}
                yield from _topic(topic, {key: log for key, log in logs.items() if log})


def _topic(name: str, values: dict[str, bytes]) -> Iterator[bytes]:
    if values:
        pairs = (b"%s:%s" % (orjson.dumps(key), value) for key, value in values.items())
        yield b',"%s":{%s}' % (name.encode(), b",".join(pairs))
