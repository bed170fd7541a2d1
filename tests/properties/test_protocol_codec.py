from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from wsusim.protocol.codec import decode_answer, decode_request, encode_answer, encode_request
from wsusim.protocol.command_table import ENTRIES
from wsusim.protocol.lines import LineSplitter
from wsusim.protocol.messages import Answer, Foreign, Refusal, Request, ToolCall

ENTRY = st.sampled_from(list(ENTRIES.values()))


def numbers(fields):
    """Return a strategy for the numbers of some fields."""
    return st.tuples(*(st.integers(field.low, field.high) for field in fields))


REQUESTS = ENTRY.flatmap(lambda entry: st.builds(Request, st.just(entry), numbers(entry.arguments)))
ANSWERS = ENTRY.flatmap(lambda entry: st.builds(Answer, st.just(entry), numbers(entry.answer)))
PROTOCOL_TEXT = st.text("ABCDEFGHIJKLNOPRTWdnz0123456789,.-+ \t", max_size=30)


@given(REQUESTS)
def test_a_request_survives_the_line(request_message):
    """What the computer writes is what the robot reads."""
    (line,) = LineSplitter().feed(encode_request(request_message))

    assert decode_request(line) == request_message


@given(ANSWERS)
def test_an_answer_survives_the_line(answer):
    """What the robot writes is what the computer reads."""
    (line,) = LineSplitter().feed(encode_answer(answer))

    assert decode_answer(line, answer.entry) == answer


@given(st.binary(max_size=60) | PROTOCOL_TEXT.map(str.encode))
def test_the_robot_understands_or_refuses_any_bytes(data):
    """No line stops the robot: each becomes a request, a tool or a refusal."""
    understood = [decode_request(line) for line in LineSplitter().feed(data + b"\n")]

    assert all(isinstance(message, Request | ToolCall | Refusal) for message in understood)


@given(st.binary(max_size=60) | PROTOCOL_TEXT.map(str.encode))
def test_understood_requests_are_within_their_ranges(data):
    """Whatever the bytes, a request's numbers lie in the ranges of the table."""
    request = decode_request(data)
    pairs = (
        zip(request.entry.arguments, request.values, strict=True)
        if isinstance(request, Request)
        else ()
    )

    assert all(field.low <= value <= field.high for field, value in pairs)


@given(st.binary(max_size=60) | PROTOCOL_TEXT.map(str.encode), ENTRY)
def test_the_computer_reads_any_bytes(data, entry):
    """No line stops the computer: each is an answer, a refusal or foreign."""
    assert isinstance(decode_answer(data, entry), Answer | Refusal | Foreign)


@given(ANSWERS, ENTRY)
def test_an_answer_is_only_taken_for_its_own_command(answer, entry):
    """The answer to another command is foreign, unless both begin alike (T,1,H)."""
    read = decode_answer(encode_answer(answer, end=b""), entry)

    assert isinstance(read, Answer) == (entry.answer_prefix == answer.entry.answer_prefix)


@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=6))
def test_lines_do_not_depend_on_the_pieces(data, cuts):
    """The same bytes give the same lines, however they are cut."""
    splitter = LineSplitter()
    edges = [0, *sorted(cuts), len(data)]
    pieces = [data[a:b] for a, b in itertools.pairwise(edges)]

    lines = [line for piece in pieces for line in splitter.feed(piece)]

    assert lines == LineSplitter().feed(data)
