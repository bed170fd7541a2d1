"""The small things in a recording, read back: inputs, events and lines of text."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from wsusim.recording.events import Event
from wsusim.recording.foxglove_messages import tick_of
from wsusim.recording.inputs import Input, from_row
from wsusim.recording.layout import COMMANDS, EVENTS, LOG, READINGS
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.readings import Reading
from wsusim.recording.texts import Line


def inputs(recording: Recording) -> Iterator[tuple[int, int, Input]]:
    """Yield (tick, robot, input) of everything that reached the simulation, in order."""
    for _, tick, data in recording.messages(COMMANDS):
        try:
            rows = [from_row(row) for row in orjson.loads(data)["commands"]]
        except (KeyError, TypeError, ValueError) as error:
            raise _nonsense(recording, "commands", tick, error) from error
        yield from rows


def events(recording: Recording) -> Iterator[Event]:
    """Yield contacts and steps of the mission."""
    for _, tick, data in recording.messages(EVENTS):
        try:
            event = Event.from_json(data)
        except (TypeError, ValueError) as error:
            raise _nonsense(recording, "an event", tick, error) from error
        yield event


def readings(recording: Recording) -> Iterator[Reading]:
    """Yield what a real robot answered, in order; nothing where the robot was a simulated one."""
    for _, tick, data in recording.messages(READINGS):
        try:
            rows = [Reading.from_row(row) for row in orjson.loads(data)["readings"]]
        except (KeyError, TypeError, ValueError) as error:
            raise _nonsense(recording, "readings", tick, error) from error
        yield from rows


def lines(recording: Recording) -> Iterator[Line]:
    """Yield what was printed and said, and remarks about the run."""
    for _, tick, data in recording.messages(LOG):
        try:
            fields = orjson.loads(data)
            # Not the message's time, which is never before that of its chunk.
            when = tick_of(fields["timestamp"])
            line = Line.from_name(when, fields["name"], fields["message"])
        except (KeyError, TypeError, ValueError) as error:
            raise _nonsense(recording, "a line of text", tick, error) from error
        yield line


def _nonsense(recording: Recording, what: str, tick: int, error: Exception) -> BadRecording:
    return BadRecording(
        f"{recording.path.name} holds {what} at {tick / 100:.2f} s that makes no sense "
        f"({type(error).__name__}: {error}). Use another copy of the file."
    )
