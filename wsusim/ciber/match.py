"""Matches from the start of the agents to the table of results.

Agents are separate programs: files of our ``CiberController``, command lines, or folders with
the contest course's ``run.sh``. They are ended with the match, whatever they do.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from wsusim.ciber.agents import END_S, MAP, PATH, Agent, Lock, await_all, end_all, started
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.arena_server import ArenaServer, Observer, Spectators, Waiter
from wsusim.ciber.client import Client
from wsusim.ciber.marking import MAPPING, PLANNING, Mark, mark_file
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.pace import Pace
from wsusim.ciber.seats import take_seats
from wsusim.ciber.written import Written
from wsusim.errors import BadInput
from wsusim.interrupts import INTERRUPTS
from wsusim.model.text import counted

STRANGER = "(a program that was not started here)"
"""Stands for the agent of a robot that somebody else registered at the open arena."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What to play.

    Attributes:
        agents: ``FILE.py[:CLASS]``, a folder with ``run.sh``, or a command line, in which
            ``{host}``, ``{pos}``, ``{name}`` and ``{out}`` are replaced; one for each robot.
        clock: ``lockstep`` waits for all agents in each cycle, ``real`` for none.
        challenge: What the course's ``run.sh`` is told; ``None``: as the scoring says.
        time_limit_s: The time (wall clock) after which the match is cut short; ``None``: never.
        lock: Confines the agents; ``None``: they run with the rights of the user who starts the
            match.
    """

    agents: tuple[str, ...]
    clock: str = "lockstep"
    host: str = "127.0.0.1"
    port: int = 0
    challenge: str | None = None
    time_limit_s: float | None = None
    lock: Lock | None = None

    def __post_init__(self) -> None:
        if not self.agents:
            raise BadInput("There is no agent. Give one for each robot: ciber match AGENT...")
        if self.clock not in ("lockstep", "real"):
            raise BadInput(f"The clock is {self.clock!r}, but it must be 'lockstep' or 'real'.")


@dataclass(frozen=True, slots=True)
class RobotResult:
    """One robot's part of a match.

    Attributes:
        exit_code: With what code its agent ended by itself; ``None``: it had to be ended.
        silent_cycles: How many cycles, at the end, its agent sent nothing.
        mark: Of the map or path that the agent wrote, in the modes that ask for one.
        map_mark: Of the map that it wrote beside its path, where the mode asks for a path.
        silent_in_all: In how many cycles its agent sent nothing.
        slow_cycles: In how many it was given up while it was still computing.
        waited_s: How long the arena waited for it alone, or last.
        written: The map and path themselves.
    """

    number: int
    name: str
    agent: str
    state: str
    score: int
    collisions: int
    arrival_time: int
    returning_time: int
    visited: tuple[int, ...]
    exit_code: int | None
    silent_cycles: int
    requests_refused: int
    mark: Mark | None = None
    map_mark: Mark | None = None
    silent_in_all: int = 0
    slow_cycles: int = 0
    waited_s: float = 0.0
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that has been played.

    Attributes:
        score: The sum over its robots.
        ending: How it ended, in a sentence.
        doubts: Why the same match may come out differently next time, in sentences.
    """

    lab: str
    scoring: str
    seed: int
    clock: str
    cycles: int
    score: int
    wall_time_s: float
    late_cycles: int
    refused_datagrams: int
    trace_sha256: str
    robots: tuple[RobotResult, ...]
    ending: str = ""
    doubts: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return asdict(self)


def play(
    request: MatchRequest,
    make_arena: Callable[[], Arena],
    *,
    observers: Sequence[Observer] = (),
    waiters: Sequence[Waiter] = (),
) -> MatchResult:
    """Start the agents, play until the end, end the agents, return the result.

    Args:
        request: What to play.
        make_arena: Makes the arena.
        observers: Called in each cycle: a recorder, a progress bar, a picture.
        waiters: Called when a cycle waits for agents for long.

    Raises:
        BadInput: An agent can't be started, or one has not registered in time.
    """
    watching = Spectators.WATCH
    with ArenaServer(make_arena, request.host, request.port, spectators=watching) as server:
        arena = server.arena
        server.observers += observers
        server.waiters += waiters
        if len(request.agents) > len(arena.grid):
            raise BadInput(
                f"There are {len(request.agents)} agents, but the grid has {len(arena.grid)} "
                "start positions. Give fewer agents, or choose another grid: --grid FILE"
            )
        with started(request.agents, server, request.challenge, request.lock) as agents:
            await_all(server, agents, request.challenge)
            take_seats(agents, server.agents)
            begun_s = time.perf_counter()
            arena.start()
            limit_s = begun_s + (request.time_limit_s or math.inf)
            is_over = partial(_is_over, server, request, agents, limit_s)
            server.run(request.clock, is_over)
            wall_time_s = time.perf_counter() - begun_s
            ending = _ending(arena, request, is_late=time.perf_counter() >= limit_s)
            if arena.phase is Phase.RUNNING:
                arena.stop()
            server.cycle()  # everybody hears that it is over
            end_all(agents, 0.0 if INTERRUPTS.is_asked else END_S)
        return _result(request, server, agents, wall_time_s, ending)


def _is_over(
    server: ArenaServer, request: MatchRequest, agents: list[Agent], limit_s: float
) -> bool:
    """Return whether it is over: by time, robots or agents, or because it was broken off."""
    arena = server.arena
    is_late = time.perf_counter() >= limit_s
    if arena.phase is Phase.FINISHED or INTERRUPTS.is_asked or is_late:
        return True
    if all(r.state in (State.FINISHED, State.REMOVED) for r in arena.robots.values()):
        return True
    clients = {client.robot.number: client for client in server.agents if client.robot}
    return all(_has_left(agent, clients.get(agent.number), request.clock) for agent in agents)


def _has_left(agent: Agent, client: Client | None, clock: str) -> bool:
    """Return whether nothing more will come from an agent.

    Lock-step notices it in the same cycle each time, when it waits for an answer and the socket is
    gone. The agent's process ends some time later, now a cycle sooner and now a cycle later.
    """
    if clock == "real" or client is None or client.robot is None or client.listener is None:
        return agent.process.poll() is not None
    return client.has_left or client.robot.state in (State.FINISHED, State.REMOVED)


def _ending(arena: Arena, request: MatchRequest, *, is_late: bool) -> str:
    if arena.phase is Phase.FINISHED:
        return "The time is up."
    if all(r.state in (State.FINISHED, State.REMOVED) for r in arena.robots.values()):
        return "All robots are done."
    if INTERRUPTS.is_asked:
        return f"Cut short: it was interrupted, in cycle {arena.time:,}."
    if is_late:
        return (
            f"Cut short: it took longer than {request.time_limit_s:g} s, in cycle {arena.time:,}."
        )
    return f"Cut short: all agents ended by themselves, in cycle {arena.time:,}."


def _doubts(server: ArenaServer, clock: str, agents: dict[int, Agent]) -> Iterator[str]:
    """Yield why the same match may come out differently next time."""
    if clock == "real":
        yield "It went by the clock: the computer's speed is part of the result."
        return
    for client in server.agents:
        assert client.robot is not None
        agent, pace = agents.get(client.robot.number), client.pace
        name = client.robot.name if agent is None else agent.name
        if pace.slow_cycles:
            yield f"{name} was too slow in {counted(pace.slow_cycles, 'cycle')}."
        if pace.doubtful_cycles:
            yield (
                f"{name} sometimes sends nothing, and in {counted(pace.doubtful_cycles, 'cycle')} "
                "answered nearly too late to tell."
            )


def _result(
    request: MatchRequest,
    server: ArenaServer,
    agents: list[Agent],
    wall_time_s: float,
    ending: str,
) -> MatchResult:
    arena = server.arena
    programs = {agent.number: agent for agent in agents}
    robots = tuple(
        _robot_result(server, robot, programs.get(robot.number))
        for robot in sorted(arena.robots.values(), key=lambda r: r.number)
    )
    return MatchResult(
        lab=arena.lab.name,
        scoring=arena.judge.name,
        seed=arena.seed,
        clock=request.clock,
        cycles=arena.time,
        score=sum(robot.score for robot in robots),
        wall_time_s=round(wall_time_s, 3),
        late_cycles=server.figures.late_cycles,
        refused_datagrams=sum(server.figures.refused.values()),
        trace_sha256=arena.trace_sha256(),
        robots=robots,
        ending=ending,
        doubts=tuple(_doubts(server, request.clock, programs)),
    )


def _robot_result(server: ArenaServer, robot: Robot, agent: Agent | None) -> RobotResult:
    """Return the result of a robot; of one that a stranger's program registered, its points."""
    arena = server.arena
    pace = next((client.pace for client in server.agents if client.robot is robot), Pace())
    return RobotResult(
        number=robot.number,
        name=robot.name,
        agent=STRANGER if agent is None else agent.spec,
        state=robot.state.value,
        score=robot.score,
        collisions=robot.collisions,
        arrival_time=robot.arrival_time,
        returning_time=robot.returning_time,
        visited=tuple(sorted(robot.visited)),
        exit_code=None if agent is None else agent.exit_code,
        silent_cycles=server.silent_cycles.get(robot.number, 0),
        requests_refused=robot.requests_refused,
        mark=None if agent is None else _mark(arena, agent),
        map_mark=None if agent is None else _map_mark(arena, agent),
        silent_in_all=pace.silent_cycles,
        slow_cycles=pace.slow_cycles,
        waited_s=round(pace.waited_s, 3),
        written=None if agent is None else agent.texts(arena.judge.name.split()[0]),
    )


def _mark(arena: Arena, agent: Agent) -> Mark | None:
    """Return the mark of the agent's map or path; ``None`` if the mode asks for none."""
    mode = arena.judge.name.split()[0]
    if mode not in MAPPING + PLANNING:
        return None
    is_map = mode in MAPPING
    ending, usual = (MAP, "mapping.out") if is_map else (PATH, "planning.out")
    file = agent.file_asked(mode)
    if file is None:
        other = agent.written_elsewhere(ending)
        but = f", but {other}: copy that to {agent.name}{ending} in the end" if other else ""
        return Mark(0.0, f"It wrote neither {agent.name}{ending} nor {usual}{but}.")
    return mark_file(file, arena.lab, arena.grid[agent.number - 1], mode)


def _map_mark(arena: Arena, agent: Agent) -> Mark | None:
    """Return the mark of the map that an agent wrote beside its path; ``None``: there is none."""
    mode = arena.judge.name.split()[0]
    file = agent.map_file() if mode in PLANNING else None
    if file is None:
        return None
    return mark_file(file, arena.lab, arena.grid[agent.number - 1], mode, is_map=True)
