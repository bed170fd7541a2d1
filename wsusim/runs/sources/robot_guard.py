"""A process that stops a real robot when the program that drives it is killed or loses it.

A ``kill -9`` can't be caught, and the robot goes on with its last order. The guard holds the end
of a pipe that closes with the program, whatever ends it. Then the guard reaches the robot
as a new run would, which stops it first.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from wsusim.backends.serial_line.robot_address import SerialAddress, parse_address
from wsusim.errors import BadInput, LinkLost
from wsusim.interrupts import ignore_all
from wsusim.side_process import start_beside

PATIENCE_S = 30.0
"""A robot that can't be reached is tried for so long."""

AGAIN_S = 0.1
"""Time between two attempts."""


@contextmanager
def guarded(address: SerialAddress) -> Iterator[subprocess.Popen[bytes]]:
    """Guard a robot until the block ends; its port must become free when this program ends."""
    guard = start_beside(__name__, guard_robot.__name__, str(address), stdout=subprocess.DEVNULL)
    assert guard.stdin is not None
    try:
        yield guard
    finally:
        guard.kill()  # first: the end of the pipe would be the alarm
        guard.wait()
        guard.stdin.close()


def guard_robot(address: str) -> None:
    """Wait for the end of standard input, then stop the robot. Runs in the guard's process."""
    ignore_all()
    sys.stdin.buffer.read()
    is_stopped = stop_robot(parse_address(address))
    result = (
        "the robot was stopped." if is_stopped else "the robot can't be reached and MAY BE DRIVING."
    )
    sys.stderr.write(f"wsusim is gone: {result}\n")


def stop_robot(address: SerialAddress, patience_s: float = PATIENCE_S) -> bool:
    """Connect to a robot without a run and stop it; return whether it confirmed that."""
    from wsusim.backends.serial_line.backend import SerialBackend
    from wsusim.backends.serial_line.languages import language_of
    from wsusim.backends.serial_line.port import open_port

    backend = SerialBackend(
        lambda: open_port(address),
        address.port,
        address.baud,
        language=language_of(address.scheme),
    )
    until_s = time.monotonic() + patience_s
    while True:
        try:
            backend.connect()
        except (BadInput, LinkLost):
            if time.monotonic() >= until_s:
                return False
            time.sleep(AGAIN_S)
        else:
            backend.close()
            return not backend.may_be_moving
