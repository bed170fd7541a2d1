"""Ten thousand broken requests to a lab: it lives, tells nothing, and its memory is bounded."""

from __future__ import annotations

import json
import random
import re
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web import acts, course, serving
from wsusim.lab.web import hand_in_marks as marking
from wsusim.lab.web.app import Pages
from wsusim.lab.web.serving import Server
from wsusim.live.watch_address import Place

pytestmark = pytest.mark.slow

REQUESTS = 10_000
MORE_MEMORY_KB = 60_000
DAWDLERS = 200

PATHS = (
    "/", "/api/me", "/api/jobs", "/api/jobs/1", "/api/jobs/99999999999999999999", "/api/lab",
    "/api/lab/halt", "/api/sign-in", "/api/jobs/1/recording/robot", "/api/files", "/api/files/save",
    "/api/assignments/1/hand-in", "/api/lab/assignments/1/hand-ins", "/api/versions/1",
    "/api/jobs/1/curves", "/api/camera", "/api/jobs/1/video", "/api/jobs/1/video/5",
    "/api/robots/1/put-back", "/codemirror/..%2f", "/live/1/stream", "/live/1/",
    "/replay/1/robot/stream", "/replay/1/../stream", "/api/lab/hand-ins/1",
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


FIELDS = (
    "name", "source", "revision", "key", "kind", "maze", "seed", "time_s", "title", "text", "due_s",
    "is_hidden", "mazes", "hours", "simulations", "most_open", "names", "is_teacher",
    "time_limit_s", "content", "modules", "mark", "comment", "only_new",
)  # fmt: skip
WILD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2.5, 1e308, float("nan"), float("inf"), 10**40, "", "x", "a.py", "\0",
    "\ud800", "../../etc/passwd", "<script>", "=1+1", "x" * 201_000, [], ["rooms"], [[]], {"a": 1},
    "mon 8-9", "'; drop table people; --", "\u202e", "İ" * 90,
)  # fmt: skip
WILD: dict[str, tuple[Any, ...]] = {
    "name": ("a.py", "b.py", "Bob", *WILD_VALUES), "source": ("x = 1\n", "", *WILD_VALUES),
    "modules": ({"b.py": ""}, {"a.py": ""}, {"\0": ""}, {"../c.py": 1}, *WILD_VALUES),
    "kind": ("robot", "simulation", *WILD_VALUES), "maze": ("rooms", *WILD_VALUES),
}  # fmt: skip
REQUESTS = 2000


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
        self.lab.close()

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


@pytest.mark.parametrize("is_teacher", [False, True])
def test_two_thousand_wild_requests_of_an_authorised_person(
    tmp_path: Path, is_teacher: bool
) -> None:
    """Each is done or refused with a sentence; none breaks anything."""
    lab = Lab(Plan(tmp_path))
    (invitation,) = lab.people.invite(["Ann"], 0.0, is_teacher=is_teacher)
    lab.people.invite(["Bob"], 0.0)
    client = TestClient(
        Pages(lab).app,
        base_url="http://127.0.0.1:8600",
        headers={"Authorization": f"Bearer {invitation.token}"},
    )
    chance = random.Random(4)
    answers = [client.request(**wild_request(chance)) for _ in range(REQUESTS)]
    told = client.get("/api/me").json()
    lab.close()

    assert {answer.status_code for answer in answers} <= {200, 403, 404, 413, 422}
    assert all(answer.status_code == 200 or set(answer.json()) == {"error"} for answer in answers)
    assert told["name"] == "Ann"


def wild_request(chance: random.Random) -> dict[str, Any]:
    """Return a request with the right fields and, often, the wrong things in them."""
    number = chance.choice(("0", "1", "2", "999999999999999999"))
    writes = {*acts.WRITES, *course.WRITES, *marking.WRITES}
    pattern = chance.choice(sorted({*acts.READS, *course.READS, *marking.READS, *writes}))
    path = re.sub(r"\{\w+:number\}", number, pattern)
    if pattern not in writes:
        return {"method": "GET", "url": path}
    fields = chance.sample(FIELDS, chance.randrange(len(FIELDS)))
    values = {field: chance.choice(WILD.get(field, WILD_VALUES)) for field in fields}
    values |= {field: chance.choice(WILD_VALUES) for field in chance.sample(FIELDS, 1)}
    content = json.dumps(values).encode()
    return {"method": "POST", "url": path, "content": content,
            "headers": {"Content-Type": "application/json"}}  # fmt: skip


def test_a_slow_client_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
