"""The run's end of the connection to its server process."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib.util import find_spec
from typing import Any

from wsusim.errors import BadInput, NotInstalled
from wsusim.interrupts import INTERRUPTS
from wsusim.json_lines import JsonLines
from wsusim.live.frames import frame_of
from wsusim.live.watch_address import Keys, Place
from wsusim.side_process import end_beside, start_beside

STARTING_S = 30.0
GOODBYE_S = 5.0


def check_installed() -> None:
    """Raise ``NotInstalled`` if the package that only sharing needs is missing."""
    if find_spec("websockets") is None:
        raise NotInstalled("Sharing a run", "websockets", "live")


class ServerLink:
    """Starts a server process, sends it frames and reads what viewers ask for.

    Args:
        place: Where to listen.
        keys: Who may do what.
        console_port: Where to listen for those who type to robots, if anywhere; 0: any free port.

    Attributes:
        place: Where it listens, its port known.
        console: Where it listens for those who type.

    Raises:
        BadInput: It can't listen there, or its package is missing.
        KeyboardInterrupt: The program is asked to end before it listens.
    """

    def __init__(self, place: Place, keys: Keys, console_port: int | None = None) -> None:
        check_installed()
        console = None if console_port is None else replace(place, port=console_port)
        self._listener: threading.Thread | None = None
        with INTERRUPTS.held_back():  # an unknown process would stay
            self._process = start_beside("wsusim.live.server", "main", stdout=subprocess.PIPE)
            # Not as arguments, which everybody on this computer can read.
            where = None if console is None else asdict(console)
            self.send({"place": asdict(place), "keys": asdict(keys), "console": where})
            ports = self._wait_for_ports(place, console)
        self.place = replace(place, port=ports["port"])
        self.console = None if console is None else replace(place, port=ports["console"])

    @property
    def process_id(self) -> int:
        """The process id of the server process."""
        return self._process.pid

    def listen(self, hear: Callable[[dict[str, Any]], None]) -> None:
        """Begin to pass on the process's messages, the last one ``{"gone": True}``; own thread."""
        self._listener = threading.Thread(
            target=self._listen, args=(hear,), name="wsusim-viewers", daemon=True
        )
        self._listener.start()

    def send(self, values: dict[str, Any]) -> bool:
        """Send a frame to the process; waits while it is busy. Return whether it still lives."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(frame_of(values))
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def close(self) -> None:
        """Let the process tell its viewers and end."""
        end_beside(self._process, GOODBYE_S)
        if self._listener is not None:
            self._listener.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _wait_for_ports(self, place: Place, console: Place | None) -> dict[str, int]:
        said: dict[str, Any] = {"trouble": "the server didn't start"}
        late = threading.Timer(STARTING_S, self._process.kill)
        late.daemon = True
        late.start()
        try:
            with INTERRUPTS.raising():  # no other code has it yet
                said = next(iter(JsonLines.to(self._process)), said)
        except KeyboardInterrupt:
            self._process.kill()
            self.close()
            raise
        finally:
            late.cancel()
        if "port" in said:
            return said
        self.close()
        if said.get("at_console") and console is not None:
            raise BadInput(
                f"There can be no console at {console.host}:{console.port}: {said['trouble']}. "
                "Choose another port, for example --console 8019, or 0 for any free port."
            )
        raise BadInput(
            f"The run can't be shared at {place.host}:{place.port}: {said['trouble']}. Choose "
            "another place, for example --publish 8009, or 0 for any free port."
        )

    def _listen(self, hear: Callable[[dict[str, Any]], None]) -> None:
        for said in JsonLines.to(self._process):
            hear(said)
        hear({"gone": True})
