"""One thread answers many children, and none of them holds up the others."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.backends.connection import pipe_pair
from wsusim.backends.link_frames import (
    Flag,
    Frame,
    Kind,
    Wire,
    pack_command,
    pack_frame,
    pack_look,
    unpack_image,
)
from wsusim.backends.link_hub import LinkHub
from wsusim.backends.link_server import LinkServer
from wsusim.backends.simulated import SimulatedBackend
from wsusim.backends.two_processors import TwoProcessors
from wsusim.engine.lockstep import Lockstep
from wsusim.model.camera_image import Camera, Look
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity

PATIENCE_S = 10.0
POSITIONS = 1 << Quantity.POSITIONS


class Child:
    """A child's end, and what its parent hears of it."""

    def __init__(self, hub: LinkHub, robot: SimulatedBackend) -> None:
        self.end, self._parent_end = pipe_pair()
        self._wire = Wire(self.end)
        self._has_ended = Event()
        self._heard: tuple[dict[str, Any] | None, BaseException | None] = None, None
        self.server = LinkServer(robot, robot.connect())
        self.link = hub.add(self._parent_end, self.server, self._note_end)

    def _note_end(self, report: dict[str, Any] | None, broken: BaseException | None) -> None:
        self._heard = report, broken
        self._has_ended.set()

    def say(self, kind: Kind, tick: int = 0, mask: int = 0, body: bytes = b"") -> None:
        """Send a question."""
        self._wire.send(kind, 0, tick, mask, body)

    def answer(self) -> Frame:
        """Wait for the answer."""
        return self._wire.receive()

    def ask(self, kind: Kind, tick: int = 0, mask: int = 0, body: bytes = b"") -> Frame:
        """Send a question and wait for the answer."""
        self.say(kind, tick, mask, body)
        return self.answer()

    @property
    def end_as_heard(self) -> tuple[dict[str, Any] | None, BaseException | None]:
        """What the parent heard of its end."""
        assert self._has_ended.wait(PATIENCE_S)
        return self._heard

    def close(self) -> None:
        """Go, if it has not gone already."""
        self.end.close()
        assert self._has_ended.wait(PATIENCE_S)
        self._parent_end.close()


class Family:
    """Three children of one hub."""

    def __init__(self, hub: LinkHub) -> None:
        self.hub = hub
        self.simulation = FakeSimulation(3)
        self.lockstep = Lockstep(self.simulation, range(3))
        self.robots = [SimulatedBackend(self.lockstep, robot, "khepera1") for robot in range(3)]
        self.children = tuple(Child(hub, robot) for robot in self.robots)


@pytest.fixture
def family() -> Iterator[Family]:
    """Return three children whose robots are in step."""
    with LinkHub() as hub:
        family = Family(hub)
        yield family
        for robot, child in zip(family.robots, family.children, strict=True):
            robot.close()
            child.close()


def test_who_is_due_is_answered(family: Family) -> None:
    """When all sleep, time goes on to the earliest tick, and those whose tick it is wake."""
    early, other, late = family.children
    late.say(Kind.SLEEP, tick=4)
    other.say(Kind.SLEEP, tick=2, mask=POSITIONS, body=pack_command(SetSpeeds(3, 4)))

    assert early.ask(Kind.SLEEP, tick=2)[2] == 2
    assert other.answer()[2] == 2

    early.say(Kind.SLEEP, tick=6)
    other.say(Kind.SLEEP, tick=6)
    assert late.answer()[2] == 4


def test_readings_come_with_the_answer(family: Family) -> None:
    """They are those of the tick at which the child wakes."""
    child, *others = family.children
    for other in others:
        other.say(Kind.SLEEP, tick=9)

    answer = child.ask(Kind.SLEEP, 5, POSITIONS, pack_command(SetSpeeds(3, 4)))

    assert answer == (Kind.SLEEP, 0, 5, POSITIONS, bytes([15, *bytes(7), 20, *bytes(7)]))


class Apart(TwoProcessors):
    """Always two processors."""

    def note_answer(self) -> None:
        """Stay with them."""
        self.are_used = True


@pytest.mark.parametrize(("processors", "flags"), [(None, 0), (Apart(0, 1), Flag.AWAKE)])
def test_a_child_is_told_whether_to_stay_awake(
    processors: TwoProcessors | None, flags: int
) -> None:
    """With each answer: only where it has a processor of its own."""
    hub = LinkHub()
    hub.processors = processors
    with hub:
        robot = Family(hub).robots[0]
        child = Child(hub, robot)
        assert child.ask(Kind.EXCHANGE)[1] == flags


def test_half_a_message_keeps_no_other_waiting(family: Family) -> None:
    """The others are answered meanwhile, and its own sentence may still come to its end."""
    slow, other, _ = family.children
    frame = pack_frame(Kind.EXCHANGE, 0, 0, POSITIONS)
    slow.end.sendall(frame[:7])

    assert other.ask(Kind.EXCHANGE, mask=POSITIONS)
    slow.end.sendall(frame[7:])
    assert slow.answer()[3] == POSITIONS


def test_a_child_that_does_not_read_keeps_no_other_waiting(family: Family) -> None:
    """An answer larger than the pipe goes out as the child takes it."""
    deaf, other, _ = family.children
    look = Look(Camera.EYE, 320, 240)
    deaf.say(Kind.LOOK, tick=pack_look(look))

    assert other.ask(Kind.EXCHANGE, mask=POSITIONS)
    assert unpack_image(deaf.answer()[4]) == family.robots[0].look(look)
    assert deaf.ask(Kind.EXCHANGE, mask=POSITIONS)


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff" * 1000,
        pack_frame(Kind.SLEEP, 0, 3, 0) * 2,
        pack_frame(Kind.DONE, 0, 0, 0, b"\0\0\0\0no report"),
        pack_frame(Kind.DONE, 0, 0, 0, b"\1\0\0\0x{}"),
    ],
    ids=["noise", "two at once", "no report", "no order"],
)
def test_garbage_ends_its_own_link_only(family: Family, garbage: bytes) -> None:
    """The child counts as gone; the others go on without it."""
    forger, *others = family.children
    forger.end.sendall(garbage)

    assert forger.end_as_heard == (None, None)
    family.robots[0].close()
    others[0].say(Kind.SLEEP, tick=2)
    assert others[1].ask(Kind.SLEEP, tick=2)[2] == 2


def test_who_speaks_in_its_sleep_counts_as_gone(family: Family) -> None:
    """The ends speak strictly in turn, so a forged second question is none."""
    forger, *_ = family.children
    forger.say(Kind.SLEEP, tick=2)
    forger.say(Kind.EXCHANGE)
    assert forger.end_as_heard == (None, None)


def test_who_dies_in_its_sleep_is_noticed(family: Family) -> None:
    """At once, and not only when its tick has come."""
    dying, *_ = family.children
    dying.say(Kind.SLEEP, tick=2)
    dying.end.close()
    assert dying.end_as_heard == (None, None)


def test_a_stop_wakes_a_sleeper(family: Family) -> None:
    """No matter who asks for the stop; the answer says so."""
    sleeper, *_ = family.children
    sleeper.say(Kind.SLEEP, tick=1000)
    family.robots[0].request_stop()
    assert sleeper.answer()[:3] == (Kind.SLEEP, Flag.STOPPING, 0)


def test_a_report_is_confirmed(family: Family) -> None:
    """So a child does not die before its parent has taken its last orders."""
    child, *_ = family.children
    order = pack_command(SetSpeeds(1, 2))
    body = len(order).to_bytes(4, "little") + order + b'{"outcome":"finished"}'

    assert child.ask(Kind.DONE, body=body)[0] == Kind.DONE
    assert child.end_as_heard == ({"outcome": "finished"}, None)


def test_a_report_counts_even_if_the_child_has_gone(family: Family) -> None:
    """A child that has died meanwhile has come to its end all the same."""
    child, *_ = family.children
    child.say(Kind.DONE, body=b'\0\0\0\0{"outcome":"finished"}')
    child.end.close()
    assert child.end_as_heard == ({"outcome": "finished"}, None)


def test_what_breaks_in_answering_is_told(family: Family) -> None:
    """A failure in answering is no program's fault; the others are still answered."""
    unlucky, other, _ = family.children
    broken = ValueError("the engine's fault")

    def read(_quantity: Quantity) -> tuple[int, ...]:
        raise broken

    family.robots[0].read = read  # type: ignore[method-assign]
    unlucky.say(Kind.EXCHANGE, mask=POSITIONS)

    assert unlucky.end_as_heard == (None, broken)
    assert other.ask(Kind.EXCHANGE, mask=POSITIONS)


def test_last_words_of_the_dead_are_heard(family: Family) -> None:
    """What a child has said before it died counts; then its link is over."""
    child, *_ = family.children
    child.say(Kind.EXCHANGE, body=pack_command(SetSpeeds(1, 2)))
    child.link.end()
    assert child.end_as_heard == (None, None)
    assert list(family.lockstep.participant(0).commands) == [SetSpeeds(1, 2)]


def test_it_is_known_when_a_child_has_been_heard(family: Family) -> None:
    """Not before the thread that listens is free again, and everything that was said is taken."""
    busy, goes_on = Event(), Event()
    family.hub.soon(None, busy.set)
    family.hub.soon(None, goes_on.wait)
    assert busy.wait(PATIENCE_S)
    child = family.children[0]
    child.say(Kind.EXCHANGE)

    has_heard = family.hub.listening()
    before = [has_heard() for _ in range(5)]
    goes_on.set()
    while not has_heard():
        pass

    assert not any(before)
    assert child.server.exchanges == 1


def test_the_thread_that_listens_says_when_it_comes_round(family: Family) -> None:
    """As long as it is held up, what a child says and is told may lie there."""
    busy, goes_on = Event(), Event()
    family.hub.soon(None, busy.set)
    family.hub.soon(None, goes_on.wait)
    assert busy.wait(PATIENCE_S)

    has_come = family.hub.coming_round()
    before = has_come()
    goes_on.set()
    while not has_come():
        pass

    assert not before
