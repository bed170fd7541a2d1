"""Where a run is shared, and who may do what."""

from __future__ import annotations

import pytest

from wsusim.errors import BadInput
from wsusim.live.watch_address import Keys, Place, address_of, parse_place, stream_of


def test_a_port_alone_is_for_this_computer_only() -> None:
    """Without a host only this computer can connect, and watching needs no key."""
    place = parse_place("8008")

    assert place == Place("127.0.0.1", 8008)
    assert place.is_loopback
    assert Keys.new(place).right_of("") == "watch"


def test_beyond_this_computer_everything_needs_a_key() -> None:
    """With a host of the network a viewer without the key, or with a wrong one, has no right."""
    keys = Keys.new(parse_place("0.0.0.0:8008"))

    assert [keys.right_of(key) for key in ("", "wrong", keys.watch, keys.steer)] == [
        "none",
        "none",
        "watch",
        "steer",
    ]


def test_a_wrong_key_has_no_right_on_this_computer_either() -> None:
    """If a key is given, it must be right."""
    assert Keys.new(parse_place("0")).right_of("wrong") == "none"


@pytest.mark.parametrize("text", ["", "http", "99999", "1:2:x", "a b:80", "-1", "8008:"])
def test_what_is_no_place_is_refused(text: str) -> None:
    """One sentence says what to write instead."""
    with pytest.raises(BadInput, match="--publish 8008"):
        parse_place(text)


def test_the_address_of_a_page_leads_to_its_stream() -> None:
    """The key stands after a # in the address, and is given to the stream."""
    address = address_of(Place("192.168.1.20", 8008), "abc")

    assert address == "http://192.168.1.20:8008/#key=abc"
    assert stream_of(address) == "ws://192.168.1.20:8008/stream?key=abc"
    assert stream_of("127.0.0.1:80") == "ws://127.0.0.1:80/stream"
    assert stream_of("http://[::1]:80/") == "ws://[::1]:80/stream"
    assert stream_of("https://lab.school/a/live/7/") == "wss://lab.school/a/live/7/stream"


@pytest.mark.parametrize("text", ["", "ftp://x/", "http://", "http://a:b/", "http://a b/"])
def test_what_is_no_address_is_refused(text: str) -> None:
    """One sentence says what an address looks like."""
    with pytest.raises(BadInput, match="looks like"):
        stream_of(text)
