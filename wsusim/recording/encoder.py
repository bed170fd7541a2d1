"""Turns what happened in a stretch of simulated time into the messages of one chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wsusim.backends.tape.rows import TapeRow
from wsusim.model.commands import ClearDrawing, Draw
from wsusim.model.inputs import Row
from wsusim.model.snapshot import MissionSnapshot
from wsusim.recording import file_layout
from wsusim.recording.chunks import Message
from wsusim.recording.file_layout import CHANNELS, time_ns
from wsusim.recording.foxglove_messages import clear_json, drawing_json, log_json, pose_messages
from wsusim.recording.notes import Event, EventKind, Line, ReadingRow, mission_events
from wsusim.recording.samples import Samples, to_json
from wsusim.recording.typed import json_bytes

POSE_TICKS = 20
"""Foxglove's poses and transforms come every 200 ms: they are made for looking at, and each costs
as much time as four samples."""


@dataclass(slots=True, eq=False)
class Span:
    """What happened from ``first_tick`` to ``last_tick``, both included: a chunk of the file."""

    first_tick: int
    last_tick: int = -1
    inputs: list[Row] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    samples: bytes | Samples | None = None
    """Also as the bytes of kernel rows; ``None`` when no sample fell into it."""
    readings: list[ReadingRow] = field(default_factory=list)
    tape: list[TapeRow] = field(default_factory=list)
    """What a real robot's program asked, and what it was told."""
    filmed: list[tuple[int, bytes]] = field(default_factory=list)
    """What a camera saw: tick and JPEG of each picture."""
    ticks_left_out: int = 0
    """So many of its first ticks have no samples."""


class Encoder:
    """Makes messages from spans, given in order; remembers what the next span needs."""

    def __init__(self) -> None:
        self._is_touching: list[bool] = []
        self._mission: MissionSnapshot | None = None
        self._drawings: dict[int, int] = {}
        self._objects: dict[int, tuple[float, float]] = {}

    def messages(self, span: Span, samples: Samples | None) -> list[Message]:
        """Return the span's messages, none of which is dated before the span.

        So the times of chunks don't overlap, and a moment is found by them; an order has the time
        of the first tick in which it has an effect.
        """
        messages = []
        if samples is not None:
            messages.append(_message(file_layout.SAMPLES, samples.ticks[0], to_json(samples)))
            messages += [event_message(event) for event in self.events(samples)]
            messages += self._poses(samples)
        if span.inputs:
            tick = max(span.inputs[0][0] + 1, span.first_tick)
            data = json_bytes({"commands": span.inputs})
            messages.append(_message(file_layout.COMMANDS, tick, data))
            messages += self._annotations(span.inputs)
        if span.readings:
            data = json_bytes({"readings": span.readings})
            messages.append(_message(file_layout.READINGS, span.readings[0][0], data))
        messages += [
            _message(file_layout.LOG, line.tick, log_json(line.tick, line.name, line.text))
            for line in span.lines
        ]
        floor_ns = time_ns(span.first_tick)
        return [
            message if message.time_ns >= floor_ns else _dated(message, floor_ns)
            for message in messages
        ]

    def events(self, samples: Samples) -> list[Event]:
        """Return what happened up to each sample of a block, in the order of time."""
        events = self._contacts(samples)
        robot_ids = [robot.id for robot in samples.robots]
        for index, mission in samples.missions:
            if self._mission is not None and mission != self._mission:
                events += mission_events(samples.ticks[index], self._mission, mission, robot_ids)
            self._mission = mission
        return sorted(events, key=lambda event: event.tick)

    def _contacts(self, samples: Samples) -> list[Event]:
        self._is_touching = self._is_touching or [False] * len(samples.robots)
        events: list[Event] = []
        for number, robot in enumerate(samples.robots):
            contacts = (robot.table["contact_front"] | robot.table["contact_back"]) > 0
            for tick, is_touching in zip(samples.ticks, contacts.tolist(), strict=True):
                if is_touching != self._is_touching[number]:
                    kind: EventKind = "contact_begins" if is_touching else "contact_ends"
                    events.append(Event(tick, kind, number))
                    self._is_touching[number] = is_touching
        return events

    def _poses(self, samples: Samples) -> list[Message]:
        """Return the poses and transforms; objects that did not move occur once in a span."""
        messages = []
        is_first = True
        tracks = [robot.track.tolist() for robot in samples.robots]
        for index, tick in enumerate(samples.ticks):
            if tick % POSE_TICKS:
                continue
            robots = [tuple(track[index]) for track in tracks]
            moved = []
            for item in samples.objects:
                turned = 0.0 if item.headings_rad is None else float(item.headings_rad[index])
                place = (*item.places_mm[index].tolist(), turned)
                if is_first or self._objects.get(item.id) != place:
                    self._objects[item.id] = place
                    moved.append((item.id, *place))
            poses, transforms = pose_messages(tick, robots, moved)
            messages.append(_message(file_layout.POSES, tick, poses))
            messages.append(_message(file_layout.TRANSFORMS, tick, transforms))
            is_first = False
        return messages

    def _annotations(self, inputs: Sequence[Row]) -> list[Message]:
        """Return what the controllers said and drew, for Foxglove."""
        messages = []
        for row in inputs:
            tick, robot, name = row[:3]
            if name == "Say":
                data = log_json(tick, Line(tick, "say", robot, "").name, row[3])
                messages.append(_message(file_layout.LOG, tick, data))
            elif name == "Draw":
                number = self._drawings.get(robot, 0)
                self._drawings[robot] = number + 1
                data = drawing_json(tick, robot, number, Draw(*row[3:]))
                messages.append(_message(file_layout.DRAWINGS, tick, data))
            elif name == ClearDrawing.__name__:
                data = clear_json(tick, robot, self._drawings.pop(robot, 0))
                messages.append(_message(file_layout.DRAWINGS, tick, data))
        return messages


def event_message(event: Event) -> Message:
    """Return the message of an event."""
    return _message(file_layout.EVENTS, event.tick, event.to_json())


def _dated(message: Message, when_ns: int) -> Message:
    return Message(message.channel, when_ns, message.data)


def _message(topic: str, tick: int, data: bytes) -> Message:
    return Message(CHANNELS[topic], time_ns(tick), data)
