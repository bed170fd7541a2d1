"""The arena on the network: real sockets on the loopback address."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.unit.ciber.matches import OPEN, QUIET
from wsusim.ciber import lock_step
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.arena_server import ArenaServer, Spectators
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.match_robot import State
from wsusim.ciber.scoring import judge_named
from wsusim.errors import BadInput

GRID = (Place(3.0, 3.0), Place(6.0, 3.0))


class Agent:
    """A client like the contest's own: one socket, and the address of its reply."""

    def __init__(self, server: ArenaServer) -> None:
        self._server = server
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(5.0)
        self.to = server.address

    def send(self, text: str | bytes) -> None:
        """Send to where the last reply came from."""
        self.socket.sendto(text.encode() if isinstance(text, str) else text, self.to)

    def ask(self, text: str) -> str:
        """Send a registration, let a cycle pass, and return the answer."""
        self.socket.sendto(text.encode(), self._server.address)
        self._server.cycle()
        answer, self.to = self.socket.recvfrom(4096)
        return answer.decode()

    def hear(self) -> str:
        """Return the next datagram."""
        return self.socket.recv(65536).decode()

    def last(self) -> str:
        """Return the newest datagram that has come."""
        self.socket.setblocking(False)
        text = ""
        try:
            while True:
                text = self.socket.recv(65536).decode()
        except BlockingIOError:
            return text
        finally:
            self.socket.settimeout(5.0)


@pytest.fixture
def server() -> Iterator[ArenaServer]:
    """Return a server at a free port."""
    with ArenaServer(lambda: Arena(OPEN, GRID, QUIET, judge_named("0")), port=0) as made:
        yield made


@pytest.fixture
def agents(server: ArenaServer) -> Iterator[list[Agent]]:
    """Return two agents and a viewer, registered."""
    with ExitStack() as stack:
        made = [Agent(server) for _ in range(3)]
        for agent in made:
            stack.enter_context(agent.socket)
        made[0].ask('<Robot Name="one" Id="1"/>')
        made[1].ask('<Robot Name="two" Id="2"/>')
        made[2].ask("<View/>")
        yield made


def test_an_agent_is_answered_from_a_port_of_its_own(
    server: ArenaServer, agents: list[Agent]
) -> None:
    """Each client goes on talking to the source of its reply."""
    assert len({agent.to for agent in agents} | {server.address}) == 4


def test_an_agent_is_told_in_every_cycle(server: ArenaServer, agents: list[Agent]) -> None:
    """Also before the start."""
    agents[0].last()
    server.cycle()
    assert agents[0].hear().startswith('<Measures Time="0">')


def test_a_refused_agent_is_told_so(server: ArenaServer, agents: list[Agent]) -> None:
    """A taken place: an answer, not silence."""
    with Agent(server).socket as late:
        late.sendto(b'<Robot Name="late" Id="1"/>', server.address)
        server.cycle()
        late.settimeout(5.0)
        assert b'Status="Refused"' in late.recv(4096)


def test_a_viewer_starts_and_stops_the_match(server: ArenaServer, agents: list[Agent]) -> None:
    """Start in a cycle counts from the next one on."""
    agents[2].send("<Start/>\0")
    server.cycle()
    assert server.arena.phase is Phase.RUNNING
    agents[2].send("<Stop/>\0")
    server.cycle()
    assert server.arena.phase is Phase.STOPPED


def test_orders_move_the_robot(server: ArenaServer, agents: list[Agent]) -> None:
    """Led and motors may come in two datagrams of one cycle."""
    agents[2].send("<Start/>")
    server.cycle()
    agents[0].send('<Actions VisitingLed="On"/>')
    agents[0].send('<Actions LeftMotor="0.1" RightMotor="0.1"/>')
    server.cycle()
    assert server.arena.bodies.poses[0, 0] == pytest.approx(3.05)
    assert server.arena.robots[1].leds.visiting


def test_after_a_broken_datagram_the_rest_waits_for_the_next_cycle(
    server: ArenaServer, agents: list[Agent]
) -> None:
    """As with the public simulator: reading for this robot stops for the cycle."""
    agents[0].send("<Actions")
    agents[0].send('<Actions LeftMotor="0.1"/>')
    server.cycle()
    assert server.arena.bodies.orders[0, 0] == 0.0
    server.cycle()
    assert server.arena.bodies.orders[0, 0] == 0.1


def test_no_agent_drives_anothers_robot(server: ArenaServer, agents: list[Agent]) -> None:
    """What comes from another address than the robot's agent is refused and counted."""
    agents[1].socket.sendto(b'<Actions LeftMotor="0.1"/>', agents[0].to)
    server.cycle()
    assert server.arena.bodies.orders[0, 0] == 0.0
    assert sum(server.figures.refused.values()) == 1


def test_a_removed_robot_is_told_nothing_more(server: ArenaServer, agents: list[Agent]) -> None:
    """Its agent runs into its own timeout; the viewer sees the state."""
    agents[2].send('<Robot Removed="Yes" Id="1"/>')
    server.cycle()
    agents[0].last()
    server.cycle()
    assert agents[0].last() == ""
    assert server.arena.robots[1].state is State.REMOVED


def test_a_reset_tells_viewers_and_forgets_everybody(
    server: ArenaServer, agents: list[Agent]
) -> None:
    """Time 0, no robots, and a word to those who watch."""
    agents[2].last()
    agents[2].send("<Reset/>")
    server.cycle()
    assert agents[2].hear() == "<Restart/>\n\0"
    assert (server.clients, server.arena.robots, server.arena.time) == ({}, {}, 0)


@pytest.mark.parametrize(
    ("spectators", "command", "is_obeyed"),
    [
        (Spectators.WATCH, "<Start/>", False),
        (Spectators.WATCH, "<Reset/>", False),
        (Spectators.WATCH, '<Robot Removed="Yes" Id="1"/>', False),
        (Spectators.START, "<Start/>", True),
        (Spectators.START, "<Reset/>", True),
        (Spectators.START, '<Robot Removed="Yes" Id="1"/>', False),
    ],
)
def test_spectators_may_do_what_the_arena_lets_them(
    spectators: Spectators, command: str, is_obeyed: bool
) -> None:
    """What they may not is refused and counted."""

    def make() -> Arena:
        return Arena(OPEN, GRID, QUIET, judge_named("0"))

    with ArenaServer(make, port=0, spectators=spectators) as server:
        viewer = Agent(server)
        with viewer.socket:
            viewer.ask("<View/>")
            viewer.send(command)
            server.cycle()
        assert bool(sum(server.figures.refused.values())) is not is_obeyed


@pytest.mark.parametrize("spectators", [Spectators.WATCH, Spectators.START])
def test_a_viewer_that_resets_when_it_leaves_ends_no_match(spectators: Spectators) -> None:
    """The contest's own viewer does that; only with ``STEER`` it is obeyed in mid-match."""

    def make() -> Arena:
        return Arena(OPEN, GRID, QUIET, judge_named("0"))

    with ArenaServer(make, port=0, spectators=spectators) as server:
        viewer, agent = Agent(server), Agent(server)
        with viewer.socket, agent.socket:
            viewer.ask("<View/>")
            agent.ask('<Robot Name="one" Id="1"/>')
            server.arena.start()
            for _ in range(3):
                server.cycle()
            viewer.send("<Reset/>")
            server.cycle()
        assert (server.arena.time, server.cut_short) == (3, [])


def test_a_match_that_a_viewer_cut_short_says_so(server: ArenaServer, agents: list[Agent]) -> None:
    """A normal end looks different."""
    agents[2].send("<Start/>")
    server.cycle()
    server.cycle()
    agents[2].send("<Stop/>")
    agents[2].send("<Reset/>")
    server.cycle()
    assert server.cut_before == [
        "A viewer stopped the match in cycle 1.",
        "A viewer reset the arena in cycle 1.",
    ]


def test_agents_hear_something_until_the_match_begins(
    server: ArenaServer, agents: list[Agent]
) -> None:
    """They are told the same again, and leave nothing unanswered."""
    before = agents[0].last()
    server.tell_again()
    assert agents[0].last() == before


def test_a_viewer_that_leaves_changes_nothing(server: ArenaServer, agents: list[Agent]) -> None:
    """A spectator must never reset a match."""
    agents[2].send("<Start/>")
    server.cycle()
    agents[2].socket.close()
    server.cycle()
    server.cycle()
    assert server.arena.time == 2


def test_a_viewer_that_comes_back_is_let_in_again(server: ArenaServer, agents: list[Agent]) -> None:
    """The contest's own one keeps its socket when it leaves, and asks to be let in again."""
    viewer = agents[2]
    before = viewer.to
    viewer.last()

    assert '<Reply Status="Ok">' in viewer.ask("<View/>")
    assert viewer.to == before
    assert server.figures.refused.total() == 0


def test_an_address_that_is_taken_is_told() -> None:
    """A second arena at the same port gets one clear sentence."""
    arena = Arena(OPEN, GRID, QUIET, judge_named("0"))
    with (
        ArenaServer(lambda: arena, port=0) as first,
        pytest.raises(BadInput, match="can't listen"),
    ):
        ArenaServer(lambda: arena, port=first.address[1])


@pytest.mark.parametrize("seed", [1, 2])
def test_a_storm_of_datagrams_stops_nothing(
    server: ArenaServer, agents: list[Agent], seed: int
) -> None:
    """Valid, broken, oversize and foreign datagrams: the match goes on, robots stay their own's."""
    chance = random.Random(seed)
    scraps = [
        b"<Actions/>",
        b'<Actions LeftMotor="nan"/>',
        b"<Actions",
        b"x" * 3000,
        b"",
        b"\0",
        b'<Robot Name="x" Id="99"><IRSensor Id="9" Angle="1"/></Robot>',
        b"<!DOCTYPE a [<!ENTITY b 'c'>]><Actions/>",
        bytes(chance.randbytes(200)),
    ]
    targets = [server.address, agents[1].to, agents[2].to]
    agents[2].send("<Start/>")
    server.cycle()
    for _ in range(100):
        for _ in range(10):
            agents[0].socket.sendto(chance.choice(scraps), chance.choice(targets))
        server.cycle()
    assert server.arena.time == 100
    assert server.arena.bodies.orders.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_a_thought_comes_from_the_robots_own_agent_only(
    server: ArenaServer, agents: list[Agent]
) -> None:
    """At the port of registrations; those of viewers and strangers are counted."""
    agents[0].socket.sendto(b'<Thought Frame="start"><Path>1,0</Path></Thought>', server.address)
    agents[2].socket.sendto(b"<Thought/>", server.address)
    server.cycle()
    assert server.thoughts[1].path == ((4.0, 3.0),)
    assert server.figures.refused["thought: from someone who drives no robot"] == 1


def test_a_thought_is_no_order(server: ArenaServer, agents: list[Agent]) -> None:
    """Who only thinks is silent."""
    server.arena.start()
    server.cycle()
    agents[0].socket.sendto(b"<Thought/>", server.address)
    server.cycle()
    assert server.silent_cycles[1] > 0


def test_lock_step_begins_when_all_has_been_answered(
    server: ArenaServer, agents: list[Agent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that is behind at the start is not behind for ever: its orders act one cycle on."""
    # Of a thread of this process the kernel doesn't tell that it computes: on a busy computer it
    # may stay silent for longer than a program that has nothing to say.
    monkeypatch.setattr(lock_step, "QUIET_S", 0.6)
    monkeypatch.setattr(lock_step, "REPEAT_S", 30.0)
    monkeypatch.setattr(lock_step, "SETTLE_S", 30.0)
    pause = threading.Event()

    def answer_slowly() -> None:
        time = -1
        while time < 6:
            time = int(agents[0].hear().partition('Time="')[2].partition('"')[0])
            pause.wait(0.02)
            agents[0].send(f'<Actions LeftMotor="{0.01 * time:g}"/>')

    server.arena.remove(2)
    for _ in range(8):
        server.cycle()  # nobody has answered yet
    server.arena.start()
    orders: list[tuple[int, float]] = []
    server.observers.append(
        lambda server: orders.append((server.arena.time, float(server.arena.bodies.orders[0, 0])))
    )
    thread = threading.Thread(target=answer_slowly)
    thread.start()
    server.run_in_step(lambda: server.arena.time == 6, timeout_s=10.0)
    thread.join()
    assert orders[1:] == [(cycle, pytest.approx(0.01 * (cycle - 1))) for cycle in range(1, 7)]
