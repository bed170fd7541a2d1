"""What a recording holds besides samples and orders: events, lines of text, a robot's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from wsusim.model.readings import Quantity
from wsusim.model.snapshot import MissionSnapshot
from wsusim.recording.typed import Tick, json_bytes

EventKind = Literal[
    "contact_begins", "contact_ends", "goal_entered", "goal_left", "caps_delivered",
    "mission_achieved", "samples_dropped", "goal_left_team", "goal_right_team", "half_time",
]  # fmt: skip

EVENT_MEANINGS: dict[EventKind, str] = {
    "contact_begins": "a robot begins to touch something",
    "contact_ends": "it touches nothing any more",
    "goal_entered": "a robot's centre enters a goal",
    "goal_left": "it leaves the goal",
    "caps_delivered": "the number of caps in goals changes; `value`: the new number",
    "mission_achieved": "the mission is accomplished",
    "samples_dropped": "samples are missing from here on; `value`: how many ticks",
    "goal_left_team": "soccer: the left team has scored; `value`: its goals",
    "goal_right_team": "soccer: the right team has scored; `value`: its goals",
    "half_time": "soccer: the second half begins",
}
"""What each kind of event means, for people."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a tick.

    Attributes:
        tick: When; with samples every 20 ms the sample in which it is first seen.
        kind: What happened.
        robot: Number of the robot from 0, if it concerns one.
        value: Caps delivered or goals scored so far, or ticks without samples.
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
    if before.score is not None and after.score is not None:
        if after.score.left > before.score.left:
            events.append(Event(tick, "goal_left_team", value=after.score.left))
        if after.score.right > before.score.right:
            events.append(Event(tick, "goal_right_team", value=after.score.right))
        if after.score.half > before.score.half:
            events.append(Event(tick, "half_time"))
    return events


class Line(NamedTuple):
    """Text from a controller or about the run; ``kind``: print, say or notice.

    A program may print 1,000 lines in a second, which are passed on one by one: tuples are quick.
    """

    tick: int
    kind: str
    robot: int | None
    text: str

    @property
    def name(self) -> str:
        """The source, as Foxglove's log shows it: ``robot_1/print`` or ``notice``."""
        return self.kind if self.robot is None else f"robot_{self.robot + 1}/{self.kind}"

    @classmethod
    def from_name(cls, tick: int, name: str, text: str) -> Line:
        """Return the line that was written under ``name``; raises ``ValueError``."""
        who, separator, kind = name.rpartition("/")
        robot = int(who.removeprefix("robot_")) - 1 if separator else None
        return cls(tick, kind, robot, text)


ReadingRow = tuple[int, int, str, tuple[int, ...], int, int]
"""(tick, robot from 0, name of the quantity, values, age in ms, 1: the controller asked)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer of a robot.

    Attributes:
        tick: When it was handed over.
        robot: Number of the robot from 0.
        quantity: What it is.
        values: The numbers, in the quantity's order.
        age_ms: How long before the robot was asked for it; the value itself can be older by the 20
            ms for which a robot holds its samples.
        is_asked_by_controller: False if wsusim itself asked, to know where the robot is.
    """

    tick: int
    robot: int
    quantity: Quantity
    values: tuple[int, ...]
    age_ms: int
    is_asked_by_controller: bool = True

    def to_row(self) -> ReadingRow:
        """Return plain values."""
        return (
            self.tick, self.robot, self.quantity.name, self.values, self.age_ms,
            int(self.is_asked_by_controller),
        )  # fmt: skip
