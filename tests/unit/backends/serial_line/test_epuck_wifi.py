"""The e-puck2 over Wi-Fi: its radio may send unrequested answers."""

from __future__ import annotations

from wsusim.backends.serial_line.epuck_wifi import EpuckWifiConversation
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.model.readings import Quantity
from wsusim.protocol import epuck_wifi as wifi

PROXIMITY_AT = 37


def packet(reading: int) -> bytes:
    """Return a packet in which all eight sensors read this, as the robot says it."""
    frame = bytearray(wifi.FRAME_BYTES)
    frame[PROXIMITY_AT : PROXIMITY_AT + 16] = reading.to_bytes(2, "little") * 8
    return bytes((wifi.SENSORS,)) + bytes(frame)


class RepeatingRobot:
    """A port at which unrequested frames pile up; fulfils ``Port``."""

    def __init__(self) -> None:
        self.waiting = b""

    def send(self, data: bytes) -> None:
        """Take a command, and answer with what is read now."""
        self.waiting += packet(400)

    def receive(self, wait_s: float) -> bytes:
        """Return all that waits."""
        data, self.waiting = self.waiting, b""
        return data

    def close(self) -> None:
        """Let go."""


class StillClock:
    """A clock that stands still; fulfils ``WallClock``."""

    def now_s(self) -> float:
        """Return 0."""
        return 0.0

    def sleep(self, seconds: float) -> None:
        """Don't wait."""


def ask_behind(unasked: bytes) -> tuple[int, ...]:
    """Return what is read of a robot from which these bytes have come already."""
    robot = RepeatingRobot()
    conversation = EpuckWifiConversation(
        robot, 0, StillClock(), LineStatistics(), is_urgent=lambda: False
    )
    robot.waiting = unasked
    return conversation.ask(Quantity.PROXIMITY, 1.0)


def test_what_came_unasked_is_not_an_answer() -> None:
    """Ten old frames wait; the reading is that of the frame after the question."""
    assert ask_behind(packet(4000) * 10) == (100,) * 8


def test_half_a_frame_is_completed() -> None:
    """What comes after the question completes it."""
    robot = RepeatingRobot()
    conversation = EpuckWifiConversation(
        robot, 0, StillClock(), LineStatistics(), is_urgent=lambda: False
    )
    robot.waiting = packet(4000) + packet(800)[:50]
    rest = packet(800)[50:]
    robot.send = lambda data: setattr(robot, "waiting", rest)  # type: ignore[method-assign]

    assert conversation.ask(Quantity.PROXIMITY, 1.0) == (200,) * 8
