"""Lines that do what they can do wrong, between the backend and an emulated e-puck or Thymio."""

from __future__ import annotations

import contextlib
import random
import struct
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.doubtful_controller import Handled
from tests.faulty_port import FaultyPort
from tests.hand_wire import HandPort, HandWire
from tests.line_faults import Spoiler
from tests.seeds import few
from tests.worlds import empty_world
from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.epuck import EPUCK
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.port import Port
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.emulator.epuck_requests import BINARY_FROM
from wsusim.errors import LinkLost
from wsusim.model.commands import SetCounters, SetLed, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol import epuck_wifi, thymio
from wsusim.protocol.epuck import reading_of

LATE = ("delay answer", "delay command", "split answer", "split command", "unplug")
"""What a network connection does: it neither loses nor changes anything."""

LOST = (*LATE, "lose answer", "lose command", "double", "silence")
"""What a radio line does whose packets are checked (Bluetooth, the Thymio's dongle)."""

ONLY_LINES = "e-puck, lines of text"
"""One whose program is older than the binary mode."""

LINES: dict[str, tuple[Language, tuple[str, ...]]] = {
    "e-puck": (EPUCK, LOST),
    ONLY_LINES: (EPUCK, LOST),
    "e-puck2": (EPUCK_WIFI, LATE),
    "Thymio": (THYMIO, LOST),
}

OTHERS = (Quantity.POSITIONS, Quantity.SPEEDS, Quantity.MOTION)


def proximities(language: Language, handled: Iterable[Handled]) -> list[tuple[int, ...]]:
    """Return the proximities that the robot itself has said, as wsusim's readings."""
    said = []
    for answer in (part for one in handled for part in one.answer):
        if language is THYMIO:
            words = thymio.message_of(answer).words[-thymio.HORIZONTAL :]
            said.append(tuple(min(1023, round(w * 1023 / thymio.FULL_SCALE)) for w in words))
        elif language is EPUCK_WIFI:
            said.append(reading_of(Quantity.PROXIMITY, epuck_wifi.proximity_in(answer[1:])))
        elif answer.startswith(b"n,"):
            values = tuple(map(int, answer.decode("ascii").split(",")[1:]))
            said.append(reading_of(Quantity.PROXIMITY, values))
        elif len(answer) == 16:
            said.append(reading_of(Quantity.PROXIMITY, struct.unpack("<8H", answer)))
    return said


class BadLine:
    """A noisy robot that turns in a corner, so that its readings differ all the time."""

    def __init__(self, name: str, share: float, kinds: tuple[str, ...], seed: int = 3) -> None:
        self.language, _ = LINES[name]
        world = empty_world(x_mm=80.0, y_mm=80.0)
        self.wire = HandWire(world, baud=115_200, ideal=False, seed=seed, language=self.language)
        self.happened: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.lost = 0
        self._dice = random.Random(seed)
        self._share, self._kinds = share, kinds
        if name == ONLY_LINES:
            self._forget_binary_mode()
        backend = self.wire.backend
        backend.connect()
        backend._opener = self._open
        backend._let_go()

    def _forget_binary_mode(self) -> None:
        firmware = self.wire.robot.firmware
        answer = firmware.answer

        def answer_lines(request: bytes) -> tuple[bytes, ...]:
            return answer(request) if request[0] < BINARY_FROM else ()

        firmware.answer = answer_lines  # type: ignore[method-assign]

    def _open(self) -> Port:
        spoiler = Spoiler(self._dice, self._share, self._kinds, self.happened)
        return FaultyPort(HandPort(self.wire.robot), self.wire.clock, spoiler)

    def drive(self, exchanges: int) -> None:
        """Ask and order until so many exchanges went over the line."""
        statistics = self.wire.backend.statistics
        last = statistics.exchanges + exchanges
        for number in range(20 * exchanges):
            if statistics.exchanges >= last:
                return
            try:
                self._do(number)
            except LinkLost:
                self.lost += 1
                with contextlib.suppress(LinkLost):
                    self.wire.backend.sleep_until_tick(self.wire.backend.now_ticks() + 2)

    def _do(self, number: int) -> None:
        backend, handled = self.wire.backend, self.wire.robot.handled
        begun, kept = len(handled), backend.statistics.kept
        if number % 5 == 4:
            backend.send(self._order(number))
        elif number % 5 == 3:
            backend.read(self._dice.choice(OTHERS))
        else:
            values = backend.read(Quantity.PROXIMITY)
            if backend.statistics.kept == kept:
                said = proximities(self.language, handled[begun:])
                if values not in said[-1:]:
                    self.wrong.append(f"{values} for {said}")

    @staticmethod
    def _order(number: int) -> SetSpeeds | SetCounters | SetLed:
        speed = 20 + number % 7
        return SetCounters(number, -number) if number % 10 == 4 else SetSpeeds(speed, -speed)

    def finish(self) -> tuple[float, float]:
        """Close the backend; return what the motors are told then."""
        self.wire.backend.close()
        self.wire.backend.stop_robot(5.0)
        return self.wire.robot.speeds()


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, (_, kinds) in LINES.items() for kind in kinds]
)
def test_each_fault_alone_is_survived(name: str, kind: str) -> None:
    """With one command in twenty spoilt in one way, no wrong answer comes through."""
    line = BadLine(name, 0.05, (kind,))

    line.drive(150)

    assert line.wrong == []
    assert line.happened[kind] > 3
    assert line.finish() == (0.0, 0.0)


@pytest.mark.parametrize("exchanges", few([500, 10_000], 1))
@pytest.mark.parametrize("name", LINES)
def test_thousands_of_exchanges_with_one_fault_in_a_hundred(name: str, exchanges: int) -> None:
    """No wrong reading comes through, and the motors are at zero at the end."""
    line = BadLine(name, 0.01, LINES[name][1])

    line.drive(exchanges)

    assert line.wrong == []
    assert line.wire.backend.statistics.exchanges >= exchanges
    assert line.finish() == (0.0, 0.0)
