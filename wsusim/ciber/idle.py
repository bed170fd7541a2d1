"""Asks the kernel whether the program at the other end of a socket waits for a datagram.

Only on Linux, and only for programs on this computer that this user may inspect. Elsewhere it is
unknown, and lock-step relies on the clock.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_PROC = Path("/proc")
_TABLES = (_PROC / "net" / "udp", _PROC / "net" / "udp6")
"""Of the kernel's sockets. Java's are in the second, also when they send to an IPv4 address."""

_ADDRESS, _QUEUES, _INODE = 1, 4, 9
"""Columns of the kernel's table of sockets."""


@dataclass(slots=True)
class Listener:
    """The program behind a UDP socket of this computer.

    Attributes:
        address: IPv4 address and port of the socket.
    """

    address: tuple[str, int]
    _owners: tuple[int, ...] | None = None
    _on_processor_ns: dict[str, int] = field(default_factory=dict)

    def is_asleep(self) -> bool | None:
        """Return whether it has read all that came and sleeps; ``None``: unknown here."""
        return self._look()[0]

    def is_waiting(self) -> bool | None:
        """Return whether it has read everything and has slept since the last call.

        ``None``: unknown here. Never true the first time.
        """
        before = self._on_processor_ns
        is_asleep, self._on_processor_ns = self._look()
        return is_asleep and before == self._on_processor_ns

    def _look(self) -> tuple[bool | None, dict[str, int]]:
        """Return whether it sleeps, and how long each of its threads has computed so far (ns)."""
        found = _socket(self.address[1])
        if found is None:
            return None, {}
        queued, inode = found
        if queued:
            return False, {}
        self._find_owners(inode)
        if not self._owners or os.getpid() in self._owners:  # a thread of ours: who knows which
            return None, {}
        is_asleep, computed_ns = True, {}
        try:
            for owner in self._owners:
                for task in (_PROC / str(owner) / "task").iterdir():
                    stat = (task / "stat").read_text()
                    is_asleep &= stat[stat.rindex(")") + 2] == "S"
                    computed_ns[task.name] = int((task / "schedstat").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return None, {}
        return is_asleep, computed_ns

    def owner(self) -> int | None:
        """Return the number of its process; ``None``: unknown here."""
        found = _socket(self.address[1])
        if found is not None:
            self._find_owners(found[1])
        return self._owners[0] if self._owners else None

    def _find_owners(self, inode: str) -> None:
        if self._owners is None:
            self._owners = tuple(itertools.islice(_owners(inode), 1))

    def is_gone(self) -> bool:
        """Return whether the socket is gone; ``False`` if that is unknown."""
        return _TABLES[0].exists() and _socket(self.address[1]) is None


def listener_at(address: tuple[str, int]) -> Listener | None:
    """Return the program at an address of this computer; ``None`` where that can't be known."""
    is_near = address[0].startswith("127.")
    return Listener(address) if sys.platform == "linux" and is_near else None


def ancestors_of(process: int) -> Iterator[int]:
    """Yield a process, the one that started it, and so on, as far as that can be known."""
    while process > 0:
        yield process
        try:
            stat = (_PROC / str(process) / "stat").read_text()
            process = int(stat[stat.rindex(")") + 2 :].split()[1])
        except (OSError, ValueError, IndexError):
            return


def _socket(port: int) -> tuple[int, str] | None:
    """Return how many bytes a socket has not read yet, and what it is called."""
    ending = f":{port:04X}"
    for table in _TABLES:
        try:
            lines = table.read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            columns = line.split()
            if columns[_ADDRESS].endswith(ending):
                return int(columns[_QUEUES].partition(":")[2], 16), columns[_INODE]
    return None


def _owners(inode: str) -> Iterator[int]:
    """Yield the processes that have a socket open, the youngest first: an agent is one of them."""
    name = f"socket:[{inode}]"
    numbers = [int(place.name) for place in _PROC.iterdir() if place.name.isdecimal()]
    for number in sorted(numbers, reverse=True):
        try:
            links = (_PROC / str(number) / "fd").iterdir()
            if any(str(link.readlink()) == name for link in links):
                yield number
        except OSError:
            continue
