"""What viewers may say, and that nothing else gets through."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from wsusim.live.asking import LONGEST, Look, Refusal, Seek, parse, plain
from wsusim.model.commands import SetArm, SetGrip, SetLed, SetSpeeds
from wsusim.runs.actions import Action, Drag, Order, Pause, Resume, SetSpeed, Step, TypeLine

ACTIONS: list[Action | Seek] = [
    Pause(),
    Resume(),
    Step(3),
    SetSpeed(2.5),
    Seek(1200),
    Drag(7, 100.5, 200.0),
    Order(0, SetSpeeds(-5, 127)),
    Order(1, SetArm(249)),
    Order(0, SetGrip(closed=True)),
    Order(0, SetLed(1, 2)),
    TypeLine(0, "D,5,5"),
    TypeLine(3, "N", "17"),
]


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_comes_through_as_it_was(action: Action | Seek) -> None:
    """Every action can be sent as a message."""
    message = json.dumps({"type": "steer"} | plain(action))

    assert parse(message) == action


def test_a_viewer_says_what_it_wants_to_see() -> None:
    """Topics and messages a second."""
    message = '{"type": "look", "topics": ["prints"], "rate": 10}'

    assert parse(message) == Look(frozenset({"prints"}), 10)


BAD: list[Any] = [
    b"\xff",
    "",
    "[]",
    "{}",
    '{"type": []}',
    '{"type": "steer"}',
    '{"type": "steer", "wish": {}}',
    '{"type": "steer", "wish": "explode"}',
    '{"type": "steer", "wish": "speed", "speed": 1e999}',
    '{"type": "steer", "wish": "speed", "speed": true}',
    '{"type": "steer", "wish": "speed"}',
    '{"type": "steer", "wish": "seek", "tick": -1}',
    '{"type": "steer", "wish": "order", "robot": 0, "order": "speeds", "left": 128, "right": 0}',
    '{"type": "steer", "wish": "order", "robot": 0, "order": "speeds", "left": 1.5, "right": 0}',
    '{"type": "steer", "wish": "order", "robot": 0, "order": []}',
    '{"type": "steer", "wish": "drag", "id": 1, "x_mm": "0", "y_mm": 0}',
    '{"type": "steer", "wish": "type", "robot": 0}',
    '{"type": "steer", "wish": "type", "robot": 0, "line": " "}',
    '{"type": "steer", "wish": "type", "robot": 0, "line": "D,5,5\\nD,9,9"}',
    '{"type": "steer", "wish": "type", "robot": 0, "line": 5}',
    '{"type": "look", "topics": ["secrets"]}',
    '{"type": "look", "topics": [[]]}',
    '{"type": "look", "topics": "prints"}',
    '{"type": "look", "rate": 61}',
    " " * (LONGEST + 1),
    "[" * 1000,
]


@pytest.mark.parametrize("message", BAD)
def test_a_broken_message_is_refused(message: str | bytes) -> None:
    """Whatever comes, it is refused with a sentence."""
    with pytest.raises(Refusal):
        parse(message)


def test_no_mangled_message_does_anything_but_be_refused() -> None:
    """2,000 messages with letters changed, cut or doubled: an action, a look, or a refusal."""
    chance = random.Random(1)
    seeds = [json.dumps({"type": "steer"} | plain(action)) for action in ACTIONS] + BAD[2:-2]

    outcomes = {_outcome(mangled(chance.choice(seeds), chance)) for _ in range(2000)}

    assert outcomes <= {"Look", "refused", *(type(action).__name__ for action in ACTIONS)}


def mangled(text: str, chance: random.Random) -> bytes:
    """Return a message with some bytes changed."""
    data = bytearray(text.encode())
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data) + 1)
        data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return bytes(data)


def _outcome(message: bytes) -> str:
    try:
        return type(parse(message)).__name__
    except Refusal:
        return "refused"
