"""A port between the serial backend and the robot that spoils what passes, from a seed."""

from __future__ import annotations

from tests.hand_wire import HandClock
from tests.line_faults import Parts, Spoiler, Unplugged
from wsusim.backends.serial_line.port import Port, PortGone


class FaultyPort:
    """Passes bytes on; now and then something happens to a command or to its answer.

    Args:
        inner: The line.
        clock: Its time.
        spoiler: Says what happens.
    """

    def __init__(self, inner: Port, clock: HandClock, spoiler: Spoiler) -> None:
        self._inner = inner
        self._clock = clock
        self._spoiler = spoiler
        self._to_robot: Parts = []
        self._to_computer: Parts = []
        self._is_out = False

    def send(self, data: bytes) -> None:
        """Pass a command on, or not."""
        self._expect_cable()
        try:
            parts = self._spoiler.command(data, self._clock.now_s())
        except Unplugged:
            self._is_out = True
            self._expect_cable()
        else:
            self._put(parts, self._to_robot)
        self._pass_commands()

    def receive(self, wait_s: float) -> bytes:
        """Pass on what has come in, or something else."""
        self._expect_cable()
        until_s = self._clock.now_s() + wait_s
        while True:
            self._pass_commands()
            now_s = self._clock.now_s()
            due = self._take(self._to_computer)
            if due:
                return due
            held_s = [time_s for time_s, _ in self._to_robot[:1] + self._to_computer[:1]]
            data = self._inner.receive(max(0.0, min([until_s, *held_s]) - now_s))
            if data:
                self._put(self._spoiler.answer(data, self._clock.now_s()), self._to_computer)
            elif self._clock.now_s() >= until_s - 1e-9:
                return self._take(self._to_computer)

    def close(self) -> None:
        """Let it go."""
        self._inner.close()

    def _put(self, parts: Parts, held: Parts) -> None:
        for delay_s, data in parts:
            earliest_s = held[-1][0] if held else 0.0  # bytes never overtake each other
            held.append((max(earliest_s, self._clock.now_s() + delay_s), data))

    def _take(self, held: Parts) -> bytes:
        now_s = self._clock.now_s() + 1e-9
        due = [data for time_s, data in held if time_s <= now_s]
        del held[: len(due)]
        return b"".join(due)

    def _pass_commands(self) -> None:
        data = self._take(self._to_robot)
        if data:
            self._inner.send(data)

    def _expect_cable(self) -> None:
        if self._is_out:
            raise PortGone("the cable is out")
