"""``run --debug``: an editor that speaks the Debug Adapter Protocol debugs a controller."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.unit.control.debugging.desk import line_of, request, write
from wsusim.cli.debugging import debugged_from_outside, parse_place
from wsusim.errors import BadInput
from wsusim.runs.report import RunReport
from wsusim.runs.run import execute

PATIENCE_S = 60.0


class DapClient:
    """As little of an editor as debugs a program."""

    def __init__(self, port: int) -> None:
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._socket = socket.create_connection(("localhost", port), PATIENCE_S)
                break
            except OSError:
                assert time.monotonic() < until_s
        self._file = self._socket.makefile("rb")
        self._number = 0

    def send(self, command: str, **arguments: Any) -> int:
        """Ask for something; return the number of the request."""
        self._number += 1
        body = json.dumps(
            {
                "seq": self._number,
                "type": "request",
                "command": command,
                "arguments": arguments,
            }
        ).encode()
        self._socket.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return self._number

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Ask for something, and wait for the answer."""
        number = self.send(command, **arguments)
        return self._until(lambda message: message.get("request_seq") == number)

    def event(self, name: str) -> dict[str, Any]:
        """Wait for an event."""
        return self._until(lambda message: message.get("event") == name)

    def close(self) -> None:
        """Let go."""
        self._file.close()
        self._socket.close()

    def _until(self, is_it: Any) -> dict[str, Any]:
        while True:
            length = 0
            while line := self._file.readline().strip():
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            assert length
            message: dict[str, Any] = json.loads(self._file.read(length))
            if is_it(message):
                return message


@pytest.mark.parametrize("place", ["", "0", "70000", "x:", "localhost:", "-1", "1.5"])
def test_a_place_that_is_no_port_is_refused(place: str) -> None:
    """It is said what it must be."""
    with pytest.raises(BadInput, match="must be a port"):
        parse_place(place)


def test_what_can_t_be_debugged_is_refused(tmp_path: Path) -> None:
    """A thread, and a program that is locked in."""
    pytest.importorskip("debugpy")
    file = write(tmp_path)
    with pytest.raises(BadInput, match="--no-isolate"):
        debugged_from_outside(request(file), "5678", False)
    with pytest.raises(BadInput, match="--sandbox"):
        debugged_from_outside(request(file, is_isolated=True, is_sandboxed=True), "5678", None)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="controllers are forked here")
def test_an_editor_stops_looks_and_goes_on(tmp_path: Path) -> None:
    """The run waits for it, and is the same to the byte as without."""
    pytest.importorskip("debugpy")
    file = write(tmp_path)
    undisturbed = execute(request(file, is_isolated=True))
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    debugged = debugged_from_outside(request(file), str(port), None)
    reports: list[RunReport] = []
    running = threading.Thread(target=lambda: reports.append(execute(debugged)))
    running.start()
    client = DapClient(port)
    client.ask("initialize", adapterID="test", pathFormat="path")
    client.send("attach", justMyCode=True)
    client.event("initialized")
    line = line_of(file, "self.turns += 1")
    client.ask("setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": line}])
    client.ask("configurationDone")
    thread = client.event("stopped")["body"]["threadId"]
    stack = client.ask("stackTrace", threadId=thread)["body"]["stackFrames"]
    client.ask("setBreakpoints", source={"path": str(file)}, breakpoints=[])
    client.send("continue", threadId=thread)
    running.join(PATIENCE_S)
    client.close()
    assert (stack[0]["name"], stack[0]["line"]) == ("turn", line)
    assert reports[0].trace_sha256 == undisturbed.trace_sha256
