"""What an e-puck's program does: lines of text, the binary mode, and an e-puck2's Wi-Fi packets."""

from __future__ import annotations

import re
import struct

import numpy as np
from numpy.typing import NDArray

from wsusim.emulator.body import SeeingBody
from wsusim.emulator.epuck_requests import BINARY_FROM, EpuckCutter
from wsusim.model.camera_image import Camera, Look
from wsusim.model.commands import SetCounters, SetLed, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol import epuck
from wsusim.protocol.epuck import BODY_LED, FRONT_LED, answer_of, short

ACCELERATION = (0, 0, 800)
"""Of a robot that stands on the floor (guess: 1 g is about 800)."""

MICROPHONES = (10, 10, 10, 10)
"""Of a quiet room (guess)."""

BATTERY = 1500
"""Raw value of a battery that is nearly full (guess)."""

TEMPERATURE_DEG = 25
NOTHING_NEAR_MM = 2000
"""What the time-of-flight sensor says when nothing is near (guess: it reaches about 2 m)."""

EYE_PX = (160, 120)
"""Size in which the simulated eye is looked through; smaller pictures are picked out of it."""

SELECTOR = 3
"""Position for the advanced sercom over Bluetooth (GCtronic)."""

CAMERA_USUAL = (1, 40, 40, 8)
"""Mode (1: colour), width, height and zoom after a reset (firmware of the e-puck2)."""

IMAGE_LIMIT_BYTES = 160 * 120 * 2
"""No larger picture is taken (guess: the e-puck2's buffer)."""

_OFF, _ON, _INVERSE = 0, 1, 2
_NUMBER = re.compile(r"\s*[+-]?\d+", re.ASCII)


class EpuckFirmware:
    """An e-puck's program; fulfils ``RobotProgram``. Answers are whole, with their ends."""

    speed_counts = False
    ends_lines = False

    def __init__(self, body: SeeingBody) -> None:
        self.baud = epuck.BAUD
        self._body = body
        self._speeds = (0, 0)
        self._counters = (0, 0)
        self._lamps = {BODY_LED: False, FRONT_LED: False}
        self._camera = CAMERA_USUAL

    def cutter(self) -> EpuckCutter:
        """Return an object that cuts a client's bytes into requests."""
        return EpuckCutter()

    def answer(self, request: bytes) -> tuple[bytes, ...]:
        """Obey a request of either kind."""
        if request[0] >= BINARY_FROM:
            return (self._obey_binary(0x100 - request[0], request[1:]),)
        return tuple(line.encode("latin-1") + b"\r\n" for line in self._answer_line(request))

    # Lines of text

    def _answer_line(self, request: bytes) -> tuple[str, ...]:
        text = request.decode("latin-1").strip()
        letter = text[:1] if text[:1] in "bgt" else text[:1].upper()
        numbers = _numbers(text[1:])
        match letter:
            case "D":
                self.drive(*_over(self._speeds, numbers))
            case "E":
                return (_line("e", self._speeds),)
            case "N" | "O" | "Q":
                return (_line(letter.lower(), self.read(letter)),)
            case "P":
                self.count(*_over(self._counters, numbers))
            case "L":
                pass  # the lamps of the ring are not drawn
            case "B" | "F":
                self.light(BODY_LED if letter == "B" else FRONT_LED, *numbers[:1])
            case "S":
                self.stop()
            case "A":
                return (_line("a", ACCELERATION),)
            case "g":
                return (_line("g", (0, 0, 0)),)
            case "G":
                return ("g IR check : 0x0, address : 0x0, data : 0x0",)
            case "t":
                return (f"t,{TEMPERATURE_DEG}",)
            case "U":
                return (_line("u", MICROPHONES[:3]),)
            case "b":
                return (f"b,{BATTERY} (90%)",)
            case "C":
                return (f"c,{SELECTOR}",)
            case "M":
                return (_line("m", self._ground()),)
            case "I":
                return (_line("i", (*self._camera, self._image_bytes)),)
            case "J":
                self._set_camera(numbers)
            case "K":
                return (
                    "k, Starting calibration - Remove any object in sensors range",
                    "k, Calibration finished",
                )
            case "R":
                self.stop()
                self._camera = CAMERA_USUAL
                return ()  # an e-puck2 says nothing; and programs that reset it read nothing
            case "T" | "W":
                pass
            case "V":
                return ("v,Version 2.0 January 2018 GCtronic", "HW version: FFFF")
            case "H":
                return HELP
            case "Y":
                return (_line("y", _over((0, 0), numbers)), "y,0")
            case _:
                return ("z,Command not found",)
        return (letter.lower(),)

    # What both modes do

    def drive(self, left: int, right: int) -> None:
        """Turn the wheels; speeds above their limit are cut."""
        most = epuck.MAX_SPEED
        self._speeds = max(-most, min(most, left)), max(-most, min(most, right))
        self._body.apply(SetSpeeds(*self._speeds))

    def count(self, left: int, right: int) -> None:
        """Set the step counters."""
        self._counters = short(left), short(right)
        self._body.apply(SetCounters(*self._counters))

    def light(self, lamp: int, action: int = _OFF) -> None:
        """Switch the body's or the front lamp off, on, or over."""
        is_on = not self._lamps[lamp] if action == _INVERSE else action == _ON
        self._lamps[lamp] = is_on
        self._body.apply(SetLed((BODY_LED, FRONT_LED).index(lamp), int(is_on)))

    def stop(self) -> None:
        """Stand still, lamps off."""
        self.drive(0, 0)
        self.light(BODY_LED)
        self.light(FRONT_LED)

    def read(self, letter: str) -> tuple[int, ...]:
        """Return proximity (N), ambient light (O) or step counters (Q), as this robot has them."""
        quantity = {
            "N": Quantity.PROXIMITY,
            "O": Quantity.AMBIENT,
            "Q": Quantity.POSITIONS,
        }[letter]
        return answer_of(quantity, self._body.read(quantity))

    def frame(self) -> bytes:
        """Return all that the robot senses: the 104 bytes of an e-puck2."""
        return b"".join(
            (
                struct.pack("<3h3f3h3fb", *ACCELERATION, 1.0, 0.0, 0.0, 0, 0, 0, *(0.0,) * 3, 25),
                struct.pack("<8H", *self.read("N")),
                struct.pack("<8H", *self.read("O")),
                struct.pack("<H4H", NOTHING_NEAR_MM, *MICROPHONES),
                struct.pack("<2h", *self.read("Q")),
                struct.pack("<HB3BB", BATTERY, 0, 0, 0, 0, SELECTOR),
                struct.pack("<3H3HBB", *self._ground(), 0, 0, 0, 0, 0),
            )
        )

    def picture(self, width_px: int, height_px: int, *, is_grey: bool = False) -> bytes:
        """Return what the robot's camera sees: RGB565, high byte first, or a byte of grey each."""
        rgb = self._body.look(Look(Camera.EYE, *EYE_PX)).rgb
        pixels = np.frombuffer(rgb, np.uint8).reshape(EYE_PX[1], EYE_PX[0], 3)
        rows = np.arange(height_px) * EYE_PX[1] // height_px
        columns = np.arange(width_px) * EYE_PX[0] // width_px
        taken = pixels[rows[:, None], columns]
        return grey(taken) if is_grey else rgb565(taken)

    def _ground(self) -> tuple[int, int, int]:
        """Return left, middle and right ground sensor; zeros without the extension."""
        if not self._body.sees_floor:
            return 0, 0, 0
        left, right = self._body.read(Quantity.FLOOR)[:2]
        return left, (left + right) // 2, right

    def _set_camera(self, numbers: tuple[int, ...]) -> None:
        mode, width, height, zoom = _over(self._camera, numbers)
        self._camera = mode, max(1, min(160, width)), max(1, min(120, height)), max(1, zoom)
        if self._image_bytes > IMAGE_LIMIT_BYTES:
            self._camera = CAMERA_USUAL

    @property
    def _image_bytes(self) -> int:
        mode, width, height, _ = self._camera
        return width * height * (2 if mode else 1)

    # The binary mode

    def _obey_binary(self, order: int, arguments: bytes) -> bytes:
        match order:
            case 0x08:
                return self.frame()
            case 0x09:
                self.obey_all(arguments)
                return b""
            case 0x0B:
                return bytes(1)  # the button
            case 0x0C:
                return struct.pack("<4H", *MICROPHONES)
            case 0x0D:
                return struct.pack("<H", NOTHING_NEAR_MM)
            case 0x0E | 0x0F | 0x10 | 0x11:
                return bytes(1)
        letter = chr(order)
        match letter:
            case "D":
                self.drive(*struct.unpack("<2h", arguments))
            case "P":
                self.count(*struct.unpack("<2h", arguments))
            case "L":
                if arguments[0] in self._lamps:
                    self.light(*arguments)
            case "I":
                mode, width, height, _ = self._camera
                picture = self.picture(width, height, is_grey=not mode)
                return bytes((mode, width, height)) + picture
            case "Y":
                return bytes(1)
            case _ if letter in epuck.ANSWER_FORMATS:
                return struct.pack(epuck.ANSWER_FORMATS[letter], *self._values(letter))
        return b""

    def _values(self, letter: str) -> tuple[float, ...]:
        match letter:
            case "N" | "O" | "Q":
                return self.read(letter)
            case "E":
                return self._speeds
            case "a":
                return ACCELERATION
            case "A":
                return 1.0, 0.0, 0.0
            case "M":
                return self._ground()
            case "u":
                return MICROPHONES[:3]
            case "t":
                return (TEMPERATURE_DEG,)
            case "b":
                return (BATTERY,)
            case _:
                return 0, 0, 0

    def obey_all(self, arguments: bytes) -> None:
        """Obey the 19 bytes after order 9, or of a Wi-Fi command."""
        settings, left, right, lamps = struct.unpack_from("<BhhB", arguments)
        if settings & 0x04:
            self.count(left, right)
        else:
            self.drive(left, right)
        self.light(BODY_LED, int(bool(lamps & 0x10)))
        self.light(FRONT_LED, int(bool(lamps & 0x20)))


HELP = (
    "D,l,r  drive (steps/s)",
    "E      speeds ordered",
    "N / O  proximity / ambient light, 8 numbers",
    "P,l,r  set step counters; Q reads them",
    "B,n F,n L,k,n  body, front and ring lamps: 0 off, 1 on, 2 over",
    "A g U M C b t  accelerometer, gyro, microphones, ground, selector, battery, temperature",
    "I / J,mode,w,h,zoom  camera settings: read, set",
    "K S R  calibrate, stop, reset",
    "V H    version, this list",
)
"""In wsusim's words; a real robot lists its letters in its own."""


def rgb565(pixels: NDArray[np.uint8]) -> bytes:
    """Return [row, column, colour] as RGB565, high byte first."""
    red, green, blue = np.moveaxis(pixels.astype(np.uint16), -1, 0)
    words = ((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3).astype(">u2")
    return bytes(words.tobytes())


def grey(pixels: NDArray[np.uint8]) -> bytes:
    """Return [row, column, colour] with one byte of grey a pixel."""
    return bytes(pixels.mean(axis=-1).astype(np.uint8).tobytes())


def _line(letter: str, values: tuple[int, ...]) -> str:
    return ",".join((letter, *map(str, values)))


def _numbers(text: str) -> tuple[int, ...]:
    """Read numbers as the robot's scanf does: each behind a comma, up to the first that is none."""
    numbers = []
    while text.startswith(","):
        found = _NUMBER.match(text, 1)
        if found is None:
            break
        numbers.append(int(found[0][:12]))
        text = text[found.end() :]
    return tuple(numbers)


def _over(before: tuple[int, ...], numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the new numbers, and the old ones where there are none."""
    return (*numbers[: len(before)], *before[len(numbers) :])
