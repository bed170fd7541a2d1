"""Aseba's messages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wsusim.protocol.thymio import (
    LIST_NODES,
    VARIABLES_OF_THYMIO,
    Message,
    MessageSplitter,
    message_of,
    signed,
    words_to_bytes,
)

MESSAGES = st.builds(Message, st.integers(0, 65535), st.integers(0, 65535), st.binary(max_size=200))


@given(st.lists(MESSAGES, max_size=5), st.integers(1, 7))
def test_messages_come_out_whole_whatever_the_pieces(messages: list[Message], size: int) -> None:
    """Cut into pieces of any size, the same messages come out, in their order."""
    data = b"".join(message.encode() for message in messages)
    splitter = MessageSplitter()

    found = [
        message_of(part)
        for begin in range(0, len(data), size)
        for _, part in splitter.cut(data[begin : begin + size])
    ]

    assert found == messages


def test_the_end_of_a_message_is_told_where_it_is() -> None:
    """The place is that behind the message's last byte, in the piece that brought it."""
    data = Message(0, LIST_NODES, words_to_bytes([5])).encode()
    splitter = MessageSplitter()

    assert list(splitter.cut(data[:3])) == []
    assert [end for end, _ in splitter.cut(data[3:] + data)] == [5, 13]


def test_a_length_that_no_message_has_means_that_the_line_is_lost() -> None:
    """A message that is too long is reported, as it is unknown where the next one begins."""
    splitter = MessageSplitter()

    assert list(splitter.cut(b"\xff" * 30)) == []
    assert splitter.is_lost


@given(st.integers(-(2**15), 2**15 - 1))
def test_a_word_below_zero_is_its_twos_complement(value: int) -> None:
    """What was sent is what is read."""
    word = Message(0, 0, words_to_bytes([value])).words[0]

    assert signed(word) == value


def test_the_variables_are_those_of_mobsyas_list() -> None:
    """prox.horizontal begins at word 42 of a Thymio II, the target speeds at word 57."""
    places, begin = {}, 0
    for name, words in VARIABLES_OF_THYMIO:
        places[name] = begin
        begin += words

    assert (places["prox.horizontal"], places["motor.left.target"]) == (42, 57)
