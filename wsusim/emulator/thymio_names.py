"""What a Thymio has besides variables: events and functions, for programs on board.

The emulated one runs no programs. But hosts wait for the whole list before they do anything.
Source of the names and sizes: Mobsya, "Thymio programming interface"; the texts are wsusim's.
"""

from __future__ import annotations

from typing import NamedTuple

ANY = -1
"""Size of an array that a program chooses; another number below zero is another such size."""


class NativeFunction(NamedTuple):
    """A function of the robot: its name, and the size of each argument."""

    name: str
    text: str
    arguments: tuple[tuple[str, int], ...]


EVENTS: tuple[tuple[str, str], ...] = (
    ("button.backward", "the button changed"),
    ("button.left", "the button changed"),
    ("button.center", "the button changed"),
    ("button.forward", "the button changed"),
    ("button.right", "the button changed"),
    ("buttons", "buttons were read, 20 times a second"),
    ("prox", "proximity was read, 10 times a second"),
    ("prox.comm", "another Thymio was heard"),
    ("tap", "the robot was tapped"),
    ("acc", "the accelerometer was read"),
    ("mic", "the room is louder than mic.threshold"),
    ("sound.finished", "a sound is over"),
    ("temperature", "the temperature was read"),
    ("rc5", "a remote control was heard"),
    ("motor", "the motors were looked at, 100 times a second"),
    ("timer0", "timer.period[0] is over"),
    ("timer1", "timer.period[1] is over"),
)


def _arrays(*names: str) -> tuple[tuple[str, int], ...]:
    return tuple((name, ANY) for name in names)


def _numbers(*names: str) -> tuple[tuple[str, int], ...]:
    return tuple((name, 1) for name in names)


FUNCTIONS: tuple[NativeFunction, ...] = (
    NativeFunction("math.copy", "copy an array", _arrays("dest", "src")),
    NativeFunction("math.fill", "fill an array", (("dest", ANY), ("value", 1))),
    NativeFunction("math.add", "add arrays", _arrays("dest", "a", "b")),
    NativeFunction("math.sub", "subtract arrays", _arrays("dest", "a", "b")),
    NativeFunction("math.mul", "multiply arrays", _arrays("dest", "a", "b")),
    NativeFunction("math.div", "divide arrays", _arrays("dest", "a", "b")),
    NativeFunction("math.min", "smaller values", _arrays("dest", "a", "b")),
    NativeFunction("math.max", "greater values", _arrays("dest", "a", "b")),
    NativeFunction("math.stat", "least, greatest, mean", (("src", ANY), *_numbers("a", "b", "c"))),
    NativeFunction("math.sqrt", "square roots", _arrays("dest", "x")),
    NativeFunction("math.sin", "sines", _arrays("dest", "x")),
    NativeFunction("math.cos", "cosines", _arrays("dest", "x")),
    NativeFunction("math.atan2", "angles", _arrays("dest", "y", "x")),
    NativeFunction("leds.top", "lamps on top", _numbers("red", "green", "blue")),
    NativeFunction("leds.bottom.left", "lamps below, left", _numbers("red", "green", "blue")),
    NativeFunction("leds.bottom.right", "lamps below, right", _numbers("red", "green", "blue")),
    NativeFunction("leds.circle", "lamps of the ring", _numbers(*(f"led{n}" for n in range(8)))),
    NativeFunction("leds.buttons", "lamps of the buttons", _numbers("n", "e", "s", "w")),
    NativeFunction("sound.system", "play a sound", _numbers("number")),
    NativeFunction("sound.freq", "play a note", _numbers("hertz", "duration")),
    NativeFunction("prox.comm.enable", "send and hear messages", _numbers("state")),
)
"""A part of what a real one has."""
