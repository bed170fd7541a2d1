"""A line that can be tampered with, and what the robot was told over it."""

from __future__ import annotations

from collections.abc import Callable

from tests.hand_wire import HandPort, HandWire
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
