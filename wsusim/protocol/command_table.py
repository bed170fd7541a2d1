"""The one table of the serial language, for the robot's side, the computer's and the manual.

Sources: KH1 = Khepera user manual v5.02 (1999); KH2 = Khepera II user manual v1.1 (2002);
RNR = RoadNarrows' Khepera II driver; NIK, PYRO = drivers for real grippers and cameras;
KiKS = the Matlab simulator 2.2. *guess* = no source gives the figure.
"""

from __future__ import annotations

from dataclasses import replace

from wsusim.model.commands import (
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.radio import MOST_BYTES
from wsusim.model.readings import Quantity
from wsusim.protocol.fields import SPEED_UNIT, Entry, Field, Overflow, Tool

COUNTER_MIN, COUNTER_MAX = -(2**31), 2**31 - 1
TARGET_LIMIT = 2**23 - 2  # KH1, KH2: command C
GRIPPER_ID = "1"  # RNR
CAMERA_ID = "2"  # RNR, KiKS
RADIO_ID = "4"  # RNR, KiKS
BATTLE_ID = "99"  # KiKS

CAMERA_PERIODS_MS = (200, 50, 100, 150, 250, 500, 1000, 5000)
"""Time between two images of the linear camera for each code of T,2,U; code 0 is automatic."""

_SENSORS = (
    "left 90",
    "left 45",
    "left 10",
    "right 10",
    "right 45",
    "right 90",
    "back right",
    "back left",
)
MAX_SPEED = 127
"""Greatest speed order of a Khepera (KH1, command D)."""

_SPEED = SPEED_UNIT
_PID_MAX = 65535  # guess: 16 bits


def _pid() -> tuple[Field, ...]:
    return tuple(Field(name, 0, _PID_MAX) for name in ("Kp", "Ki", "Kd"))


def _pair(
    low: int, high: int, unit: str, overflow: Overflow = Overflow.REFUSE
) -> tuple[Field, ...]:
    return tuple(Field(name, low, high, unit, overflow) for name in ("left", "right"))


def _motion(side: str) -> tuple[Field, ...]:
    return (
        Field(f"{side} on target", 0, 1),
        Field(f"{side} mode", 0, 2),
        Field(f"{side} error", COUNTER_MIN, COUNTER_MAX, overflow=Overflow.WRAP),
    )


def _pixels(count: int) -> tuple[Field, ...]:
    return tuple(Field(f"pixel {number + 1}", 0, 255) for number in range(count))


_BASE = (
    Entry(("A",), "set the speed controller (after reset 3800,800,100)", "KH1", _pid()),
    Entry(
        ("B",),
        "read the versions of BIOS and protocol",
        "KH1",
        answer=(Field("BIOS", 0, 9999, dotted=True), Field("protocol", 0, 9999, dotted=True)),
    ),
    Entry(
        ("C",),
        "drive to wheel positions with the profile of J",
        "KH1, KH2",
        _pair(-TARGET_LIMIT, TARGET_LIMIT, "pulse"),
        command=SetTargets,
    ),
    Entry(
        ("D",),
        "set the wheel speeds",
        "KH1, KH2; clamped as RNR does",
        _pair(-MAX_SPEED, MAX_SPEED, _SPEED, Overflow.CLAMP),
        command=SetSpeeds,
    ),
    Entry(
        ("E",),
        "read the wheel speeds",
        "KH1; range a guess",
        answer=_pair(-255, 255, _SPEED, Overflow.CLAMP),
        quantity=Quantity.SPEEDS,
    ),
    Entry(("F",), "set the position controller (after reset 3000,20,4000)", "KH1", _pid()),
    Entry(
        ("G",),
        "set the wheel counters",
        "KH1",
        _pair(COUNTER_MIN, COUNTER_MAX, "pulse", Overflow.WRAP),
        command=SetCounters,
    ),
    Entry(
        ("H",),
        "read the wheel counters",
        "KH1",
        answer=_pair(COUNTER_MIN, COUNTER_MAX, "pulse"),
        quantity=Quantity.POSITIONS,
    ),
    Entry(
        ("I",),
        "read an analogue input (full scale 4.09 V); on the Khepera II: 0 charger, 1 reflected "
        "light, 2 ambient light, 3 to 5 free, 6 current in mA; in a maze with a floor picture 3 "
        "and 4 are the left and right floor sensor",
        "KH1, KH2; floor sensors there a guess",
        (Field("channel", 0, 6),),
        (Field("value", 0, 1023, "4 mV"),),
    ),
    Entry(
        ("J",),
        "set the profile of C (after reset 20,64,20,64)",
        "KH1; ranges a guess",
        (
            Field("left speed", 0, 127, _SPEED),
            Field("left acceleration", 0, 255, "(pulse/256)/10 ms/10 ms"),
            Field("right speed", 0, 127, _SPEED),
            Field("right acceleration", 0, 255, "(pulse/256)/10 ms/10 ms"),
        ),
        command=SetProfile,
    ),
    Entry(
        ("K",),
        "read the motion controller; mode 0 speed, 1 position, 2 PWM",
        "KH1",
        answer=_motion("left") + _motion("right"),
        quantity=Quantity.MOTION,
    ),
    Entry(
        ("L",),
        "switch an LED (0 lateral, 1 frontal) off (0) or on (1), or toggle it (2)",
        "KH1",
        (Field("LED", 0, 1), Field("action", 0, 2)),
        command=SetLed,
    ),
    Entry(
        ("N",),
        "read the proximity sensors",
        "KH1",
        answer=tuple(Field(name, 0, 1023) for name in _SENSORS),
        quantity=Quantity.PROXIMITY,
    ),
    Entry(
        ("O",),
        "read the ambient light (about 500 dark, 50 bright)",
        "KH1; KH2 prints n as the answer's letter, all drivers want o",
        answer=tuple(Field(name, 0, 1023) for name in _SENSORS),
        quantity=Quantity.AMBIENT,
    ),
    Entry(
        ("P",),
        "set the motors' voltage by pulse width",
        "KH1; clamping a guess",
        _pair(-255, 255, "1/255", Overflow.CLAMP),
        command=SetPwm,
    ),
    Entry(
        ("R",),
        "read a byte on the turrets' bus",
        "KH1",
        (Field("address", 0, 63),),
        (Field("data", 0, 255),),
    ),
    Entry(
        ("W",),
        "write a byte on the turrets' bus: data first",
        "KH1; RNR sends this order",
        (Field("data", 0, 255), Field("address", 0, 63)),
    ),
)

_GRIPPER = (
    Entry(
        ("B",),
        "read the gripper's version",
        "NIK",
        answer=(Field("version", 0, 255), Field("revision", 0, 255)),
    ),
    Entry(
        ("D",),
        "open (0) or close (1) the jaws",
        "NIK, PYRO",
        (Field("closed", 0, 1),),
        command=SetGrip,
    ),
    Entry(
        ("E",),
        "move the arm; larger is lower: up 180 and less, down 249 and more",
        "NIK, PYRO; positions of WSU controllers",
        (Field("position", 0, 255),),
        command=SetArm,
    ),
    Entry(
        ("F",),
        "read the conductivity between the jaws: 0 nothing there, above 20 a conductor",
        "NIK; drivers for real grippers take more than 20 for a held conductor",
        answer=(Field("conductivity", 0, 255),),
        quantity=Quantity.RESISTIVITY,
    ),
    Entry(
        ("G",),
        "read the light barrier between the jaws: 0 free, 100 and more something there",
        "PYRO; WSU's remote program looks at the first digit",
        answer=(Field("presence", 0, 255),),
        quantity=Quantity.OBJECT_PRESENT,
    ),
    Entry(
        ("H", "0"),
        "read the jaws: 0 open, 1 closed",
        "NIK",
        answer=(Field("closed", 0, 255),),
        answer_prefix=("h",),
        quantity=Quantity.GRIP,
    ),
    Entry(
        ("H", "1"),
        "read the arm's position",
        "NIK",
        answer=(Field("position", 0, 255),),
        answer_prefix=("h",),
        quantity=Quantity.ARM,
    ),
    Entry(("J",), "read the gripper's jumpers", "NIK", answer=(Field("jumpers", 0, 255),)),
)

_CAMERA = (
    Entry(
        ("B",),
        "read the camera's version",
        "KiKS",
        answer=(Field("version", 0, 255), Field("revision", 0, 255)),
    ),
    Entry(
        ("L",),
        "read the light level, high and low byte; about 100 bright, 2600 dark",
        "NIK, KiKS",
        answer=(Field("high", 0, 255), Field("low", 0, 255)),
        quantity=Quantity.CAMERA_LIGHT,
    ),
    Entry(("M",), "read 32 pixels, each the mean of two", "NIK", answer=_pixels(32)),
    Entry(
        ("N",),
        "read all 64 pixels, the first is left",
        "NIK",
        answer=_pixels(64),
        quantity=Quantity.CAMERA_PIXELS,
    ),
    Entry(("O",), "find the brightest pixel", "NIK", answer=(Field("number", 1, 64),)),
    Entry(("P",), "find the darkest pixel", "NIK", answer=(Field("number", 1, 64),)),
    Entry(("Q",), "read 8 pixels from a first one", "NIK", (Field("first", 1, 57),), _pixels(8)),
    Entry(("R",), "read 16 pixels from a first one", "NIK", (Field("first", 1, 49),), _pixels(16)),
    Entry(("S",), "read every second pixel", "NIK", answer=_pixels(32)),
    Entry(("T",), "read every fourth pixel", "NIK", answer=_pixels(16)),
    Entry(
        ("U",),
        "set the time between two images: 0 automatic (200 ms), then "
        + ", ".join(f"{code} = {ms} ms" for code, ms in enumerate(CAMERA_PERIODS_MS) if code),
        "NIK, KiKS",
        (Field("code", 0, 7),),
    ),
)


_RADIO_BYTES = tuple(Field(f"byte {number + 1}", 0, 255) for number in range(MOST_BYTES))

_RADIO = (
    Entry(
        ("B",),
        "read the radio's version",
        "KiKS",
        answer=(Field("version", 0, 255), Field("revision", 0, 255)),
    ),
    Entry(
        ("F",),
        "read the status, a sum: 1 can send, 2 a message has come in, 4 the last message was lost",
        "KiKS; what 4 means is a guess",
        answer=(Field("status", 0, 7),),
    ),
    Entry(
        ("R",),
        "take the oldest message: who sent it, its length, 16 bytes; all 0 when there is none",
        "KiKS; that it is taken away is a guess",
        answer=(Field("sender", 0, 255), Field("length", 0, MOST_BYTES), *_RADIO_BYTES),
    ),
    Entry(
        ("S",),
        "send a message to a robot (1, 2 ...), or to all others (0): its length, 16 bytes",
        "KiKS; that 0 means all is a guess",
        (Field("receiver", 0, 255), Field("length", 0, MOST_BYTES), *_RADIO_BYTES),
    ),
)

_SIDE_MM = 20_000  # the longest side of an arena

_BATTLE = (
    Entry(
        ("B",),
        "read the turret's version",
        "KiKS",
        answer=(Field("version", 0, 255), Field("revision", 0, 255)),
    ),
    Entry(
        ("S",),
        "read where the robot is: mm from the left and from the upper edge, heading (0 right, 90 "
        "up), free way ahead in mm; energy and hits are -1, as there are no battles; in a lab, all "
        "are -1",
        "KiKS; simulated robots only",
        answer=(
            Field("x", -1, _SIDE_MM, "mm"),
            Field("y", -1, _SIDE_MM, "mm"),
            Field("heading", -1, 359, "degrees"),
            Field("ahead", -1, 2 * _SIDE_MM, "mm"),
            Field("energy in per cent", -1, 100),
            Field("energy", -1, 65535),
            Field("hits", -1, 65535),
        ),
    ),
)


def _on_line(entry: Entry, turret: str = "") -> Entry:
    """Return the entry with its full prefixes, as a turret's order or as the robot's own."""
    command = ("T", turret) if turret else ()
    answer = ("t", turret) if turret else ()
    letter = entry.answer_prefix or (entry.prefix[0].lower(),)
    return replace(entry, prefix=command + entry.prefix, answer_prefix=answer + letter)


COMMANDS: tuple[Entry, ...] = tuple(_on_line(entry) for entry in _BASE)
"""The robot's own commands; with the turret message T they make the eighteen letters."""

TURRETS: dict[str, tuple[Entry, ...]] = {
    GRIPPER_ID: tuple(_on_line(entry, GRIPPER_ID) for entry in _GRIPPER),
    CAMERA_ID: tuple(_on_line(entry, CAMERA_ID) for entry in _CAMERA),
    RADIO_ID: tuple(_on_line(entry, RADIO_ID) for entry in _RADIO),
    BATTLE_ID: tuple(_on_line(entry, BATTLE_ID) for entry in _BATTLE),
}
"""Messages to each turret by its number on the bus."""

TURRET_NAMES = {
    GRIPPER_ID: "gripper",
    CAMERA_ID: "K213 linear camera",
    RADIO_ID: "radio",
    BATTLE_ID: "KiKS's battle turret",
}

ENTRIES: dict[str, Entry] = {
    entry.key: entry for entries in (COMMANDS, *TURRETS.values()) for entry in entries
}
"""Every entry by its key: ``D``, ``T,1,E``, ``T,1,H,0``."""

ENTRY_OF_QUANTITY: dict[Quantity, Entry] = {
    entry.quantity: entry for entry in ENTRIES.values() if entry.quantity is not None
}

TOOLS: tuple[Tool, ...] = (
    Tool("run", "name", "start a program of the ROM"),
    Tool("serial", "baud", "change the speed of the serial line"),
    Tool("help", "[word]", "explain the tools, or one of them, or a letter such as N"),
    Tool("list", "", "list the tools, with the letters of the protocol"),
    Tool("k-team", "", "tell who made the robot"),
    Tool("net", "", "list the turrets with their numbers"),
    Tool("memory", "", "show how the memory is used"),
    Tool("restart", "", "reset the robot; its banner is the answer"),
    Tool("process", "", "list what runs on the robot"),
    Tool("sfill", "", "load a program in S format (the simulated robot has no room for one)"),
    Tool("flash", "", "write a loaded program to the flash memory", kinds=("khepera2",)),
)
"""Text tools (KH1, KH2); the wording of their answers is a guess."""

BAUD_RATES: dict[str, tuple[int, ...]] = {
    "khepera1": (9600, 19200, 38400),  # KH1: jumpers
    "khepera2": (9600, 19200, 38400, 57600, 115200),  # KH2: encoder wheel
}
