"""A client of the lab of 2002 drives a robot of today, line by line."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.unit.lab.test_lab import plan, until
from wsusim.errors import BadInput
from wsusim.lab import kremote
from wsusim.lab.kremote import FIRST_S, GRACE_S, RemoteClient, RemoteDoor
from wsusim.lab.lab import Lab

pytestmark = pytest.mark.slow

ASKED = ("D,5,5", "E", "N", "T,1,E,180", "T,99,S", "nonsense")


class Client:
    """Speaks as the old program does: a line, and waits for one."""

    def __init__(self, port: int) -> None:
        self._connection = socket.create_connection(("127.0.0.1", port), timeout=60.0)
        self._lines = self._connection.makefile("rb")

    def read(self) -> str:
        """Return the next line; empty at the end."""
        return self._lines.readline().decode().strip()

    def until_start(self) -> set[str]:
        """Wait for its turn; return what it heard before."""
        heard = set()
        while (line := self.read()) != "#START":
            assert line
            heard.add(line)
        return heard

    def ask(self, line: str) -> str:
        """Say a line and return the answer."""
        self._connection.sendall(f"{line}\n".encode())
        return self.read()

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._connection.close()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab at work whose runs last three seconds."""
    made = Lab(plan(tmp_path, time_limit_s=6.0))
    made.open()
    yield made
    made.close()


@pytest.fixture
def door(lab: Lab) -> Iterator[RemoteDoor]:
    """Its door for old clients."""
    made = RemoteDoor(lab.guests, "127.0.0.1", 0)
    yield made
    made.close()


def test_an_old_client_drives(lab: Lab, door: RemoteDoor) -> None:
    """It waits, starts, drives, reads, and is ended when its time is over."""
    client = Client(door.port)
    heard = client.until_start()
    answers = [client.ask(line) for line in ASKED]
    until(lambda: client.ask("E") == "e,5,5")
    until(lambda: int(client.ask("H").split(",")[1]) > 100)
    last = client.read()
    client.close()
    until(lambda: lab.jobs.newest()[0].is_over)

    assert heard == {"#WAIT"}
    assert answers[0] == "d"
    assert answers[1].startswith("e,")
    assert len(answers[2].split(",")) == 9
    assert answers[3].startswith("t,1,e")
    assert answers[4] == "t,99,s" + 7 * ",-1"  # a lab's robot may be a real one
    assert answers[5] == "Command not found"
    assert last == "#TIMEOUT"
    assert lab.jobs.newest()[0].owner == "old client"


def test_a_client_that_hangs_up_frees_the_robot(lab: Lab, door: RemoteDoor) -> None:
    """The next one gets its turn."""
    first = Client(door.port)
    first.until_start()
    first.ask("D,5,5")
    first.close()
    second = Client(door.port)
    second.until_start()
    answer = second.ask("E")
    second.close()

    assert answer == "e,0,0"


def test_a_port_that_is_taken_is_told(lab: Lab, door: RemoteDoor) -> None:
    """With what to do."""
    with pytest.raises(BadInput, match="Choose another one"):
        RemoteDoor(lab.guests, "127.0.0.1", door.port)


def test_who_is_told_the_end_may_close_the_line_itself() -> None:
    """The client of 2005 takes the end of the line for an error of its own."""
    ours, theirs = socket.socketpair()
    client = RemoteClient(ours)
    client.end("time")
    closer = threading.Thread(target=client.close)
    closer.start()
    theirs.settimeout(5.0)
    told = theirs.recv(100)
    theirs.settimeout(GRACE_S / 3.0)
    with pytest.raises(TimeoutError):
        theirs.recv(100)
    theirs.close()
    closer.join()

    assert told == b"#TIMEOUT\r\n"


def test_who_never_says_a_word_is_waited_for_less_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that never said anything is dropped before one that has driven and pauses."""
    now_s = [0.0]
    monkeypatch.setattr(kremote, "monotonic", lambda: now_s[0])
    pairs = [socket.socketpair() for _ in range(2)]
    silent, speaker = (RemoteClient(ours) for ours, _ in pairs)
    pairs[1][1].sendall(b"E\n")
    speaker.lines()
    now_s[0] = FIRST_S + 1.0
    for client in (silent, speaker):
        client.lines()
    for ours, theirs in pairs:
        ours.close()
        theirs.close()

    assert (silent.has_gone, speaker.has_gone) == (True, False)
