"""The small things in a recording, read back: inputs, events and lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from wsusim.backends.tape.rows import Step, step_of
from wsusim.model.inputs import Input, value_of
from wsusim.model.readings import Quantity
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.file_layout import COMMANDS, EVENTS, LOG, READINGS, TAPE
from wsusim.recording.foxglove_messages import tick_of
from wsusim.recording.notes import Event, Line, Reading
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.typed import BAD_VALUES, LAST_TICK, RobotNumber, Tick, typed

T = TypeVar("T")

NOBODY = -1
"""The robot of what concerns none: a thing that was moved by hand."""


@dataclass(frozen=True, slots=True)
class _Commands:
    commands: list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class _Readings:
    readings: list[tuple[Tick, RobotNumber, str, tuple[int, ...], int, int]]


@dataclass(frozen=True, slots=True)
class _Tape:
    rows: list[tuple[Tick, str, tuple[Any, ...], tuple[Any, ...], str, str]]


@dataclass(frozen=True, slots=True)
class _Stamp:
    sec: Tick
    nsec: Tick


@dataclass(frozen=True, slots=True)
class _Log:
    timestamp: _Stamp
    name: str
    message: str


def inputs(recording: Recording) -> Iterator[tuple[int, int, Input]]:
    """Yield (tick, robot, input) of everything that reached the simulation, in order."""
    robots = len(recording.header.world.robots)

    def parse(data: bytes) -> Iterator[tuple[int, int, Input]]:
        for tick, robot, *row in typed(_Commands, data).commands:
            whose = robot if robot == NOBODY else _index(robot, robots)
            yield _index(tick, LAST_TICK), whose, value_of(row)

    return _parsed(recording, COMMANDS, "commands", parse)


def events(recording: Recording) -> Iterator[Event]:
    """Yield contacts and steps of the mission."""
    robots = len(recording.header.world.robots)

    def parse(data: bytes) -> Iterator[Event]:
        event = typed(Event, data)
        if event.robot is not None:
            _index(event.robot, robots)
        yield event

    return _parsed(recording, EVENTS, "an event", parse)


def readings(recording: Recording) -> Iterator[Reading]:
    """Yield what a real robot answered, in order; nothing for a simulated one."""

    def parse(data: bytes) -> Iterator[Reading]:
        for tick, robot, name, values, age_ms, asked in typed(_Readings, data).readings:
            yield Reading(tick, robot, Quantity[name], values, age_ms, bool(asked))

    return _parsed(recording, READINGS, "readings", parse)


def tape(recording: Recording) -> Iterator[Step]:
    """Yield what a real robot's program asked and was told; nothing if there is no tape."""

    def parse(data: bytes) -> Iterator[Step]:
        for row in typed(_Tape, data).rows:
            yield step_of(row)

    return _parsed(recording, TAPE, "a part of the tape", parse)


def lines(recording: Recording) -> Iterator[Line]:
    """Yield what was printed and said, and remarks about the run."""
    robots = len(recording.header.world.robots)

    def parse(data: bytes) -> Iterator[Line]:
        log = typed(_Log, data)
        # Not the message's time, which is never before that of its chunk.
        line = Line.from_name(tick_of(log.timestamp.sec, log.timestamp.nsec), log.name, log.message)
        if line.robot is not None:
            _index(line.robot, robots)
        yield line

    return _parsed(recording, LOG, "a line of text", parse)


def check_contents(recording: Recording) -> None:
    """Read everything; raise ``BadRecording`` where something makes no sense."""
    for _ in chain(
        Player(recording).blocks(), inputs(recording), events(recording), readings(recording),
        lines(recording), tape(recording),
    ):  # fmt: skip
        pass


def _parsed(
    recording: Recording, topic: str, what: str, parse: Callable[[bytes], Iterable[T]]
) -> Iterator[T]:
    """Yield what ``parse`` makes of a topic's messages; raise ``BadRecording`` for nonsense."""
    for tick, data in recording.messages(topic):
        try:
            found = list(parse(data))
        except BAD_VALUES as error:
            raise recording.nonsense(f"{what} at {ticks_to_seconds(tick):.2f} s", error) from error
        yield from found


def _index(value: Any, count: int) -> int:
    """Return a number from 0 that is less than ``count``; raises ``ValueError``."""
    if type(value) is not int or not 0 <= value < count:
        raise ValueError("no such number")
    return value
