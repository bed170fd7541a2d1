"""The newest picture of a run, and what lies between two of them."""

from __future__ import annotations

import pytest

from wsusim.runs import pictures
from wsusim.runs.pictures import Pictures


def test_untaken_trails_are_limited_by_their_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The oldest pieces go; the newest stays, however long it is."""
    monkeypatch.setattr(pictures, "POINTS_KEPT", 10)
    made = Pictures()
    for number in range(8):
        made.led({0: [(float(number), 0.0)] * 4}, False)

    assert [way[0][0] for way, _ in made.take_ways()] == [(6.0, 0.0), (7.0, 0.0)]
    made.led({0: [(1.0, 1.0)] * 20}, False)
    assert len(made.take_ways()) == 1
