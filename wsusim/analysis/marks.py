"""What happened in a recorded run, as marks for a timeline."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from wsusim.analysis.recorded_errors import RecordedError
from wsusim.model.inputs import Input
from wsusim.model.interventions import ObjectMoved, RobotMoved
from wsusim.recording.notes import Event, Line

MOVED_BY_HAND = "moved_by_hand"
MISSION_EVENTS = (
    *("goal_entered", "goal_left", "caps_delivered", "mission_achieved"),
    *("goal_left_team", "goal_right_team", "half_time"),
)

DRAG_TICKS = 50
"""Moves by hand that follow each other sooner are one."""


class MarkKind(Enum):
    """The kinds of marks of the timeline; each has a row of its own."""

    CONTACT = "contact"
    ERROR = "error"
    PRINT = "print"
    MISSION = "mission"
    OTHER_ORDER = "other order"
    """Another program would have given another order: only where one was tried."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An event; ``last_tick`` is its end if it lasts, else the tick itself.

    ``text`` is what was printed, or the error's message; of a mission it is ``MOVED_BY_HAND`` or
    one of ``MISSION_EVENTS``, with its ``value``.
    """

    tick: int
    last_tick: int
    kind: MarkKind
    robot: int | None
    text: str = ""
    value: object = None


Span = tuple[int, int]
"""First and last tick."""


def contact_spans(events: Iterable[Event], robots: int, end_tick: int) -> list[list[Span]]:
    """Return when each robot touched something."""
    found: list[list[Span]] = [[] for _ in range(robots)]
    begun: dict[int, int] = {}
    for event in events:
        if event.robot is None or event.robot >= robots:
            continue
        if event.kind == "contact_begins":
            begun[event.robot] = event.tick
        elif event.kind == "contact_ends" and event.robot in begun:
            found[event.robot].append((begun.pop(event.robot), event.tick))
    for robot, first in begun.items():
        found[robot].append((first, end_tick))
    return found


def all_marks(
    contacts: Sequence[Sequence[Span]],
    errors: Sequence[RecordedError],
    prints: Sequence[Line],
    events: Sequence[Event],
    orders: Sequence[tuple[int, int, Input]],
) -> tuple[Mark, ...]:
    """Return everything that happened, in its order."""
    marks = [
        Mark(first, last, MarkKind.CONTACT, robot)
        for robot, spans in enumerate(contacts)
        for first, last in spans
    ]
    for error in errors:
        text = error.report.message.split("\n")[0]
        marks.append(Mark(error.tick, error.tick, MarkKind.ERROR, error.robot, text))
    marks += [
        Mark(event.tick, event.tick, MarkKind.MISSION, event.robot, event.kind, event.value)
        for event in events
        if event.kind in MISSION_EVENTS
    ]
    return tuple(sorted((*marks, *_prints(prints), *_moves(orders)), key=lambda mark: mark.tick))


def _prints(prints: Sequence[Line]) -> Iterator[Mark]:
    """Yield a mark for each robot and tick with prints."""
    texts: defaultdict[tuple[int, int | None], list[str]] = defaultdict(list)
    for line in prints:
        texts[line.tick, line.robot].append(line.text)
    for (tick, robot), parts in texts.items():
        text = "".join(parts).strip()
        if text:
            yield Mark(tick, tick, MarkKind.PRINT, robot, text)


def _moves(orders: Sequence[tuple[int, int, Input]]) -> Iterator[Mark]:
    """Yield the ticks at which a person moved something."""
    free_tick: int | None = None
    for tick, robot, value in orders:
        if isinstance(value, RobotMoved | ObjectMoved):
            if free_tick is None or tick > free_tick:
                number = robot if isinstance(value, RobotMoved) else None
                yield Mark(tick, tick, MarkKind.MISSION, number, MOVED_BY_HAND)
            free_tick = tick + DRAG_TICKS
