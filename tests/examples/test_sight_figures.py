"""Wherever the manual says how far a robot sees, it says what the model says."""

from __future__ import annotations

import pytest

from tests.pages.sight import FIGURES, MANUAL, SAFE, Figure, ahead, farthest_mm, renewed


@pytest.mark.parametrize("figure", FIGURES, ids=lambda one: f"{one.page}: {one.words}")
def test_a_figure_in_a_sentence_is_the_models(figure: Figure) -> None:
    """To renew it: ``python -m tests.pages.sight``."""
    assert (MANUAL / figure.page).read_text(encoding="utf-8") == renewed(figure)


def test_what_is_seen_from_afar_is_what_exceeds_the_limit() -> None:
    """One millimetre farther, and it doesn't."""
    near, far = ahead("khepera1", "wall", (10, 100))

    assert near > SAFE >= far
    assert farthest_mm(ahead("khepera1", "wall", tuple(range(1, 151))), SAFE) in range(15, 60)


def test_something_black_is_seen_later() -> None:
    """Or the column of the table would show the white wall."""
    (white,), (black,) = (ahead("khepera1", thing, (10,)) for thing in ("wall", "black wall"))

    assert black < white / 2
