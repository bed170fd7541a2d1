"""Lets editors that have a debugger attach: VS Code, PyCharm and others with its protocol.

debugpy listens in the main thread of the controller's process, while it loads: in the controller's
own thread it would keep the robot waiting. It is an extra (``requirements-debug.txt``).
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping
from typing import Any

from wsusim.control.debugging.host_debugger import Tell
from wsusim.errors import BadInput, NotInstalled

LAST_PORT = 65535


class OutsideEditor:
    """Lets an editor debug the controllers of a run; fulfils ``HostDebugger``.

    A program that hangs can't be distinguished from one at a breakpoint of the editor, so no
    patience ends it; nor is it known whether a person has changed a variable.

    Args:
        host: Address to listen on.
        port: For the first robot; each further robot has the next one.
        tell: Called with sentences that a person should read.
    """

    was_changed = True

    def __init__(self, host: str, port: int, tell: Callable[[str], object]) -> None:
        if importlib.util.find_spec("debugpy") is None:
            raise NotInstalled("Debugging from an editor", "debugpy", "debug")
        self._host = host
        self._port = port
        self._say = tell

    def enter(self, robot: int, load: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
        """Make a controller's process listen; see ``HostDebugger``."""
        port = self._port + robot
        if port > LAST_PORT:
            raise BadInput(f"There is no port {port} for robot {robot + 1}. Give a lower port.")
        return {"listen": [self._host, port]}

    def echo_of(self, robot: int) -> None:
        """Return ``None``: nothing is replayed."""

    def keep_log(self, robot: int) -> None:
        """Keep nothing."""

    def is_held(self, robot: int) -> bool:
        """Return true: only the editor knows whether it has stopped."""
        return True

    def take(self, robot: int, message: Mapping[str, Any]) -> None:
        """Tell the person what to do."""
        match message["event"]:
            case "listening":
                self._say(
                    f"Robot {robot + 1} waits for your editor's debugger at "
                    f"{self._host}:{self._port + robot}. Attach it there."
                )
            case "attached":
                self._say(f"The debugger has attached to robot {robot + 1}.")
            case "no port":
                self._say(
                    f"Nobody can listen at {self._host}:{self._port + robot} "
                    f"({str(message['reason'])[:200]}). Choose another port."
                )

    def leave(self, robot: int) -> None:
        """Do nothing."""


def await_editor(address: list[Any], tell: Callable[..., None]) -> Callable[[], None]:
    """Listen in a controller's process until an editor has attached and set its breakpoints.

    Returns a function that the controller's thread calls to be debugged, too.

    Raises:
        RuntimeError: The address can't be used.
    """
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # else it warns the student
    import debugpy

    host, port = str(address[0]), int(address[1])
    try:
        debugpy.listen((host, port))
    except Exception as failure:
        tell(event="no port", reason=str(failure))
        raise
    tell(event="listening")
    debugpy.wait_for_client()
    tell(event="attached")
    this_thread: Callable[[], None] = debugpy.debug_this_thread
    return this_thread
