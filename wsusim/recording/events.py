"""What is worth a line of its own in a recording: contacts and the mission's steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from wsusim.model.snapshot import MissionSnapshot
from wsusim.recording.typed import Tick, json_bytes

EventKind = Literal[
    "contact_begins", "contact_ends", "goal_entered", "goal_left", "caps_delivered",
    "mission_achieved", "samples_dropped",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a tick.

    Attributes:
        tick: When; with samples every 20 ms the sample in which it is first seen.
        kind: What.
        robot: Number of the robot from 0, where it concerns one.
        value: Caps delivered so far, or ticks without samples.
    """

    tick: Tick
    kind: EventKind
    robot: int | None = None
    value: int | None = None

    def to_json(self) -> bytes:
        """Return the event's message."""
        return json_bytes(asdict(self))


def mission_events(
    tick: int, before: MissionSnapshot, after: MissionSnapshot, robot_ids: Sequence[int]
) -> list[Event]:
    """Return what happened to the mission between two of its states."""
    events = []
    for number, robot_id in enumerate(robot_ids):
        was_in, is_in = robot_id in before.robots_in_goal, robot_id in after.robots_in_goal
        if was_in != is_in:
            events.append(Event(tick, "goal_entered" if is_in else "goal_left", number))
    if before.caps_delivered != after.caps_delivered:
        events.append(Event(tick, "caps_delivered", value=after.caps_delivered))
    if after.achieved and not before.achieved:
        events.append(Event(tick, "mission_achieved"))
    return events
