"""``--publish``, ``hand`` and ``watch``: what is refused, and with which words."""

from __future__ import annotations

import pytest

from tests.command_line import wsusim
from tests.unit.ciber.matches import match
from wsusim.ciber.arena_server import ArenaServer
from wsusim.cli.publishing import Pace, driven_by
from wsusim.errors import BadInput


def test_hand_stands_for_a_person() -> None:
    """In the place of a controller; the others keep theirs."""
    assert driven_by(("hand", "wall_follower"), "8008") == ("", "wall_follower")


def test_a_hand_needs_a_browser() -> None:
    """Without --publish no one could drive."""
    with pytest.raises(BadInput, match="--publish 8008"):
        driven_by(("hand",), None)


def test_no_controller_at_all_is_refused() -> None:
    """An empty name means no controller."""
    with pytest.raises(BadInput, match="no controller"):
        driven_by(("",), None)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "wall_follower", "--publish", "here"],
        ["emulate", "--publish", "1:2:x"],
        ["ciber", "match", "agent.py", "--publish", "80808"],
        ["ciber", "serve", "--listen", "0", "--publish", "x"],
    ],
)
def test_a_place_that_is_none_is_refused(words: list[str]) -> None:
    """Before anything moves, with the next step."""
    outcome = wsusim(words)

    assert outcome.returncode == 2
    assert "--publish 8008" in outcome.stderr


def test_a_console_belongs_to_a_shared_run() -> None:
    """Alone it is refused, and the missing option is named."""
    outcome = wsusim(["run", "wall_follower", "--console", "8019"])

    assert outcome.returncode == 2
    assert "--publish 8008" in outcome.stderr


def test_the_address_of_nothing_is_refused() -> None:
    """``watch`` says what an address looks like."""
    pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")
    outcome = wsusim(["watch", "not an address"])

    assert outcome.returncode == 2
    assert "looks like" in outcome.stderr


def test_a_match_that_is_watched_keeps_the_contests_time() -> None:
    """A cycle of 50 ms that took 20 ms is waited for, and what was late is not caught up."""
    arena, _ = match()
    spent_s = [10.0, 10.0, 10.02, 10.05, 10.25, 10.25]
    waited_s: list[float] = []
    pace = Pace(lambda: spent_s.pop(0), waited_s.append)
    with ArenaServer(lambda: arena, port=0) as server:
        pace.wait(server)
        pace.wait(server)
        pace.wait(server)

    assert waited_s == pytest.approx([0.0, 0.03, 0.0])
