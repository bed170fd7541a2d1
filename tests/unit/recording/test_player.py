"""The player: the same snapshots as the live run, at any moment."""

from __future__ import annotations

import pytest

from tests.unit.recording.streams import finished, snapshot
from wsusim.errors import BadInput
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording


@pytest.fixture
def player(tmp_path):
    """A player of four seconds."""
    with Recording(finished(tmp_path / "run.mcap")) as recording:
        yield Player(recording)


def test_it_gives_every_snapshot_exactly_as_it_was(player):
    """Iterating gives all samples, equal in every field."""
    assert list(player.snapshots()) == [snapshot(tick) for tick in range(0, 401, 2)]


@pytest.mark.parametrize(
    ("tick", "shown"),
    [(0, 0), (1, 0), (50, 50), (51, 50), (52, 52), (123, 122), (400, 400), (9999, 400)],
)
def test_going_to_a_moment_shows_the_last_sample_before_it(player, tick, shown):
    """Between two samples the earlier one is shown, across chunks as well."""
    assert player.at(tick) == snapshot(shown)


def test_it_knows_where_it_begins_and_ends(player):
    """The first and last samples' ticks are known without reading all."""
    assert (player.first_tick, player.last_tick) == (0, 400)


def test_a_moment_outside_is_refused_with_the_range(player):
    """Asking for a moment that was not recorded says what was."""
    with pytest.raises(BadInput, match=r"holds 0\.00 s to 4\.00 s, so there is no 4\.01 s"):
        player.check_tick(401)


@pytest.mark.parametrize(
    ("first", "last"),
    [(None, None), (0, 400), (100, 130), (81, 81), (82, 82), (83, 90), (390, None), (None, 3),
     (401, 500), (50, 40)],
)  # fmt: skip
def test_a_stretch_has_both_its_ends(player, first, last):
    """Wherever the blocks of the file begin."""
    low, high = -1 if first is None else first, 10_000 if last is None else last

    ticks = [snapshot.tick for snapshot in player.snapshots(first, last)]

    assert ticks == [tick for tick in range(0, 401, 2) if low <= tick <= high]
