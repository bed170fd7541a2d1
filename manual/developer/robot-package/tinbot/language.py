"""What a Tinbot understands: lines of text over the network, each with a number.

    7 name          7 tinbot
    8 drive 50 -50  8 ok          mm/s, left and right
    9 eyes          9 310 22      0 to 1023, left and right
    10 wheels       10 128 131    pulses that the wheels have turned

The answer repeats the number of its question. So a late answer is never taken for another one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from types import MappingProxyType

from wsusim.backends.serial_line.conversation import Abandoned, Language, NoAnswer, Wanted
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import SLICE_S, Port
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.backends.serial_line.target_drive import TargetDrive
from wsusim.formats.robot_file import find_robot
from wsusim.model.commands import (
    SendRadio,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity

KIND = find_robot(str(files(__package__) / "tinbot.toml"))
AGAIN_S = 0.2
"""A question without an answer for so long is asked again."""


class TinbotConversation:
    """One Tinbot over an open port; fulfils ``Conversation``."""

    kind = KIND.name
    saw_reset = False
    is_in_step = True

    def __init__(
        self,
        port: Port,
        baud: int,
        clock: WallClock,
        statistics: LineStatistics,
        is_urgent: Callable[[], bool],
    ) -> None:
        self._port, self._clock, self._statistics = port, clock, statistics
        self._is_urgent = is_urgent
        self._drive = TargetDrive(KIND.motors)
        self._zero = 0, 0
        """What the wheels' counters showed when they were last set; the robot's can't be set."""
        self._speeds = 0, 0
        self._number = 0
        self._heard = b""
        self.asked_s = 0.0

    @property
    def busy_s(self) -> float | None:
        """In how many seconds to look whether the wheels are at their target."""
        return self._drive.due_s(self._clock.now_s())

    def shout_stop(self) -> None:
        """Send the order to stop, and don't wait for its answer."""
        self._send("drive 0 0")

    def introduce(self, until_s: float) -> None:
        """Make sure that it is a Tinbot, and that it stands still."""
        if self._say("name", until_s) != ["tinbot"]:
            raise NoAnswer
        self._turn(SetSpeeds(0, 0), until_s)

    def ask(self, wanted: Wanted, until_s: float) -> tuple[int, ...]:
        """Give an order, or return a reading."""
        match wanted:
            case SetSpeeds():
                self._drive.end()
                self._turn(wanted, until_s)
            case SetTargets():
                self._drive.begin(wanted, self._clock.now_s())
                self.tend(until_s)
            case SetProfile():
                self._drive.set_profile(wanted)
            case SetCounters():
                self._zero = 0, 0
                left, right = self._wheels(until_s)
                self._zero = left - wanted.left_pulses, right - wanted.right_pulses
            case Quantity.PROXIMITY:
                left, right = map(int, self._say("eyes", until_s))
                return left, right
            case Quantity.POSITIONS:
                return self._wheels(until_s)
            case Quantity.SPEEDS:
                return self._speeds
            case Quantity.MOTION:
                self.tend(until_s)
                return self._drive.motion()
        return ()

    def refusal(self, wanted: Wanted, answer: str) -> str:
        """Return what to say when the robot does not take a command."""
        return f"The Tinbot doesn't understand: it says {answer!r}."

    def tend(self, until_s: float) -> None:
        """Look how far the wheels still have to go, and order the speeds for it."""
        if self._drive.is_active and not self._drive.is_there:
            speeds = self._drive.look(self._wheels(until_s), self._clock.now_s())
            self._turn(speeds, until_s)

    def _turn(self, speeds: SetSpeeds, until_s: float) -> None:
        self._say(f"drive {speeds.left} {speeds.right}", until_s)
        self._speeds = speeds.left, speeds.right

    def _wheels(self, until_s: float) -> tuple[int, int]:
        left, right = map(int, self._say("wheels", until_s))
        return left - self._zero[0], right - self._zero[1]

    def _send(self, words: str) -> int:
        self._number += 1
        self._port.send(f"{self._number} {words}\n".encode("ascii"))
        return self._number

    def _say(self, words: str, until_s: float) -> list[str]:
        """Return the words of the answer to a question, asked again as often as needed."""
        while (begun_s := self._clock.now_s()) < until_s:
            number = self._send(words)
            while (left_s := min(until_s, begun_s + AGAIN_S) - self._clock.now_s()) > 0.0:
                if self._is_urgent():
                    raise Abandoned
                self._heard += self._port.receive(min(left_s, SLICE_S))
                *lines, self._heard = self._heard.split(b"\n")
                for line in lines:
                    said = line.decode("ascii", "replace").split()
                    if said[:1] == [str(number)]:
                        self.asked_s = begun_s
                        self._statistics.note_exchange(self._clock.now_s() - begun_s)
                        return said[1:]
            self._statistics.repeats += 1
        raise NoAnswer


_NOT_THERE = {
    SetArm: "gripper",
    SetGrip: "gripper",
    Quantity.ARM: "gripper",
    Quantity.GRIP: "gripper",
    Quantity.OBJECT_PRESENT: "gripper",
    Quantity.RESISTIVITY: "gripper",
    Quantity.AMBIENT: "sensor for light",
    Quantity.FLOOR: "floor sensor",
    Quantity.CAMERA_PIXELS: "line camera",
    Quantity.CAMERA_LIGHT: "line camera",
    Quantity.RADIO: "radio",
    SendRadio: "radio",
    SetLed: "lamp",
    SetPwm: "order for the motors' voltage",
}

TINBOT = Language(
    scheme="tinbot",
    title="Tinbot",
    one="a Tinbot",
    kind=KIND.name,
    converse=TinbotConversation,
    rates=(),
    tcp_port=7070,
    examples=("tinbot:192.168.1.30", "tinbot:192.168.1.30:7070"),
    next_step="Is it switched on, and in the same network as this computer?",
    absent=MappingProxyType(
        {what: f"A Tinbot has no {name}. Do without it." for what, name in _NOT_THERE.items()}
    ),
    no_eye="A Tinbot has no camera. Use `self.sensors`.",
)
