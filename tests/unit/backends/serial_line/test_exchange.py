"""Questions and their answers, on a line that changes what it carries."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.hand_wire import HandWire
from tests.unit.backends.serial_line.tampered import (
    tampered,
)
from wsusim.backends.serial_line.statistics import Fault
from wsusim.errors import LinkLost
from wsusim.model.commands import (
    SetSpeeds,
)
from wsusim.model.readings import Quantity


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda data: data.replace(b",0,0\r", b",0\r"), Fault.SHORT),
        (lambda data: data.replace(b"0,0\r", b"0,0,0\r"), Fault.SHORT),
        (lambda data: data.replace(b",0,", b",1024,", 1), Fault.GARBLED),
        (lambda data: data.replace(b"0\r", b"\x000\r"), Fault.GARBLED),
        (lambda data: data.replace(b"0\r", b" \r"), Fault.GARBLED),
        (lambda data: data.replace(b",0\r", b", 0\r"), Fault.GARBLED),
        (lambda data: data and b"l\r\n", Fault.LATE),
        (lambda data: data and b"hello\r\n", Fault.FOREIGN),
        (lambda data: data + data, Fault.UNASKED),
        (lambda data: data.replace(b"0\r", b"\r\r"), Fault.UNASKED),
        (lambda data: data and b"z,Protocol error\r\n", Fault.REFUSED),
        (lambda data: b"", Fault.SILENCE),
    ],
)
def test_what_is_no_answer_is_recognised_and_asked_again(
    wire: HandWire, spoil: Callable[[bytes], bytes], fault: Fault
) -> None:
    """An answer that is not exactly one is counted under its name and never delivered."""
    port = tampered(wire)
    spoilt = []

    def once(data: bytes) -> bytes:
        if data.startswith(b"n") and not spoilt:
            spoilt.append(data)
            return spoil(data)
        return data

    port.answer = once

    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8
    assert wire.backend.statistics.faults[fault] == 1
    assert wire.backend.statistics.repeats == 1


@pytest.mark.parametrize("late_s", [0.0, 0.001, 0.0095, 0.0105, 0.012, 0.02, 0.029])
def test_an_answer_that_comes_twice_is_no_answer_to_the_next_question(
    wire: HandWire, late_s: float
) -> None:
    """However late the second one is, also in the very moment in which the next is due."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(3, 3))
    again: list[tuple[float, bytes]] = []
    receive = port.receive

    def twice(wait_s: float) -> bytes:
        if again and again[0][0] <= wire.clock.now_s():
            return again.pop()[1]
        if again:
            wait_s = min(wait_s, again[0][0] - wire.clock.now_s())
        return receive(wait_s)

    def keep(data: bytes) -> bytes:
        if data.startswith(b"h") and not again:
            again.append((wire.clock.now_s() + late_s, data))
            port.answer = lambda data: data
        return data

    wire.backend.sleep_until_tick(wire.backend.now_ticks() + 20)
    port.receive, port.answer = twice, keep  # type: ignore[method-assign]
    answers = [wire.backend.read(Quantity.POSITIONS) for _ in range(5)]

    assert answers == sorted(set(answers))  # the robot drives: no counter is read twice
    assert again == []


def test_an_answer_before_its_time_is_anothers(wire: HandWire) -> None:
    """On a line that keeps its pace, an answer sooner than the line could carry it is not ours."""
    port = tampered(wire)
    early = [b"n,1,2,3,4,5,6,7,8\r\n"]
    receive = port.receive

    def leftover(wait_s: float) -> bytes:
        return early.pop() if wait_s > 0.0 and early else receive(wait_s)

    port.receive = leftover  # type: ignore[method-assign]

    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8
    assert wire.backend.statistics.faults[Fault.EARLY] == 1


def test_the_time_out_is_for_the_whole_answer(wire: HandWire) -> None:
    """A robot that sends a byte now and then is given up in time: no time-out starts again."""
    port = tampered(wire)

    def trickle(wait_s: float) -> bytes:
        wire.clock.time_s += wait_s
        return b"n" if wait_s > 0.0 else b""

    port.receive = trickle  # type: ignore[method-assign]
    begun_s = wire.clock.now_s()

    with pytest.raises(LinkLost):
        wire.backend.read(Quantity.PROXIMITY)
    assert wire.clock.now_s() - begun_s < 1.0
