"""A process that stops a real robot when the program that drives it is killed, or gives up on it.

Nobody hears a ``kill -9``, and the robot drives on: it does what it was told last. The guard holds
the end of a pipe that closes with the program, whatever ends it. Then the guard reaches the robot
as a new run would, which stops it first.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from wsusim.backends.serial_line.address import SerialAddress, parse_address

PATIENCE_S = 30.0
"""A robot that can't be reached is tried for so long."""

AGAIN_S = 0.1
"""Time between two attempts."""

_ROOT = Path(__file__).parents[3]
_START = (
    "import sys; sys.path.append({root!r}); "
    "from wsusim.runs.sources.robot_guard import keep_watch; keep_watch({address!r})"
)


class RobotGuard:
    """Has a robot guarded from entering to leaving the context.

    Args:
        address: Where the robot is; its port must be free again when this program is gone.
    """

    def __init__(self, address: SerialAddress) -> None:
        self._address = address
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        code = _START.format(root=str(_ROOT), address=str(self._address))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            # Ctrl-C is for the program, which stops the robot itself.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        process.kill()  # first: the end of the pipe would be the alarm
        process.wait()
        process.stdin.close()


def keep_watch(address: str) -> None:
    """Wait for the end of the standard input, then stop the robot. The guard's own process."""
    sys.stdin.buffer.read()
    is_stopped = stop_robot(parse_address(address))
    result = (
        "the robot was stopped." if is_stopped else "the robot can't be reached and MAY BE DRIVING."
    )
    sys.stderr.write(f"wsusim is gone: {result}\n")


def stop_robot(address: SerialAddress, patience_s: float = PATIENCE_S) -> bool:
    """Reach a robot that nobody holds any more and stop it; return whether it confirmed that."""
    from wsusim.backends.serial_line.backend import SerialBackend
    from wsusim.backends.serial_line.port import open_port
    from wsusim.errors import BadInput, LinkLost

    backend = SerialBackend(lambda: open_port(address), address.port, address.baud)
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
