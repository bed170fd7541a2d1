"""The emulator's loop: steps the simulation with the wall clock and serves all ports.

One thread does it all. Commands are handled in the order of their times on the wires, each at its
own simulated time: the simulation is first brought to the tick in which the command's last
character arrives.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Callable, Sequence

from wsusim.emulator.client_line import GRAIN_S, SerialLine
from wsusim.emulator.port_client import Channel, Notice, Port, Stream
from wsusim.emulator.robot_program import RobotProgram
from wsusim.emulator.scaled_clock import ScaledClock
from wsusim.engine.simulation import Simulation
from wsusim.model.units import TICK_S, TICKS_PER_SECOND
from wsusim.protocol.codec import ANSWER_END

LOOK_EVERY_S = 0.5
"""Wall-clock time between two looks at what speed the clients have set."""

ACCEPT_EVERY_S = 0.01
"""Wall-clock time between two looks for new clients, at most."""

MOST_CLIENTS = 100
"""So many clients are served at once; further ones wait at the door."""


class Emulator:
    """Robots that answer on ports, in real time or faster.

    Add ports, then ``run`` until ``stop`` (any thread, or a signal handler). ``run`` leaves the
    motors at zero and all ports closed.
    """

    def __init__(
        self,
        world: Simulation,
        firmwares: Sequence[RobotProgram],
        *,
        clock: ScaledClock | None = None,
        paced: bool = True,
        answer_end: bytes = ANSWER_END,
        notice: Notice = lambda text: None,
    ) -> None:
        """Take the world and the program of each of its robots.

        Args:
            world: The simulation; from now on only ``on_turn`` may touch it.
            firmwares: One for each robot, in the world's order.
            clock: Simulated time; default: real time.
            paced: Whether answers take the time that the serial line would need.
            answer_end: What ends an answer's line.
            notice: Called with messages for the person at the terminal.
        """
        self.on_turn: Callable[[], None] = lambda: None
        """Called by ``run`` after each look at the ports; may touch the world."""
        self.on_ready: Callable[[], None] = lambda: None
        """Called by ``run`` when all ports are there and the robots answer."""
        self._world = world
        self._firmwares = firmwares
        self._clock = clock or ScaledClock()
        self._paced = paced
        self._answer_end = answer_end
        self._notice = notice
        self._ports: list[tuple[int, Port]] = []
        self._channels: list[Channel] = []
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)
        self._waker.setblocking(False)
        self._stopping = threading.Event()
        self._is_closed = False
        self._seen_settings: dict[str, tuple[int, int]] = {}
        self._next_look_s = 0.0
        self._noticed: set[str] = set()

    def add_port(self, robot: int, port: Port) -> None:
        """Make a robot answer every client of a port."""
        self._ports.append((robot, port))

    def add_stream(self, robot: int, name: str, stream: Stream) -> None:
        """Make a robot answer one client that is connected already."""
        line = SerialLine(
            self._firmwares[robot],
            paced=self._paced,
            answer_end=self._answer_end,
            grain_s=GRAIN_S * self._clock.speed,
        )
        self._channels.append(Channel(name, stream, line, self._notice))

    def stop(self) -> None:
        """Ask ``run`` to return."""
        self._stopping.set()
        with contextlib.suppress(OSError):  # the loop is awake already, or has ended
            self._waker.send(b"x")

    def run(self) -> None:
        """Serve the ports until ``stop``."""
        try:
            self._world.advance_to(self._world.tick + 1)  # the kernels are ready after this
            for _, port in self._ports:
                port.show()
            self._clock.start(self._world.tick * TICK_S)
            self.on_ready()
            while not self._stopping.is_set():
                self.turn()
        finally:
            self.close()

    def turn(self) -> None:
        """Do what is due, then wait for bytes or for the next thing that is due."""
        self._catch_up()
        self.on_turn()
        self._let_in()
        now_s = self._clock.now_s()
        listening: list[Channel | socket.socket] = [self._wake]
        for channel in self._channels:
            if not channel.has_left and channel.line.is_full(now_s) and channel.stream.is_left:
                channel.take_rest(now_s)  # before another program opens the port
        listening += [c for c in self._channels if not (c.has_left or c.line.is_full(now_s))]
        ready, _, _ = select.select(listening, (), (), self._wait_s())
        for one in ready:
            if isinstance(one, Channel):
                one.receive(self._clock.now_s())
            else:
                one.recv(64)

    def close(self) -> None:
        """Stop all motors and close all ports. Idempotent."""
        if self._is_closed:
            return
        self._is_closed = True
        for robot in range(len(self._firmwares)):
            self._world.make_safe(robot)
        for channel in self._channels:
            channel.stream.close()
        for _, port in self._ports:
            port.close()
        self._wake.close()
        self._waker.close()

    def _let_in(self) -> None:
        """Accept new clients at the ports."""
        for robot, port in self._ports:
            try:
                while len(self._channels) < MOST_CLIENTS and (stream := port.accept()):
                    self.add_stream(robot, port.address, stream)
                    self._channels[-1].receive(self._clock.now_s())
            except OSError as error:
                self._notice_once(
                    f"{port.address}: a program couldn't connect ({error.strerror}). Close other "
                    "connections first, or allow more open files (ulimit -n)."
                )

    def _catch_up(self) -> None:
        """Step to now, handling each waiting command at its time; send what is due."""
        if self._clock.forgive(self._world.tick * TICK_S) > self._clock.speed:
            self._notice_once(
                "The computer can't keep up, so simulated time is running slower than you asked "
                "for. Choose a smaller --speed."
            )
        now_s = self._clock.now_s()
        while self._channels:
            line = min((c.line for c in self._channels), key=lambda line: line.next_command_s)
            if line.next_command_s > now_s:
                break
            self._step_to(line.next_command_s)
            line.execute_next()
        self._step_to(now_s)
        for channel in self._channels:
            channel.send(now_s)
        for channel in [c for c in self._channels if c.is_done]:
            self._channels.remove(channel)
            channel.stream.close()
        self._look_at_settings(now_s)

    def _step_to(self, time_s: float) -> None:
        tick = int(time_s * TICKS_PER_SECOND + 1e-9)
        if tick > self._world.tick:
            self._world.advance_to(tick)

    def _wait_s(self) -> float:
        """Return the wall-clock time until something is due."""
        due_s = (self._world.tick + 1) * TICK_S
        for channel in self._channels:
            due_s = min(due_s, channel.line.next_command_s, channel.line.next_answer_s)
        wait_s = max(0.0, due_s - self._clock.now_s()) / self._clock.speed
        return min(wait_s, ACCEPT_EVERY_S)

    def _look_at_settings(self, now_s: float) -> None:
        """Report the clients' settings of their ends, when they have changed."""
        if now_s < self._next_look_s:
            return
        self._next_look_s = now_s + LOOK_EVERY_S * self._clock.speed
        for channel in self._channels:
            settings = channel.stream.settings()
            if settings is None or not channel.line.speed_counts:
                continue
            baud, stop_bits = settings
            robots_baud = channel.line.baud
            known = self._seen_settings.setdefault(channel.name, (robots_baud, stop_bits))
            if settings == known:
                continue
            self._seen_settings[channel.name] = settings
            remark = (
                f" The robot works at {robots_baud} baud: on a real line it would receive garbage."
                if baud != robots_baud and self._paced
                else ""
            )
            self._notice(f"{channel.name}: opened with {baud} baud, {stop_bits} stop bits.{remark}")

    def _notice_once(self, text: str) -> None:
        if text not in self._noticed:
            self._noticed.add(text)
            self._notice(text)
