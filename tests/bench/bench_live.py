"""How old is what viewers see, what do they cost, and does the run notice them?

A paced run (maze ``rooms``, real time, noise on) is shared with 0 to 200 viewers at 30 messages a
second, and with five that never read. Beside ours: XPERSim (2008), table 1, time between frames.

The viewers are one program that reads all streams without making anything of them, on the same
computer; its share of a processor is told, too. A picture's age begins when the run has made it.
Whether the run notices viewers is told by runs without and with them in turn, taken together.

Run it: ``python -m tests.bench.bench_live [SECONDS [VIEWERS]...]``
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wsusim.live.publisher import Publisher
from wsusim.live.run_feed import RunFeed
from wsusim.live.watch_address import Place
from wsusim.runs.observer import RunObserver, RunUpdate
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run

VIEWERS = (1, 3, 5, 10, 50, 200)
TURNS = 8
XPERSIM_MS = {1: 4.6, 10: 34.0}
DEAF = 5
RATE = 30
TICK_S = 0.01
WARM_SHARE = 0.2
"""Of each run so much at its begin is not counted."""


class Moments(RunObserver):
    """Keeps when each tick was seen."""

    def __init__(self) -> None:
        self.seen_s: dict[int, float] = {}

    def seen(self, update: RunUpdate) -> None:
        """Keep the clock on the wall."""
        self.seen_s.setdefault(update.snapshot.tick, time.time())

    def late_ms(self) -> NDArray[np.float64]:
        """Return how late each tick came, from the earliest one."""
        ticks, at_s = np.array(list(self.seen_s.items())).T
        steady = (at_s - TICK_S * ticks)[int(WARM_SHARE * len(ticks)) :]
        return 1000.0 * (steady - steady.min())


def watch_all(port: int, viewers: int) -> None:
    """Have so many viewers in this process; write what they saw to standard output.

    Four numbers a message: viewer, tick, when it came, bytes.
    """
    seen: list[tuple[int, int, float, int]] = []
    selector = selectors.DefaultSelector()
    for number in range(viewers):
        selector.register(opened(port), selectors.EVENT_READ, number)
    while selector.get_map():
        for key, _ in selector.select():
            data = key.fileobj.recv(1 << 18)  # type: ignore[union-attr]
            if not data:
                selector.unregister(key.fileobj)
                continue
            at = data.find(b'"tick":') + 7
            if at > 6:
                tick = int(data[at : data.index(b",", at)])
                seen.append((key.data, tick, time.time(), len(data)))
    table = np.array([*seen, (-1, os.times().user + os.times().system, 0, 0)])
    sys.stdout.buffer.write(table.tobytes())


def opened(port: int) -> socket.socket:
    """Return a viewer's connection, its handshake done."""
    made = socket.create_connection(("127.0.0.1", port))
    made.sendall(
        b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += made.recv(1)
    return made


def never_read(port: int, count: int) -> None:
    """Open streams and read nothing of them."""
    kept = [opened(port) for _ in range(count)]
    time.sleep(600)
    del kept


def cpu_s(process: int) -> float:
    """Return the processor time of a process so far (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(viewers: int, seconds: float, deaf: int = 0) -> tuple[str, NDArray[np.float64]]:
    """Share one run with so many viewers; return a line of figures, and how late each tick was."""
    publisher = Publisher(Place("127.0.0.1", 0))
    moments = Moments()
    run = Run(RunRequest(("wall_follower",), speed=1.0, time_s=seconds), [moments])
    RunFeed(publisher, run)
    crowds = {
        kind: subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.bench.bench_live",
                kind,
                str(publisher.place.port),
                str(count),
            ],
            stdout=subprocess.PIPE,
        )
        for kind, count in (("watch", viewers), ("deaf", deaf))
        if count
    }
    while publisher.viewers < viewers + deaf:
        time.sleep(0.05)
    before_s, own_s = cpu_s(publisher.server_process_id), time.process_time()
    run.execute()
    served_s = cpu_s(publisher.server_process_id) - before_s
    own_s = time.process_time() - own_s
    publisher.close()
    line = f"run {own_s / seconds:4.0%}, server {served_s / seconds:4.0%} of a processor"
    if "watch" in crowds:
        out, _ = crowds["watch"].communicate(timeout=60)
        line += told(np.frombuffer(out).reshape(-1, 4), moments, viewers, seconds)
    for program in crowds.values():
        program.terminate()
        program.wait()
        program.stdout.close()  # type: ignore[union-attr]
    return line, moments.late_ms()


def told(table: NDArray[np.float64], moments: Moments, viewers: int, seconds: float) -> str:
    """Return the figures of what viewers saw."""
    seen, reading_s = table[:-1], table[-1, 1]
    made_s = np.array([moments.seen_s.get(int(tick), np.nan) for tick in seen[:, 1]])
    begun_s = np.nanmin(made_s) + WARM_SHARE * seconds
    is_steady = made_s > begun_s
    ages_ms = 1000.0 * (seen[:, 2] - made_s)[is_steady]
    steady = seen[is_steady]
    gaps_ms = np.concatenate(
        [1000.0 * np.diff(steady[steady[:, 0] == viewer, 2]) for viewer in range(viewers)]
    )
    per_s = steady[:, 3].sum() / viewers / (1.0 - WARM_SHARE) / seconds
    return (
        f"; age {spread(ages_ms)}; between messages {gaps_ms.mean():5.1f} ms; "
        f"{per_s / 1000:5.1f} kB/s and viewer (reading them all {reading_s / seconds:4.0%})"
    )


def spread(values: NDArray[np.float64]) -> str:
    """Return median and 99th percentile."""
    return f"{np.median(values):5.1f} ms, 99 % {np.percentile(values, 99):5.1f} ms"


def main(seconds: float, counts: tuple[int, ...]) -> None:
    """Print all figures."""
    print(f"XPERSim (2008), between frames: {XPERSIM_MS} ms with so many clients")
    for viewers in counts:
        print(f"{viewers:4} viewers: {measure(viewers, seconds)[0]}", flush=True)
    print(f"  10 viewers and {DEAF} that never read: {measure(10, seconds, DEAF)[0]}", flush=True)
    late: dict[int, list[NDArray[np.float64]]] = {0: [], max(counts): []}
    for viewers in [*late] * TURNS:
        late[viewers].append(measure(viewers, seconds)[1])
    for viewers, parts in late.items():
        usual_ms = np.median([np.percentile(part, 99) for part in parts])
        print(
            f"{viewers:4} viewers: run late {spread(np.concatenate(parts))}; "
            f"99 % in half of {TURNS} turns {usual_ms:.1f} ms or less"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["watch"]:
        watch_all(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:2] == ["deaf"]:
        never_read(int(sys.argv[2]), int(sys.argv[3]))
    else:
        main(
            float(sys.argv[1]) if len(sys.argv) > 1 else 6.0,
            tuple(map(int, sys.argv[2:])) or VIEWERS,
        )
