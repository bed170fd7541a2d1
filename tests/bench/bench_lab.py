"""What a full class costs a lab, and whether the robot notices it.

One run on an emulated Khepera (real time, over a pseudo-terminal) is driven twice: alone, and with
90 pages open, 30 simulations wanted at once and uploads at 500 a minute. Its controller tells how
long each turn of its loop took.

Run it: ``python -m tests.bench.bench_lab [SECONDS]``
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.hosting.sandbox import trouble
from wsusim.lab.lab_client import LabClient
from wsusim.lab.people import People
from wsusim.lab.store import Store

PAGES = 90
SIMULATIONS = 30
UPLOADS_A_MINUTE = 500
STUDENTS_AT_ONCE = 8
"""So many uploads may be on their way at a time."""

LOOK_S = 1.5
"""How often a page looks."""

DRIVER = """from wsusim import Controller


class Driver(Controller):
    def run(self):
        periods, before_s = [], self.time
        while self.time < {seconds}:
            self.motors.set_speeds(3, -3)
            _ = self.sensors.proximities
            self.sleep(0.1)
            periods.append(self.time - before_s)
            before_s = self.time
        periods.sort()
        share = lambda part: 1000 * periods[int(part * (len(periods) - 1))]
        print(f"periods {{share(0.5):.0f}} {{share(0.99):.0f}} {{share(1.0):.0f}}")
"""

SMALL = """from wsusim import Controller


class Small(Controller):
    def run(self):
        self.motors.set_speeds(5, 5)
        self.sleep(5.0)
"""


class Server:
    """A lab's server as a process; ``options`` go to ``lab serve``."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [sys.executable, "main.py", "lab", "serve", str(folder), "--robot", "emulated"]
        command += ["--maze", "field", "--listen", "0", *options]
        command += ["--trust-uploads"] if trouble() else []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().removeprefix("The lab is at ").strip()

    def memory_mb(self) -> float:
        """Return what it holds of the memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def processor_s(self) -> float:
        """Return the processor time that it has used, without its workers."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


class Load:
    """Pages that look, and students who upload, until it is ended."""

    def __init__(self, address: str, tokens: list[str]) -> None:
        self._address = address
        self._tokens = tokens
        self._end = threading.Event()
        self._pool = ThreadPoolExecutor(PAGES + SIMULATIONS + STUDENTS_AT_ONCE)
        self.looks_s: list[float] = []
        self.sends_s: list[float] = []
        self.refused: list[str] = []

    def begin(self) -> None:
        """Open all pages, want all simulations, and begin to upload."""
        self.begun_s = time.monotonic()
        for token in self._tokens:
            self._pool.submit(self._look, token)
        for token in self._tokens[-SIMULATIONS:]:
            self._pool.submit(self._send, token, "simulation")
        for number in range(STUDENTS_AT_ONCE):
            self._pool.submit(self._upload, number)

    def end(self) -> None:
        """End, and wait for all."""
        self._end.set()
        self._pool.shutdown()

    def _look(self, token: str) -> None:
        client = LabClient(self._address, token)
        while not self._end.wait(LOOK_S):
            begun_s = time.perf_counter()
            client.me()
            client.jobs()
            self.looks_s.append(time.perf_counter() - begun_s)

    def _upload(self, first: int) -> None:
        # A student may have three of a kind under way: each sends to the robot and to the
        # simulation in turn, and no more than a minute's share of both.
        for number in range(first, UPLOADS_A_MINUTE, STUDENTS_AT_ONCE):
            due_s = self.begun_s + number * 60 / UPLOADS_A_MINUTE
            if self._end.wait(max(0.0, due_s - time.monotonic())):
                return
            turn, student = divmod(number, len(self._tokens))
            self._send(self._tokens[student], ("robot", "simulation")[turn % 2])

    def _send(self, token: str, kind: str) -> None:
        begun_s = time.perf_counter()
        try:
            LabClient(self._address, token).submit("small.py", SMALL, kind=kind, time_s=10.0)
            self.sends_s.append(time.perf_counter() - begun_s)
        except BadInput as error:
            self.refused.append(str(error))


def drive(client: LabClient, seconds: float, on_begin: Callable[[], None] = lambda: None) -> str:
    """Run the driver on the robot; return its periods. ``on_begin`` is called when it drives."""
    job = client.submit("driver.py", DRIVER.format(seconds=seconds), time_s=seconds + 20.0)
    printed, is_driving = "", False
    while job["ended_s"] is None:
        time.sleep(0.2)
        job = client.job(job["id"])
        if job["state"] == "running" and job["tick"] and not is_driving:
            is_driving = True
            on_begin()
        printed = "".join(job["printed"]) or printed
    found = re.search(r"periods (\d+) (\d+) (\d+)", printed)
    if found is None:
        return f"no figures: {job['text']}"
    return f"{found[1]} / {found[2]} / {found[3]} ms (median / 99 % / longest)"


def told(times_s: list[float]) -> str:
    """Return how long things took."""
    in_order = sorted(times_s)
    middle, late = (1000 * in_order[int(part * (len(in_order) - 1))] for part in (0.5, 0.99))
    return f"{middle:.0f} / {late:.0f} ms (median / 99 %)"


def main(seconds: float) -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--simulations", str(SIMULATIONS))
        store = Store.in_folder(Path(folder))
        people = People(store)
        tokens = [one.token for one in people.invite([f"S{n}" for n in range(PAGES)], 0.0)]
        (teacher,) = people.invite(["Tess"], 0.0, is_teacher=True)
        client = LabClient(server.address, teacher.token)
        before_s = server.processor_s()
        time.sleep(5.0)
        share = 100 * (server.processor_s() - before_s) / 5.0
        print(f"at rest: {server.memory_mb():.0f} MB, {share:.1f} % of a processor")
        print(f"loop of the robot's controller, alone: {drive(client, seconds)}")
        load = Load(server.address, tokens)
        before_s = server.processor_s()
        periods = drive(client, seconds, load.begin)
        print(f"loop of the robot's controller, full class: {periods}")
        wall_s = time.monotonic() - load.begun_s
        share = 100 * (server.processor_s() - before_s) / wall_s
        load.end()
        print(
            f"{PAGES} pages: {len(load.looks_s) / wall_s:.0f} looks a second, {told(load.looks_s)}"
        )
        print(f"uploads: {len(load.sends_s)} in {wall_s:.0f} s, {told(load.sends_s)}")
        for reason, count in Counter(load.refused).items():
            print(f"refused: {count}: {reason}")
        print(f"server: {server.memory_mb():.0f} MB, {share:.0f} % of a processor")
        store.close()
        server.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)
