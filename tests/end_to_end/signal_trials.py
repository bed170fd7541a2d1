"""Commands that run long, told to end at a random moment: what becomes of them.

``python -m tests.end_to_end.signal_trials [--each N] [--only NAME,...] [--seed N] [--forked]``
does N of each and prints how long they took to end, and all that went wrong. ``--forked`` forks
each from a process that has loaded everything: what a start costs is saved, and its first moments
are those of ``main.py``. On a busy computer, who takes longer than allowed is counted as late, and
not as wrong, as long as it is no later than the computer is busy.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.end_to_end.forked_command import ForkedCommand, load_all
from wsusim.errors import BadInput
from wsusim.recording.reader import Recording, UnfinishedRecording
from wsusim.recording.recorder import READY_PATIENCE_S

ROOT = Path(__file__).parents[2]
WITHIN_S = 2.0
"""So soon a program that is told to end has to, on a computer that does nothing else."""

CROWDED = 3.0
"""Programs that share a processor; with more, who waits for another process may give it up."""

FIRST_SHARE = 0.3
"""So many are told to end within that share of the time: while a command is being started."""

GIVE_UP_S = 30.0
_TELL_EVERY = 25
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
CODES = (0, 1, 130, *(-one for one in SIGNALS))
"""Ended by itself before the signal came, its program failed, told to end, told before it began."""

BAD_WORDS = ("Traceback", "Something went wrong", "Exception ignored", "by force", "MAY")

PROGRAM = "wall_follower"
AGENT = "controllers/ciber/wall_follower.py"


@dataclass(frozen=True)
class Command:
    """One that runs long.

    Attributes:
        words: Its words; ``{folder}`` is one of its own, ``{port}`` the robot that is emulated,
            ``{live}`` the address of a shared run.
        span_s: It is told to end within this time.
        forked_s: The same when it is forked from a process that has loaded everything.
        needs: What has to be there: ``port``, ``live``.
    """

    words: str
    span_s: float = 3.0
    needs: str = ""
    forked_s: float = 0.8


COMMANDS = {
    "run": Command(f"run {PROGRAM}"),
    "run_isolated": Command(f"run {PROGRAM} --isolate --speed 1"),
    "run_recorded": Command(f"run {PROGRAM} --record {{folder}}/a.mcap --speed 3"),
    "run_shared": Command(f"run {PROGRAM} --publish 0", 4.0),
    "run_real": Command(
        f"run {PROGRAM} --robot serial:{{port}} --record {{folder}}/a.mcap", 5.0, "port"
    ),
    "calibrate": Command("calibrate --robot serial:{port} --out {folder}/r.json", 4.0, "port"),
    "emulate": Command("emulate --tcp 0 --record {folder}/a.mcap"),
    "emulate_window": Command("emulate --tcp 0 --window --record {folder}/a.mcap", 5.0),
    "window": Command("", 5.0),
    "watch": Command("watch {live}", 5.0, "live"),
    "replay": Command("replay {recording}"),
    "replay_verify": Command("replay {recording} --verify"),
    "replay_shared": Command("replay {recording} --publish 0", 4.0),
    "batch": Command("batch {folder}/plan.toml", 5.0),
    "grade": Command(
        "grade {folder}/class --out {folder}/out "
        "--assignment templates/assignments/first_rooms.toml",
        5.0,
    ),
    "match": Command("match striker goalkeeper --games 100 --time 60 --record {folder}/games", 4.0),
    "evolve": Command("evolve {folder}/evolved", 6.0),
    "lab": Command("lab serve {folder}/lab --port 0 --trust-uploads", 5.0),
    "ciber_serve": Command("ciber serve --record {folder}/a.mcap"),
    "ciber_match": Command(f"ciber match {AGENT} {AGENT} --clock real --record {{folder}}/a.mcap"),
}

PLAN = """
controllers = ["wall_follower"]
mazes = ["rooms", "island"]
seeds = "1-40"
time_limit_s = 150
table = "t.csv"
"""


@dataclass
class Trial:
    """What came of one."""

    command: str
    moment_s: float
    signals: list[str]
    took_s: float = 0.0
    is_late: bool = False
    """It took longer than allowed, on a computer that was too busy to tell."""
    code: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(self.signals)
        return (
            f"{self.command} at {self.moment_s:.3f} s ({told}): {self.took_s:.2f} s, exit code "
            f"{self.code}. {' '.join(self.faults)}"
        )


def tried(name: str, seed: int, places: dict[str, str], *, is_forked: bool = False) -> Trial:
    """Start a command, tell it to end, and look at what is left."""
    rng = random.Random(f"{name} {seed}")
    command = COMMANDS[name]
    span_s = command.forked_s * min(_crowd(), 3.0) if is_forked else command.span_s
    if rng.random() < FIRST_SHARE:
        span_s *= FIRST_SHARE
    trial = Trial(name, rng.uniform(0.0, span_s), [])
    numbers = [rng.choice(SIGNALS) for _ in range(rng.choice((1, 1, 2, 3, 5)))]
    trial.signals = [number.name for number in numbers]
    with tempfile.TemporaryDirectory(prefix="signals-") as folder:
        _lay_out(Path(folder))
        words = [word.format(folder=folder, **places) for word in command.words.split()]
        with Path(folder, "said").open("w+b") as said:
            own = os.environ | {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
            process: ForkedCommand | subprocess.Popen[bytes]
            if is_forked:
                process = ForkedCommand(words, folder=ROOT, environment=own, said=said.fileno())
            else:
                process = subprocess.Popen(
                    [sys.executable, "main.py", *words],
                    cwd=ROOT,
                    env=own,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    start_new_session=True,
                )
            # A program of its own is told to end: no clock can be set for it.
            time.sleep(trial.moment_s)
            begun_s = time.monotonic()
            for number in numbers:
                process.send_signal(number)
                time.sleep(rng.choice((0.0, 0.001, 0.02, 0.1, 0.3)))
            try:
                trial.code = process.wait(GIVE_UP_S)
            except subprocess.TimeoutExpired:
                trial.faults.append("It never ended.")
                process.kill()
                process.wait()
            trial.took_s = time.monotonic() - begun_s
            said.seek(0)
            text = said.read().decode(errors="replace")
        trial.faults += _faults(trial, text, process.pid, Path(folder))
    return trial


def _lay_out(folder: Path) -> None:
    (folder / "plan.toml").write_text(PLAN)
    (folder / "class").mkdir()
    for name in ("ann", "bob", "eve"):
        shutil.copy(ROOT / "controllers" / "wall_follower.py", folder / "class" / f"{name}.py")


def _faults(trial: Trial, text: str, session: int, folder: Path) -> Iterator[str]:
    trial.is_late = trial.took_s > WITHIN_S
    if trial.took_s > WITHIN_S * _crowd() and "It never ended." not in trial.faults:
        yield f"It took {trial.took_s:.1f} s to end."
    if trial.code not in CODES:
        yield f"Its exit code is {trial.code}: {text[-2000:]}"
    for word in BAD_WORDS:
        if word in ("MAY", "by force") and _crowd() > CROWDED:
            # Within seconds by the clock, nobody got a processor.
            trial.is_late = trial.is_late or word in text
            continue
        # Python itself shows what comes before the first line of ours.
        if word in text and 'main.py", line 0, in <module>' not in text:
            yield f"It says {word!r}: {text[-2000:]}"
    if left := _left_behind(session):
        yield f"It left processes behind: {left}"
    for file in folder.rglob("*.mcap"):
        try:
            with Recording(file):
                pass
        except UnfinishedRecording:
            if trial.took_s > READY_PATIENCE_S and _crowd() > CROWDED:
                trial.is_late = True  # its writer got no processor in all that time
            elif "repair" not in text:
                yield f"{file.name} is cut, and nothing says so: {text[-2000:]}"
        except BadInput as error:
            if file.stat().st_size:
                yield f"{file.name}: {error}"


def _crowd() -> float:
    """Return how many programs share a processor, at least 1: everything takes as often as long."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _left_behind(session: int, patience_s: float = 3.0) -> list[str]:
    """Return the command lines of processes of a session that don't end (Linux)."""
    end_s = time.monotonic() + patience_s * min(_crowd(), 10.0)
    while True:
        left = []
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                about = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(about[3]) == session and about[0] != "Z":
                    words = (entry / "cmdline").read_text().replace("\0", " ")[:200]
                    left += [words] if words else []  # without: it is being taken away
        if not left or time.monotonic() > end_s:
            return left
        time.sleep(0.05)


@contextmanager
def surroundings(names: list[str]) -> Iterator[Callable[[], dict[str, str]]]:
    """Provide what commands need; the function says where it is, and that its robot stands."""
    processes: list[subprocess.Popen[str]] = []
    needs = {COMMANDS[name].needs for name in names}
    with tempfile.TemporaryDirectory(prefix="signals-") as folder:
        places = {"recording": f"{folder}/made.mcap", "port": f"{folder}/robot", "live": ""}
        words = ["run", PROGRAM, "--time", "20", "--record", places["recording"]]
        subprocess.run([sys.executable, "main.py", *words], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip

        def begin(*words: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "main.py", *words], cwd=ROOT, text=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )  # fmt: skip
            processes.append(process)
            return process

        try:
            if "port" in needs:
                begin("emulate", "--link", places["port"])
                while not Path(places["port"]).is_symlink():
                    time.sleep(0.1)
            if "live" in needs:
                shared = begin("run", PROGRAM, "--publish", "0", "--time", "1e5", "--speed", "1")
                assert shared.stderr is not None
                places["live"] = shared.stderr.readline().split()[-1]
            yield lambda: places
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.communicate()


def speeds_of(port: str) -> str:
    """Return what an emulated robot says of its motors."""
    from serial import Serial

    with Serial(port, 9600, timeout=2.0) as line:
        time.sleep(0.2)
        line.reset_input_buffer()
        line.write(b"E\n")
        return line.readline().decode().strip()


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a program of its own


def main() -> int:
    """Try commands, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--only", default=",".join(COMMANDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forked", action="store_true")
    asked = parser.parse_args()
    names = asked.only.split(",")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if asked.forked:
        load_all(with_window=any("window" in name for name in names))
    done: dict[str, list[Trial]] = {name: [] for name in names}
    with surroundings(names) as places:
        for number in range(asked.each):
            for name, trials in done.items():
                seed = asked.seed * 100_000 + number
                trial = tried(name, seed, places(), is_forked=asked.forked)
                if (
                    COMMANDS[name].needs == "port"
                    and (speeds := speeds_of(places()["port"])) != "e,0,0"
                ):
                    trial.faults.append(f"The robot drives: {speeds}")
                trials.append(trial)
                if trial.faults:
                    _tell(str(trial))
            if (number + 1) % _TELL_EVERY == 0 or number + 1 == asked.each:
                _tell_all(done)
    return 1 if any(trial.faults for trials in done.values() for trial in trials) else 0


def _tell_all(done: dict[str, list[Trial]]) -> None:
    for name, trials in done.items():
        took = sorted(trial.took_s for trial in trials)
        _tell(
            f"{name:15} {len(trials)} times: median {took[len(took) // 2]:.2f} s, longest "
            f"{took[-1]:.2f} s, exit codes {sorted({trial.code for trial in trials})}, "
            f"{sum(trial.is_late for trial in trials)} late on a busy computer, "
            f"{sum(bool(trial.faults) for trial in trials)} with faults"
        )


if __name__ == "__main__":
    sys.exit(main())
