"""How old is what viewers see, what do they cost, and does the run notice them?

A paced run (maze ``rooms``, real time, noise on) is shared with 0 to 200 viewers at 30 messages a
second, and with five that never read. Beside ours: XPERSim (2008), table 1, time between frames.

Run it: ``python -m tests.bench.bench_live [SECONDS]``
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from wsusim.live.address import Place, stream_of
from wsusim.live.publisher import Publisher
from wsusim.live.run_feed import RunFeed
from wsusim.runs.observer import RunObserver, Sight
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run

VIEWERS = (0, 1, 3, 5, 10, 50, 200)
XPERSIM_MS = {1: 4.6, 10: 34.0}
DEAF = 5
RATE = 30
TICK_S = 0.01


class Lateness(RunObserver):
    """Keeps how late each tick was seen."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def seen(self, sight: Sight) -> None:
        """Keep the clock of the wall less that of the run."""
        self.times.append(time.monotonic() - TICK_S * sight.snapshot.tick)

    def late_ms(self) -> tuple[float, float]:
        """Return median and 99th percentile, from the earliest tick."""
        steady = self.times[len(self.times) // 5 :]
        late = sorted(1000.0 * (value - min(steady)) for value in steady)
        return late[len(late) // 2], late[int(0.99 * len(late))]


async def watch(url: str, ages_ms: list[float], gaps_ms: list[float]) -> int:
    """Watch to the end; return how many bytes came."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    count, last_s = 0, 0.0
    async with connect(url, max_size=None, compression=None, open_timeout=60) as stream:
        try:
            async for message in stream:
                now_s = time.time()
                count += len(message)
                at_s = json.loads(message).get("at_s", 0.0)
                if last_s and at_s:
                    ages_ms.append(1000.0 * (now_s - at_s))
                    gaps_ms.append(1000.0 * (now_s - last_s))
                last_s = now_s
        except ConnectionClosed:
            pass
    return count


async def watch_all(url: str, viewers: int) -> None:
    """Have so many viewers in this process, and print what they saw."""
    ages: list[float] = []
    gaps: list[float] = []
    sizes = await asyncio.gather(*(watch(url, ages, gaps) for _ in range(viewers)))
    ages.sort()
    print(
        json.dumps(
            [ages[len(ages) // 2], ages[int(0.99 * len(ages))], statistics.mean(gaps), sum(sizes)]
        )
    )


def cpu_s(process: int) -> float:
    """Return the processor time of a process so far (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(viewers: int, seconds: float, deaf: int = 0) -> str:
    """Share one run with so many viewers; return a line of figures."""
    publisher = Publisher(Place("127.0.0.1", 0))
    url = stream_of(publisher.watch_address)
    lateness = Lateness()
    run = Run(RunRequest(("wall_follower",), speed=1.0, time_s=seconds), [lateness])
    RunFeed(publisher, run)
    crowd = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.bench.bench_live", kind, url, str(count)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for kind, count in (("watch", viewers), ("deaf", deaf))
        if count
    ]
    while publisher.viewers < viewers + deaf:
        time.sleep(0.05)
    before_s = cpu_s(publisher.server_process_id)
    run.execute()
    served_s = cpu_s(publisher.server_process_id) - before_s
    publisher.close()
    median, worst = lateness.late_ms()
    line = f"run late {median:5.1f} ms, 99 % {worst:5.1f} ms; server {served_s / seconds:4.0%}"
    for program in crowd:
        if program.args[3] == "watch":  # type: ignore[index]
            out, _ = program.communicate(timeout=60)
            age, old, gap, size = json.loads(out)
            line += (
                f"; age {age:6.1f} ms, 99 % {old:6.1f} ms; a message every {gap:5.1f} ms; "
                f"{size / viewers / seconds / 1000:5.1f} kB/s and viewer"
            )
        program.terminate()
        program.wait()
    return line


def never_read(url: str, count: int) -> None:
    """Open streams and read nothing of them."""
    from websockets.sync.client import connect

    kept = [connect(url, max_queue=1, legacy=True, ping_interval=None) for _ in range(count)]
    time.sleep(600)
    del kept


def main(seconds: float) -> None:
    """Print all figures."""
    print(f"XPERSim (2008), between frames: {XPERSIM_MS} ms with so many clients")
    for viewers in VIEWERS:
        print(f"{viewers:4} viewers: {measure(viewers, seconds)}", flush=True)
    print(f"  10 viewers and {DEAF} that never read: {measure(10, seconds, DEAF)}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["watch"]:
        asyncio.run(watch_all(sys.argv[2], int(sys.argv[3])))
    elif sys.argv[1:2] == ["deaf"]:
        never_read(sys.argv[2], int(sys.argv[3]))
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 6.0)
