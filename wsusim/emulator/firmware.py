"""What the robot's ROM does: a line comes in, the lines of its answer go out. No ports, no time."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from wsusim.emulator.body import Body
from wsusim.emulator.tools import TOOL_TEXTS
from wsusim.model.commands import SendRadio, SetCounters, SetLed, SetSpeeds
from wsusim.model.radio import MOST_BYTES, SLOT, Heard, from_values
from wsusim.model.readings import Quantity
from wsusim.protocol.banner import BANNERS, VERSIONS, rom_of
from wsusim.protocol.codec import decode_request, encode_answer
from wsusim.protocol.command_table import BAUD_RATES, CAMERA_PERIODS_MS, RADIO_ID
from wsusim.protocol.fields import Entry, Field
from wsusim.protocol.lines import LineSplitter
from wsusim.protocol.messages import (
    Answer,
    Refusal,
    Request,
    ToolCall,
    command_of_request,
    on_the_line,
)
from wsusim.robots import robot_kind

SPEED_PID = (3800, 800, 100)  # KH1: after reset
POSITION_PID = (3000, 20, 4000)  # KH1: after reset
TURRET_VERSION = (1, 0)  # KiKS: T,2,B
BUS_BYTES = 64  # KH1: R and W take addresses 0 to 63
SPEED_SLACK = 2  # a Khepera answers speeds up to twice its greatest order
FLOOR_CHANNELS = (3, 4)  # guess: floor sensors are wired to the first free inputs of KH2
MESSAGE_WAITS = 2  # KiKS: the second bit of T,4,F
NO_BATTLE = (-1, -1, -1)  # KiKS: energy and hits without a server for battles
CURRENT_MA = 240  # KH1: 180 mAh last 45 minutes


class Firmware:
    """A Khepera's program; fulfils ``RobotProgram``. Lines are without ends, in both directions."""

    speed_counts = True
    ends_lines = True

    def __init__(self, body: Body, kind: str = "khepera1", baud: int = 9600) -> None:
        """Wake up (the banner is ``banner``; ``baud`` is the setting of the jumpers).

        A robot whose kind has no serial protocol that wsusim knows speaks a Khepera I's lines, with
        as many sensors as it has and its own unit of speed.
        """
        self.kind = rom_of(kind)
        self._motors = robot_kind(kind).motors
        self._is_khepera = self.kind == kind
        self.baud = baud
        self._body = body
        self._jumper_baud = baud
        self._wake_up()

    @property
    def banner(self) -> tuple[bytes, ...]:
        """What the robot says at power-up and after a reset."""
        return tuple(line.encode("ascii") for line in BANNERS[self.kind])

    def cutter(self) -> LineSplitter:
        """Return an object that cuts a client's bytes into lines."""
        return LineSplitter()

    def answer(self, line: bytes) -> tuple[bytes, ...]:
        """Obey a line and return the lines of the answer. Any bytes will do."""
        message = decode_request(line, self.kind, self._motors.max_speed)
        if isinstance(message, ToolCall):
            return self._use_tool(message)
        if isinstance(message, Request):
            entry = message.entry
            values = self._obey(message)
            if not self._is_khepera:
                entry = self._own(entry, len(values))
            values = tuple(map(_fitted, entry.answer, values))
            return (encode_answer(Answer(entry, values), end=b""),)
        return (encode_answer(message, end=b""),)

    def _own(self, entry: Entry, values: int) -> Entry:
        """Return an entry whose answer has so many values, speeds in this robot's range."""
        most = SPEED_SLACK * self._motors.max_speed
        fields = tuple(field.with_speeds_to(most) for field in entry.answer[:values])
        return replace(entry, answer=fields)

    def reset(self) -> None:
        """Stop and forget all settings, as the reset button does."""
        self._body.apply(SetSpeeds(0, 0))
        self._body.apply(SetCounters(0, 0))
        self._body.apply(self._motors.usual_profile)
        self._body.apply(SetLed(0, 0))
        self._body.apply(SetLed(1, 0))
        self._wake_up()

    def _wake_up(self) -> None:
        self.baud = self._jumper_baud
        self.speed_pid = SPEED_PID
        self.position_pid = POSITION_PID
        self._bus = bytearray(BUS_BYTES)
        self._heard = 0
        self._unread: deque[Heard] = deque()
        self._body.set_camera_period_ms(CAMERA_PERIODS_MS[0])

    def _obey(self, request: Request) -> tuple[int, ...]:
        entry, values = request.entry, request.values
        if entry.quantity is not None:
            return on_the_line(entry.quantity, self._body.read(entry.quantity))
        if entry.command is not None:
            self._body.apply(command_of_request(request))
            return ()
        if entry.prefix[:2] == ("T", RADIO_ID):
            return self._use_radio(entry.prefix[2], values)
        if entry.prefix[:2] == ("T", "2"):
            return self._use_camera(entry.prefix[2], values)
        return self._do_the_rest(entry.key, values)

    def _do_the_rest(self, key: str, values: tuple[int, ...]) -> tuple[int, ...]:
        match key:
            case "A":
                self.speed_pid = (values[0], values[1], values[2])
            case "F":
                self.position_pid = (values[0], values[1], values[2])
            case "B":
                return VERSIONS[self.kind]
            case "I":
                return (self._analogue(values[0]),)
            case "R":
                return (self._bus[values[0]],)
            case "W":
                self._bus[values[1]] = values[0]
            case "T,1,B" | "T,99,B":
                return TURRET_VERSION
            case "T,1,J":
                return (0,)
            case "T,99,S":
                return (*self._body.whereabouts(), *NO_BATTLE)
            case _:
                raise AssertionError(key)
        return ()

    def _analogue(self, channel: int) -> int:
        """Return an input's value (KH2's list of channels; free inputs are at 0 V)."""
        if channel == 1:
            return self._body.read(Quantity.PROXIMITY)[0]
        if channel == 2:
            return self._body.read(Quantity.AMBIENT)[0]
        if channel in FLOOR_CHANNELS and self._body.sees_floor:
            return self._body.read(Quantity.FLOOR)[channel - FLOOR_CHANNELS[0]]
        return CURRENT_MA if channel == 6 else 0

    def _use_camera(self, letter: str, values: tuple[int, ...]) -> tuple[int, ...]:
        if letter == "B":
            return TURRET_VERSION
        if letter == "U":
            self._body.set_camera_period_ms(CAMERA_PERIODS_MS[values[0]])
            return ()
        pixels = self._body.read(Quantity.CAMERA_PIXELS)
        first = values[0] - 1 if values else 0
        views = {
            "M": tuple((a + b) // 2 for a, b in zip(pixels[::2], pixels[1::2], strict=True)),
            "O": (pixels.index(max(pixels)) + 1,),
            "P": (pixels.index(min(pixels)) + 1,),
            "Q": pixels[first : first + 8],
            "R": pixels[first : first + 16],
            "S": pixels[::2],
            "T": pixels[::4],
        }
        return views[letter]

    def _use_radio(self, letter: str, values: tuple[int, ...]) -> tuple[int, ...]:
        if letter == "B":
            return TURRET_VERSION
        if letter == "S":
            to, length, *data = values
            self._body.apply(SendRadio(to, tuple(data[:length])))
            return ()
        self._heard, new = from_values(self._body.read(Quantity.RADIO), self._heard)
        self._unread += new
        if letter == "F":
            return (self._body.radio_status | MESSAGE_WAITS * bool(self._unread),)
        if not self._unread:
            return (0,) * SLOT
        message = self._unread.popleft()
        padding = bytes(MOST_BYTES - len(message.data))
        return (message.sender, len(message.data), *message.data, *padding)

    def _use_tool(self, call: ToolCall) -> tuple[bytes, ...]:
        if call.name == "restart":
            self.reset()
            return self.banner
        if call.name == "serial":
            return self._set_baud(call.words)
        return tuple(line.encode("ascii") for line in TOOL_TEXTS[call.name](self.kind, call.words))

    def _set_baud(self, words: tuple[str, ...]) -> tuple[bytes, ...]:
        rates = {str(rate): rate for rate in BAUD_RATES[self.kind]}
        if len(words) != 1 or words[0] not in rates:
            return (Refusal.PROTOCOL_ERROR.value.encode("ascii"),)
        self.baud = rates[words[0]]
        return (f"Serial line: {self.baud} baud".encode("ascii"),)


def _fitted(field: Field, value: int) -> int:
    """Return a value as the robot's 32-bit arithmetic would have it."""
    fitted = field.fit(value)
    assert fitted is not None, (field, value)
    return fitted
