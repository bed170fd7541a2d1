"""What the emulated Thymio's node answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.emulator.fakes import FakeBody
from wsusim.emulator.thymio_firmware import VARIABLES, ThymioFirmware
from wsusim.emulator.thymio_names import EVENTS, FUNCTIONS
from wsusim.model.commands import SetLed, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol import thymio
from wsusim.protocol.thymio import Message, message_of, words_to_bytes


def place_of(name: str) -> int:
    """Return where a variable begins."""
    names = [variable.name for variable in VARIABLES]
    return sum(variable.words for variable in VARIABLES[: names.index(name)])


@pytest.fixture
def body() -> FakeBody:
    """Return a robot with seven sensors."""
    body = FakeBody()
    body.values[Quantity.PROXIMITY] = (0, 1, 2, 3, 4, 5, 1023)
    return body


@pytest.fixture
def robot(body: FakeBody) -> ThymioFirmware:
    """Return its node, number 1."""
    return ThymioFirmware(body)


def ask(robot: ThymioFirmware, kind: int, *words: int) -> list[Message]:
    """Send a message; return the answers."""
    request = Message(0, kind, words_to_bytes(words)).encode()
    return [message_of(answer) for answer in robot.answer(request)]


def test_a_node_says_that_it_is_there(robot: ThymioFirmware) -> None:
    """With the version of the protocol; its number is that of the sender."""
    (present,) = ask(robot, thymio.LIST_NODES, 5)

    assert (present.source, present.type, present.words) == (1, thymio.NODE_PRESENT, (6,))


def test_the_description_is_complete(robot: ThymioFirmware) -> None:
    """The head counts what follows: variables, events and functions, each in a message."""
    head, *rows = ask(robot, thymio.GET_NODE_DESCRIPTION, 1, 5)
    counts = head.words_from(1 + head.content[0])

    assert head.content[1 : 1 + head.content[0]] == b"thymio-II"
    assert counts[4:] == (len(VARIABLES), len(EVENTS), len(FUNCTIONS))
    assert len(rows) == sum(counts[4:])
    assert rows[0].content == b"\x01\x00\x03_id"


def test_variables_are_read_from_where_to_where_one_likes(robot: ThymioFirmware) -> None:
    """The answer says where it begins; readings are those of the robot, in its own scale."""
    begin = place_of("prox.horizontal")
    (answer,) = ask(robot, thymio.GET_VARIABLES, 1, begin, 7)

    assert answer.words == (begin, 0, 4, 8, 13, 17, 21, 4308)


def test_many_variables_come_in_several_messages(robot: ThymioFirmware) -> None:
    """Together they are all words that there are, and no more."""
    answers = ask(robot, thymio.GET_VARIABLES, 1, 0, 5000)

    assert sum(len(answer.words) - 1 for answer in answers) == sum(v.words for v in VARIABLES)


def test_target_speeds_turn_the_wheels(robot: ThymioFirmware, body: FakeBody) -> None:
    """One alone or both; more than 500 is cut."""
    begin = place_of("motor.left.target")
    ask(robot, thymio.SET_VARIABLES, 1, begin, 100, 0x10000 - 50)
    ask(robot, thymio.SET_VARIABLES, 1, begin + 1, 900)

    assert body.orders == [SetSpeeds(100, -50), SetSpeeds(100, 500)]


def test_lamps_are_variables(robot: ThymioFirmware, body: FakeBody) -> None:
    """The one on top counts as lit when one of its colours is."""
    ask(robot, thymio.SET_VARIABLES, 1, place_of("leds.top"), 0, 32, 0)

    assert body.orders == [SetLed(0, 1)]


def test_a_program_is_refused_in_words() -> None:
    """Once; the robot does not pretend to run it."""
    told: list[str] = []
    robot = ThymioFirmware(FakeBody(), notice=told.append)
    ask(robot, thymio.SET_BYTECODE, 1, 0, 1, 2, 3)
    ask(robot, thymio.RUN, 1)

    assert len(told) == 1
    assert "runs no Aseba programs" in told[0]


def test_messages_for_another_node_are_not_obeyed(robot: ThymioFirmware, body: FakeBody) -> None:
    """Several robots share a line."""
    assert ask(robot, thymio.GET_VARIABLES, 2, 0, 1) == []
    ask(robot, thymio.SET_VARIABLES, 2, place_of("motor.left.target"), 100)

    assert body.orders == []


def test_it_has_a_name_and_a_number_of_its_own(robot: ThymioFirmware) -> None:
    """Hosts tell robots apart by these."""
    request = Message(0, thymio.GET_DEVICE_INFO, words_to_bytes([1]) + b"\x02").encode()
    (answer,) = [message_of(part) for part in robot.answer(request)]

    assert answer.content == b"\x02\x08Thymio 1"


@given(st.integers(0, 65535), st.binary(max_size=60))
def test_no_message_makes_it_fail(kind: int, content: bytes) -> None:
    """Whatever comes in, the node goes on."""
    body = FakeBody()
    body.values[Quantity.PROXIMITY] = (0,) * 7
    robot = ThymioFirmware(body)
    robot.answer(Message(3, kind, content).encode())

    assert len(ask(robot, thymio.LIST_NODES, 5)) == 1
