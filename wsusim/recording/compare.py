"""Compares the repetition of a run with its recording, tick by tick, while it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.model.commands import Variables
from wsusim.model.inputs import Input
from wsusim.model.interventions import MadeSafe
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import seconds_to_ticks
from wsusim.recording.contents import events, inputs
from wsusim.recording.difference import Difference
from wsusim.recording.encoder import Encoder
from wsusim.recording.notes import Event
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.rows import RowPlan, samples_of_rows
from wsusim.recording.samples import Samples, from_snapshots, snapshot_at


class Comparison:
    """Compares what a run reports, and remembers where it first departs from the recording.

    Samples are compared one by one; what lies between two samples by the digest that the recording
    holds of all ticks of a block. Orders are compared one by one, and events.
    """

    def __init__(self, recording: Recording) -> None:
        header = recording.header
        self._plan = RowPlan.of(
            header.world, header.sample_ticks, seed=header.seed, is_ideal=header.is_ideal
        )
        self._player = Player(recording)
        self._blocks = self._player.blocks()
        self._inputs = _without_stops(inputs(recording), header.first_tick)
        self._events = events(recording)
        self._encoder = Encoder()
        self._last_tick = self._player.last_tick
        self._end_tick = end_tick(recording)
        self._differences: list[Difference] = []
        self._last_again: list[tuple[int, int, Input]] = []
        self.last_orders: list[str] = []
        """Of the recording's last moment, those that did not come again; nothing in it shows."""
        self.compared_ticks = 0
        """How many ticks were compared so far, by sample or digest."""
        self.missing_ticks = 0
        """How many ticks the recording does not hold."""

    @property
    def first_difference(self) -> Difference | None:
        """The earliest difference; an order comes before its effects."""
        return min(self._differences, key=lambda found: found.tick, default=None)

    def take_start(self, snapshot: Snapshot) -> None:
        """Compare where everything begins."""
        recorded = next(self._blocks)
        self._compare_samples(recorded, from_snapshots([snapshot]))
        self._take_events(from_snapshots([snapshot]))

    def take_input(self, tick: int, robot: int, value: Input) -> None:
        """Compare an order with the next one in the recording."""
        if isinstance(value, MadeSafe | Variables):
            return
        if tick >= self._last_tick:
            self._last_again.append((tick, robot, value))
            return
        recorded = next(self._inputs, None)
        if recorded != (tick, robot, value):
            self._differ(_input_difference(recorded, (tick, robot, value)))

    def take_rows(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Compare a span of ticks."""
        again = samples_of_rows(self._plan, first_tick, rows.copy())
        if again is None or again.ticks[0] > self._end_tick:
            return
        recorded = self._block_of(again)
        if recorded is None:
            self.missing_ticks += len(rows)
            return
        left_out = set(again.ticks) - set(recorded.ticks)
        self.missing_ticks += len(left_out) * self._plan.sample_ticks
        self.compared_ticks += len(rows) - len(left_out) * self._plan.sample_ticks
        differs = self._compare_samples(recorded, again)
        if not differs and recorded.ticks == again.ticks and recorded.digest != again.digest:
            last_tick = first_tick + len(rows) - 1
            self._differ(
                Difference(
                    first_tick,
                    f"something between the samples of ticks {first_tick} to {last_tick}",
                    recorded.digest,
                    again.digest,
                )
            )
        self._take_events(again)

    def finish(self, last_tick: int, *, inputs_are_theirs: bool = False) -> None:
        """Compare what is left at the end of the repeated run.

        Args:
            last_tick: Where it ended.
            inputs_are_theirs: The inputs were the recorded ones, so there is nothing to compare.
        """
        if last_tick < self._end_tick:
            self._differ(
                Difference(
                    last_tick, "end of the run", f"tick {self._end_tick}", f"tick {last_tick}"
                )
            )
            return
        left = None if inputs_are_theirs else next(self._inputs, None)
        if left is not None and left[0] < self._last_tick:
            self._differ(_input_difference(left, None))
        elif left is not None:
            last = [one for one in (left, *self._inputs) if one not in self._last_again]
            self.last_orders = [_input_text(one) for one in last]
        event = next(self._events, None)
        if event is not None and event.kind != "samples_dropped":
            self._differ(Difference(event.tick, "event", _event_text(event), "nothing"))

    def _block_of(self, again: Samples) -> Samples | None:
        """Return the recorded block with the ticks of ``again``; ``None`` if it is missing."""
        for recorded in self._blocks:
            if recorded.ticks[-1] >= again.ticks[0]:
                if recorded.ticks[0] > again.ticks[-1]:
                    self._blocks = chain([recorded], self._blocks)
                    return None
                return recorded
            self._differ(_samples_too_many(recorded.ticks))
        return None

    def _compare_samples(self, recorded: Samples, again: Samples) -> bool:
        """Compare sample by sample; return whether a difference was found."""
        if _same(recorded, again):
            return False
        too_many = tuple(sorted(set(recorded.ticks) - set(again.ticks)))
        if too_many:
            self._differ(_samples_too_many(too_many))
            return True
        places = {tick: index for index, tick in enumerate(recorded.ticks)}
        for index, tick in enumerate(again.ticks):
            if tick not in places or tick > self._last_tick:
                continue
            was, now = snapshot_at(recorded, places[tick]), snapshot_at(again, index)
            if was != now:
                quantity, old, new = _first_unequal(was, now)
                self._differ(Difference(tick, quantity, old, new))
                return True
        return False

    def _take_events(self, again: Samples) -> None:
        for event in self._encoder.events(again):
            if event.tick > self._last_tick:
                return
            recorded = next((e for e in self._events if e.kind != "samples_dropped"), None)
            if recorded != event:
                self._differ(
                    Difference(event.tick, "event", _event_text(recorded), _event_text(event))
                )

    def _differ(self, found: Difference) -> None:
        self._differences.append(found)


def end_tick(recording: Recording) -> int:
    """Return the tick at which the run ended, which may be after the last sample."""
    last_tick = Player(recording).last_tick
    summary = recording.summary
    if summary is None or "sim_time_s" not in summary:
        return last_tick
    return max(last_tick, seconds_to_ticks(summary["sim_time_s"]))


def _samples_too_many(ticks: tuple[int, ...]) -> Difference:
    return Difference(ticks[0], "samples", f"those of ticks {ticks[0]} to {ticks[-1]}", "nothing")


def _same(recorded: Samples, again: Samples) -> bool:
    """Return whether two blocks are equal in all columns."""
    return (
        recorded.ticks == again.ticks
        and recorded.missions == again.missions
        and all(
            was.bearings == now.bearings and np.array_equal(was.table, now.table)
            for was, now in zip(recorded.robots, again.robots, strict=True)
        )
        and all(
            np.array_equal(was.places_mm, now.places_mm)
            and np.array_equal(was.held_by, now.held_by)
            and np.array_equal(was.headings_rad, now.headings_rad)  # type: ignore[arg-type]
            for was, now in zip(recorded.objects, again.objects, strict=True)
        )
    )


def _first_unequal(was: Any, now: Any, path: str = "") -> tuple[str, str, str]:
    """Return name and both values of the first field in which two values differ."""
    if hasattr(was, "__dataclass_fields__"):
        for field in fields(was):
            old, new = getattr(was, field.name), getattr(now, field.name)
            if old != new:
                return _first_unequal(old, new, f"{path}.{field.name}")
    if isinstance(was, tuple) and len(was) == len(now):
        for index, (old, new) in enumerate(zip(was, now, strict=True)):
            if old != new:
                return _first_unequal(old, new, f"{path}[{index}]")
    return path.removeprefix("."), repr(was), repr(now)


def _input_difference(
    recorded: tuple[int, int, Input] | None, again: tuple[int, int, Input] | None
) -> Difference:
    present = [entry for entry in (recorded, again) if entry is not None]
    tick, robot, _ = min(present, key=lambda entry: entry[0])
    return Difference(tick, f"order to robots[{robot}]", _input_text(recorded), _input_text(again))


def _input_text(entry: tuple[int, int, Input] | None) -> str:
    return "nothing" if entry is None else f"{entry[2]!r} at tick {entry[0]}"


def _event_text(event: Event | None) -> str:
    return "nothing" if event is None else f"{event.kind} at tick {event.tick}"


def _without_stops(
    entries: Iterator[tuple[int, int, Input]], first_tick: int
) -> Iterator[tuple[int, int, Input]]:
    """Leave out what came before, and what is not the program's.

    What the host did depends on how the run was ended, and whether variables were sampled depends
    on its observers.
    """
    return (
        entry
        for entry in entries
        if entry[0] >= first_tick and not isinstance(entry[2], MadeSafe | Variables)
    )
