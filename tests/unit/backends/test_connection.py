"""The ends of a connection between two processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from wsusim.backends.connection import (
    Connection,
    lookout,
    outgoing_of,
    pipe_pair,
    socket_pair,
)

MORE_THAN_FITS = bytes(1 << 22)


@pytest.fixture(params=[pipe_pair, socket_pair], ids=["pipes", "sockets"])
def ends(request: pytest.FixtureRequest) -> Iterator[tuple[Connection, Connection]]:
    """Return both ends of a connection, of either kind."""
    pair: Callable[[], tuple[Connection, Connection]] = request.param
    near, far = pair()
    yield near, far
    near.close()
    far.close()


def test_both_ways(ends: tuple[Connection, Connection]) -> None:
    """What one end sends, the other one receives."""
    near, far = ends
    near.sendall(b"question")
    far.sendall(b"answer")
    assert (far.recv(100), near.recv(100)) == (b"question", b"answer")


def test_who_stays_awake_receives_what_comes(ends: tuple[Connection, Connection]) -> None:
    """Before it looks out as well as after."""
    near, far = ends
    stay_awake = lookout(far)
    near.sendall(b"question")
    stay_awake()
    assert far.recv(100) == b"question"


def test_polling_ends_after_a_while(ends: tuple[Connection, Connection]) -> None:
    """Where nothing comes, one waits asleep as ever."""
    _near, far = ends
    lookout(far)()


def test_the_end_is_seen(ends: tuple[Connection, Connection]) -> None:
    """When the other end is closed, what it sent can still be received, and then nothing."""
    near, far = ends
    far.sendall(b"last words")
    far.close()
    assert (near.recv(100), near.recv(100)) == (b"last words", b"")


def test_without_waiting(ends: tuple[Connection, Connection]) -> None:
    """An end that does not wait takes as much as fits, and raises where nothing has come."""
    near, _far = ends
    near.setblocking(False)
    assert 0 < near.send(MORE_THAN_FITS) < len(MORE_THAN_FITS)
    with pytest.raises(BlockingIOError):
        near.send(MORE_THAN_FITS)
    with pytest.raises(BlockingIOError):
        near.recv(1)


def test_only_its_own_end_does_not_wait(ends: tuple[Connection, Connection]) -> None:
    """What the parent sets for itself, its child does not notice."""
    near, far = ends
    near.setblocking(False)
    assert os.get_blocking(far.fileno())
    assert os.get_blocking(outgoing_of(far))
