"""Matches from the start of the agents to the table of results.

Agents are programs of their own: files of our ``CiberController``, command lines, or folders with
the contest course's ``run.sh``. They are ended with the match, whatever they do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from wsusim.ciber.agents import OUT, Agent, await_all, end_all, started
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.arena_server import ArenaServer, Observer
from wsusim.ciber.marking import MAPPING, PLANNING, Mark, mark_file
from wsusim.ciber.match_robot import State
from wsusim.errors import BadInput


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What to play.

    Attributes:
        agents: ``FILE.py[:CLASS]``, a folder with ``run.sh``, or a command line, in which
            ``{host}``, ``{pos}``, ``{name}`` and ``{out}`` are replaced; one for each robot.
        clock: ``lockstep`` waits for all agents in each cycle, ``real`` for none.
    """

    agents: tuple[str, ...]
    clock: str = "lockstep"
    host: str = "127.0.0.1"
    port: int = 0

    def __post_init__(self) -> None:
        if not self.agents:
            raise BadInput("There is no agent. Give one for each robot: ciber match AGENT...")
        if self.clock not in ("lockstep", "real"):
            raise BadInput(f"The clock is {self.clock!r}, but it must be 'lockstep' or 'real'.")


@dataclass(frozen=True, slots=True)
class RobotResult:
    """One robot's part of a match."""

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
    """Of the map or path that the agent wrote, in the modes that ask for one."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that has been played. ``score`` is the sum over its robots."""

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

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return asdict(self)


def play(
    request: MatchRequest,
    make_arena: Callable[[], Arena],
    *,
    observers: Sequence[Observer] = (),
) -> MatchResult:
    """Start the agents, play until the end, end the agents, return what came out.

    Args:
        request: What to play.
        make_arena: Makes the arena.
        observers: Called in each cycle: a recorder, a progress bar, a picture.

    Raises:
        BadInput: An agent can't be started, or one has not registered in time.
    """
    with ArenaServer(make_arena, request.host, request.port) as server:
        arena = server.arena
        server.observers += observers
        if len(request.agents) > len(arena.grid):
            raise BadInput(
                f"There are {len(request.agents)} agents, but the grid has {len(arena.grid)} "
                "start positions. Give fewer agents, or choose another grid: --grid FILE"
            )
        with started(request.agents, server) as agents:
            await_all(server, agents)
            begun_s = time.perf_counter()
            arena.start()
            is_over = partial(_is_over, arena, agents)
            server.run(request.clock, is_over)
            wall_time_s = time.perf_counter() - begun_s
            if arena.phase is Phase.RUNNING:
                arena.stop()
            server.cycle()  # everybody hears that it is over
            end_all(agents)
        return _result(request, server, agents, wall_time_s)


def _is_over(arena: Arena, agents: list[Agent]) -> bool:
    """Tell whether the time is up, all robots are done, or all agents have gone."""
    if arena.phase is Phase.FINISHED:
        return True
    if all(r.state in (State.FINISHED, State.REMOVED) for r in arena.robots.values()):
        return True
    return all(agent.process.poll() is not None for agent in agents)


def _result(
    request: MatchRequest, server: ArenaServer, agents: list[Agent], wall_time_s: float
) -> MatchResult:
    arena = server.arena
    programs = {agent.number: agent for agent in agents}
    silent = server.silent_cycles
    robots = tuple(
        RobotResult(
            number=robot.number,
            name=robot.name,
            agent=programs[robot.number].spec,
            state=robot.state.value,
            score=robot.score,
            collisions=robot.collisions,
            arrival_time=robot.arrival_time,
            returning_time=robot.returning_time,
            visited=tuple(sorted(robot.visited)),
            exit_code=programs[robot.number].process.returncode,
            silent_cycles=silent.get(robot.number, 0),
            requests_refused=robot.requests_refused,
            mark=_mark(arena, programs[robot.number]),
        )
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
    )


def _mark(arena: Arena, agent: Agent) -> Mark | None:
    """Return what the agent's map or path is worth; ``None`` where the mode asks for none."""
    mode = arena.judge.name.split()[0]
    if mode not in MAPPING + PLANNING:
        return None
    usual = "mapping.out" if mode in MAPPING else "planning.out"
    own = agent.folder / f"{agent.name}{OUT}"
    file = own if own.is_file() else agent.folder / usual
    if not file.is_file() or file.stat().st_mtime < agent.started_s:
        return Mark(0.0, f"It wrote neither {own.name} nor {usual}.")
    return mark_file(file, arena.lab, arena.grid[agent.number - 1], mode)
