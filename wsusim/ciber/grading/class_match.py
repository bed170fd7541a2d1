"""One match of one group: a job for workers, in a process and a folder of its own.

The worker starts a process that plays the match, gives it the job and waits for the result; a match
that takes too long is ended with all it started.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import wsusim
from wsusim.ciber.arena_server import PORT
from wsusim.ciber.grading.agent_lock import AgentLock, alone
from wsusim.ciber.grading.groups import Group
from wsusim.ciber.match_choice import Scene
from wsusim.errors import WsusimError

LONGEST_WORDS = 20_000
"""Bytes of what an agent printed that are kept, the last ones."""

FILES, ROOM = "files", "room"
"""Folders of a match: what it keeps, and what its agent may fill."""

LATE_S = 30.0
"""So much longer than its limit the process of a match may take, to write its files."""


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a match.

    Attributes:
        result: As ``MatchResult.to_json`` gives it; ``None``: it was not played.
        failure: Why not, in a sentence.
        words: The last of what the agent printed on its error output.
        files: Log, recording, map and path, by their endings.
    """

    result: dict[str, Any] | None = None
    failure: str = ""
    words: str = ""
    files: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClassMatch:
    """A match of a group's agent with one seed; fulfils ``jobs.job.Job``.

    Attributes:
        time_limit_s: Of the whole match (wall clock).
    """

    group: Group
    scene: Scene
    challenge: str | None
    lock: AgentLock
    time_limit_s: float = 900.0
    robots: int = 1

    @property
    def key(self) -> str:
        """Name the match: a group and a seed."""
        return f"{self.group.name}, seed {self.scene.seed}"

    def do(self) -> Played:
        """Play the match in a process of its own."""
        root = str(Path(wsusim.__file__).parents[1])
        code = (
            f"import sys; sys.path.insert(0, {root!r}); "
            "from wsusim.ciber.grading.class_match import main; main()"
        )
        with (
            tempfile.TemporaryDirectory(prefix="wsusim-match-", ignore_cleanup_errors=True) as own,
            tempfile.TemporaryFile() as words,
        ):
            place = Path(own).resolve()
            for name in (FILES, ROOM):
                (place / name).mkdir()
            command = [sys.executable, "-P", "-c", code, str(place)]
            if self.lock.is_sandboxed:
                command = alone(command, place / ROOM, self.lock.disk_mb)
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
                start_new_session=os.name == "posix",
            )
            try:
                told, _ = process.communicate(pickle.dumps(self), self.time_limit_s + LATE_S)
            except subprocess.TimeoutExpired:
                told = b""
            finally:
                _end(process)
            words.seek(max(0, words.seek(0, 2) - LONGEST_WORDS))
            said = words.read().decode("utf-8", "replace")
        if not told:
            return Played(failure="The match ended without a result.", words=said)
        played: Played = pickle.loads(told)
        return Played(played.result, played.failure, said, played.files)


def _end(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.communicate()


def main() -> None:
    """Play the match in the job on standard input, and write its outcome."""
    job: ClassMatch = pickle.load(sys.stdin.buffer)
    out = os.dup(1)
    os.dup2(2, 1)  # whatever prints, it does not come between
    with os.fdopen(out, "wb") as stream:
        pickle.dump(_play(job, Path(sys.argv[1])), stream)


def _play(job: ClassMatch, place: Path) -> Played:
    from wsusim.ciber.log import LogWriter
    from wsusim.ciber.match import MatchRequest, play
    from wsusim.ciber.recorded.match_recorder import MatchRecorder

    files, folder = place / FILES, place / ROOM / job.group.name
    with _in(place):
        folder.mkdir()
        try:
            agent = job.group.unpack(folder)
            arena = job.scene.arena_maker()()
            recorder = MatchRecorder(files / "m.mcap", "lockstep", (job.group.name,))
            log = LogWriter(files / "m.xml", arena)
            host, port = _address(job.lock)
            request = MatchRequest(
                (str(agent),) * job.robots,
                host=host,
                port=port,
                challenge=job.challenge,
                time_limit_s=job.time_limit_s,
                lock=job.lock,
            )
            try:
                result = play(
                    request,
                    lambda: arena,
                    observers=[recorder.note, lambda server: log.note(server.arena)],
                )
            finally:
                log.close()
            summary = result.to_json()
            recorder.close(summary)
        except WsusimError as error:
            return Played(failure=str(error).replace(str(folder), job.group.name))
        kept = {file.suffix: file.read_bytes() for file in files.iterdir()}
        for ending in (".map", ".path"):
            for file in sorted(folder.glob(f"*{ending}"))[:1]:
                kept[ending] = file.read_bytes()[:100_000]
        return Played(summary, files=kept)


def _address(lock: AgentLock) -> tuple[str, int]:
    """Return where a match listens: at port 6000, where many agents look and nowhere else.

    A locked-in match is alone in its network. Others have an address each, but for macOS, where a
    computer has only one for itself: there it is any port.
    """
    if lock.is_sandboxed:
        return "127.0.0.1", PORT
    if sys.platform == "darwin":
        return "127.0.0.1", 0
    rest, last = divmod(os.getpid(), 254)
    first, middle = divmod(rest, 254)
    return f"127.{64 + first % 64}.{1 + middle}.{1 + last}", PORT


@contextmanager
def _in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
