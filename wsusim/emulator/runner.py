"""The emulator's loop: steps the simulation with the wall clock and serves all ports.

One thread does it all. Commands are handled in the order of their times on the wires, each at its
own simulated time: the simulation is first brought to the tick in which the command's last
character arrives.
"""

from __future__ import annotations

import contextlib
import functools
import selectors
import socket
import threading
from collections.abc import Callable
from typing import Protocol

from wsusim.emulator.channel import Channel, Notice, Stream
from wsusim.emulator.clock import ScaledClock
from wsusim.emulator.firmware import Firmware
from wsusim.emulator.line import SerialLine
from wsusim.emulator.port_pty import PtyPort
from wsusim.emulator.port_tcp import Rfc2217Stream, TcpPort, TelnetStream
from wsusim.model.units import TICK_S, TICKS_PER_SECOND
from wsusim.protocol.codec import ANSWER_END

LOOK_EVERY_S = 0.5
"""Wall-clock time between two looks at what speed the clients have set."""


class EmulatedWorld(Protocol):
    """What the loop needs of ``engine.Simulation``."""

    @property
    def tick(self) -> int:
        """The tick that the simulation is in."""

    def advance_to(self, tick: int) -> int:
        """Step to a tick."""

    def make_safe(self, robot: int) -> None:
        """Stop a robot's motors at once."""


class Emulator:
    """Robots that answer on ports, in real time or faster.

    Add ports, then ``run`` until ``stop`` (any thread, or a signal handler). ``run`` leaves the
    motors at zero and all ports closed.
    """

    def __init__(
        self,
        world: EmulatedWorld,
        firmwares: list[Firmware],
        *,
        clock: ScaledClock | None = None,
        paced: bool = True,
        answer_end: bytes = ANSWER_END,
        notice: Notice = lambda text: None,
    ) -> None:
        """Take the world and the program of each of its robots.

        Args:
            world: The simulation; from now on nobody but ``on_turn`` may touch it.
            firmwares: One for each robot, in the world's order.
            clock: Simulated time; default: real time.
            paced: Whether answers take the time that the serial line would need.
            answer_end: What ends an answer's line.
            notice: Told what the person at the terminal should know.
        """
        self.on_turn: Callable[[], None] = lambda: None
        """Called by ``run`` after each look at the ports; may touch the world."""
        self._world = world
        self._firmwares = firmwares
        self._clock = clock or ScaledClock()
        self._paced = paced
        self._answer_end = answer_end
        self._notice = notice
        self._channels: list[Channel] = []
        self._listening: set[Channel] = set()
        self._ptys: list[tuple[PtyPort, Firmware]] = []
        self._ports: list[PtyPort | TcpPort] = []
        self._selector = selectors.DefaultSelector()
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)
        self._waker.setblocking(False)
        self._selector.register(self._wake, selectors.EVENT_READ, self._wake_up)
        self._stopping = threading.Event()
        self._seen_settings: dict[str, tuple[int, int]] = {}
        self._next_look_s = 0.0
        self._has_warned_of_debt = False

    def add_pty(self, robot: int, port: PtyPort) -> None:
        """Let a robot answer on a pseudo-terminal."""
        self._ports.append(port)
        if port.taken_from:
            self._notice(
                f"{port.address} has led to {port.taken_from} until now. If that is another "
                "emulator's port, choose another --link for one of them."
            )
        self._ptys.append((port, self._firmwares[robot]))
        self.add_stream(robot, port.address, port)

    def add_tcp(self, robot: int, port: TcpPort, *, rfc2217: bool = False) -> None:
        """Let a robot answer to every client of a network port."""
        self._ports.append(port)

        def accept() -> None:
            connection = port.accept()
            if connection is None:
                return
            name = f"{port.host}:{port.port}"
            firmware = self._firmwares[robot]

            def show(baud: int) -> None:
                self._show_settings(name, firmware, baud, 2)

            stream = Rfc2217Stream(connection, show) if rfc2217 else TelnetStream(connection)
            self.add_stream(robot, name, stream)

        self._selector.register(port, selectors.EVENT_READ, accept)

    def add_stream(self, robot: int, name: str, stream: Stream) -> None:
        """Let a robot answer to one client that is there already."""
        firmware = self._firmwares[robot]
        line = SerialLine(firmware, paced=self._paced, answer_end=self._answer_end)
        self._channels.append(Channel(name, stream, line, self._notice))

    def stop(self) -> None:
        """Ask ``run`` to come to its end."""
        self._stopping.set()
        with contextlib.suppress(OSError):  # the loop is awake already, or has ended
            self._waker.send(b"x")

    def run(self) -> None:
        """Serve the ports until ``stop``."""
        try:
            self._world.advance_to(self._world.tick + 1)  # the kernels are ready after this
            start_s = self._world.tick * TICK_S
            self._clock.start(start_s)
            while not self._stopping.is_set():
                self.turn()
        finally:
            self.close()

    def turn(self) -> None:
        """Do what is due, then wait for bytes or for the next thing that is due."""
        self._catch_up()
        self.on_turn()
        self._watch_for_room()
        for key, _ in self._selector.select(self._wait_s()):
            answer: Callable[[], None] = key.data
            answer()

    def close(self) -> None:
        """Stop all motors and close all ports. Idempotent."""
        for robot in range(len(self._firmwares)):
            self._world.make_safe(robot)
        for channel in self._channels:
            if channel.stream not in self._ports:
                channel.stream.close()
        for port in self._ports:
            port.close()
        self._channels, self._ports, self._ptys = [], [], []
        self._selector.close()
        self._wake.close()
        self._waker.close()

    def _catch_up(self) -> None:
        """Step to now, handling each waiting command at its time; hand out what is due."""
        forgiven_s = self._clock.forgive(self._world.tick * TICK_S)
        if forgiven_s > self._clock.speed and not self._has_warned_of_debt:
            self._has_warned_of_debt = True
            self._notice(
                "The computer can't keep up; the simulated time goes more slowly than asked for. "
                "Choose a smaller --speed."
            )
        now_s = self._clock.now_s()
        while True:
            waiting = [c for c in self._channels if c.line.next_command_s is not None]
            channel = min(waiting, key=_next_command_s, default=None)
            if channel is None or _next_command_s(channel) > now_s:
                break
            self._step_to(_next_command_s(channel))
            channel.line.execute_next()
        self._step_to(now_s)
        for channel in self._channels:
            channel.send(now_s)
        for channel in [c for c in self._channels if c.is_done]:
            self._channels.remove(channel)
            channel.stream.close()
        self._look_at_settings()

    def _step_to(self, time_s: float) -> None:
        tick = int(time_s * TICKS_PER_SECOND + 1e-9)
        if tick > self._world.tick:
            self._world.advance_to(tick)

    def _wait_s(self) -> float:
        """Return the wall-clock time until something is due."""
        due_s = [(self._world.tick + 1) * TICK_S]
        for channel in self._channels:
            times = (channel.line.next_command_s, channel.line.next_answer_s)
            due_s += [time_s for time_s in times if time_s is not None]
        return max(0.0, min(due_s) - self._clock.now_s()) / self._clock.speed

    def _watch_for_room(self) -> None:
        """Listen to a client only while its line has room."""
        now_s = self._clock.now_s()
        for channel in self._channels:
            is_listening = channel in self._listening
            if (channel.has_left or channel.line.is_full(now_s)) == is_listening:
                self._listen(channel, not is_listening)

    def _listen(self, channel: Channel, wanted: bool) -> None:
        if wanted:
            self._listening.add(channel)
            receive = functools.partial(self._receive, channel)
            self._selector.register(channel.stream, selectors.EVENT_READ, receive)
        else:
            self._listening.remove(channel)
            self._selector.unregister(channel.stream)

    def _receive(self, channel: Channel) -> None:
        channel.receive(self._clock.now_s())
        if channel.has_left:
            self._listen(channel, wanted=False)

    def _wake_up(self) -> None:
        self._wake.recv(64)

    def _look_at_settings(self) -> None:
        now_s = self._clock.now_s()
        if now_s < self._next_look_s:
            return
        self._next_look_s = now_s + LOOK_EVERY_S * self._clock.speed
        for port, firmware in self._ptys:
            self._show_settings(port.address, firmware, *port.client_settings())

    def _show_settings(self, name: str, firmware: Firmware, baud: int, stop_bits: int) -> None:
        """Tell what a client has set its end to, when that is new."""
        known = self._seen_settings.setdefault(name, (firmware.baud, stop_bits))
        if known == (baud, stop_bits):
            return
        self._seen_settings[name] = (baud, stop_bits)
        remark = (
            ""
            if baud == firmware.baud or not self._paced
            else f" The robot works at {firmware.baud} baud: on a real line it would see garbage."
        )
        self._notice(f"{name}: opened with {baud} baud, {stop_bits} stop bits.{remark}")


def _next_command_s(channel: Channel) -> float:
    time_s = channel.line.next_command_s
    assert time_s is not None
    return time_s
