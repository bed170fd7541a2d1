"""A line that can be tampered with, and what the robot was told over it."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.hand_wire import HandClock, HandPort, HandWire
from wsusim.backends.serial_line.port import Port, PortGone


class Tampered:
    """A line whose answers go through a function; ``is_out`` pulls the cable."""

    def __init__(self, inner: Port) -> None:
        self.inner = inner
        self.is_out = False
        self.is_mute = False
        self.closed = 0
        self.answer: Callable[[bytes], bytes] = lambda data: data

    def send(self, data: bytes) -> None:
        """Pass a command on."""
        self._expect_cable()
        self.inner.send(data)

    def receive(self, wait_s: float) -> bytes:
        """Pass on what comes in, tampered with."""
        self._expect_cable()
        data = self.inner.receive(wait_s)
        return b"" if self.is_mute else self.answer(data)

    def close(self) -> None:
        """Count it."""
        self.closed += 1

    def _expect_cable(self) -> None:
        if self.is_out:
            raise PortGone("the cable is out")


class LateWire(Tampered):
    """A line whose answers come late, as all do of a robot that a busy computer emulates.

    Args:
        inner: The line.
        clock: Of both ends.
        late_s: So much later.
        until_s: Later than that, what comes is in time.
    """

    def __init__(
        self, inner: Port, clock: HandClock, late_s: float, until_s: float = math.inf
    ) -> None:
        super().__init__(inner)
        self._clock = clock
        self._late_s = late_s
        self._until_s = until_s
        self._coming: list[tuple[float, bytes]] = []

    def receive(self, wait_s: float) -> bytes:
        """Pass on what has been on its way for long enough."""
        data = self.inner.receive(wait_s)
        now_s = self._clock.now_s()
        if data:
            late_s = self._late_s if now_s < self._until_s else 0.0
            self._coming.append((now_s + late_s, data))
        arrived = b""
        while self._coming and self._coming[0][0] <= now_s:
            arrived += self._coming.pop(0)[1]
        return arrived


def tampered(wire: HandWire) -> Tampered:
    """Connect over a line that can be tampered with, and return it."""
    port = Tampered(HandPort(wire.robot))
    wire.backend._opener = lambda: port
    wire.backend.connect()
    return port


def commands(wire: HandWire) -> list[bytes]:
    """Return all that the robot was told."""
    return [handled.command for handled in wire.robot.handled]


# Economy


def tampered_from_the_start(wire: HandWire, answer: Callable[[bytes], bytes]) -> Tampered:
    """Put something between before the first contact."""
    port = Tampered(HandPort(wire.robot))
    port.answer = answer
    wire.backend._opener = lambda: port
    return port
