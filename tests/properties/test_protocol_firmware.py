from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wsusim.emulator.body import SimulatedBody, world_with_robots
from wsusim.emulator.emulation import EMPTY_ARENA
from wsusim.emulator.firmware import Firmware
from wsusim.engine.simulation import Simulation
from wsusim.protocol.codec import decode_answer, decode_request, encode_request
from wsusim.protocol.command_table import ENTRIES, TOOLS
from wsusim.protocol.lines import LineSplitter
from wsusim.protocol.messages import Answer, Refusal, Request, ToolCall

VALID = st.sampled_from(list(ENTRIES.values())).flatmap(
    lambda entry: st.builds(
        Request,
        st.just(entry),
        st.tuples(*(st.integers(field.low, field.high) for field in entry.arguments)),
    )
)
WORDS = st.builds(ToolCall, st.sampled_from([tool.name for tool in TOOLS]), st.just(()))
INVALID = st.binary(max_size=30) | st.text("ABDGNTHE0123456789,-. ", max_size=20).map(str.encode)
LINES = VALID.map(encode_request) | WORDS.map(encode_request) | INVALID.map(lambda b: b + b"\n")
LISTS = st.lists(LINES, min_size=20, max_size=40)


def is_by_the_table(line: bytes, answer: tuple[bytes, ...]) -> bool:
    """Return whether the robot's answer to a line is what the table says."""
    message = decode_request(line)
    if isinstance(message, Request):
        (only,) = answer
        return isinstance(decode_answer(only, message.entry), Answer)
    if isinstance(message, Refusal):
        return answer == (message.value.encode(),)
    return all(text.isascii() for text in answer) and len(answer) > 0


@pytest.fixture(scope="module")
def robot():
    """Return a simulation and its robot's firmware."""
    simulation = Simulation(world_with_robots(EMPTY_ARENA, 1, None), seed=1)
    return simulation, Firmware(SimulatedBody(simulation, 0))


def talk(robot, sent: list[bytes]) -> None:
    """Send lines while time passes; each answer must be by the table."""
    simulation, firmware = robot
    for line in LineSplitter().feed(b"".join(sent)):
        simulation.advance(1)
        answer = firmware.answer(line)
        assert is_by_the_table(line, answer), (line, answer)


@given(LISTS)
def test_the_robot_answers_as_the_table_says(robot, sent):
    """Valid and invalid lines in any order get the answers of the table."""
    talk(robot, sent)


@pytest.mark.slow
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LISTS)
def test_ten_thousand_exchanges_are_as_the_table_says(robot, sent):
    """The same for more than 10,000 exchanges."""
    talk(robot, sent)
