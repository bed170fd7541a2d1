"""Addresses of robots that are no Kheperas."""

from __future__ import annotations

import pytest

from wsusim.backends.serial_line.robot_address import (
    SerialAddress,
    is_serial_address,
    parse_address,
)
from wsusim.errors import BadInput


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("epuck:/dev/rfcomm0", SerialAddress("/dev/rfcomm0", 115_200, scheme="epuck")),
        ("epuck:COM4", SerialAddress("COM4", 115_200, scheme="epuck")),
        ("epuck:auto", SerialAddress("auto", 115_200, scheme="epuck")),
        ("epuck2:192.168.1.20", SerialAddress("socket://192.168.1.20:1000", scheme="epuck2")),
        ("epuck2:robot:1001", SerialAddress("socket://robot:1001", scheme="epuck2")),
        ("thymio:/dev/ttyACM0", SerialAddress("/dev/ttyACM0", 115_200, scheme="thymio")),
        ("thymio:localhost", SerialAddress("socket://localhost:33333", scheme="thymio")),
        ("thymio:[::1]:33334", SerialAddress("socket://[::1]:33334", scheme="thymio")),
    ],
)
def test_the_begin_says_what_robot_it_is(text: str, address: SerialAddress) -> None:
    """A device, or a host with the port on which such a robot listens."""
    assert is_serial_address(text)
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "serial:socket://127.0.0.1:5331?baud=9600",
        "epuck:/dev/rfcomm0",
        "epuck:socket://127.0.0.1:5331",
        "epuck2:robot:1001",
        "thymio:[::1]:33334",
    ],
)
def test_an_address_is_written_as_it_was_given(text: str) -> None:
    """So that it can be typed again."""
    assert str(parse_address(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "epuck:",
        "epuck2:",
        "epuck2:/dev/ttyUSB0",
        "thymio:host:99999",
        "thymio:a b",
        "epuck:x",
        "epuck:socket://127.0.0.1",
        "epuck:socket://127.0.0.1:99999",
        "epuck:socket://127.0.0.1:5331?baud=9600",
    ],
)
def test_what_is_no_address_is_told_with_examples(text: str) -> None:
    """One sentence with addresses as they look."""
    with pytest.raises(BadInput, match=r"is not the address of an? .*Write "):
        parse_address(text)


@pytest.mark.parametrize("text", ["epuck", "khepera1", "my_robot.toml", "robots/epuck.toml"])
def test_a_kind_of_robot_is_no_address(text: str) -> None:
    """Then the robot is simulated."""
    assert not is_serial_address(text)
