"""When an answer may be an earlier one come twice."""

from __future__ import annotations

import pytest

from wsusim.backends.repeated_answers import RepeatedAnswers
from wsusim.model.readings import Quantity


@pytest.fixture
def answers() -> RepeatedAnswers:
    """Return a line on which the counters were just read."""
    answers = RepeatedAnswers()
    answers.other_question(Quantity.POSITIONS, (1, 2), 10.0, 10.02)
    return answers


@pytest.mark.parametrize(
    ("quantity", "values", "asked_s", "other"),
    [
        (Quantity.POSITIONS, (1, 2), 10.03, Quantity.SPEEDS),
        (Quantity.POSITIONS, (1, 3), 10.03, None),
        (Quantity.POSITIONS, (1, 2), 10.06, None),
        (Quantity.SPEEDS, (1, 2), 10.03, None),
    ],
)
def test_the_same_numbers_soon_after_are_doubted(
    answers: RepeatedAnswers,
    quantity: Quantity,
    values: tuple[int, ...],
    asked_s: float,
    other: Quantity | None,
) -> None:
    """Other numbers, another question or a later one are not."""
    assert answers.other_question(quantity, values, asked_s, asked_s + 0.02) is other


def test_the_other_question_is_never_the_same(answers: RepeatedAnswers) -> None:
    """The speeds are checked by the counters."""
    answers.other_question(Quantity.SPEEDS, (0, 0), 10.02, 10.03)

    other = answers.other_question(Quantity.SPEEDS, (0, 0), 10.03, 10.04)

    assert other is Quantity.POSITIONS


def test_what_was_asked_between_does_not_matter(answers: RepeatedAnswers) -> None:
    """A late answer may pass over a whole exchange."""
    answers.other_question(Quantity.SPEEDS, (0, 0), 10.02, 10.03)

    assert answers.other_question(Quantity.POSITIONS, (1, 2), 10.04, 10.05) is Quantity.SPEEDS
