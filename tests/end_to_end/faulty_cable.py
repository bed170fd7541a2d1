"""A cable of the operating system's, network or pseudo-terminal, that does whatever a line can do.

It stands between the serial backend and an emulator's network port, in a thread of its own.
"""

from __future__ import annotations

import os
import random
import selectors
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from tests.line_faults import Parts, Spoiler, Unplugged
from wsusim.emulator.port_client import Stream
from wsusim.emulator.port_pty import PtyPort
from wsusim.emulator.port_tcp import SocketStream, TcpPort

OUT_S = (0.0, 0.3)
"""How long a cable that was pulled out stays out, at least and at most."""


class Socket(Protocol):
    """The place where the computer plugs in."""

    @property
    def address(self) -> str:
        """What the backend opens."""

    def fileno(self) -> int:
        """Return the descriptor that shows that a client has connected."""

    def accept(self) -> Stream | None:
        """Return the bytes of the client that has connected, or ``None``."""

    def close(self) -> None:
        """Let it go."""


class NetworkSocket:
    """A port of the network."""

    def __init__(self) -> None:
        self._port = TcpPort("127.0.0.1", 0)

    @property
    def address(self) -> str:
        """What the backend opens."""
        return f"socket://127.0.0.1:{self._port.port}"

    def fileno(self) -> int:
        """Return the listening socket."""
        return self._port.fileno()

    def accept(self) -> Stream | None:
        """Return the next connection."""
        return self._port.accept()

    def close(self) -> None:
        """Stop listening."""
        self._port.close()


class PluggedPty:
    """A pseudo-terminal that goes with its stream; its other end is never closed by all."""

    def __init__(self, link: Path) -> None:
        self._port = PtyPort(9600, link)
        self._held = os.open(self._port.path, os.O_RDWR | os.O_NOCTTY)
        self.fileno = self._port.fileno
        self.read = self._port.read
        self.write = self._port.write
        self.settings = self._port.client_settings

    def close(self) -> None:
        """Let the pseudo-terminal go."""
        os.close(self._held)
        self._port.close()


class PtySocket:
    """A pseudo-terminal, another one after each unplugging; a link leads to the present one."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._port: PluggedPty | None = PluggedPty(link)

    @property
    def address(self) -> str:
        """What the backend opens."""
        return str(self._link)

    def fileno(self) -> int:
        """Return the robot's end, readable when a client has connected and sent something."""
        if self._port is None:
            self._port = PluggedPty(self._link)
        return self._port.fileno()

    def accept(self) -> Stream | None:
        """Return the pseudo-terminal itself, which the other side closes."""
        port, self._port = self._port, None
        return port

    def close(self) -> None:
        """Close an unused pseudo-terminal."""
        if self._port is not None:
            self._port.close()


class FaultyCable:
    """Passes bytes between its own socket and a robot's network port, as a ``Spoiler`` says.

    Args:
        plug: Where the computer plugs in.
        robot: The robot's network port.
        spoiler: Says what happens.
        dice: Say how long a cable stays out.
        speed: Seconds of the line for each real one.
    """

    def __init__(
        self,
        plug: Socket,
        robot: tuple[str, int],
        spoiler: Spoiler,
        dice: random.Random,
        speed: float,
    ) -> None:
        self.address = plug.address
        self._plug = plug
        self._robot = robot
        self._spoiler = spoiler
        self._dice = dice
        self._speed = speed
        self._wake, self._waker = socket.socketpair()
        self._ends: tuple[Stream, Stream] | None = None
        """The computer's and the robot's."""
        self._held: dict[Stream, Parts] = {}
        self._back_s = 0.0
        self._has_ended = False

    def run(self) -> None:
        """Pass bytes on until ``end``."""
        while not self._has_ended:
            waits_for_plug = self._ends is None and self._now_s() >= self._back_s
            watched = self._ends or ((self._plug,) if waits_for_plug else ())
            with selectors.DefaultSelector() as selector:
                selector.register(self._wake, selectors.EVENT_READ)
                for one in watched:
                    selector.register(one, selectors.EVENT_READ)
                ready = [key.fileobj for key, _ in selector.select(self._wait_s())]
            if self._ends is None:
                if self._plug in ready:
                    self._connect()
            else:
                self._serve(*self._ends, ready)
        self._drop()
        self._plug.close()
        self._wake.close()

    def end(self) -> None:
        """Let ``run`` return."""
        self._has_ended = True
        self._waker.send(b"x")

    def close(self) -> None:
        """Let the last of it go, after ``run``."""
        self._waker.close()

    def _now_s(self) -> float:
        return time.monotonic() * self._speed

    def _wait_s(self) -> float | None:
        due_s = [parts[0][0] for parts in self._held.values() if parts]
        if self._ends is None and self._back_s > self._now_s():
            due_s.append(self._back_s)
        return max(0.0, min(due_s) - self._now_s()) / self._speed if due_s else None

    def _connect(self) -> None:
        computer = self._plug.accept()
        if computer is not None:
            connection = socket.create_connection(self._robot)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setblocking(False)
            robot = SocketStream(connection)
            self._ends = computer, robot
            self._held = {computer: [], robot: []}

    def _serve(self, computer: Stream, robot: Stream, ready: Sequence[object]) -> None:
        try:
            if computer in ready:
                data = computer.read()
                if data is None:
                    raise Unplugged
                if data:
                    self._hold(robot, self._spoiler.command(data, self._now_s()))
            if robot in ready:
                data = robot.read()
                if data is None:
                    raise Unplugged
                if data:
                    self._hold(computer, self._spoiler.answer(data, self._now_s()))
        except Unplugged:
            self._drop()
            self._back_s = self._now_s() + self._dice.uniform(*OUT_S)
            return
        for end, held in self._held.items():
            while held and held[0][0] <= self._now_s():
                end.write(held.pop(0)[1])

    def _hold(self, end: Stream, parts: Parts) -> None:
        held = self._held[end]
        for delay_s, data in parts:
            earliest_s = held[-1][0] if held else 0.0  # bytes never overtake each other
            held.append((max(earliest_s, self._now_s() + delay_s), data))

    def _drop(self) -> None:
        for end in self._ends or ():
            end.close()
        self._ends, self._held = None, {}
