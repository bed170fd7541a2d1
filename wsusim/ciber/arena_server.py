"""The arena on the network: one socket for registrations, one for each agent or viewer.

A thread at a time calls ``cycle``. A client is known by the address it registered from: whatever
comes from another one is refused and counted.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import select
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from wsusim.ciber import wire
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.match_robot import Robot
from wsusim.ciber.thought import Thought, is_thought, read_thought
from wsusim.errors import BadInput

PORT = 6000
LARGEST_DATAGRAM = 65_536
MOST_A_CYCLE = 200
"""Datagrams of one client that are looked at in a cycle; the rest wait for the next one."""

GRACE_S = 0.0005
"""In lock-step so long is waited for a second order after everybody's first one."""

QUIET_S, SETTLE_S = 0.3, 1.5
"""In lock-step a match begins when no agent has said anything for so long, or after so long: the
contest's own agents leave when they are told nothing for 2 s."""

GIVEN_UP_CYCLES = 4
"""In lock-step an agent that was silent for so many cycles is waited for no more."""

SILENT_CYCLES = 20
"""An agent that has said nothing for so long is shown as silent."""

LOOK_S = 0.1
"""So often who waits for orders looks whether the match is over: the agents may all have gone."""

ANSWER_S = 5.0
"""So long lock-step waits for an agent in a cycle."""

MOST_VIEWERS = 32

Address = tuple[str, int]
Observer = Callable[["ArenaServer"], None]
"""Called in each cycle, when everybody has been told what came out of it."""

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Client:
    """Whoever registered, with a socket of their own."""

    address: Address
    socket: socket.socket
    robot: Robot | None = None
    orders: int = 0
    """How many orders came in all."""
    silent_cycles: int = 0
    """For so many cycles of a running match nothing came."""


@dataclass(slots=True)
class Figures:
    """What the arena counts about the network."""

    cycles: int = 0
    late_cycles: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def refuse(self, why: str) -> None:
        """Count a datagram that was not taken."""
        self.refused[why] += 1


class ArenaServer:
    """Takes agents and viewers in, passes on orders, tells measures.

    Args:
        make_arena: Makes an empty arena; called at the beginning and after each reset.
        host: Address to listen at.
        port: 6000, where the contest's clients look; 0: any free one.
        command_timeout_cycles: After so many cycles without an order a robot is stopped; ``None``
            as in the contest: never.

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
    ) -> None:
        self._make_arena = make_arena
        self._host = host
        self._timeout = command_timeout_cycles
        self.arena = make_arena()
        self.figures = Figures()
        self.clients: dict[Address, Client] = {}
        self.thoughts: dict[int, Thought] = {}
        """What each agent thinks, by the robot's number, in the lab's coordinates."""
        self.new_thoughts: set[int] = set()
        """Whose thought came in this cycle."""
        self.observers: list[Observer] = []
        self._door = _bound(host, port)

    @property
    def address(self) -> Address:
        """Where agents register."""
        host, port = self._door.getsockname()[:2]
        return str(host), int(port)

    @property
    def silent_cycles(self) -> dict[int, int]:
        """For how many cycles nothing came for each robot, by its number."""
        return {c.robot.number: c.silent_cycles for c in self.clients.values() if c.robot}

    @property
    def agents(self) -> list[Client]:
        """Clients with a robot that is still there, in the order of their robots."""
        found = [c for c in self.clients.values() if c.robot is not None and c.robot.is_there]
        return sorted(found, key=lambda c: c.robot.number if c.robot else 0)

    def close(self) -> None:
        """Let everybody go."""
        for client in self.clients.values():
            client.socket.close()
        self.clients.clear()
        self._door.close()

    def __enter__(self) -> ArenaServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # One cycle

    def cycle(self) -> None:
        """Read what has come, let a cycle pass, tell everybody."""
        commands: list[tuple[Client, wire.Command]] = []
        is_running = self.arena.phase is Phase.RUNNING
        for client in list(self.clients.values()):
            if client.robot is not None:
                self._take_orders(client, is_running=is_running)
            else:
                commands += self._take_commands(client)
        self._open_door()
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
        """Let a cycle pass as soon as each agent has answered the last one, or is given up.

        Where one was not waited for any longer, the cycle counts as late: the match may come out
        differently.
        """
        was_running = False
        while not is_over():
            is_running = self.arena.phase is Phase.RUNNING
            if is_running and not was_running:
                self._settle()
            elif is_running:
                self._await_orders(timeout_s, is_over)
            else:
                time.sleep(self.arena.parameters.cycle_ms / 1000.0)
            was_running = is_running
            self.cycle()

    def _settle(self) -> None:
        """Wait until every agent has answered all that it was told before the start.

        An answer that is still on its way would be taken for that of the first cycle, and its
        agent would be a cycle late until the end.
        """
        end_s = time.monotonic() + SETTLE_S
        while time.monotonic() < end_s:
            sockets = [client.socket for client in self.agents]
            if not sockets or not select.select(sockets, [], [], QUIET_S)[0]:
                return
            for client in self.agents:
                self._take_orders(client, is_running=False)

    def _await_orders(self, timeout_s: float, is_over: Callable[[], bool]) -> None:
        """Wait until every agent has sent something, and a moment more for a second order."""
        waiting = {client.socket for client in self.agents if self._is_awaited(client)}
        end_s = time.monotonic() + timeout_s
        while waiting:
            left_s = end_s - time.monotonic()
            wait_s = max(0.0, min(left_s, LOOK_S))
            ready = select.select([*waiting, self._door], [], [], wait_s)[0]
            if not ready and left_s <= LOOK_S:  # time is up
                self.figures.late_cycles += 1
                return
            if not ready and is_over():
                return
            if self._door in ready:  # thoughts, and whoever wants to come in
                self._open_door()
            waiting.difference_update(ready)
        time.sleep(GRACE_S)

    def _is_awaited(self, client: Client) -> bool:
        """Tell whether a cycle waits for an agent: not when it is done or has long been silent."""
        robot = client.robot
        return robot is not None and robot.is_moving and client.silent_cycles < GIVEN_UP_CYCLES

    # Inside

    def _take_orders(self, client: Client, *, is_running: bool) -> None:
        robot = client.robot
        assert robot is not None
        count = 0
        for datagram in self._received(client):
            try:
                actions = wire.read_actions(datagram)
            except BadInput as error:
                self.figures.refuse(f"orders: {error}")
                break  # as the contest's server: what follows waits for the next cycle
            count += 1
            self.arena.take(robot.number, actions)
        client.orders += count
        if is_running:
            client.silent_cycles = 0 if count else client.silent_cycles + 1
            if self._timeout is not None and client.silent_cycles == self._timeout:
                self.arena.take(robot.number, Actions(left_motor=0.0, right_motor=0.0))

    def _take_commands(self, client: Client) -> list[tuple[Client, wire.Command]]:
        found = []
        for datagram in self._received(client):
            try:
                found.append((client, wire.read_command(datagram)))
            except BadInput as error:
                self.figures.refuse(f"viewer: {error}")
        return found

    def _obey(self, client: Client, command: wire.Command) -> None:
        if command.name == "Start":
            try:
                self.arena.start()
            except BadInput as error:
                _LOG.warning("The match can't start: %s", error)
                self.figures.refuse(f"start: {error}")
        elif command.name == "Stop":
            self.arena.stop()
        elif command.name == "LabReq":
            self._tell(client, wire.lab_view(self.arena))
        elif command.name == "GridReq":
            self._tell(client, wire.grid_view(self.arena))
        elif command.name == "Remove":
            self.arena.remove(command.number)
        else:
            self.reset()

    def reset(self) -> None:
        """Begin anew: viewers are told, and everybody has to register again."""
        for client in self.clients.values():
            if client.robot is None:
                self._tell(client, wire.restart())
            client.socket.close()
        self.clients.clear()
        self.thoughts.clear()
        self.new_thoughts.clear()
        self.arena = self._make_arena()

    def _open_door(self) -> None:
        for _ in range(MOST_A_CYCLE):
            try:
                datagram, sender = self._door.recvfrom(LARGEST_DATAGRAM)
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
            self._door.sendto(wire.refusal(), sender)
            return
        own = _bound(self._host, 0)
        client = Client(sender, own, robot)
        self.clients[sender] = client
        self._tell(client, wire.reply(self.arena))

    def _received(self, client: Client) -> Iterator[bytes]:
        """Yield what a client has sent since the last cycle; strangers are counted."""
        for _ in range(MOST_A_CYCLE):
            try:
                datagram, sender = client.socket.recvfrom(LARGEST_DATAGRAM)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:  # an agent that is gone, or a datagram too large (Windows)
                self.figures.refuse(f"socket: {error.strerror}")
                continue
            if (sender[0], sender[1]) == client.address:
                yield datagram
            else:
                self.figures.refuse("orders: from someone other than the robot's own agent")

    def _tell(self, client: Client, datagram: bytes) -> None:
        with contextlib.suppress(OSError):  # nobody there: the roster shows that it is silent
            client.socket.sendto(datagram, client.address)


def _bound(host: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setblocking(False)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        reason = getattr(error, "strerror", None) or str(error)
        advice = "Check host and port (0 to 65535)."
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            advice = (
                "Is another arena running? Agents try port 6000; with --host 127.0.0.2, a second "
                "arena gets a port 6000 of its own."
            )
        raise BadInput(
            f"The arena can't listen at {host}:{port}: {reason.rstrip('.')}. {advice}"
        ) from None
    return made
