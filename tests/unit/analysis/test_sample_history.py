"""The past of robots, in a table that never outgrows its memory."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worlds import empty_world
from wsusim.analysis.curve_channels import CHANNELS
from wsusim.analysis.sample_history import Gatherer, History
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.recording.samples import from_snapshots

SMALL_BYTES = 20 * (8 + 4 * len(CHANNELS))

RISING = st.lists(st.integers(1, 50), min_size=1, max_size=300).map(
    lambda steps: np.cumsum(steps).tolist()
)


def filled(ticks: list[int], limit_bytes: int = SMALL_BYTES) -> History:
    """Return a history in which every value is its tick."""
    history = History(1, limit_bytes=limit_bytes)
    for tick in ticks:
        history.add(tick, np.full((1, len(CHANNELS)), tick, dtype=np.float32))
    return history


@given(RISING)
def test_it_never_holds_more_rows_than_its_memory_allows(ticks: list[int]) -> None:
    """However much is added, the table stays within its limit."""
    history = filled(ticks)

    assert len(history) <= history.most == 20


@given(RISING)
def test_a_row_keeps_its_values(ticks: list[int]) -> None:
    """Thinning drops whole rows: what is left still has the values of its tick, in order."""
    history = filled(ticks)

    assert set(history.ticks.tolist()) <= set(ticks)
    assert (np.diff(history.ticks) > 0).all()
    np.testing.assert_array_equal(history.column(0, 5), history.ticks)


@given(RISING)
def test_the_first_and_the_newest_row_are_always_there(ticks: list[int]) -> None:
    """The whole run stays covered, and its newest quarter is complete."""
    history = filled(ticks)

    assert history.ticks[0] == ticks[0]
    assert history.ticks[-5:].tolist() == ticks[-5:][-len(history) :]


@given(RISING)
def test_nothing_goes_while_there_is_room(ticks: list[int]) -> None:
    """A table with room for all rows has all rows."""
    history = filled(ticks, limit_bytes=1_000_000)

    assert history.ticks.tolist() == ticks
    assert not history.is_thinned


@given(RISING, st.integers(0, 2000))
def test_going_back_forgets_what_came_later(ticks: list[int], back: int) -> None:
    """A row at an earlier or equal tick replaces all from there on."""
    history = filled(ticks, limit_bytes=1_000_000)

    history.add(back, np.zeros((1, len(CHANNELS)), dtype=np.float32))

    assert history.ticks.tolist() == [tick for tick in ticks if tick < back] + [back]


@given(RISING, st.integers(1, 40))
def test_blocks_and_single_rows_give_the_same_table(ticks: list[int], size: int) -> None:
    """``extend`` is ``add`` for many rows, as long as there is room."""
    singles, blocks = filled(ticks, 1_000_000), History(1, limit_bytes=1_000_000)
    for begin in range(0, len(ticks), size):
        part = np.array(ticks[begin : begin + size])
        blocks.extend(part, np.tile(part.astype(np.float32), (1, len(CHANNELS), 1)))

    np.testing.assert_array_equal(blocks.ticks, singles.ticks)
    np.testing.assert_array_equal(blocks.column(0, 3), singles.column(0, 3))


@pytest.mark.parametrize(("tick", "row"), [(9, None), (10, 0), (19, 0), (20, 1), (99, 2)])
def test_row_at_is_the_last_one_that_is_not_after(tick: int, row: int | None) -> None:
    """Between two rows the earlier one counts, as on the screen."""
    assert filled([10, 20, 30]).row_at(tick) == row


def test_a_robot_did_not_drive_where_a_person_put_it() -> None:
    """It stands, is carried, drives 2 ticks of 20 ms, and is carried again: it has driven that."""
    simulation = Simulation(empty_world(), ideal=True)
    snapshots = [simulation.snapshot()]
    simulation.move_robot(0, Pose(200.0, 200.0))
    simulation.apply(0, SetSpeeds(10, 10))
    simulation.advance(2)
    snapshots.append(simulation.snapshot())
    simulation.advance(2)
    snapshots.append(simulation.snapshot())
    simulation.move_robot(0, Pose(400.0, 400.0))
    simulation.advance(2)
    snapshots.append(simulation.snapshot())
    block = from_snapshots(snapshots)

    (counted_mm,) = Gatherer(1, [[0, 4]]).take(block)
    (all_mm,) = Gatherer(1).take(block)

    driven_mm = math.dist(block.robots[0].track[1, :2], block.robots[0].track[2, :2])
    assert driven_mm > 0.1
    assert counted_mm.tolist() == pytest.approx([0.0, 0.0, driven_mm, driven_mm])
    assert all_mm[-1] > 200.0


def test_a_robot_did_not_drive_while_time_stood_still() -> None:
    """A paused run shows the same moment again when a person has put the robot elsewhere."""
    simulation = Simulation(empty_world(), ideal=True)
    moved: list[list[int]] = [[]]
    gatherer = Gatherer(1, moved)
    gatherer.take(from_snapshots([simulation.snapshot()]))
    for x_mm in (150.0, 250.0):
        simulation.move_robot(0, Pose(x_mm, 200.0))
        moved[0].append(0)
        paused = gatherer.take(from_snapshots([simulation.snapshot()]))
    simulation.advance(2)
    (gone_on,) = gatherer.take(from_snapshots([simulation.snapshot()]))

    assert (paused.tolist(), gone_on.tolist()) == ([[0.0]], [0.0])
