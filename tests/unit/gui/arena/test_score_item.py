"""The score of a game stands beside the field, and nowhere else."""

from __future__ import annotations

from wsusim.gui.arena.score_item import ScoreItem
from wsusim.model.snapshot import Score
from wsusim.model.soccer_field import soccer_field
from wsusim.model.world import Arena, World


def test_a_field_shows_a_score() -> None:
    """From the start, and as it stands later, above the field: a robot hides nothing of it."""
    item = ScoreItem()

    item.set_world(soccer_field())
    item.show_score(Score(2, 1, 2), 7000)

    assert item.isVisible()
    assert item.boundingRect().top() > soccer_field().arena.height_mm


def test_a_maze_without_soccer_shows_none() -> None:
    """There is nothing to count."""
    item = ScoreItem()

    item.set_world(World("maze", Arena.rectangle(500.0, 500.0)))

    assert not item.isVisible()
