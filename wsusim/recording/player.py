"""Plays a recording: iterate over its snapshots, or go to any moment of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from wsusim.errors import BadInput
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import kind_of_movable
from wsusim.recording.file_layout import HEADER, SAMPLES, TICK_NS
from wsusim.recording.header import names_of_kinds
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.samples import Samples, from_json, snapshot_at
from wsusim.recording.typed import BAD_VALUES


class Player:
    """Gives the same snapshots that the live run gave, one every ``header.sample_ticks``.

    A snapshot is found by its tick; between two samples it is the earlier one.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._numbers = recording.chunks_with(SAMPLES)
        if not self._numbers:
            raise BadRecording(
                f"{recording.name} has no samples: its run ended within the first second. There "
                "is nothing to play."
            )
        self._starts = [recording.chunks[n].message_start_time // TICK_NS for n in self._numbers]
        self._cached: tuple[int, Samples] | None = None
        try:
            self._kind_names = names_of_kinds(recording.metadata[HEADER])
        except BadInput as error:
            raise BadRecording(f"{recording.name}: {error}") from error

    @cached_property
    def first_tick(self) -> int:
        """Tick of the first sample."""
        return self._block(0).ticks[0]

    @cached_property
    def last_tick(self) -> int:
        """Tick of the last sample."""
        return self._block(len(self._numbers) - 1).ticks[-1]

    def check_tick(self, tick: int) -> None:
        """Raise ``BadInput`` unless ``tick`` is within the recording."""
        if not self.first_tick <= tick <= self.last_tick:
            first_s, last_s = ticks_to_seconds(self.first_tick), ticks_to_seconds(self.last_tick)
            raise BadInput(
                f"{self.recording.name} holds {first_s:.2f} s to {last_s:.2f} s, so there is "
                f"no {ticks_to_seconds(tick):.2f} s in it. Choose a time in between."
            )

    def at(self, tick: int) -> Snapshot:
        """Return the last sample that is not after ``tick`` (the first one before that)."""
        place = max(0, bisect_right(self._starts, tick) - 1)
        samples = self._block(place)
        if samples.ticks[0] > tick and place > 0:
            samples = self._block(place - 1)
        index = max(0, bisect_right(samples.ticks, tick) - 1)
        return snapshot_at(samples, index)

    def snapshots(
        self, first_tick: int | None = None, last_tick: int | None = None
    ) -> Iterator[Snapshot]:
        """Yield samples in order: all, or those of a stretch, both ends included.

        Args:
            first_tick: Where to begin; ``None``: at the beginning.
            last_tick: Where to end; ``None``: at the end.
        """
        begin = 0
        if first_tick is not None:
            begin = max(0, bisect_right(self._starts, first_tick) - 1)
        for place in range(begin, len(self._numbers)):
            samples = self._block(place)
            for index, tick in enumerate(samples.ticks):
                if last_tick is not None and tick > last_tick:
                    return
                if first_tick is None or tick >= first_tick:
                    yield snapshot_at(samples, index)

    def blocks(self) -> Iterator[Samples]:
        """Yield the blocks of samples."""
        return map(self._block, range(len(self._numbers)))

    def _block(self, place: int) -> Samples:
        if self._cached is None or self._cached[0] != place:
            messages = self.recording.read_chunk(self._numbers[place])
            data = next((data for topic, _, data in messages if topic == SAMPLES), b"")
            try:
                self._cached = (place, self._checked(from_json(data)))
            except BAD_VALUES as error:
                raise self.recording.nonsense("a block of samples", error) from error
        return self._cached[1]

    def _checked(self, samples: Samples) -> Samples:
        """Return the samples if they belong to the robots and objects of the recording's maze."""
        world, names = self.recording.header.world, self._kind_names
        robots = tuple(
            replace(robot, kind=names.get(robot.kind, robot.kind)) for robot in samples.robots
        )
        samples = replace(samples, robots=robots)
        if [(robot.id, robot.kind) for robot in samples.robots] != [
            (robot.id, robot.kind) for robot in world.robots
        ]:
            raise ValueError("other robots than in the maze")
        if [(item.id, item.kind) for item in samples.objects] != [
            (thing.id, kind_of_movable(thing)) for thing in world.movables
        ]:
            raise ValueError("other objects than in the maze")
        if not samples.missions or samples.missions[0][0] != 0:
            raise ValueError("no mission")
        return samples
