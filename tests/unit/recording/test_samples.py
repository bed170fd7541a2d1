"""Columns of samples: exact, short where nothing changes."""

from __future__ import annotations

import orjson
import pytest

from tests.unit.recording.streams import snapshot
from wsusim.recording.samples import from_json, from_snapshots, snapshot_at, to_json


@pytest.mark.parametrize("first", [0, 152, 248])
def test_a_block_read_back_gives_the_very_same_snapshots(first):
    """Snapshot to JSON and back changes no bit of any field."""
    snapshots = [snapshot(tick) for tick in range(first, first + 50, 2)]

    block = from_json(to_json(from_snapshots(snapshots)))

    assert [snapshot_at(block, index) for index in range(25)] == snapshots


@pytest.mark.parametrize("ticks", [(3, 4, 9), (3, 6, 7, 12), (3, 6, 7, 12, 15)])
def test_unevenly_spaced_samples_are_kept_as_well(ticks):
    """Ticks that have no common step come back as they were, even if the ends would fit one."""
    snapshots = [snapshot(tick) for tick in ticks]

    block = from_json(to_json(from_snapshots(snapshots)))

    assert block.ticks == ticks
    assert snapshot_at(block, 2) == snapshots[2]


def test_a_column_that_never_changes_is_one_number():
    """What stays the same costs one number a block."""
    fields = orjson.loads(to_json(from_snapshots([snapshot(0), snapshot(2)])))

    assert fields["robots"][0]["jaw_gap_mm"] == 50.0
    assert fields["robots"][0]["x_mm"] == [300.0, snapshot(2).robots[0].pose.x_mm]
