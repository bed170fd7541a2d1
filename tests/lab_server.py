"""A lab's server as a process of its own, which can be killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Mapping
from http.client import HTTPException
from pathlib import Path
from time import monotonic
from typing import Self

from wsusim.errors import BadInput
from wsusim.hosting.sandbox import trouble
from wsusim.lab.lab_client import LabClient

ROOT = Path(__file__).parents[1]
PATIENCE_S = 600.0


def until(condition: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait for a condition; other processes bring it about."""
    end_s, pause = monotonic() + patience_s, threading.Event()
    while not condition():
        assert monotonic() < end_s, "it never happened"
        pause.wait(0.05)


class Served:
    """A server, on a port of its own; ``options`` are those of ``lab serve``."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [sys.executable, "main.py", "lab", "serve", str(folder), *options]
        command += ["--maze", "field", "--listen", "0", "--no-check-start"]
        command += ["--trust-uploads"] if trouble() else []
        # As a service or a terminal of its own has it: what else goes on in this session would take
        # the processors from its simulations, which have the lowest priority.
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = line.removeprefix("The lab is at ").strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        """Have it end as a teacher does."""
        self.end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as the system does when memory runs out."""
        self.end(signal.SIGKILL)

    def end(self, number: int) -> None:
        """Send it a signal, and wait for its end."""
        self.process.send_signal(number)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def sent(
    served: Served,
    token: str,
    key: str,
    source: str,
    kind: str = "robot",
    time_s: float = 20.0,
    modules: Mapping[str, str] | None = None,
    pace: str = "fast",
) -> int | None:
    """Send a program; return its number, or ``None`` if the server was gone."""
    try:
        client = LabClient(served.address, token)
        job = client.submit(
            "driver.py", source, modules, key=key, kind=kind, time_s=time_s, pace=pace
        )
        return int(job["id"])
    except BadInput:
        return None


def told(served: Served, token: str, path: str, body: Mapping[str, str]) -> bool:
    """Ask a lab for something; return whether it has said that it is done."""
    request = urllib.request.Request(
        served.address.rstrip("/") + path,
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20.0) as answer:
            return bool(answer.read())
    except (OSError, HTTPException):
        return False
