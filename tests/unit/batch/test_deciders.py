"""Who decides for robots, and what is no decision."""

from __future__ import annotations

import re
from typing import Any

import pytest

from wsusim.batch.deciders import pairs_of, steps_of
from wsusim.errors import BadInput


class Turner:
    """Turns on the spot."""

    def step(self, _proximity: list[int], _ambient: list[int]) -> tuple[int, int]:
        """Return two speeds."""
        return 1, -1


@pytest.mark.parametrize(
    ("objects", "told"),
    [
        (5, "5 can't decide: give a function"),
        (None, "None can't decide: give a function"),
        ("ab", "'ab' can't decide: give a function"),
        ([Turner()], "There are 2 robots, but 1 controllers"),
        ([Turner, Turner], r"Turner is a class. Give objects of it: Turner\(\)\."),
        ([1, 2], "1 can't decide: it has no method step"),
    ],
)
def test_who_can_not_decide_for_robots_is_told(objects: Any, told: str) -> None:
    """A function, or as many objects with a method ``step`` as there are robots."""
    with pytest.raises(BadInput, match=told):
        steps_of(objects, 2)


@pytest.mark.parametrize("wrong", [5, None, (1,), (1, 2, 3), "ab"])
def test_a_decision_is_two_speeds(wrong: Any) -> None:
    """The first controller that returns something else is named by its number."""
    with pytest.raises(BadInput, match=f"number 1 returned {re.escape(repr(wrong))}, but two"):
        pairs_of([(1, 2), wrong])
