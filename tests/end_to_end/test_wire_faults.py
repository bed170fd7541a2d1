"""A line that does everything a line can do wrong, between the backend and the emulated robot."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.faulty_port import KINDS, FaultyPort
from tests.hand_wire import HandPort, HandWire
from tests.worlds import empty_world
from wsusim.backends.serial_line.port import Port
from wsusim.errors import LinkLost
from wsusim.model.commands import SetCounters, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol.codec import encode_request
from wsusim.protocol.messages import request_of_command, request_of_quantity

QUESTIONS = (
    Quantity.PROXIMITY,
    Quantity.POSITIONS,
    Quantity.AMBIENT,
    Quantity.SPEEDS,
    Quantity.PROXIMITY,
    Quantity.MOTION,
    Quantity.ARM,
)


class BadLine:
    """A noisy robot that turns in a corner, so that its readings differ all the time."""

    def __init__(self, seed: int, share: float, kinds: tuple[str, ...], baud: int = 38400) -> None:
        world = empty_world(x_mm=60.0, y_mm=60.0)
        self.wire = HandWire(world, baud=baud, ideal=False, seed=seed)
        self.happened: Counter[str] = Counter()
        self.share = 0.0
        self._kinds = kinds
        self._dice = random.Random(seed)
        self.wire.backend._opener = self._open
        self.wire.backend.connect()
        self.share = share
        self.wire.backend._let_go()
        self.lost = 0
        self.wrong: list[str] = []

    def _open(self) -> Port:
        inner = HandPort(self.wire.robot)
        return FaultyPort(
            inner, self.wire.robot, self._dice, self.share, self._kinds, self.happened
        )

    def drive(self, exchanges: int) -> None:
        """Let a controller ask and order; note every answer that its own question did not get."""
        backend = self.wire.backend
        for number in range(exchanges):
            begun = len(self.wire.robot.handled)
            try:
                if number % 5 == 4:
                    speed = 1 + number % 7
                    self._order(number, speed, begun)
                else:
                    quantity = QUESTIONS[self._dice.randrange(len(QUESTIONS))]
                    begun_kept = backend.statistics.kept
                    values = backend.read(quantity)
                    if backend.statistics.kept == begun_kept:
                        self._expect(quantity, values, begun)
            except LinkLost:
                self.lost += 1

    def _order(self, number: int, speed: int, begun: int) -> None:
        order = SetCounters(number, -number) if number % 10 == 4 else SetSpeeds(speed, -speed)
        unsent = self.wire.backend.statistics.unsent
        self.wire.backend.send(order)
        line = encode_request(request_of_command(order), end=b"")
        got = [handled.command for handled in self.wire.robot.handled[begun:]]
        if self.wire.backend.statistics.unsent == unsent and line not in got:
            self.wrong.append(f"{number}: {order} was not given")

    def _expect(self, quantity: Quantity, values: tuple[int, ...], begun: int) -> None:
        request = encode_request(request_of_quantity(quantity), end=b"")
        own = [h.answer[0] for h in self.wire.robot.handled[begun:] if h.command == request]
        if not own or not own[-1].endswith(b"," + ",".join(map(str, values)).encode()):
            self.wrong.append(f"{quantity.name} {values} for {own}")

    def finish(self) -> tuple[float, float]:
        """Close the backend; return what the motors are told then."""
        self.wire.backend.close()
        self.wire.backend.stop_robot(5.0)
        return self.wire.robot.speeds()


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_alone_is_survived(kind: str) -> None:
    """With one command in ten spoilt in one way, no wrong answer comes through."""
    line = BadLine(seed=3, share=0.1, kinds=(kind,))

    line.drive(300)

    assert line.wrong == []
    assert line.happened[kind] > 10
    assert line.finish() == (0.0, 0.0)


@pytest.mark.parametrize("seed", [1, 2])
def test_all_faults_together_are_survived(seed: int) -> None:
    """1 fault in 100 exchanges, 1000 exchanges: nothing wrong comes through, motors end at zero."""
    line = BadLine(seed, share=0.01, kinds=KINDS)

    line.drive(1000)

    assert line.wrong == []
    assert line.finish() == (0.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("baud", [9600, 38400, 115200])
def test_ten_thousand_exchanges_with_one_fault_in_a_hundred(baud: int) -> None:
    """10,000 exchanges: no wrong reading, no mis-matched exchange, motors at zero at the end."""
    line = BadLine(seed=baud, share=0.01, kinds=KINDS, baud=baud)

    line.drive(10_000)

    assert line.wrong == []
    assert line.happened.total() > 70
    assert line.finish() == (0.0, 0.0)


def test_what_went_wrong_is_counted() -> None:
    """The statistics name every kind of trouble that was met."""
    line = BadLine(seed=5, share=0.2, kinds=("short", "garble answer", "lose answer", "double"))

    line.drive(200)
    words = line.wire.backend.statistics.text()
    line.finish()

    assert "an answer with too few or too many numbers" in words
    assert "no answer in time" in words
    assert "commands sent again" in words
