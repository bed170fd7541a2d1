"""The completions that an editor offers for a robot's parts, read from their classes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from wsusim.control.controller import Controller
from wsusim.control.floor import FloorSensor
from wsusim.control.leds import Led
from wsusim.control.misuse import public_names
from wsusim.control.robot import PARTS
from wsusim.control.sensors import Sensor, Sensors

_CONTROLLER = (
    *PARTS,
    *("time", "active", "start_pose", "random", "data", "sleep", "say", "plot", "finish", "period"),
    *("goal", "pose", "keys", "mission", "time_left", "new_episode", "episode"),
)
_RANDOM = ("choice", "randint", "random", "shuffle", "uniform")
"""Of the many methods of ``random.Random`` those that a beginner needs."""

_ONE_OF: dict[str, type] = {"sensors": Sensor, "leds": Led, "floor": FloorSensor}
"""What each of several parts is."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name that may follow ``self.``, or a part of the robot and a dot.

    Attributes:
        of: Its owner: empty for the controller itself, ``motors``, ``sensors[]`` for one of them.
        name: The name.
        call: What follows it in a call, ``(left, right)``; ``None``: it is not called.
        about: The first line of its description.
    """

    of: str
    name: str
    call: str | None
    about: str


def robot_words() -> list[Word]:
    """Return all names, from the classes that a program uses."""
    words = [_word("", Controller, name) for name in _CONTROLLER]
    words += [_word("random", Random, name) for name in _RANDOM]
    owners = {name: part for name, (part, _) in PARTS.items()}
    owners |= {f"{name}[]": one for name, one in _ONE_OF.items()}
    for of, owner in owners.items():
        words += [_word(of, owner, name) for name in sorted(_names(owner))]
    return words


def _names(part: type) -> Iterator[str]:
    yield from (name for name in public_names(part))
    if part is Sensors:
        yield from (name for name in Sensors.__annotations__ if not name.startswith("_"))


def _word(of: str, owner: type, name: str) -> Word:
    found = inspect.getattr_static(owner, name, None)
    about = (inspect.getdoc(found) or "").partition("\n")[0].replace("``", "")
    call = None
    if callable(found):
        parameters = list(inspect.signature(found).parameters.values())[1:]
        call = f"({', '.join(str(one.replace(annotation=one.empty)) for one in parameters)})"
    if name == "period":
        about = "Step style: seconds from one step to the next; 0.01 or more."
    elif found is None or inspect.ismemberdescriptor(found):
        about = f"The {name.replace('_', ' ')} sensor." if owner is Sensors else f"The {name} LED."
    return Word(of, name, call, about)
