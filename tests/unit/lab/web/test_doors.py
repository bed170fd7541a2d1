"""No client is turned away from a lab because others hold idle connections."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.web.doors import Doors, Visit


class Line(asyncio.Transport):
    """A connection of a test."""

    is_gone = False

    def is_closing(self) -> bool:
        """Return whether it was closed."""
        return self.is_gone

    def abort(self) -> None:
        """Close it."""
        self.is_gone = True


class Caller:
    """A client that connects."""

    def __init__(
        self, address: str, *, is_busy: bool = False, has_asked: bool = False, since_s: float = 0.0
    ) -> None:
        self.line = Line()
        self.visit = Visit(self.line, address, lambda: is_busy, has_asked, since_s)

    @property
    def is_in(self) -> bool:
        """Whether the connection is open."""
        return not self.line.is_gone


def entered(doors: Doors, *callers: Caller) -> list[bool]:
    """Let them in, one after the other; return who is still there in the end."""
    for caller in callers:
        doors.enter(caller.visit)
    return [caller.is_in for caller in callers]


def test_who_has_never_asked_makes_way_first() -> None:
    """It is closed before one that has asked and is silent now, even for longer."""
    silent = Caller("a", since_s=5.0)
    reader = Caller("a", has_asked=True, since_s=1.0)

    assert entered(Doors(most=2), silent, reader, Caller("a", since_s=9.0)) == [False, True, True]


def test_who_is_being_answered_stays() -> None:
    """As long as there is anybody else."""
    busy = Caller("a", is_busy=True, has_asked=True)

    assert entered(Doors(most=2), busy, Caller("a"), Caller("a"), Caller("a")) == [
        True, False, False, True,
    ]  # fmt: skip


def test_the_address_with_the_most_connections_gives_way() -> None:
    """Not a student at another computer."""
    student = Caller("b")
    crowd = [Caller("a") for _ in range(5)]

    assert entered(Doors(most=4), student, *crowd)[0]
    assert sum(one.is_in for one in crowd) == 3


def test_one_address_has_a_part_of_the_whole() -> None:
    """Unless all come through a proxy."""
    apart = entered(Doors(most=9, most_each=2), *[Caller("a") for _ in range(5)])
    behind = entered(
        Doors(most=9, most_each=2, are_addresses_told=False), *[Caller("a") for _ in range(5)]
    )

    assert (sum(apart), sum(behind)) == (2, 5)
