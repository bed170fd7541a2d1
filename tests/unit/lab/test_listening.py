"""Where a lab listens, and what is said when it can't."""

from __future__ import annotations

import re
import socket

import pytest

from wsusim.errors import BadInput
from wsusim.lab.listening import listen


def test_any_free_port() -> None:
    """It is chosen by the system."""
    with listen("127.0.0.1", 0, "--listen", 5) as door:
        assert door.getsockname()[1] > 0


def test_a_port_that_is_taken() -> None:
    """It is said by which option another one is chosen."""
    with listen("127.0.0.1", 0, "--listen", 5) as door:
        port = door.getsockname()[1]
        with pytest.raises(BadInput, match=rf"^--kremote {port}: another program .* is using"):
            listen("127.0.0.1", port, "--kremote", 5)


@pytest.mark.parametrize("host", ["192.0.2.1", "a b", "x" * 100])
def test_an_address_of_another_computer(host: str) -> None:
    """Or of none; the next step is told."""
    with pytest.raises(
        BadInput, match=rf"^--listen {re.escape(host)}:0: this computer has no such"
    ):
        listen(host, 0, "--listen", 5)


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_the_newer_addresses_too() -> None:
    """With colons."""
    with listen("::1", 0, "--listen", 5) as door:
        assert door.family is socket.AF_INET6
