"""Agents as programs of their own: started, awaited, and ended with their match.

An agent is a file of our ``CiberController``, a command line, or a folder with the contest course's
``run.sh``.
"""

from __future__ import annotations

import itertools
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import wsusim
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.last_words import LastWords
from wsusim.ciber.marking import LONGEST_FILE, MAPPING, PLANNING, read_written
from wsusim.ciber.run_script import (
    SCRIPT,
    challenge_of,
    script_command,
    why_it_ended,
    without_script,
)
from wsusim.ciber.warm_up import warm_up
from wsusim.ciber.written import Written
from wsusim.control.source_file import split_spec
from wsusim.errors import BadInput
from wsusim.interrupts import INTERRUPTS
from wsusim.model.typed_names import in_quotes

REGISTER_S = 20.0
"""So long (wall clock) agents may take until they have registered."""

END_S = 2.0
"""So long an agent may take to end by itself when the match is over."""

MAP, PATH = ".map", ".path"
"""An agent is told a name; its map and path are files of that name with these endings."""


REFUSED = "registration: "
"""What begins the arena's reasons for not letting a program in."""

CLOCK_GRAIN_S = 0.02
"""Times of files may be so much coarser than the clock."""

PARTS_OF_NAMES = {MAP: ("map",), PATH: ("path", "plan")}
"""What is in the names that agents give to their maps and paths instead."""

MOST_LOOKED_AT = 1000
"""So many files are looked at for one that an agent wrote under another name."""


class Lock(Protocol):
    """Confines agents, so that they can do no harm."""

    def wrap(self, command: Sequence[str], folder: Path | None) -> list[str]:
        """Return the command that starts an agent confined, given its own command and folder."""


@dataclass(slots=True)
class Agent:
    """A program that drives a robot."""

    spec: str
    process: subprocess.Popen[bytes]
    last_words: LastWords
    number: int
    name: str = field(default="")
    folder: Path = Path()
    """Where it runs, and writes its files."""
    started_s: float = field(default_factory=time.time)
    was_ended: bool = False
    """Whether it did not end by itself."""

    @property
    def exit_code(self) -> int | None:
        """With what code it ended by itself; ``None``: it runs, or had to be ended."""
        return None if self.was_ended else self.process.poll()

    def written(self, *names: str) -> Path | None:
        """Return the first of some files in its folder that has been written since it started."""
        return next(filter(self._is_new, (self.folder / name for name in names)), None)

    def written_elsewhere(self, ending: str) -> str:
        """Return a file like those asked for that it wrote under another name; empty: none.

        In its folder, and in the folders there.
        """
        names = [f"{place}*{part}*" for place in ("", "*/") for part in PARTS_OF_NAMES[ending]]
        found = itertools.chain.from_iterable(map(self.folder.glob, names))
        with suppress(OSError):
            for file in itertools.islice(found, MOST_LOOKED_AT):
                if file.suffix in (ending, ".out", ".txt", "") and self._is_new(file):
                    return file.relative_to(self.folder).as_posix()
        return ""

    def _is_new(self, file: Path) -> bool:
        return file.is_file() and file.stat().st_mtime >= self.started_s - CLOCK_GRAIN_S

    def map_file(self) -> Path | None:
        """Return the map that it has written beside its path."""
        return self.written(f"{self.name}{MAP}", "mapping.out")

    def file_asked(self, mode: str) -> Path | None:
        """Return the map or path that the scoring mode asks for, if it has been written."""
        if mode in MAPPING:
            return self.written(f"{self.name}{MAP}", self.name, "mapping.out")
        return self.written(f"{self.name}{PATH}", self.name, "planning.out")

    def texts(self, mode: str) -> Written | None:
        """Return its map and path as they are now; ``None``: there is neither, or none is asked."""
        if mode not in MAPPING + PLANNING:
            return None
        asked = _text(self.file_asked(mode))
        if mode in MAPPING:
            return None if asked is None else Written(map=asked)
        drawn = _text(self.map_file())
        return None if asked is None and drawn is None else Written(drawn, asked)


def _text(file: Path | None) -> str | None:
    if file is None:
        return None
    with suppress(BadInput):
        return read_written(file).encode("utf-8", "replace").decode()[:LONGEST_FILE]
    return None


@contextmanager
def started(
    specs: Sequence[str],
    server: ArenaServer,
    challenge: str | None = None,
    lock: Lock | None = None,
) -> Iterator[list[Agent]]:
    """Start all agents, one after the other, so that each gets its own place.

    Args:
        specs: What to start.
        server: The arena, which has been made ready before the first one is let in.
        challenge: What the course's ``run.sh`` is told; ``None``: as the scoring says.
        lock: Holds them.
    """
    with INTERRUPTS.raising():  # compiling takes long
        warm_up(server.arena)
    challenge = challenge_of(server.arena.judge.name) if challenge is None else challenge
    agents: list[Agent] = []
    try:
        for number, spec in enumerate(specs, start=1):
            name = f"{Path(spec.partition(' ')[0]).stem or 'agent'}-{number}"[:32]
            command, folder = _command(spec, server, number, name, challenge)
            if lock is not None:
                folder = folder or Path(split_spec(spec)[0]).parent
                command = lock.wrap(command, folder)
            try:
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    start_new_session=os.name == "posix",
                )
            except OSError as error:
                raise BadInput(
                    f"The agent {in_quotes(spec)} can't be started: {error.strerror}. Try its "
                    "command in a terminal."
                ) from None
            assert process.stdout is not None
            words = LastWords(process.stdout)
            agents.append(Agent(spec, process, words, number, name, folder or Path()))
        yield agents
    finally:
        end_all(agents, 0.0 if INTERRUPTS.is_asked else END_S)


def _command(
    spec: str, server: ArenaServer, number: int, name: str, challenge: str
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
        if not (path / SCRIPT).is_file():
            raise BadInput(
                f"The agent's folder {in_quotes(spec)} has no {SCRIPT}. {without_script(path)}"
            )
        return script_command(path, challenge, where, number, name), path
    file = Path(split_spec(spec)[0])
    if file.suffix.lower() == ".py" and file.is_file():
        root = str(Path(wsusim.__file__).parents[1])
        code = (
            f"import sys; sys.path.insert(0, {root!r}); from wsusim.ciber.agent import drive; "
            f"sys.exit(drive({spec!r}, '{host}:{port}', {number}, {name!r}))"
        )
        return [sys.executable, "-P", "-c", code], None
    if file.suffix.lower() == ".py" and " " not in spec:
        raise BadInput(f"There is no agent file {in_quotes(spec)}. Check its path.")
    try:
        words = shlex.split(spec, posix=os.name == "posix")
    except ValueError as error:
        raise BadInput(
            f"The command line {in_quotes(spec)} can't be read ({error}). Check its quotation "
            "marks."
        ) from None
    given = {"{host}": where, "{pos}": str(number), "{name}": name, "{out}": name}
    return [_filled(word, given) for word in words], None


def _filled(word: str, given: dict[str, str]) -> str:
    for mark, value in given.items():
        word = word.replace(mark, value)
    return word


def await_all(server: ArenaServer, agents: list[Agent], challenge: str | None = None) -> None:
    """Let cycles pass until every agent has registered; raises ``BadInput`` if one does not."""
    challenge = challenge_of(server.arena.judge.name) if challenge is None else challenge
    end_s = time.monotonic() + REGISTER_S
    while len(server.arena.robots) < len(agents) and not INTERRUPTS.is_asked:
        server.cycle()
        gone = [agent for agent in agents if agent.process.poll() is not None]
        if gone and len(server.arena.robots) < len(agents):
            lines = gone[0].last_words.lines()
            said = f"It printed last: {', '.join(map(repr, lines))}. " if lines else ""
            raise BadInput(
                f"The agent {gone[0].spec!r} ended with exit code {gone[0].process.returncode} "
                f"before it registered. {said}If it printed errors, they say more. "
                + _refused(server)
                + why_it_ended(Path(gone[0].spec), challenge, lines)
            )
        if time.monotonic() > end_s:
            raise BadInput(
                f"Only {len(server.arena.robots)} of {len(agents)} agents registered within "
                f"{REGISTER_S:g} s. {_refused(server)}Are they looking for the arena at "
                f"{server.address[0]}:{server.address[1]}? Agents that always use port 6000 need "
                "--listen 6000."
            )
        time.sleep(0.02)


def _refused(server: ArenaServer) -> str:
    """Return why the arena let somebody not in, as a sentence; empty if it refused nobody."""
    why = [text for text in server.figures.refused if text.startswith(REFUSED)]
    return f"The arena refused it: {why[-1].removeprefix(REFUSED).rstrip('.')}. " if why else ""


def end_all(agents: list[Agent], wait_s: float = END_S) -> None:
    """Wait a moment for agents to end by themselves; then kill them and all they have started."""
    end_s = time.monotonic() + wait_s
    for agent in agents:
        with suppress(subprocess.TimeoutExpired):
            agent.process.wait(max(0.0, end_s - time.monotonic()))
    for agent in agents:
        agent.was_ended |= agent.process.poll() is None
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(agent.process.pid, signal.SIGKILL)
        elif agent.process.poll() is None:
            agent.process.kill()
        agent.process.wait()
        agent.last_words.close()
