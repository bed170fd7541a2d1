"""Matches from the start of the agents to the table of results.

Agents are programs of their own: files of our ``CiberController``, command lines, or folders with
the contest course's ``run.sh``. They are ended with the match, whatever they do.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import wsusim
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.marking import MAPPING, PLANNING, Mark, mark_file
from wsusim.ciber.robot import State
from wsusim.ciber.server import ArenaServer
from wsusim.control.source_file import split_spec
from wsusim.errors import BadInput

REGISTER_S = 20.0
"""So long (wall clock) agents may take until they have registered."""

END_S = 2.0
"""So long an agent may take to end by itself when the match is over."""

OUT = ".out"
"""An agent is told to write its map or path into a file of its name with this ending."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What to play.

    Attributes:
        agents: ``FILE.py[:CLASS]``, a folder with ``run.sh``, or a command line, in which
            ``{host}``, ``{pos}``, ``{name}`` and ``{out}`` are replaced; one for each robot.
        clock: ``lockstep`` waits for all agents in each cycle, ``real`` for none.
        timeout_s: How long lock-step waits for an agent in a cycle.
        challenge: What ``run.sh`` gets as ``-c``.
    """

    agents: tuple[str, ...]
    clock: str = "lockstep"
    host: str = "127.0.0.1"
    port: int = 0
    timeout_s: float = 1.0
    challenge: str = "1"

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


@dataclass(slots=True)
class _Agent:
    """A program that drives a robot."""

    spec: str
    process: subprocess.Popen[bytes]
    number: int
    name: str = field(default="")
    folder: Path = Path()
    """Where it runs, and writes its files."""
    started_s: float = field(default_factory=time.time)


def play(
    request: MatchRequest,
    make_arena: Callable[[], Arena],
    *,
    observers: Sequence[Callable[[ArenaServer], None]] = (),
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
        with _started(request, server) as agents:
            _await_all(server, agents)
            begun_s = time.perf_counter()
            arena.start()
            is_over = partial(_is_over, arena, agents)
            if request.clock == "real":
                server.run_real(is_over)
            else:
                server.run_in_step(is_over, request.timeout_s)
            wall_time_s = time.perf_counter() - begun_s
            if arena.phase is Phase.RUNNING:
                arena.stop()
            server.cycle()  # everybody hears that it is over
            _end_all(agents)
        return _result(request, server, agents, wall_time_s)


def _is_over(arena: Arena, agents: list[_Agent]) -> bool:
    """Tell whether the time is up, all robots are done, or all agents have gone."""
    if arena.phase is Phase.FINISHED:
        return True
    if all(r.state in (State.FINISHED, State.REMOVED) for r in arena.robots.values()):
        return True
    return all(agent.process.poll() is not None for agent in agents)


@contextmanager
def _started(request: MatchRequest, server: ArenaServer) -> Iterator[list[_Agent]]:
    """Start all agents, one after the other, so that each gets its own place."""
    agents: list[_Agent] = []
    try:
        for number, spec in enumerate(request.agents, start=1):
            name = f"{Path(spec.partition(' ')[0]).stem or 'agent'}-{number}"[:32]
            command, folder = _command(spec, request, server, number, name)
            try:
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    start_new_session=os.name == "posix",
                )
            except OSError as error:
                raise BadInput(
                    f"The agent {spec!r} can't be started: {error.strerror}. Try its command in a "
                    "terminal."
                ) from None
            agents.append(_Agent(spec, process, number, name, folder or Path()))
        yield agents
    finally:
        _end_all(agents)


def _command(
    spec: str, request: MatchRequest, server: ArenaServer, number: int, name: str
) -> tuple[list[str], Path | None]:
    """Return the command line of an agent and the folder to start it in."""
    host, port = server.address
    where = host if port == 6000 else f"{host}:{port}"
    if not spec.strip():
        raise BadInput(
            "One of the agents is an empty string. Give a file, a folder or a command line."
        )
    path = Path(spec)
    if path.is_dir():
        script = path / "run.sh"
        if not script.is_file():
            raise BadInput(f"The agent's folder {spec!r} has no run.sh.")
        options = ["-c", request.challenge, "-h", where, "-p", str(number), "-r", name]
        return ["bash", script.name, *options, "-f", f"{name}{OUT}"], path
    file = Path(split_spec(spec)[0])
    if file.suffix == ".py" and file.is_file():
        options = ["--host", f"{host}:{port}", "--pos", str(number), "--name", name]
        root = str(Path(wsusim.__file__).parents[1])
        code = (
            f"import sys; sys.path.insert(0, {root!r}); sys.argv[0] = 'agent'; "
            "from wsusim.ciber.agent import main; sys.exit(main())"
        )
        return [sys.executable, "-P", "-c", code, str(spec), *options], None
    words = shlex.split(spec, posix=os.name == "posix")
    out = f"{name}{OUT}"
    given = {"{host}": where, "{pos}": str(number), "{name}": name, "{out}": out}
    return [_filled(word, given) for word in words], None


def _filled(word: str, given: dict[str, str]) -> str:
    for mark, value in given.items():
        word = word.replace(mark, value)
    return word


def _await_all(server: ArenaServer, agents: list[_Agent]) -> None:
    """Let cycles pass until every agent has registered; raises ``BadInput`` when one does not."""
    end_s = time.monotonic() + REGISTER_S
    while len(server.arena.robots) < len(agents):
        server.cycle()
        gone = [agent for agent in agents if agent.process.poll() is not None]
        if gone and len(server.arena.robots) < len(agents):
            raise BadInput(
                f"The agent {gone[0].spec!r} ended with exit code {gone[0].process.returncode} "
                "before it registered. Its own messages are shown above."
            )
        if time.monotonic() > end_s:
            raise BadInput(
                f"Only {len(server.arena.robots)} of {len(agents)} agents registered within "
                f"{REGISTER_S:g} s. Are they looking for the arena at "
                f"{server.address[0]}:{server.address[1]}? Agents that always use port 6000 need "
                "--port 6000."
            )
        time.sleep(0.02)


def _end_all(agents: list[_Agent]) -> None:
    """Wait a moment for agents to end by themselves; then end them and all they have started."""
    end_s = time.monotonic() + END_S
    for agent in agents:
        with suppress(subprocess.TimeoutExpired):
            agent.process.wait(max(0.0, end_s - time.monotonic()))
    for agent in agents:
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(agent.process.pid, signal.SIGKILL)
        elif agent.process.poll() is None:
            agent.process.kill()
        agent.process.wait()


def _result(
    request: MatchRequest, server: ArenaServer, agents: list[_Agent], wall_time_s: float
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


def _mark(arena: Arena, agent: _Agent) -> Mark | None:
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
