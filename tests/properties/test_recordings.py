"""Recordings under all circumstances that hypothesis can think of."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.recording.streams import cut_off, finished
from wsusim.errors import BadInput
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, ObjectSnapshot, RobotSnapshot, Snapshot
from wsusim.recording.integrity import check_integrity
from wsusim.recording.player import Player
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.repair import repair
from wsusim.recording.samples import from_json, from_snapshots, snapshot_at, to_json

numbers = st.floats(allow_nan=False, allow_infinity=False)
counters = st.integers(-(2**31), 2**31 - 1)
ids = st.one_of(st.none(), st.integers(1, 10**6))
eight = st.lists(st.integers(0, 1023), min_size=8, max_size=8).map(tuple)

robots = st.builds(
    RobotSnapshot,
    id=st.just(1),
    kind=st.just("khepera1"),
    pose=st.builds(Pose, numbers, numbers, numbers),
    left_speed=numbers,
    right_speed=numbers,
    left_position=counters,
    right_position=counters,
    proximity=eight,
    ambient=eight,
    arm_position=numbers,
    jaw_gap_mm=numbers,
    held_object_id=ids,
    object_present=st.booleans(),
    resistivity=st.integers(0, 255),
    contact_front=st.booleans(),
    contact_back=st.booleans(),
    contact_bearings_rad=st.lists(numbers, max_size=3).map(tuple),
    leds=st.tuples(st.booleans(), st.booleans()),
)
objects = st.builds(ObjectSnapshot, st.just(2), st.just("cap"), numbers, numbers, ids)
missions = st.builds(
    MissionSnapshot,
    achieved=st.booleans(),
    goal_time_s=st.one_of(st.none(), numbers),
    caps_delivered=st.integers(0, 99),
    robots_in_goal=st.lists(st.integers(1, 99), max_size=2).map(tuple),
)
snapshots = st.lists(
    st.builds(
        Snapshot,
        tick=st.integers(0, 10**9),
        robots=st.tuples(robots),
        objects=st.tuples(objects),
        mission=missions,
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda snapshot: snapshot.tick,
).map(lambda found: sorted(found, key=lambda snapshot: snapshot.tick))


@given(snapshots)
def test_any_snapshots_come_back_to_the_last_bit(given_snapshots):
    """Whatever the numbers, a block read back is what was written."""
    block = from_json(to_json(from_snapshots(given_snapshots)))

    again = [snapshot_at(block, index) for index in range(len(block.ticks))]

    assert again == given_snapshots


def made(make, ticks=200):
    """Return the bytes of a recording."""
    with tempfile.TemporaryDirectory() as folder:
        return make(Path(folder) / "run.mcap", ticks).read_bytes()


CUT = made(cut_off)
WHOLE = made(finished)


def saved(content):
    """Repair a file; return the ticks of its samples, or ``None`` when nothing can be saved."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.mcap"
        file.write_bytes(content)
        try:
            repair(file)
            with Recording(file) as recording:
                return [snapshot.tick for snapshot in Player(recording).snapshots()]
        except BadRecording:
            return None


@given(st.integers(0, len(CUT)))
def test_a_cut_anywhere_is_repaired_up_to_the_chunk_before(size):
    """Wherever a file breaks off, what is saved is a beginning of the run without gaps."""
    ticks = saved(CUT[:size])

    assert ticks is None or ticks == list(range(0, ticks[-1] + 1, 2))


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_a_changed_byte_anywhere_is_noticed(place, change):
    """Whatever byte is changed, there is one clear message; repair saves what is whole."""
    content = bytearray(WHOLE)
    content[place] ^= change
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.mcap"
        file.write_bytes(content)
        with pytest.raises(BadInput), Recording(file) as recording:
            check_integrity(recording)

    saved(bytes(content))


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_politely(content):
    """What is no recording gives one clear message, in every command."""
    assert saved(content) is None
    assert saved(WHOLE[:8] + content) is None
