"""What viewers may say: checked once, here; whatever is not in these tables is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from wsusim.live.topics import CHOICE
from wsusim.model.commands import RobotCommand, SetArm, SetGrip, SetLed, SetSpeeds
from wsusim.runs.wishes import Drag, Order, Pause, Resume, SetSpeed, Step, TypeLine, Wish

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
    """A viewer's message can't be taken; the text is for whoever wrote the client."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a viewer wants to see, and how often; of all robots, but rays and thoughts of one."""

    topics: frozenset[str]
    rate: int
    robot: int = 0


@dataclass(frozen=True, slots=True)
class Seek:
    """Show another moment of a recording."""

    tick: int


@dataclass(frozen=True, slots=True)
class Steer:
    """A wish of somebody who may steer."""

    wish: Wish | Seek


def parse(message: str | bytes) -> Look | Steer:
    """Return what a viewer says.

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
    wish = values.get("wish")
    make = _WISHES.get(wish) if isinstance(wish, str) else None
    if make is None:
        raise Refusal(f'"wish" must be one of: {", ".join(_WISHES)}.')
    return Steer(make(values))


def plain(wish: Wish | Seek) -> dict[str, Any]:
    """Return a wish as the message that asks for it."""
    match wish:
        case Pause() | Resume():
            return {"wish": type(wish).__name__.lower()}
        case Step():
            return {"wish": "step", "ticks": wish.ticks}
        case SetSpeed():
            return {"wish": "speed", "speed": wish.speed}
        case Seek():
            return {"wish": "seek", "tick": wish.tick}
        case Drag():
            return {"wish": "drag", "id": wish.object_id, "x_mm": wish.x_mm, "y_mm": wish.y_mm}
        case TypeLine():
            sender = {"sender": wish.sender} if wish.sender else {}
            return {"wish": "type", "robot": wish.robot, "line": wish.line} | sender
    return {"wish": "order", "robot": wish.robot} | _plain_order(wish.command)


def _plain_order(command: RobotCommand) -> dict[str, Any]:
    for name, (kind, fields) in _ORDERS.items():
        if isinstance(command, kind):
            return {"order": name} | {field: int(getattr(command, field)) for field in fields}
    raise Refusal(f"{type(command).__name__} can't be sent from afar.")


def _look(values: dict[str, Any]) -> Look:
    topics = values.get("topics", [])
    if not isinstance(topics, list) or any(topic not in CHOICE for topic in topics):
        raise Refusal(f'"topics" must be a list of some of: {", ".join(CHOICE)}.')
    rate = _whole(values, "rate", *RATES, USUAL_RATE)
    return Look(frozenset(topics), rate, _whole(values, "robot", 0, LAST_ROBOT, 0))


def _whole(values: dict[str, Any], name: str, low: int, high: int, usual: int | None = None) -> int:
    value = values.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Refusal(f'"{name}" must be a whole number from {low} to {high}.')
    return value


def _number(values: dict[str, Any], name: str, low: float, high: float) -> float:
    value = values.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not low <= value <= high:  # type: ignore[arg-type, operator]
        raise Refusal(f'"{name}" must be a number from {low:g} to {high:g}.')
    return float(value)  # type: ignore[arg-type]


def _line(values: dict[str, Any], name: str, usual: str = " ") -> str:
    value = values.get(name, usual)
    if not isinstance(value, str) or len(value) > LONGEST_LINE or not value.isprintable():
        raise Refusal(f'"{name}" must be one line of at most {LONGEST_LINE} characters.')
    if value.isspace():
        raise Refusal(f'"{name}" is empty.')
    return value


def _order(values: dict[str, Any]) -> Order:
    name = values.get("order")
    if not isinstance(name, str) or name not in _ORDERS:
        raise Refusal(f'"order" must be one of: {", ".join(_ORDERS)}.')
    kind, fields = _ORDERS[name]
    robot = _whole(values, "robot", 0, LAST_ROBOT)
    figures = {field: _whole(values, field, *limits) for field, limits in fields.items()}
    make: Callable[..., RobotCommand] = kind
    if kind is SetGrip:
        return Order(robot, SetGrip(closed=bool(figures["closed"])))
    return Order(robot, make(**figures))


_ORDERS: dict[str, tuple[type[RobotCommand], dict[str, tuple[int, int]]]] = {
    "speeds": (SetSpeeds, {"left": (-127, 127), "right": (-127, 127)}),
    "arm": (SetArm, {"position": (0, 255)}),
    "grip": (SetGrip, {"closed": (0, 1)}),
    "led": (SetLed, {"led": (0, 1), "action": (0, 2)}),
}

_WISHES: dict[str, Callable[[dict[str, Any]], Wish | Seek]] = {
    "pause": lambda _values: Pause(),
    "resume": lambda _values: Resume(),
    "step": lambda values: Step(_whole(values, "ticks", 1, MOST_STEPS, 1)),
    "speed": lambda values: SetSpeed(_number(values, "speed", *SPEEDS)),
    "seek": lambda values: Seek(_whole(values, "tick", 0, LAST_TICK)),
    "drag": lambda values: Drag(
        _whole(values, "id", 0, 10**9),
        _number(values, "x_mm", -FARTHEST_MM, FARTHEST_MM),
        _number(values, "y_mm", -FARTHEST_MM, FARTHEST_MM),
    ),
    "order": _order,
    "type": lambda values: TypeLine(
        _whole(values, "robot", 0, LAST_ROBOT), _line(values, "line"), _line(values, "sender", "")
    ),
}
