"""A lab's camera as the server sees it: its newest picture, and what is wrong."""

from __future__ import annotations

import logging
import subprocess
import tempfile
import threading
from dataclasses import astuple
from pathlib import Path
from time import monotonic

from wsusim.json_lines import JsonLines
from wsusim.lab.camera.camera_address import CameraAddress
from wsusim.lab.camera.newest import Shot, newest
from wsusim.side_process import start_beside

_LOG = logging.getLogger(__name__)

RETRY_S = 2.0
"""A process that has ended is begun again after so long."""

STALE_S = 8.0
"""A picture older than that shows nothing of now."""


class Camera:
    """Keeps a process that fetches pictures alive for as long as the lab is open."""

    def __init__(self, address: CameraAddress) -> None:
        self._address = address
        self._folder = tempfile.TemporaryDirectory(prefix="wsusim-camera-")
        self.file = Path(self._folder.name) / "newest"
        """Where the newest picture is; see ``newest``."""
        self._trouble = "It has not sent anything yet."
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closing = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._keep, name="wsusim-lab-camera", daemon=True)

    @property
    def trouble(self) -> str:
        """A sentence that says why there is no picture now; empty if there is one."""
        if self._trouble or newest(self.file, monotonic() - STALE_S) is not None:
            return self._trouble
        return "It has stopped sending."

    def shot_after(self, after_s: float) -> Shot | None:
        """Return the newest picture, if it arrived later than that."""
        return newest(self.file, max(after_s, monotonic() - STALE_S))

    def start(self) -> None:
        """Begin to fetch pictures."""
        self._thread.start()

    def close(self) -> None:
        """End the process, and forget the picture."""
        self._is_closing.set()
        with self._lock:
            if self._process is not None:
                self._process.kill()
        if self._thread.ident is not None:
            self._thread.join()
        self._folder.cleanup()

    def _keep(self) -> None:
        """Restart the process whenever it ends."""
        while not self._is_closing.is_set():
            try:
                self._fetch()
            except OSError as error:
                self._trouble = f"Its process can't be started: {error.strerror or error}."
            self._is_closing.wait(RETRY_S)

    def _fetch(self) -> None:
        with self._lock:
            if self._is_closing.is_set():
                return
            process = self._process = start_beside(
                "wsusim.lab.camera.process",
                "main",
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        with process:
            order = {"address": astuple(self._address), "file": str(self.file)}
            channel = JsonLines.to(process)
            channel.send(order)
            for message in channel:
                self._trouble = str(message["trouble"])
                if self._trouble:
                    _LOG.warning("The camera %s: %s", self._address.place, self._trouble)
            process.kill()
        self._trouble = "Its process has ended; another one is being started."
