"""A match in a thread of its own: its viewer looks and gives orders, and never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from wsusim.ciber.arena import Phase
from wsusim.ciber.live import LiveMatch, LiveRequest
from wsusim.ciber.match_choice import Scene
from wsusim.ciber.match_robot import State
from wsusim.errors import BadInput

DRIVER = Path(__file__).parents[3] / "controllers" / "ciber" / "wall_follower.py"
PATIENCE_S = 60.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for what must come."""
    pause = threading.Event()
    tries = iter(range(round(PATIENCE_S / 0.01)))
    while not condition() and next(tries, None) is not None:
        pause.wait(0.01)
    assert condition()


def test_a_match_is_started_stopped_and_robots_are_taken_out() -> None:
    """Orders count from the next cycle on."""
    match = LiveMatch(LiveRequest(Scene(), (str(DRIVER), str(DRIVER)), "lockstep"))
    match.open()
    until(lambda: len(match.frame.picture.robots) == 2)
    match.start()
    until(lambda: match.frame.picture.time > 3)
    match.remove(2)
    until(lambda: match.frame.picture.robots[1].state is State.REMOVED)
    match.stop()
    until(lambda: match.frame.picture.phase is Phase.STOPPED)
    match.close()
    assert (match.is_open, match.failure) == (False, "")


def test_a_mode_that_does_not_fit_the_lab_is_told() -> None:
    """The arena stays open, and the match does not begin."""
    match = LiveMatch(LiveRequest(Scene("finals", scoring="1"), (str(DRIVER),)))
    match.open()
    until(lambda: len(match.frame.picture.robots) == 1)
    match.start()
    until(lambda: bool(match.failure))
    is_open = match.is_open
    match.close()
    assert is_open
    assert "loop" in match.failure


def test_an_agent_that_can_not_be_started_is_told() -> None:
    """The match ends by itself, with a sentence."""
    match = LiveMatch(LiveRequest(Scene(), ("no/such/program",)))
    match.open()
    until(lambda: not match.is_open)
    assert "can't be started" in match.failure


def test_a_match_that_was_never_opened_can_be_closed() -> None:
    """And a wrong one can't be made."""
    LiveMatch(LiveRequest(Scene())).close()
    with pytest.raises(BadInput, match="no lab"):
        LiveMatch(LiveRequest(Scene("nowhere")))
