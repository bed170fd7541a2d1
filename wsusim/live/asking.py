"""What viewers may send, checked once, here; anything not in these tables is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

import orjson

from wsusim.live.topics import CHOICE
from wsusim.model.commands import RobotCommand, SetArm, SetGrip, SetLed, SetSpeeds
from wsusim.runs.actions import Action, Drag, Order, Pause, Resume, SetSpeed, Step, TypeLine

LONGEST = 1024
"""Bytes of a message of a viewer; the server cuts off who sends more."""

RATES = (1, 60)
"""Messages a second that a viewer can ask for."""

USUAL_RATE = 30

FARTHEST_MM = 100_000.0
MOST_STEPS = 1000
LAST_TICK = 10**10
LAST_ROBOT = 999
LONGEST_LINE = 120
"""Characters that can be typed to a robot; its longest command needs less."""
SPEEDS = (0.01, 1000.0)


class Refusal(Exception):
    """A viewer's message is refused; the text is for the author of the client."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a viewer wants to see, and how often: all robots, but rays and thoughts of only one."""

    topics: frozenset[str]
    rate: int
    robot: int = 0


@dataclass(frozen=True, slots=True)
class Seek:
    """Show another moment of a recording, as asked by a viewer who may steer."""

    tick: int


def parse(message: str | bytes) -> Look | Action | Seek:
    """Return the meaning of a viewer's message.

    Raises:
        Refusal: It makes no sense.
    """
    if len(message) > LONGEST:
        raise Refusal(f"The message is longer than {LONGEST} characters.")
    try:
        values = orjson.loads(message)
    except orjson.JSONDecodeError:
        raise Refusal("The message isn't JSON.") from None
    if not isinstance(values, dict):
        raise Refusal("The message isn't a JSON object.")
    kind = values.get("type")
    if kind == "look":
        return _look(values)
    if kind != "steer":
        raise Refusal('The message\'s "type" must be "look" or "steer".')
    name = values.get("wish")
    if name == "order":
        return _order(values)
    if not isinstance(name, str) or name not in _ACTIONS:
        raise Refusal(f'"wish" must be one of: {", ".join(_ACTIONS)}, order.')
    make, fields = _ACTIONS[name]
    return make(*(read(values, field) for field, read in fields.items()))


def plain(action: Action | Seek) -> dict[str, Any]:
    """Return the message that asks for an action."""
    if isinstance(action, Order):
        return {"wish": "order", "robot": action.robot} | _plain_order(action.command)
    for name, (kind, fields) in _ACTIONS.items():
        if kind is type(action):
            return {"wish": name} | dict(zip(fields, astuple(action), strict=True))
    raise Refusal(f"{type(action).__name__} can't be sent from afar.")


def _plain_order(command: RobotCommand) -> dict[str, Any]:
    for name, (kind, fields) in _ORDERS.items():
        if kind is type(command):
            return {"order": name} | {field: int(getattr(command, field)) for field in fields}
    raise Refusal(f"{type(command).__name__} can't be sent from afar.")


def _look(values: dict[str, Any]) -> Look:
    topics = values.get("topics", [])
    if not isinstance(topics, list) or any(topic not in CHOICE for topic in topics):
        raise Refusal(f'"topics" must be a list of some of: {", ".join(CHOICE)}.')
    rate = _whole(values, "rate", *RATES, USUAL_RATE)
    return Look(frozenset(topics), rate, _whole(values, "robot", 0, LAST_ROBOT, 0))


def _order(values: dict[str, Any]) -> Order:
    name = values.get("order")
    if not isinstance(name, str) or name not in _ORDERS:
        raise Refusal(f'"order" must be one of: {", ".join(_ORDERS)}.')
    make, fields = _ORDERS[name]
    return Order(_robot(values, "robot"), make(*(read(values, f) for f, read in fields.items())))


def _whole(values: dict[str, Any], name: str, low: int, high: int, usual: int | None = None) -> int:
    value = values.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Refusal(f'"{name}" must be a whole number from {low} to {high}.')
    return value


def _number(values: dict[str, Any], name: str, low: float, high: float) -> float:
    value = values.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:  # type: ignore[operator]  # nan, too
        raise Refusal(f'"{name}" must be a number from {low:g} to {high:g}.')
    return float(value)  # type: ignore[arg-type]


def _line(values: dict[str, Any], name: str, usual: str = " ") -> str:
    value = values.get(name, usual)
    if not isinstance(value, str) or len(value) > LONGEST_LINE or not value.isprintable():
        raise Refusal(f'"{name}" must be one line of at most {LONGEST_LINE} characters.')
    if value.isspace():
        raise Refusal(f'"{name}" is empty.')
    return value


def _closed(values: dict[str, Any], name: str) -> bool:
    return bool(_whole(values, name, 0, 1))


Read = Callable[[dict[str, Any], str], Any]
"""Returns a value of a message by its name, checked."""

_number_of_led: Read = partial(_whole, low=0, high=1)
_action: Read = partial(_whole, low=0, high=2)
_robot: Read = partial(_whole, low=0, high=LAST_ROBOT)
_speed: Read = partial(_whole, low=-127, high=127)
_place: Read = partial(_number, low=-FARTHEST_MM, high=FARTHEST_MM)

# What each is made of, by the names and in the order of its values.
_ORDERS: dict[str, tuple[Callable[..., RobotCommand], dict[str, Read]]] = {
    "speeds": (SetSpeeds, {"left": _speed, "right": _speed}),
    "arm": (SetArm, {"position": partial(_whole, low=0, high=255)}),
    "grip": (SetGrip, {"closed": _closed}),
    "led": (
        SetLed,
        {"led": partial(_whole, low=0, high=1), "action": partial(_whole, low=0, high=2)},
    ),
}
_ACTIONS: dict[str, tuple[Callable[..., Action | Seek], dict[str, Read]]] = {
    "pause": (Pause, {}),
    "resume": (Resume, {}),
    "step": (Step, {"ticks": partial(_whole, low=1, high=MOST_STEPS, usual=1)}),
    "speed": (SetSpeed, {"speed": partial(_number, low=SPEEDS[0], high=SPEEDS[1])}),
    "seek": (Seek, {"tick": partial(_whole, low=0, high=LAST_TICK)}),
    "drag": (Drag, {"id": partial(_whole, low=0, high=10**9), "x_mm": _place, "y_mm": _place}),
    "type": (TypeLine, {"robot": _robot, "line": _line, "sender": partial(_line, usual="")}),
}
