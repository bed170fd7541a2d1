"""Room on Python's stack: where a loop stands makes no difference to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wsusim.stack_room import call_with_room

resource = pytest.importorskip("resource", reason="counts memory as only POSIX tells it")

CALLS = 200
DEPTHS = range(400)


def nothing() -> None:
    """Be called."""


def pieces_taken(depth: int) -> int:
    """Return how many pieces of memory a loop of calls takes at a depth of calls."""
    if depth > 0:
        return pieces_taken(depth - 1)
    before: int = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        nothing()
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


def most_pieces(depths: range) -> int:
    """Return how many pieces such a loop takes where it takes most."""
    return max(map(pieces_taken, depths))


def test_a_loop_takes_no_memory_at_any_depth() -> None:
    """With room, no call within hundreds of others takes a piece of stack from the system."""
    assert call_with_room(most_pieces, DEPTHS) < CALLS / 10


def test_without_room_a_loop_takes_memory_at_some_depth() -> None:
    """Python still returns a piece of stack at once; when it doesn't, no room is needed."""
    assert most_pieces(DEPTHS) >= CALLS


def test_it_returns_what_the_function_returns() -> None:
    """Arguments and result go through as they are."""
    assert call_with_room(int, "11", base=2) == 3


def failing(told: Callable[[], str]) -> None:
    """Fail with what is told."""
    raise ValueError(told())


def test_an_exception_passes() -> None:
    """What the function raises is raised."""
    with pytest.raises(ValueError, match="odd"):
        call_with_room(failing, lambda: "odd")
