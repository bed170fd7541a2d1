"""Starting the server's process, and what is said when that can't be done."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from typing import Any

import pytest

from wsusim.errors import BadInput
from wsusim.interrupts import Interrupts
from wsusim.live import server_link
from wsusim.live.server_link import ServerLink, check_installed
from wsusim.live.watch_address import Keys, Place

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")


def test_a_port_in_use_is_told_with_the_next_step() -> None:
    """One sentence, and another port to choose."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = Place("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(BadInput, match="--publish 8009"):
            ServerLink(place, Keys("", "x"))


def test_a_console_port_in_use_is_told_with_the_next_step() -> None:
    """One sentence names the option that must be changed."""
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(BadInput, match="--console 8019"),
    ):
        ServerLink(Place("127.0.0.1", 0), Keys("", "x"), taken.getsockname()[1])


def test_a_host_that_is_not_here_is_told() -> None:
    """An address of another computer can't be listened at."""
    with pytest.raises(BadInput, match="can't be shared"):
        ServerLink(Place("192.0.2.1", 0), Keys("x", "y"))


def test_without_the_package_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who only drives a robot has no web library; asking to share a run names the file."""
    monkeypatch.setattr("wsusim.live.server_link.find_spec", lambda name: None)

    with pytest.raises(BadInput, match=r"requirements-live\.txt"):
        check_installed()


def test_who_ends_the_program_does_not_wait_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that hasn't answered yet is killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start_beside(*words, **options))
        return started[0]

    start_beside = server_link.start_beside
    interrupts = Interrupts()
    monkeypatch.setattr(server_link, "start_beside", start)
    monkeypatch.setattr(server_link, "INTERRUPTS", interrupts)
    interrupts.listen()
    signal.raise_signal(signal.SIGTERM)
    try:
        with pytest.raises(KeyboardInterrupt):
            ServerLink(Place("127.0.0.1", 0), Keys("", "x"))
    finally:
        interrupts.unlisten()

    assert started[0].returncode == -9


def test_the_servers_process_loads_nothing_of_mazes_files() -> None:
    """Nor what simulates: it is there sooner, and takes less of the computer."""
    code = (
        "import sys, wsusim.live.server; "
        "print([m for m in ('numba', 'pydantic', 'wsusim.formats') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
