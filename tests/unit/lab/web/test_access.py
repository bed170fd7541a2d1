"""Wrong tokens are counted by address, however many come at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from wsusim.lab.web.access import MOST_FAILURES, WrongTokens

PEOPLE, TRIES = 8, 60


@pytest.fixture
def many_switches() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_many_at_once_are_all_counted(many_switches: None) -> None:
    """Requests are answered by several threads, and none of them fails by another's."""
    wrong = WrongTokens(lambda: 0.0)

    def guess(person: int) -> int:
        return max(wrong.count("10.0.0.1", f"token {person} {number}") for number in range(TRIES))

    with ThreadPoolExecutor(PEOPLE) as pool:
        counted = list(pool.map(guess, range(PEOPLE)))

    assert max(counted) == MOST_FAILURES * 10


def test_the_same_wrong_token_counts_once() -> None:
    """A program whose token has ended asks again and again."""
    wrong = WrongTokens(lambda: 0.0)

    assert [wrong.count("10.0.0.1", "ended") for _ in range(3)] == [1, 1, 1]
