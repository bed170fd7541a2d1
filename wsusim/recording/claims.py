"""Checks what a recording says about itself against the samples and commands in it.

Much in a recording follows from the rest: events, poses and drawings for other programs, the maze
for the editor, the closing figures. People who look at these must not be deceived, so they are
derived again. Whether the samples themselves are true, only a repetition of the run can tell
(``compare``).
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from itertools import zip_longest
from typing import Any

import orjson

from wsusim.model.camera_image import PERIOD_TICKS
from wsusim.model.snapshot import MissionSnapshot
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.recording.claimed_maze import false_maze, is_scene_of
from wsusim.recording.difference import Difference, shown
from wsusim.recording.encoder import Encoder, Span
from wsusim.recording.file_layout import (
    COMMANDS,
    DRAWINGS,
    EVENTS,
    LOG,
    POSES,
    READINGS,
    SAMPLES,
    SCENE,
    TAPE,
    TICK_NS,
    TOPICS,
    TRANSFORMS,
    VIDEO,
    camera_topics,
)
from wsusim.recording.foxglove_messages import image_json, log_json, tick_of
from wsusim.recording.header import SCENE_DRAWING
from wsusim.recording.notes import Line
from wsusim.recording.reader import Recording
from wsusim.recording.samples import Samples, from_json
from wsusim.recording.typed import BAD_VALUES
from wsusim.version import __version__

_DERIVED = {
    EVENTS: "event",
    POSES: "pose for other programs",
    TRANSFORMS: "frame for other programs",
    DRAWINGS: "drawing",
    LOG: "what was said",
}
"""Topics that follow from samples and commands, and what one of their messages is called."""

_TOPIC_OF = dict(enumerate(TOPICS, 1))

Told = tuple[int, Any]
"""Tick and content of a message."""


def first_false_claim(recording: Recording) -> Difference | None:
    """Return the first thing that the rest of the file contradicts; ``None``: nothing.

    Raises:
        BadRecording: Something in it makes no sense.
    """
    try:
        return next(_false_claims(recording), None)
    except BAD_VALUES as error:
        raise recording.nonsense("something", error) from error


def _false_claims(recording: Recording) -> Iterator[Difference]:
    yield from false_maze(recording)
    pass_through = _Chunks(recording)
    yield from pass_through.false_claims()
    yield from _closing(recording, pass_through)


class _Chunks:
    """Goes through all chunks once, and keeps what the closing figures are checked against."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._encoder = Encoder()
        self._cameras = camera_topics(recording.header.world)
        self._written = _written_topics(recording)
        self._has_pictures = any(recording.chunks_with(topic) for topic in self._cameras)
        self._due_tick = 0
        self._has_lost_chunks = recording.repair_notes.get("bad_chunks", "0") != "0"
        self.mission: MissionSnapshot | None = None
        """At the last sample."""
        self.last_tick: int | None = None
        """Of the last sample."""
        self.last_order_tick = -1
        """Of the last order or remark."""
        self.gaps: list[tuple[int, int]] = []
        """First and last missing sample of each stretch between two samples."""
        self.dropped: list[tuple[int, int]] = []
        """Tick and length of the gaps that the writer told of."""

    def false_claims(self) -> Iterator[Difference]:
        has_scene = False
        for number in range(len(self._recording.chunks)):
            messages = self._recording.read_chunk(number)
            for topic, tick, data in messages:
                if topic == SCENE:
                    has_scene = True
                    yield from self._scene(tick, data)
            yield from self._chunk(number, messages)
        if not has_scene and not self._has_lost_chunks:
            yield Difference(self._first_tick, SCENE, "nothing", "the maze for other programs")

    @property
    def _first_tick(self) -> int:
        return self._recording.header.first_tick

    def _scene(self, tick: int, data: bytes) -> Iterator[Difference]:
        header = self._recording.header
        if not is_scene_of(data, header.world, is_drawn_so=header.scene == SCENE_DRAWING):
            yield Difference(tick, SCENE, "another maze", "the maze of the run")

    def _chunk(self, number: int, messages: list[tuple[str, int, bytes]]) -> Iterator[Difference]:
        start_tick = self._recording.chunks[number].message_start_time // TICK_NS
        blocks = [data for topic, _, data in messages if topic == SAMPLES]
        if len(blocks) > 1:
            yield Difference(start_tick, "samples", f"{len(blocks)} blocks", "one block")
        samples = from_json(blocks[0]) if blocks else None
        rows = [
            tuple(row)
            for topic, _, data in messages
            if topic == COMMANDS
            for row in orjson.loads(data)["commands"]
        ]
        is_after_gap = samples is not None and self._take_ticks(samples)
        span = Span(start_tick, inputs=rows)
        derived = [
            (_TOPIC_OF[one.channel], one.time_ns // TICK_NS, one.data)
            for one in self._encoder.messages(span, samples)
        ]
        self.last_order_tick = max([self.last_order_tick, *(row[0] for row in rows)])
        yield from self._strangers(messages)
        yield from self._pictures(samples, messages)
        yield from self._lines(messages)
        for topic, what in _DERIVED.items():
            if self._has_lost_chunks and (topic == DRAWINGS or (topic == EVENTS and is_after_gap)):
                continue  # they follow from what was lost, too
            was, now = self._told(topic, messages), self._told(topic, derived)
            if was != now:
                yield _first_difference(what, was, now)

    def _strangers(self, messages: list[tuple[str, int, bytes]]) -> Iterator[Difference]:
        """Find messages that no run of this kind writes."""
        for topic, tick, _ in messages:
            if topic not in self._written:
                what = topic or "a message on no channel"
                yield Difference(tick, what, "something", "nothing: no such run writes that")

    def _lines(self, messages: list[tuple[str, int, bytes]]) -> Iterator[Difference]:
        """Find impossible lines: of a robot without a program, or later than their message."""
        driven = {source.robot for source in self._recording.header.controllers}
        for topic, tick, data in messages:
            if topic != LOG:
                continue
            was = orjson.loads(data)
            when = tick_of(was["timestamp"]["sec"], was["timestamp"]["nsec"])
            robot = Line.from_name(when, was["name"], "").robot
            if robot is not None and driven and robot not in driven:
                yield Difference(tick, "line of text", was["name"], "a robot with a program")
            if when > tick:
                yield Difference(tick, "line of text", f"of tick {when}", f"of tick {tick}")
            now = orjson.loads(log_json(when, was["name"], was["message"]))
            if was != now:
                yield Difference(tick, "line of text", shown(was), shown(now))

    def _take_ticks(self, samples: Samples) -> bool:
        """Note gaps before and among samples; return whether they come after a gap."""
        step = self._recording.header.sample_ticks
        gaps = len(self.gaps)
        before = self.last_tick
        for tick in samples.ticks:
            if before is not None and tick > before + step:
                self.gaps.append((before + step, tick - 1))
            before = tick
        is_after_gap = len(self.gaps) > gaps or (
            self.last_tick is None and samples.ticks[0] > self._first_tick
        )
        self.last_tick, self.mission = samples.ticks[-1], samples.missions[-1][1]
        return is_after_gap

    def _told(self, topic: str, messages: list[tuple[str, int, bytes]]) -> list[Told]:
        """Return what the messages of a topic say, as far as that can be derived."""
        told = [(tick, orjson.loads(data)) for found, tick, data in messages if found == topic]
        if topic == LOG:
            return [(tick, line) for tick, line in told if line["name"].endswith("/say")]
        if topic == EVENTS:
            drops = [event for _, event in told if event["kind"] == "samples_dropped"]
            self.dropped += [(event["tick"], event["value"]) for event in drops]
            return [(tick, event) for tick, event in told if event not in drops]
        return told

    def _pictures(
        self, samples: Samples | None, messages: list[tuple[str, int, bytes]]
    ) -> Iterator[Difference]:
        """Compare when cameras took pictures; ``eye_pictures`` compares what they show."""
        if not self._has_pictures or samples is None:
            return
        due = []
        for tick in samples.ticks:
            if tick >= self._due_tick:
                self._due_tick = tick + PERIOD_TICKS
                due.append(tick)
        for topic in self._cameras:
            taken = [(tick, _frame(data)) for found, tick, data in messages if found == topic]
            wanted = [
                (tick, _frame(image_json(tick, topic.split("/")[1], "png", b""))) for tick in due
            ]
            if taken != wanted and not self._has_lost_chunks:
                yield _first_difference(f"picture of {topic}", taken, wanted)


def _written_topics(recording: Recording) -> Container[str]:
    """Return the topics that a run of its kind writes; for another version's, all in the file."""
    header = recording.header
    topics = {*TOPICS, *camera_topics(header.world)}
    if header.versions.wsusim != __version__:
        topics |= recording.topics
    if header.real_robot is not None:
        return topics | {TAPE, VIDEO}
    return topics - {READINGS, TAPE} | ({VIDEO} if header.emulated_ports else set())


def _frame(data: bytes) -> dict[str, Any]:
    """Return what a message says about its picture."""
    return {name: value for name, value in orjson.loads(data).items() if name != "data"}


def _first_difference(what: str, was: list[Told], now: list[Told]) -> Difference:
    pairs = zip_longest(was, now)
    old, new = next((old, new) for old, new in pairs if old != new)
    tick = min(one[0] for one in (old, new) if one is not None)
    return Difference(tick, what, _text(old), _text(new))


def _text(told: Told | None) -> str:
    return "nothing" if told is None else f"{shown(told[1])} at tick {told[0]}".lstrip()


def _closing(recording: Recording, found: _Chunks) -> Iterator[Difference]:
    """Compare the closing figures with the end of the samples."""
    header, summary = recording.header, recording.summary
    last_tick = header.first_tick if found.last_tick is None else found.last_tick
    is_repaired = bool(recording.repair_notes)
    if summary is None or not recording.writer_notes:
        if not is_repaired:
            yield Difference(last_tick, "closing figures", "nothing", "how the run ended")
        return
    end_tick = seconds_to_ticks(float(summary.get("sim_time_s", ticks_to_seconds(last_tick))))
    if end_tick < last_tick:
        yield Difference(
            end_tick,
            "closing figure sim_time_s",
            f"{ticks_to_seconds(end_tick):.2f}",
            f"{ticks_to_seconds(last_tick):.2f}",
        )
    if found.last_order_tick > max(end_tick, last_tick):
        yield Difference(found.last_order_tick, "order after the end", "one", "nothing")
    if header.real_robot is not None:
        return
    yield from _missing(recording, found, last_tick, end_tick, is_repaired=is_repaired)
    yield from _figures(recording, found.mission, last_tick, end_tick)


def _missing(
    recording: Recording, found: _Chunks, last_tick: int, end_tick: int, *, is_repaired: bool
) -> Iterator[Difference]:
    """Find samples that are missing without a note."""
    step = recording.header.sample_ticks
    dropped = _dropped_spans(recording)
    told_ticks = int(recording.writer_notes.get("dropped_ticks", "0"))
    lost_ticks = sum(last - first + 1 for first, last in dropped)
    if told_ticks != lost_ticks:
        yield _closing_difference(last_tick, "dropped_ticks", told_ticks, lost_ticks)
    gaps = [*found.gaps]
    if end_tick >= last_tick + step:
        gaps.append((last_tick + step, end_tick))
    for first, last in gaps:
        told = any(start - step <= first and last <= end + step for start, end in dropped)
        if not told and not is_repaired:
            span = f"those of {first / 100:.2f} s to {last / 100:.2f} s"
            yield Difference(first, "samples", "nothing", span)
    for tick, count in found.dropped:
        if not any(start <= tick and tick + count - 1 <= end for start, end in dropped):
            yield Difference(tick, "event", f"samples_dropped, {count} ticks", "nothing")


def _dropped_spans(recording: Recording) -> list[tuple[int, int]]:
    """Return first and last tick of each stretch that was left out; raises ``ValueError``."""
    try:
        told = ast.literal_eval(recording.writer_notes.get("dropped_spans", "()"))
    except (SyntaxError, MemoryError) as error:
        raise ValueError("no spans") from error
    return [(int(first), int(last)) for first, last in told]


def _figures(
    recording: Recording, mission: MissionSnapshot | None, last_tick: int, end_tick: int
) -> Iterator[Difference]:
    header, summary = recording.header, recording.summary or {}
    wanted: dict[str, Any] = {}
    if not header.first_tick:
        wanted["seed"] = header.seed
    numbers = [robot["robot"] for robot in summary.get("robots", ())]
    driven = {source.robot + 1 for source in header.controllers}
    known = set(range(1, len(header.world.robots) + 1))
    is_told = "robots" in summary
    if is_told and (len(set(numbers)) < len(numbers) or not driven <= set(numbers) <= known):
        yield Difference(
            last_tick, "closing figure robots", shown(numbers), shown(sorted(driven or known))
        )
    if mission is not None and (last_tick == end_tick or mission.achieved):
        wanted["goal_time_s"] = mission.goal_time_s
    if mission is not None and last_tick == end_tick:
        wanted["caps_delivered"] = mission.caps_delivered
    for name, value in wanted.items():
        if name in summary and summary[name] != value:
            yield _closing_difference(last_tick, name, summary.get(name), value)
    is_goal = "goal" in (summary.get("end"), summary.get("outcome"))
    if is_goal and summary.get("goal_time_s") is None:
        yield _closing_difference(last_tick, "outcome", "goal", "no goal was reached")


def _closing_difference(tick: int, name: str, recorded: Any, again: Any) -> Difference:
    return Difference(tick, f"closing figure {name}", str(recorded), str(again))
