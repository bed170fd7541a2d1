"""Ten thousand broken messages: nothing dies or is disturbed, memory is bounded."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.live_server import STEER_KEY, LiveServer, picture_of, receive, told_of
from tests.unit.live.test_asking import ACTIONS, mangled
from tests.unit.live.test_server import RUBBISH, fetch, half_request
from wsusim.live.asking import plain
from wsusim.live.watch_address import Keys, Place

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

import json

from websockets.exceptions import ConnectionClosed

MORE_MEMORY_KB = 30_000


@pytest.fixture
def server() -> Iterator[LiveServer]:
    """A server on this computer, with an empty arena to be seen."""
    made = LiveServer()
    made.begin()
    yield made
    made.close()


@pytest.mark.slow
def test_ten_thousand_broken_requests_and_messages(server: LiveServer) -> None:
    """Half of them on bare sockets, half on open streams; a viewer sees the run all the while."""
    chance = random.Random(7)
    with server.viewer() as good:
        receive(good, "scene")
        bombard(server, chance)
        before_kb = memory_kb()
        bombard(server, chance)
        after_kb = memory_kb()
        server.take(told_of(picture_of(321.0)))

        assert receive(good, holding="robots")["robots"]["0"][0] == 321.0
    assert fetch(server, "/")[0] == 200
    assert after_kb - before_kb < MORE_MEMORY_KB


@pytest.mark.slow
def test_rubbish_at_the_console_does_no_harm() -> None:
    """A thousand connections that send rubbish, half of them without an end; nothing comes through.

    A client that has the key is served all the while.
    """
    chance = random.Random(9)
    server = LiveServer(Keys("", STEER_KEY), console=Place("127.0.0.1", 0))
    server.begin()
    typist = knock(server, STEER_KEY.encode() + b"\n")
    before_kb = memory_kb()
    for _ in range(1000):
        rubbish = chance.randbytes(chance.randrange(200)) + chance.choice((b"", b"\r\n"))
        knock(server, rubbish).close()
    typist.sendall(b"N\r\n")

    assert server.until_told(lambda values: values.get("wish") == "type")["line"] == "N"
    assert [values for values in server.told if "wish" in values] == [server.told[-1]]
    assert memory_kb() - before_kb < MORE_MEMORY_KB
    typist.close()
    server.close()


def knock(server: LiveServer, first: bytes) -> socket.socket:
    """Connect to the console and send something."""
    made = socket.create_connection(("127.0.0.1", server.server.console_port), timeout=10)
    made.sendall(first)
    return made


def bombard(server: LiveServer, chance: random.Random) -> None:
    """Send 2,500 broken requests and 2,500 messages."""
    for _ in range(2500):
        half_request(server, mangled_bytes(chance.choice(RUBBISH[:5]), chance)).close()
    for _ in range(125):
        send_rubbish(server, chance)


def send_rubbish(server: LiveServer, chance: random.Random) -> None:
    """Send twenty mangled messages over one stream."""
    with suppress(ConnectionClosed), server.viewer(STEER_KEY) as viewer:
        for _ in range(20):
            action = json.dumps({"type": "steer"} | plain(chance.choice(ACTIONS)))
            viewer.send(mangled(action, chance), text=chance.random() < 0.5)


def mangled_bytes(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with some of them changed."""
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 8)):
        at = chance.randrange(len(changed) + 1)
        changed[at : at + chance.randrange(4)] = chance.randbytes(chance.randrange(4))
    return bytes(changed)


def memory_kb() -> int:
    """Return how much memory this process uses; 0 where that is unknown."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.is_file() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
