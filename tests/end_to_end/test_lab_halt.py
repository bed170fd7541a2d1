"""Stop all robots stops robots, whatever else is broken: disk, database, writer or server."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.end_to_end.test_lab_killed import PROGRAM, emulated, speeds
from tests.lab_server import ROOT, Served, sent, until
from wsusim.errors import BadInput
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.jobs import Jobs
from wsusim.lab.lab_client import LabClient
from wsusim.lab.people import People
from wsusim.lab.store import Store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="breaks things as Linux has them"
    ),
]

STOPPED_S = 3.0
"""A robot stands so long after the stop, on a busy computer."""

IDLERS = 700


class Scene:
    """A lab whose robot is being driven, and its teacher."""

    def __init__(self, folder: Path, robot: str, stack: ExitStack) -> None:
        self.folder, self.robot = folder, robot
        self.served = Served(folder, "--robot", f"serial:{robot}")
        stack.callback(self._end)
        self.store = Store.in_folder(folder)
        stack.callback(self.store.close)
        (teacher,) = People(self.store).invite(["Tess"], 0.0, is_teacher=True)
        self.token = teacher.token
        self.client = LabClient(self.served.address, self.token)
        sent(self.served, self.token, "drive", PROGRAM.format(seconds=60.0), time_s=60.0)
        until(lambda: Jobs(self.store).running() and speeds(robot) != (0, 0))

    def _end(self) -> None:
        with suppress(ProcessLookupError):
            self.served.process.send_signal(signal.SIGCONT)
        self.served.kill()

    def press(self) -> None:
        """Press the button of the page until the lab has said that it is so."""
        until(self._stops, 30.0)

    def _stops(self) -> bool:
        with suppress(Exception):
            return bool(self.client._ask("/api/lab/halt", {})["is_halted"])
        return False

    def stands(self) -> None:
        """Wait until the robot stands."""
        until(lambda: speeds(self.robot) == (0, 0), STOPPED_S)

    def type_halt(self) -> str:
        """Run ``lab halt`` in a terminal; return what it says."""
        command = [sys.executable, "main.py", "lab", "halt", str(self.folder)]
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        ).stdout

    def writers(self) -> list[int]:
        """Return the processes that write the recordings of the robots' runs."""
        switch = HaltSwitch.in_folder(self.folder)
        drivers = switch.drivers()
        switch.close()
        found = []
        for driver in drivers:
            children = Path(f"/proc/{driver}/task/{driver}/children").read_text().split()
            found += [int(one) for one in children if b"writer_process" in command_of(one)]
        return found


def command_of(process: str) -> bytes:
    """Return how a process was started."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Callable[[Path], Scene]]:
    """Return what makes a scene in a folder."""
    with ExitStack() as stack:
        robot = stack.enter_context(emulated())
        yield lambda folder: Scene(folder, robot, stack)


@contextmanager
def small_disk(place: Path, size_mb: int) -> Iterator[Path]:
    """Mount a disk that can be filled."""
    place.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={size_mb}m", "none", str(place)]
    if os.geteuid() or subprocess.run(["mount", *options], check=False).returncode:
        pytest.skip("only the administrator can mount a disk of its own")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def fill(place: Path) -> None:
    """Write until there is no room for a byte."""
    with (place / "ballast").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    with (place / "crumbs").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x")


def test_with_a_full_disk(tmp_path: Path, scene: Callable[[Path], Scene]) -> None:
    """The page's button does it, and the queue is held when the server has ended, too.

    One can sign in and read as always, and is told which disk it is.
    """
    with small_disk(tmp_path / "disk", 40) as disk:
        here = scene(disk / "lab")
        fill(disk)
        told = here.client.me()
        here.press()
        here.stands()
        with pytest.raises(BadInput, match=rf"is full .* on the disk of {here.folder}"):
            here.client.submit("driver.py", PROGRAM.format(seconds=1.0))
        (disk / "ballast").unlink()
        here.served.end(signal.SIGTERM)
        again = Served(here.folder, "--robot", f"serial:{here.robot}")
        again_told = LabClient(again.address, here.token).me()
        again.kill()

    assert (told["is_halted"], again_told["is_halted"]) == (False, True)


def test_by_the_terminal_with_a_full_disk(tmp_path: Path, scene: Callable[[Path], Scene]) -> None:
    """As the page's button does."""
    with small_disk(tmp_path / "disk", 40) as disk:
        here = scene(disk / "lab")
        fill(disk)
        said = here.type_halt()
        here.stands()

    assert said.startswith("1 robot stopped.\nNo robot drives until you say so")


def test_with_a_locked_database(tmp_path: Path, scene: Callable[[Path], Scene]) -> None:
    """The emergency stop works while the store is locked, as it doesn't need the store."""
    here = scene(tmp_path / "lab")
    begun_s = monotonic()
    with sqlite3.connect(here.folder / "lab.db", isolation_level=None) as locker:
        locker.execute("BEGIN IMMEDIATE")
        here.press()
        here.stands()
        took_s = monotonic() - begun_s
        locker.execute("ROLLBACK")
    locker.close()

    assert took_s < STOPPED_S + 5.0


def test_with_700_idle_connections(tmp_path: Path, scene: Callable[[Path], Scene]) -> None:
    """Who says nothing makes way for who does."""
    here = scene(tmp_path / "lab")
    host, port = here.served.address.removeprefix("http://").rstrip("/").split(":")
    with ExitStack() as stack:
        for _ in range(IDLERS):
            stack.enter_context(socket.create_connection((host, int(port)), timeout=5.0))
        here.press()
        here.stands()


def test_with_writers_that_hang(tmp_path: Path, scene: Callable[[Path], Scene]) -> None:
    """The process that writes the recording takes nothing any more."""
    here = scene(tmp_path / "lab")
    writers = here.writers()
    for writer in writers:
        os.kill(writer, signal.SIGSTOP)
    here.press()
    here.stands()
    for writer in writers:
        with suppress(ProcessLookupError):
            os.kill(writer, signal.SIGCONT)

    assert writers


def test_by_the_terminal_when_the_server_is_stuck(
    tmp_path: Path, scene: Callable[[Path], Scene]
) -> None:
    """The robot's own process sees the stop; the server needs to do nothing."""
    here = scene(tmp_path / "lab")
    here.served.process.send_signal(signal.SIGSTOP)
    said = here.type_halt()
    here.stands()

    assert said.startswith("1 robot stopped.\n")


def test_with_a_server_that_has_its_hands_full(
    tmp_path: Path, scene: Callable[[Path], Scene]
) -> None:
    """Thirty people ask for everything, all the time."""
    here = scene(tmp_path / "lab")
    is_over = threading.Event()

    def ask() -> None:
        client = LabClient(here.served.address, here.token)
        while not is_over.is_set():
            with suppress(Exception):
                client._ask("/api/lab")

    askers = [threading.Thread(target=ask) for _ in range(30)]
    for asker in askers:
        asker.start()
    try:
        here.press()
        here.stands()
    finally:
        is_over.set()
        for asker in askers:
            asker.join()
