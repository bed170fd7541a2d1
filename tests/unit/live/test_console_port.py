"""The Khepera's own lines over plain TCP."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.live_server import STEER_KEY, WATCH_KEY, LiveServer
from wsusim.live.watch_address import Keys, Place

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")


@pytest.fixture
def server() -> Iterator[LiveServer]:
    """A server with a console."""
    made = LiveServer(Keys(WATCH_KEY, STEER_KEY), console=Place("127.0.0.1", 0))
    made.begin()
    yield made
    made.close()


def console(server: LiveServer, first: str) -> socket.socket:
    """Connect, and send the first line."""
    made = socket.create_connection(("127.0.0.1", server.server.console_port), timeout=10)
    made.sendall(first.encode("latin-1") + b"\r\n")
    return made


def test_a_program_types_and_reads_the_answer(server: LiveServer) -> None:
    """After the key each line goes to the robot; what it answers comes back, with CR LF."""
    with console(server, f"{STEER_KEY} 3") as typist, typist.makefile("rb") as lines:
        welcome = lines.readline()
        typist.sendall(b"\xff\xfb\x1f\r\nN\r\n")  # what telnet says is left out
        asked = server.until_told(lambda values: values.get("wish") == "type")
        reply = {"robot": 2, "line": "N", "lines": ["n,1,2"]}
        server.do(lambda: server.server.typists.reply(asked["sender"], reply))
        answer = lines.readline()

    assert welcome.startswith(b"Robot 3.")
    assert (asked["robot"], asked["line"]) == (2, "N")
    assert answer == b"n,1,2\r\n"


def test_a_robot_stops_when_the_connection_ends(server: LiveServer) -> None:
    """A program that crashes leaves no robot driving."""
    with console(server, STEER_KEY) as typist:
        typist.sendall(b"D,5,5\n")
        server.until_told(lambda values: values.get("line") == "D,5,5")

    assert server.until_told(lambda values: values.get("left") == 0)["robot"] == 0


@pytest.mark.parametrize("first", [WATCH_KEY, "", "GET / HTTP/1.1", "\x00\xff", "x" * 5000])
def test_without_the_key_typing_is_refused(server: LiveServer, first: str) -> None:
    """The connection ends, and nothing reaches the run."""
    with console(server, first) as typist, suppress(OSError):
        typist.sendall(b"D,5,5\n")
        while typist.recv(1000):
            pass

    assert not any("wish" in values for values in server.told)


def test_no_robot_has_such_a_number(server: LiveServer) -> None:
    """What is no number is told; robots count from 1."""
    with console(server, f"{STEER_KEY} 0") as typist:
        assert b"from 1" in typist.recv(1000)
