"""A real browser for tests, driven over its own debugging socket."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")

PATIENCE_S = 240.0
"""On a computer that does much besides; only a test that fails takes as long."""


class PageLeft(Exception):
    """A page was asked something just when the browser went on to the next one."""


class Browser:
    """Headless Chromium with one page, drawing 3D by its processor."""

    def __init__(self, folder: Path, width: int = 1280, height: int = 800) -> None:
        from websockets.sync.client import connect

        assert BROWSER is not None
        self._process = subprocess.Popen(
            [
                BROWSER,
                "--headless=new",
                "--no-sandbox",
                "--no-first-run",
                "--disable-dev-shm-usage",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                "--remote-debugging-port=0",
                f"--user-data-dir={folder}",
                f"--window-size={width},{height}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        told = folder / "DevToolsActivePort"
        until(lambda: told.is_file() and len(told.read_text().splitlines()) == 2)
        port, path = told.read_text().splitlines()
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(f"ws://127.0.0.1:{port}{path}", max_size=None)
        )
        self._numbers = itertools.count(1)
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.call("Page.enable")
        self.resize(width, height)

    def resize(self, width: int, height: int, *, is_phone: bool = False) -> None:
        """Give the page another size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if is_phone else 1,
            mobile=is_phone,
        )

    def open(self, address: str) -> None:
        """Open an address."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """Return the value of an expression of the page."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, condition: str) -> Any:
        """Wait for an expression to become true, and return its value; the page may change."""

        def asked() -> Any:
            try:
                return self.run(condition)
            except PageLeft:
                return None

        return until(asked)

    def picture(self) -> bytes:
        """Return a PNG of the page."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the browser's protocol."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if answer.get("id") == number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise PageLeft(answer["error"]["message"])
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def close(self) -> None:
        """End the browser."""
        self._stack.close()
        self._process.terminate()
        self._process.wait(PATIENCE_S)


def until(condition: Any) -> Any:
    """Wait for something that must come, and return it."""
    given_up_s = time.monotonic() + PATIENCE_S
    while not (value := condition()):
        assert time.monotonic() < given_up_s, "it has not come"
        time.sleep(0.05)
    return value
