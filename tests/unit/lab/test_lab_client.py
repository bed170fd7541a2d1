"""A lab as seen from afar: what is cut off or garbled is told, and never taken for whole."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.lab.lab_client import LabAway, LabClient, check_target


@pytest.fixture
def answered() -> Iterator[Callable[[bytes], LabClient]]:
    """Return what makes a client of a lab that gives one answer and hangs up."""
    door = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []

    def serve(answer: bytes) -> None:
        connection, _ = door.accept()
        with connection:
            connection.recv(65_536)
            connection.sendall(answer)

    def make(answer: bytes) -> LabClient:
        threads.append(threading.Thread(target=serve, args=(answer,)))
        threads[-1].start()
        return LabClient(f"127.0.0.1:{door.getsockname()[1]}", "token")

    yield make
    for thread in threads:
        thread.join()
    door.close()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"


def test_a_recording_that_is_cut_off_is_not_saved(
    answered: Callable[[bytes], LabClient], tmp_path: Path
) -> None:
    """Nothing stands where the whole one should."""
    client = answered(HEAD + b"x" * 60)
    with pytest.raises(LabAway, match="has broken off"):
        client.fetch(1, "robot", tmp_path / "run.mcap")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("answer", [HEAD + b"[", b"", b"220 mail server\r\n", b"HTTP/1.1 200 O"])
def test_half_an_answer_is_told(answered: Callable[[bytes], LabClient], answer: bytes) -> None:
    """In a sentence, whatever speaks there."""
    client = answered(answer)
    with pytest.raises(BadInput, match=r"can't be reached|doesn't answer like a lab"):
        client.jobs()


def test_who_speaks_no_tls_is_told(answered: Callable[[bytes], LabClient]) -> None:
    """With what to try."""
    place = answered(b"HTTP/1.1 400 Bad Request\r\n\r\n").address.partition("//")[2]
    with pytest.raises(LabAway, match="perhaps its address begins with http://"):
        LabClient(f"https://{place}", "token").jobs()


def test_where_nothing_can_be_saved_is_known_before_the_run(tmp_path: Path) -> None:
    """A folder that isn't there, a file that is."""
    (tmp_path / "run.mcap").touch()

    with pytest.raises(BadInput, match="exists already"):
        check_target(tmp_path / "run.mcap", overwrite=False)
    with pytest.raises(BadInput, match="Nothing can be saved in"):
        check_target(tmp_path / "nowhere" / "run.mcap", overwrite=False)
