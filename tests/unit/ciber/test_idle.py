"""Whether the program at the other end of a socket waits for more."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.ciber.idle import Listener, listener_at

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux's kernel")

OPENED = {
    "IPv4": 's = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0))',
    "IPv6 and IPv4": "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); "
    's.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0); s.bind(("::", 0))',
}
"""How programs open their sockets; Java opens the second kind."""

CHILD = """
import socket
OPENED
print(s.getsockname()[1], flush=True)
while (word := s.recv(99)) != b"end":
    print(word.decode(), flush=True)
    while word == b"compute":
        pass
"""


@pytest.mark.parametrize("kind", OPENED)
def test_a_program_waits_sleeps_and_computes(kind: str) -> None:
    """Asleep when it has read everything; never while it computes or has something to read."""
    if kind != "IPv4" and not Path("/proc/net/udp6").exists():
        pytest.skip("this computer has no IPv6")
    program = CHILD.replace("OPENED", OPENED[kind])
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        address = ("127.0.0.1", int(child.stdout.readline()))
        listener = Listener(address)
        assert not listener.is_gone()
        while not listener.is_asleep():
            assert child.poll() is None
        listener.is_waiting()
        assert listener.is_waiting()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"compute", address)
            child.stdout.readline()
            assert listener.is_asleep() is False
            sender.sendto(b"more", address)
            assert listener.is_waiting() is False
    finally:
        child.kill()
        child.communicate()
    assert listener.is_gone()


def test_our_own_threads_are_unknown() -> None:
    """An agent within the arena's own process is judged by the clock."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
        own.bind(("127.0.0.1", 0))
        assert Listener(own.getsockname()).is_asleep() is None


def test_programs_on_another_computer_are_unknown() -> None:
    """Only loopback addresses are looked at."""
    assert listener_at(("192.168.1.4", 5000)) is None
