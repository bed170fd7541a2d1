"""A line that does everything a line can do wrong, between the backend and the emulated robot."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.doubtful_controller import DoubtfulController
from tests.faulty_port import FaultyPort
from tests.hand_wire import HandPort, HandWire
from tests.line_faults import KINDS, Spoiler
from tests.seeds import few
from tests.worlds import empty_world
from wsusim.backends.serial_line.port import Port


class BadLine:
    """A noisy robot that turns in a corner, so that its readings differ all the time."""

    def __init__(self, seed: int, share: float, kinds: tuple[str, ...], baud: int = 38400) -> None:
        world = empty_world(x_mm=60.0, y_mm=60.0)
        self.wire = HandWire(world, baud=baud, ideal=False, seed=seed)
        self.happened: Counter[str] = Counter()
        self._dice = random.Random(seed)
        self._share = share
        self._kinds = kinds
        backend = self.wire.backend
        backend.connect()
        backend._opener = self._open
        backend._let_go()
        self.controller = DoubtfulController(backend, self.wire.robot.handled, self._dice)

    def _open(self) -> Port:
        spoiler = Spoiler(self._dice, self._share, self._kinds, self.happened)
        return FaultyPort(HandPort(self.wire.robot), self.wire.clock, spoiler)

    def finish(self) -> tuple[float, float]:
        """Close the backend; return what the motors are told then."""
        self.wire.backend.close()
        self.wire.backend.stop_robot(5.0)
        return self.wire.robot.speeds()


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_alone_is_survived(kind: str) -> None:
    """With one command in ten spoilt in one way, no wrong answer comes through."""
    line = BadLine(seed=3, share=0.1, kinds=(kind,))

    line.controller.drive(300)

    assert line.controller.wrong == []
    assert line.happened[kind] > 10
    assert line.finish() == (0.0, 0.0)


@pytest.mark.parametrize("exchanges", few([2_000, 10_000], 1))
@pytest.mark.parametrize("baud", [9600, 38400, 115200])
def test_thousands_of_exchanges_with_one_fault_in_a_hundred(baud: int, exchanges: int) -> None:
    """No wrong reading, no mis-matched exchange, motors at zero at the end."""
    line = BadLine(seed=13, share=0.01, kinds=KINDS, baud=baud)

    line.controller.drive(exchanges)

    assert line.controller.wrong == []
    assert line.happened.total() > 0.009 * exchanges
    assert line.finish() == (0.0, 0.0)


def test_what_went_wrong_is_counted() -> None:
    """The statistics name every kind of trouble that was met."""
    line = BadLine(seed=5, share=0.2, kinds=("short", "garble answer", "lose answer", "double"))

    line.controller.drive(200)
    words = line.wire.backend.statistics.text()
    line.finish()

    assert "an answer with too few or too many numbers" in words
    assert "no answer in time" in words
    assert "commands sent again" in words
