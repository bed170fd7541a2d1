"""The score of a game stands on the floor of the field, and nowhere else."""

from __future__ import annotations

from wsusim.gui.arena.score_item import ScoreItem
from wsusim.model.snapshot import Score
from wsusim.model.soccer_field import soccer_field
from wsusim.model.world import Arena, World


def test_a_field_shows_a_score() -> None:
    """From the start, and as it stands later, within the field."""
    item = ScoreItem()

    item.set_world(soccer_field())
    item.show_score(Score(2, 1, 2), 7000)

    assert item.isVisible()
    assert 0.0 < item.boundingRect().top() < item.boundingRect().bottom() < 680.0


def test_a_maze_without_soccer_shows_none() -> None:
    """There is nothing to count."""
    item = ScoreItem()

    item.set_world(World("maze", Arena.rectangle(500.0, 500.0)))

    assert not item.isVisible()
