"""JSON of a recording: types are checked once, and texts can always be written."""

from __future__ import annotations

import orjson
import pytest

from wsusim.recording.notes import Event
from wsusim.recording.typed import json_bytes, typed


def test_a_value_of_the_right_kind_is_returned():
    """JSON becomes the dataclass."""
    event = Event(12, "caps_delivered", value=3)

    assert typed(Event, event.to_json()) == event


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"tick":"1","kind":"goal_left"}',
        b'{"tick":1.5,"kind":"goal_left"}',
        b'{"tick":-1,"kind":"goal_left"}',
        b'{"tick":1' + b"0" * 400 + b',"kind":"goal_left"}',
        b'{"tick":1,"kind":"flies"}',
        b'{"tick":1,"kind":["goal_left"]}',
        b'{"tick":1,"kind":"goal_left","robot":true}',
        b'{"tick":1,"kind":' + b"[" * 100_000,
    ],
    ids=lambda text: repr(text[:40]),
)
def test_another_kind_is_a_value_error(text):
    """Wrong types, ranges, names and no JSON at all: one sort of error."""
    with pytest.raises(ValueError):
        typed(Event, text)


def test_half_characters_are_written_as_their_escapes():
    """A lone surrogate (from a file name or a text cut apart) is no reason to lose a recording."""
    value = {"a\udc80": ["b\ud83d", ("c", 1.5, None)], "whole": "größer 🤖"}

    written = orjson.loads(json_bytes(value))

    assert written == {"a\\udc80": ["b\\ud83d", ["c", 1.5, None]], "whole": "größer 🤖"}
