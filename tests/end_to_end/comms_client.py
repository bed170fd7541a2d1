"""What the ``comms.py`` of an old student project does, retold for Python 3.

The project drove a real Khepera in a robotics course: one command at a time, a line read after
each; LEDs switched without reading the answers and the input flushed after; odometry and infra-red
read in turn in the control loop, speeds sent only when they change.
"""

from __future__ import annotations

import time

import serial


class BadAnswer(Exception):
    """An answer had the wrong number of values."""


class Comms:
    """The robot as that project saw it."""

    def __init__(self, path: str, baud: int = 9600, timeout: float = 1.0, speed: float = 1.0):
        self._speed = speed
        self._port = serial.Serial(path, baud, timeout=timeout)
        self._port.reset_input_buffer()
        self.answers: list[bytes] = []

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def wait(self, seconds: float) -> None:
        """Sleep as the project did, shorter when the emulator runs faster than real time."""
        time.sleep(seconds / self._speed)

    def drive(self, left: float, right: float) -> None:
        """Set the speeds."""
        self._ask(f"D,{int(left)},{int(right)}\n")

    def reset_odometry(self) -> None:
        """Set the counters to zero."""
        self._ask("G,0,0\n")

    def odometry(self) -> list[int]:
        """Return the two counters."""
        return self._numbers("H\n", 2)

    def infra_red(self) -> list[int]:
        """Return the eight proximity values."""
        return self._numbers("N\n", 8)

    def blink(self) -> None:
        """Blink without reading one answer, then flush them all."""
        for led, state in ((0, 1), (1, 0), (0, 0), (1, 1), (0, 0), (1, 0)):
            self._port.write(f"L,{led},{state}\n".encode())
            self.wait(0.1)
        if self._speed > 1.0:
            self._let_arrive(6 * len(b"l\r\n"))
        self._port.reset_input_buffer()

    def _let_arrive(self, count: int) -> None:
        """Wait for so many characters: sped up, a pause is shorter than a busy machine is late."""
        given_up_s = time.monotonic() + self._port.timeout
        while self._port.in_waiting < count and time.monotonic() < given_up_s:
            time.sleep(0.001)

    def _ask(self, command: str) -> str:
        self._port.write(command.encode("ascii"))
        answer = self._port.readline()
        self.answers.append(answer)
        return answer.decode("ascii")

    def _numbers(self, command: str, count: int) -> list[int]:
        values = [int(text) for text in self._ask(command).strip("\r\n").split(",")[1:]]
        if len(values) != count:
            raise BadAnswer(f"{command!r}: {self.answers[-1]!r}")
        return values


def control_loop(comms: Comms, rounds: int, period_s: float) -> int:
    """Run the project's loop: read, decide, drive when the decision changed; return the rounds."""
    comms.blink()
    comms.reset_odometry()
    speeds = (0, 0)
    for _ in range(rounds):
        comms.odometry()
        readings = comms.infra_red()
        blocked = max(readings[1:5]) > 200
        wanted = (-4, 4) if blocked else (8, 8)
        if wanted != speeds:
            comms.drive(*wanted)
            speeds = wanted
        comms.wait(period_s)
    comms.drive(0, 0)
    return rounds
