"""Ten thousand broken requests to a lab: it lives, tells nothing, and its memory is bounded."""

from __future__ import annotations

import random
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.lab import Lab
from wsusim.lab.plan import Plan
from wsusim.lab.web import serving
from wsusim.lab.web.serving import Server
from wsusim.live.address import Place

pytestmark = pytest.mark.slow

REQUESTS = 10_000
MORE_MEMORY_KB = 60_000
DAWDLERS = 200

PATHS = (
    "/", "/api/me", "/api/jobs", "/api/jobs/1", "/api/jobs/99999999999999999999", "/api/lab",
    "/api/lab/halt", "/api/sign-in", "/api/jobs/1/recording/robot", "/live/1/stream", "/live/1/",
    "/../../etc/passwd", "/%2e%2e%2flab.db", "/api/jobs/-1", "/api//jobs", "/\x00",
    "/" + "a" * 9000,
)  # fmt: skip
HEADERS = (
    "Authorization: Bearer ", "Authorization: Bearer \xff\xfe", "Cookie: wsusim_lab=eyJ9.x.y",
    "Content-Type: application/json", "Content-Length: 99999999999", "Content-Length: -1",
    "Transfer-Encoding: chunked", "Upgrade: websocket", "Connection: upgrade", "Host: evil.example",
    "Origin: null", "X-CSRF-Token: x", "Expect: 100-continue", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: x", "Range: bytes=0-99999999999999", "Bad Header",
)  # fmt: skip
BODIES = (b"", b"{", b"[]", b'{"token": "x"}', b'{"token": null}', b"\x00" * 50, b"[" * 3000)


class Served:
    """A lab that is served by a thread of the test's process."""

    def __init__(self, folder: Path) -> None:
        self.lab = Lab(Plan(folder))
        self.server = Server(self.lab, Place("127.0.0.1", 0))
        self.port = int(self.server.address.rstrip("/").rpartition(":")[2])
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()

    def close(self) -> None:
        """End it."""
        self.server.stop()
        self._thread.join()
        self.lab.store.close()

    def connect(self) -> socket.socket:
        """Return a bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=5.0)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a lab with an address of its own."""
    made = Served(tmp_path)
    yield made
    made.close()


def broken(chance: random.Random) -> bytes:
    """Return a request that no browser sends, some of it nearly right."""
    method = chance.choice(("GET", "POST", "PUT", "DELETE", "OPTIONS", "BREW", "\xff"))
    head = [f"{method} {chance.choice(PATHS)} HTTP/{chance.choice(('1.1', '1.0', '9', 'x'))}"]
    head += ["Host: 127.0.0.1"] * chance.randrange(2)
    head += chance.sample(HEADERS, chance.randrange(6))
    whole = bytearray("\r\n".join(head).encode("latin-1", "replace") + b"\r\n\r\n")
    whole += chance.choice(BODIES)
    for _ in range(chance.choice((0, 0, 1, 5))):
        whole[chance.randrange(len(whole))] = chance.randrange(256)
    return bytes(whole[: chance.randrange(1, len(whole) + 1)])


def bombard(served: Served, chance: random.Random) -> None:
    """Send half of all requests."""
    for _ in range(REQUESTS // 2):
        with served.connect() as line, suppress(OSError):
            line.sendall(broken(chance))
            line.shutdown(socket.SHUT_WR)
            line.recv(65_536)


def test_ten_thousand_broken_requests(served: Served) -> None:
    """A student is answered afterwards as before."""
    (invitation,) = served.lab.people.invite(["Ann"], 0.0)
    chance = random.Random(3)
    bombard(served, chance)
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    bombard(served, chance)
    after_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert served.lab.people.by_token(invitation.token, 1.0) is not None
    assert served.lab.jobs.newest() == []
    assert not served.lab.halted_by
    assert after_kb - before_kb < MORE_MEMORY_KB
    with served.connect() as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200 OK")


def test_whoever_dawdles_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half requests don't keep the others out."""
    monkeypatch.setattr(serving, "IDLE_S", 1.0)
    served = Served(tmp_path)
    lines = [served.connect() for _ in range(DAWDLERS)]
    for line in lines:
        line.sendall(b"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")

    ended = [line.recv(1) for line in lines]
    for line in lines:
        line.close()
    served.close()

    assert ended == [b""] * DAWDLERS
