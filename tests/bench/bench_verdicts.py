"""How long a class waits that presses *Simulate* at once, and whether the robot notices it.

Thirty students send a program that drives for 60 simulated seconds, all at the same moment, to a
lab with its usual settings. Meanwhile, and before that alone, a run on an emulated Khepera (real
time) tells how long each turn of its controller's loop took. On a computer that others use, too,
the processor time says how long two free processors would be busy with all of it.

Run it: ``python -m tests.bench.bench_verdicts [SECONDS]``
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from tests.bench.bench_lab import Server, drive
from wsusim.lab.lab_client import LabClient
from wsusim.lab.people import People
from wsusim.lab.store import Store

STUDENTS = 30
SIMULATED_S = 60.0
LOOK_S = 1.0

AVOIDER = """from wsusim import Controller


class Avoider(Controller):
    def run(self):
        while self.active:
            near = self.sensors.proximities
            if max(near[1:5]) > 300:
                self.motors.set_speeds(5, -5)
            else:
                self.motors.set_speeds(8, 8)
            self.sleep(0.1)
"""


class Class:
    """Students who all press *Simulate* when they are told to."""

    def __init__(self, address: str, tokens: list[str]) -> None:
        self._clients = [LabClient(address, token) for token in tokens]
        self._pool = ThreadPoolExecutor(len(tokens))
        self._waits: list[Future[tuple[float, str]]] = []

    def press(self) -> None:
        """Send all programs at once; return at once."""
        self._waits = [self._pool.submit(self._wait, client) for client in self._clients]

    def verdicts(self) -> list[tuple[float, str]]:
        """Return after how many seconds each had a verdict, and which, the first one first."""
        return sorted(wait.result() for wait in self._waits)

    def _wait(self, client: LabClient) -> tuple[float, str]:
        begun_s = time.monotonic()
        job = client.submit("avoider.py", AVOIDER, kind="simulation", time_s=SIMULATED_S)
        while job["ended_s"] is None:
            time.sleep(LOOK_S)
            job = client.job(job["id"])
        return time.monotonic() - begun_s, job["state"]


def main(seconds: float) -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        store = Store.in_folder(Path(folder))
        people = People(store)
        tokens = [one.token for one in people.invite([f"S{n}" for n in range(STUDENTS)], 0.0)]
        (teacher,) = people.invite(["Tess"], 0.0, is_teacher=True)
        store.close()
        client = LabClient(server.address, teacher.token)
        try:
            print(f"loop of the robot's controller, alone: {drive(client, seconds)}")
            students = Class(server.address, tokens)
            print(f"meanwhile: {drive(client, seconds, students.press)}")
            verdicts = students.verdicts()
        finally:
            server.close()
    waits_s = [wait_s for wait_s, _ in verdicts]
    median_s = waits_s[len(waits_s) // 2]
    print(
        f"{STUDENTS} verdicts on {SIMULATED_S:.0f} s each: the first after {waits_s[0]:.1f} s, "
        f"half of them after {median_s:.1f} s, the last after {waits_s[-1]:.1f} s"
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"the lab and all its runs used {used.ru_utime + used.ru_stime:.0f} s of processor time")
    print(f"ends: {dict(Counter(state for _, state in verdicts))}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)
