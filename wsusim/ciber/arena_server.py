"""The arena on the network: one socket for registrations, one for each agent or viewer.

A thread at a time calls ``cycle``. A client is known by the address it registered from: whatever
comes from another one is refused and counted.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from enum import StrEnum

from wsusim.ciber import wire
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.client import (
    LARGEST_DATAGRAM,
    MOST_A_CYCLE,
    Address,
    Client,
    Figures,
    bound,
    collect,
)
from wsusim.ciber.idle import listener_at
from wsusim.ciber.lock_step import LockStep
from wsusim.ciber.pace import ANSWER_S
from wsusim.ciber.thought import Thought, is_thought, read_thought
from wsusim.ciber.warm_up import warm_up
from wsusim.errors import BadInput

PORT = 6000

SILENT_CYCLES = 20
"""An agent that has said nothing for so long is shown as silent."""

MOST_VIEWERS = 32

Observer = Callable[["ArenaServer"], None]
"""Called in each cycle, when everybody has been told what came out of it."""

Waiter = Callable[[tuple[int, ...]], None]
"""Called with the numbers of the robots that a cycle waits for, when that takes long."""

_LOG = logging.getLogger(__name__)


class Spectators(StrEnum):
    """What the viewers of a match may do, beside watching."""

    WATCH = "watch"
    START = "start"
    STEER = "steer"


class ArenaServer:
    """Registers agents and viewers, passes on orders, sends measures.

    Args:
        make_arena: Makes an empty arena; called at the beginning and after each reset.
        host: Address to listen on.
        port: 6000, where the contest's clients look; 0: any free one.
        command_timeout_cycles: After so many cycles without an order a robot is stopped; ``None``
            as in the contest: never.
        spectators: What viewers may do. With ``START`` they start and stop a match, and reset the
            arena when none is under way; only with ``STEER``, as in the contest, may they also
            remove robots and reset it in mid-match.

    Raises:
        BadInput: The port is taken, or there is no such address.
    """

    def __init__(
        self,
        make_arena: Callable[[], Arena],
        host: str = "127.0.0.1",
        port: int = PORT,
        *,
        command_timeout_cycles: int | None = None,
        spectators: Spectators = Spectators.STEER,
    ) -> None:
        self._make_arena = make_arena
        self._host = host
        self._timeout = command_timeout_cycles
        self._spectators = spectators
        self.arena = make_arena()
        self.figures = Figures()
        self.clients: dict[Address, Client] = {}
        self.thoughts: dict[int, Thought] = {}
        """What each agent thinks, by the robot's number, in the lab's coordinates."""
        self.new_thoughts: set[int] = set()
        """Whose thought came in this cycle."""
        self.observers: list[Observer] = []
        self.waiters: list[Waiter] = []
        self.awaited: tuple[int, ...] = ()
        """Numbers of the robots whose agents the arena has been waiting for, in lock-step."""
        self.cut_before: list[str] = []
        self.cut_short: list[str] = []
        """What viewers have done to a match that had begun and was not over, in sentences; and to
        the match before the last reset."""
        self.door = bound(host, port)

    @property
    def address(self) -> Address:
        """Where agents register."""
        host, port = self.door.getsockname()[:2]
        return str(host), int(port)

    @property
    def silent_cycles(self) -> dict[int, int]:
        """For how many cycles nothing came for each robot, by its number."""
        return {c.robot.number: c.silent_cycles for c in self.clients.values() if c.robot}

    @property
    def agents(self) -> list[Client]:
        """Clients with a robot that still exists, in the order of their robots."""
        found = [c for c in self.clients.values() if c.robot is not None and c.robot.is_there]
        return sorted(found, key=lambda c: c.robot.number if c.robot else 0)

    def close(self) -> None:
        """Disconnect all clients."""
        for client in self.clients.values():
            client.socket.close()
        self.clients.clear()
        self.door.close()

    def __enter__(self) -> ArenaServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # One cycle

    def cycle(self) -> None:
        """Read incoming messages, let a cycle pass, tell all clients."""
        commands: list[tuple[Client, wire.Command]] = []
        is_running = self.arena.phase is Phase.RUNNING
        for client in list(self.clients.values()):
            if client.robot is not None:
                self._take_orders(client, is_running=is_running)
            else:
                commands += self._take_commands(client)
        self.open_door()
        for client, command in commands:
            self._obey(client, command)
        arena = self.arena
        arena.step()
        for client in self.agents:
            assert client.robot is not None
            self._tell(client, wire.measures(arena, client.robot))
        viewers = [client for client in self.clients.values() if client.robot is None]
        for robot in arena.robots.values() if viewers else ():
            view = wire.robot_view(arena, robot)
            for viewer in viewers:
                self._tell(viewer, view)
        for observe in self.observers:
            observe(self)
        arena.end_cycle()
        self.new_thoughts.clear()
        self.figures.cycles += 1

    def run(self, clock: str, is_over: Callable[[], bool]) -> None:
        """Let cycles pass by the clock ``real`` or ``lockstep`` until ``is_over``."""
        if clock == "real":
            self.run_real(is_over)
        else:
            self.run_in_step(is_over)

    def run_real(self, is_over: Callable[[], bool]) -> None:
        """Let cycles pass in real time until ``is_over``; late ones are counted, none left out."""
        due_s = time.monotonic()
        while not is_over():
            self.cycle()
            due_s += self.arena.parameters.cycle_ms / 1000.0
            left_s = due_s - time.monotonic()
            if left_s < 0.0:
                self.figures.late_cycles += self.arena.phase is Phase.RUNNING
                due_s = time.monotonic()
            else:
                time.sleep(left_s)

    def run_in_step(self, is_over: Callable[[], bool], timeout_s: float = ANSWER_S) -> None:
        """Let a cycle pass as soon as each agent has answered the last one, or stays silent.

        If one was given up while it computed, the cycle counts as late: the match may come out
        differently.
        """
        LockStep(self, timeout_s).run(is_over)

    def take_all_orders(self) -> None:
        """Take the orders that have come before a match runs."""
        for client in self.agents:
            self._take_orders(client, is_running=False)

    def tell_again(self) -> None:
        """Repeat the last message to every agent, so that it knows that the arena is there."""
        for client in self.agents:
            self._tell(client, client.told)

    def wait_for(self, clients: Sequence[Client]) -> None:
        """Report which agents a cycle waits for."""
        awaited = tuple(client.robot.number for client in clients if client.robot is not None)
        if awaited != self.awaited:
            self.awaited = awaited
            for tell in self.waiters:
                tell(awaited)

    # Inside

    def _take_orders(self, client: Client, *, is_running: bool) -> None:
        robot = client.robot
        assert robot is not None
        count = 0
        collect(client, self.figures)
        while client.inbox:
            try:
                actions = wire.read_actions(client.inbox.popleft())
            except BadInput as error:
                self.figures.refuse(f"orders: {error}")
                break  # as the contest's server: what follows waits for the next cycle
            count += 1
            self.arena.take(robot.number, actions)
        client.orders += count
        if is_running:
            client.pace.most_sent = max(client.pace.most_sent, count)
            client.silent_cycles = 0 if count else client.silent_cycles + 1
            if self._timeout is not None and client.silent_cycles == self._timeout:
                self.arena.take(robot.number, Actions(left_motor=0.0, right_motor=0.0))

    def _take_commands(self, client: Client) -> list[tuple[Client, wire.Command]]:
        found = []
        collect(client, self.figures)
        while client.inbox:
            try:
                found.append((client, wire.read_command(client.inbox.popleft())))
            except BadInput as error:
                self.figures.refuse(f"viewer: {error}")
        return found

    def _obey(self, client: Client, command: wire.Command) -> None:
        if command.name == "LabReq":
            self._tell(client, wire.lab_view(self.arena))
        elif command.name == "GridReq":
            self._tell(client, wire.grid_view(self.arena))
        elif not self._may(command.name):
            self.figures.refuse(f"viewer: {command.name}, but viewers may not do that here")
        elif command.name == "Start":
            try:
                self.arena.start()
            except BadInput as error:
                _LOG.warning("The match can't start: %s", error)
                self.figures.refuse(f"start: {error}")
        elif command.name == "Stop":
            self._note_cut("A viewer stopped the match")
            self.arena.stop()
        elif command.name == "Remove":
            self._note_cut(f"A viewer removed robot {command.number}")
            self.arena.remove(command.number)
        else:
            self._note_cut("A viewer reset the arena")
            self.reset()

    def _may(self, command: str) -> bool:
        """Return whether viewers may do something."""
        if self._spectators is Spectators.START and command == "Reset":
            return not self._is_under_way()
        allowed = {Spectators.WATCH: (), Spectators.START: ("Start", "Stop")}
        return command in allowed.get(self._spectators, (command,))

    def _is_under_way(self) -> bool:
        return self.arena.time > 0 and self.arena.phase is not Phase.FINISHED

    def _note_cut(self, what: str) -> None:
        if self._is_under_way():
            self.cut_short.append(f"{what} in cycle {self.arena.time:,}.")

    def reset(self) -> None:
        """Begin again: viewers are told, and all have to register again."""
        for client in self.clients.values():
            if client.robot is None:
                self._tell(client, wire.restart())
            client.socket.close()
        self.clients.clear()
        self.thoughts.clear()
        self.new_thoughts.clear()
        self.cut_before, self.cut_short = self.cut_short, []
        self.arena = self._make_arena()
        warm_up(self.arena)  # before the first agent is let in again

    def open_door(self) -> None:
        """Register new clients, and read agents' thoughts."""
        for _ in range(MOST_A_CYCLE):
            try:
                datagram, sender = self.door.recvfrom(LARGEST_DATAGRAM)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:  # Windows tells of an unreachable client here
                self.figures.refuse(f"door: {error.strerror}")
                continue
            if is_thought(datagram):
                self._think(datagram, (sender[0], sender[1]))
            else:
                self._register(datagram, (sender[0], sender[1]))

    def _think(self, datagram: bytes, sender: Address) -> None:
        client = self.clients.get(sender)
        if client is None or client.robot is None:
            self.figures.refuse("thought: from someone who drives no robot")
            return
        number = client.robot.number
        try:
            thought = self.arena.in_lab(number, read_thought(datagram))
        except BadInput as error:
            self.figures.refuse(f"thought: {error}")
            return
        self.thoughts[number] = thought.over(self.thoughts.get(number))
        self.new_thoughts.add(number)

    def _register(self, datagram: bytes, sender: Address) -> None:
        try:
            wanted = wire.read_registration(datagram)
        except BadInput as error:
            self.figures.refuse(f"registration: {error}")
            return
        known = self.clients.get(sender)
        if known is not None:
            if known.robot is None and isinstance(wanted, wire.ViewRegistration):
                self._tell(known, wire.reply(self.arena))  # it left, and comes back
            else:
                self.figures.refuse("registration: this client is registered already")
            return
        robot = None
        try:
            if isinstance(wanted, wire.RobotRegistration):
                robot = self.arena.register(
                    wanted.name, wanted.number, wanted.ir_angles_deg, wanted.beacon_height
                )
            elif sum(c.robot is None for c in self.clients.values()) >= MOST_VIEWERS:
                raise BadInput(f"There are {MOST_VIEWERS} viewers already.")
            else:
                self.arena.viewer_came()
        except BadInput as error:
            self.figures.refuse(f"registration: {error}")
            self.door.sendto(wire.refusal(), sender)
            return
        own = bound(self._host, 0)
        listener = None if robot is None else listener_at(sender)
        client = Client(sender, own, robot, listener=listener)
        self.clients[sender] = client
        self._tell(client, wire.reply(self.arena))

    def _tell(self, client: Client, datagram: bytes) -> None:
        client.told = datagram
        with contextlib.suppress(OSError):  # it has gone: the roster shows that it is silent
            client.socket.sendto(datagram, client.address)
