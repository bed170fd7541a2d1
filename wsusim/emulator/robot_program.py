"""The interface between the emulator and the program in a robot, whatever its protocol."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class RequestCutter(Protocol):
    """Cuts the bytes of one client into requests."""

    def cut(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """Yield each request that is complete with ``data``, and where it ends in it."""


class RobotProgram(Protocol):
    """A robot's firmware: a request comes in, its answer goes out in pieces. No ports, no time."""

    baud: int
    """Speed of its line, by which answers are paced."""
    speed_counts: bool
    """Whether a program must open the line at that speed; USB and Bluetooth carry bytes at any."""
    ends_lines: bool
    """Whether what it answers are lines, whose end the emulator adds; else the bytes are whole."""

    def cutter(self) -> RequestCutter:
        """Return an object that cuts the bytes of a new client."""

    def answer(self, request: bytes) -> tuple[bytes, ...]:
        """Obey a request and return the pieces of the answer. Any bytes will do."""
