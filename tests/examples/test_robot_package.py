"""The package of the manual that brings a robot of its own is installed, and wsusim drives it."""

from __future__ import annotations

import os
import shutil
import socketserver
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]
PACKAGE = REPO / "manual/developer/robot-package"
PULSE_MM = 0.314
"""A turn of its wheels, 126 mm, has 400 pulses."""


class Tinbot(socketserver.ThreadingTCPServer):
    """A robot that stands in the open and answers as its page says."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Line)
        self.orders: list[tuple[int, int]] = []
        self.pulses = [0.0, 0.0]
        self._since_s = time.monotonic()

    def answer(self, words: list[str]) -> str:
        """Obey what a line says."""
        now_s = time.monotonic()
        speeds = self.orders[-1] if self.orders else (0, 0)
        for wheel, speed in enumerate(speeds):
            self.pulses[wheel] += speed * (now_s - self._since_s) / PULSE_MM
        self._since_s = now_s
        if words[0] == "drive":
            self.orders.append((int(words[1]), int(words[2])))
        left, right = map(int, self.pulses)
        return {"name": "tinbot", "eyes": "0 0", "wheels": f"{left} {right}"}.get(words[0], "ok")


class _Line(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, Tinbot)
        for line in self.rfile:
            number, *words = line.decode("ascii").split()
            self.wfile.write(f"{number} {self.server.answer(words)}\n".encode("ascii"))


@pytest.fixture
def tinbot() -> Iterator[Tinbot]:
    """Switch a Tinbot on."""
    with Tinbot() as robot:
        thread = threading.Thread(target=robot.serve_forever)
        thread.start()
        yield robot
        robot.shutdown()
        thread.join()


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the package lies as pip would put it."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(PACKAGE / "tinbot", tmp_path / "tinbot")
    facts = tmp_path / f"{project['name']}-{project['version']}.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in named.items())
        for group, named in project["entry-points"].items()
    )
    (facts / "entry_points.txt").write_text(points)
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def wsusim(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of wsusim in a process of its own."""
    command = [sys.executable, str(REPO / "main.py"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


def test_a_robot_of_another_package_is_driven(installed: dict[str, str], tinbot: Tinbot) -> None:
    """A ready controller drives it by its own figures; its motors are at zero at the end."""
    robot = f"tinbot:127.0.0.1:{tinbot.server_address[1]}"

    done = wsusim(installed, "run", "any_robot", "--robot", robot, "--time", "1")

    assert done.returncode == 0, done.stderr
    assert max(tinbot.orders) > (0, 0)
    assert tinbot.orders[-1] == (0, 0)


def test_what_it_lacks_is_told_at_the_start(installed: dict[str, str], tinbot: Tinbot) -> None:
    """In the words of wsusim, by the file of the package."""
    robot = f"tinbot:127.0.0.1:{tinbot.server_address[1]}"

    done = wsusim(installed, "run", "cap_collector", "--robot", robot, "--time", "1")

    assert "A Tinbot has no gripper" in done.stdout + done.stderr
    assert tinbot.orders[-1] == (0, 0)
