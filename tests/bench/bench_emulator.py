"""How quickly the emulated robot answers over a pseudo-terminal without a line's pace.

``python -m tests.bench.bench_emulator``: exchanges per second and the 99th percentile of the time
from command to answer, for a client in another process, in real time, in the maze ``rooms``.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import serial

MAIN = Path(__file__).parents[2] / "main.py"
COMMANDS = (b"N\n", b"H\n", b"D,3,-3\n", b"E\n", b"O\n")
EXCHANGES = 5000
PAUSES = 500
PAUSE_S = 0.007


def exchange_times_s(port: serial.Serial, count: int, pause_s: float) -> list[float]:
    """Return how long each of ``count`` exchanges took, with pauses between them."""
    times = []
    for number in range(count):
        begin = time.perf_counter()
        port.write(COMMANDS[number % len(COMMANDS)])
        answer = port.readline()
        times.append(time.perf_counter() - begin)
        assert answer.endswith(b"\r\n"), answer
        if pause_s:
            time.sleep(pause_s)
    return times


def report(title: str, times_s: list[float]) -> None:
    """Print rate, median and 99th percentile."""
    ordered = sorted(times_s)
    print(
        f"{title}: {len(times_s) / sum(times_s):.0f} exchanges/s, "
        f"median {statistics.median(ordered) * 1e3:.2f} ms, "
        f"p99 {ordered[int(len(ordered) * 0.99)] * 1e3:.2f} ms, max {ordered[-1] * 1e3:.2f} ms"
    )


def main() -> None:
    """Measure back-to-back and with pauses."""
    command = [sys.executable, str(MAIN), "emulate", "--maze", "rooms", "--baud", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        path = program.stdout.readline().rsplit(": ", 1)[1].strip()
        program.stdout.readline()
        try:
            with serial.Serial(path, timeout=2.0) as port:
                exchange_times_s(port, 200, 0.0)
                report("back to back", exchange_times_s(port, EXCHANGES, 0.0))
                report("every 7 ms", exchange_times_s(port, PAUSES, PAUSE_S))
        finally:
            program.terminate()


if __name__ == "__main__":
    main()
