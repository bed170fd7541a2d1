"""Commands that run long, told to end at a random moment: what becomes of them.

``python -m tests.end_to_end.signal_trials [--each N] [--only NAME,...] [--seed N] [--forked]``
does N of each and prints how long they took to end, and all that went wrong. ``--forked`` forks
each from a process that has loaded everything: what a start costs is saved, and its first moments
are those of ``main.py``. Time in which a command waited for a processor is not its own: on a busy
computer others had it.
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

from tests.end_to_end.forked_command import TELL_STACKS, ForkedCommand, load_all
from tests.end_to_end.waiting_for_processors import Queueing
from wsusim.errors import BadInput
from wsusim.recording.reader import Recording, UnfinishedRecording

ROOT = Path(__file__).parents[2]
WITHIN_S = 2.0
"""So soon a program that is told to end has to, not counting what it waits for a processor."""

TELL_S = 1.5
"""A program that goes on for so long tells where it stands."""

FIRST_SHARE = 0.3
"""So many are told to end within that share of the time: while a command is being started."""

GIVE_UP_S, GIVE_UP_AT_ALL_S = 30.0, 200.0
"""A program that has not ended by then never does: of its own time, and by the clock."""

_LOOK_S = 0.02
_TELL_EVERY = 5
SILENT = ("No Khepera answers", "but too late")
"""On a busy computer the emulated robot, no part of the trial, gets no processor in time."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
CODES = (0, 1, 130, *(-one for one in SIGNALS))
"""Ended by itself before the signal came, its program failed, told to end, told before it began."""

EXIT_UNREACHED = 2
"""There was no robot to be driven."""

BAD_WORDS = ("Traceback", "Something went wrong", "Exception ignored", "by force", "MAY")

PROGRAM = "wall_follower"
AGENT = "controllers/ciber/wall_follower.py"


@dataclass(frozen=True)
class Command:
    """One that runs long.

    Attributes:
        words: Its words; ``{folder}`` is one of its own, ``{port}`` the robot that is emulated,
            ``{live}`` the address of a shared run, ``{arena}`` where an arena listens.
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
    "emulate_window": Command(
        "emulate --tcp 0 --window --record {folder}/a.mcap", 5.0, forked_s=2.0
    ),
    "window": Command("", 5.0, forked_s=1.5),
    "watch": Command("watch {live}", 5.0, "live", forked_s=1.5),
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
    "lab": Command("lab serve {folder}/lab --listen 0 --trust-uploads", 5.0, forked_s=1.5),
    "ciber_serve": Command("ciber serve --listen {arena} --record {folder}/a.mcap"),
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
    waited_s: float = 0.0
    """The part of it in which one of its processes waited for a processor."""
    code: int = 0
    has_recording: bool = False
    is_cut: bool = False
    """Its recording is not whole, as it said itself."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(self.signals)
        return (
            f"{self.command} at {self.moment_s:.3f} s ({told}): {self.took_s:.2f} s, "
            f"{self.own_s:.2f} s of its own, exit code {self.code}. {' '.join(self.faults)}"
        )

    @property
    def own_s(self) -> float:
        """How long it took to end, not counting what it waited for a processor."""
        return self.took_s - self.waited_s


def tried(name: str, seed: int, places: dict[str, str], *, is_forked: bool = False) -> Trial:
    """Start a command, tell it to end, and look at what is left."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_IGN:  # below nohup: the command would ignore it
            signal.signal(number, signal.SIG_DFL)
    rng = random.Random(f"{name} {seed}")
    command = COMMANDS[name]
    span_s = command.forked_s if is_forked else command.span_s
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
            _await_moment(process.pid, trial.moment_s)
            _tell_to_end(process, trial, numbers, rng, Path(folder, "said"))
            said.seek(0)
            text = said.read().decode(errors="replace")
        trial.faults += _faults(trial, text, process.pid, Path(folder))
    return trial


def _await_moment(process: int, moment_s: float) -> None:
    """Wait until a program has had so much time, not counting what it waited for a processor."""
    begun_s, queueing = time.monotonic(), Queueing(process)
    while (left_s := begun_s + moment_s + queueing.waited_s - time.monotonic()) > 0.0:
        time.sleep(min(_LOOK_S, left_s))
        queueing.look()


def _tell_to_end(
    process: ForkedCommand | subprocess.Popen[bytes],
    trial: Trial,
    numbers: list[signal.Signals],
    rng: random.Random,
    said: Path,
) -> None:
    begun_s = time.monotonic()
    queueing = Queueing(process.pid)
    for number in numbers:
        process.send_signal(number)
        _look_for(queueing, rng.choice((0.0, 0.001, 0.02, 0.1, 0.3)))
    has_told = False
    while True:
        queueing.look()
        code = process.poll()
        trial.took_s, trial.waited_s = time.monotonic() - begun_s, queueing.waited_s
        if code is not None:
            trial.code = code
            return
        if not has_told and trial.own_s > TELL_S and isinstance(process, ForkedCommand):
            process.send_signal(TELL_STACKS)
            has_told = True
        if trial.own_s > GIVE_UP_S or trial.took_s > GIVE_UP_AT_ALL_S:
            trial.faults.append(f"It never ended. {_standing(process, said)}")
            process.kill()
            process.wait()
            return
        time.sleep(_LOOK_S)


def _look_for(queueing: Queueing, span_s: float) -> None:
    until_s = time.monotonic() + span_s
    while (left_s := until_s - time.monotonic()) > 0.0:
        queueing.look()
        time.sleep(min(_LOOK_S, left_s))


def _lay_out(folder: Path) -> None:
    (folder / "plan.toml").write_text(PLAN)
    (folder / "class").mkdir()
    for name in ("ann", "bob", "eve"):
        shutil.copy(ROOT / "controllers" / "wall_follower.py", folder / "class" / f"{name}.py")


def _faults(trial: Trial, text: str, session: int, folder: Path) -> Iterator[str]:
    if trial.own_s > WITHIN_S and not trial.faults:
        yield f"It took {trial.own_s:.1f} s of its own to end: {text[-8000:]}"
    is_unreached = trial.code == EXIT_UNREACHED and any(one in text for one in SILENT)
    if trial.code not in CODES and not is_unreached:
        yield f"Its exit code is {trial.code}: {text[-2000:]}"
    for word in BAD_WORDS:
        # Python itself shows what comes before the first line of ours.
        if word in text and 'main.py", line 0, in <module>' not in text:
            yield f"It says {word!r}: {text[-2000:]}"
    if left := _left_behind(session):
        yield f"It left processes behind: {left}"
    for file in folder.rglob("*.mcap"):
        trial.has_recording = True
        try:
            with Recording(file):
                pass
        except UnfinishedRecording:
            trial.is_cut = True
            if "repair" not in text:
                yield f"{file.name} is cut, and nothing says so: {text[-2000:]}"
        except BadInput as error:
            yield f"{file.name} ({file.stat().st_size} bytes): {error} It said: {text[-2000:]}"


def _standing(process: ForkedCommand | subprocess.Popen[bytes], said: Path) -> str:
    """Return what a command that does not end said, where it stands, and what it waits for."""
    if not isinstance(process, ForkedCommand):
        return said.read_text(errors="replace")[-2000:]
    process.send_signal(TELL_STACKS)
    time.sleep(1.0)
    others = "\n".join(_left_behind(process.pid, 0.0))
    return f"{said.read_text(errors='replace')[-8000:]}\nIn its session:\n{others}\n"


def _left_behind(session: int, patience_s: float = 3.0) -> list[str]:
    """Return the command lines of processes of a session that outlive so long of their own."""
    begun_s = time.monotonic()
    queueings: dict[int, Queueing] = {}
    while left := dict(_in_session(session)):
        passed_s = time.monotonic() - begun_s
        for process in left:
            queueings.setdefault(process, Queueing(process)).look()
        waited_s = max(queueings[process].waited_s for process in left)
        if passed_s - waited_s >= patience_s or passed_s > GIVE_UP_AT_ALL_S:
            break
        time.sleep(0.05)
    return list(left.values())


def _in_session(session: int) -> Iterator[tuple[int, str]]:
    """Yield the processes of a session, and what each was started as (Linux)."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            about = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(about[3]) == session and about[0] != "Z":
                words = (entry / "cmdline").read_text().replace("\0", " ")[:200]
                if words:  # without: it is being taken away
                    yield int(entry.name), words


@contextmanager
def surroundings(names: list[str]) -> Iterator[Callable[[], dict[str, str]]]:
    """Provide what commands need; the function says where it is, and that its robot stands."""
    processes: list[subprocess.Popen[str]] = []
    needs = {COMMANDS[name].needs for name in names}
    with tempfile.TemporaryDirectory(prefix="signals-") as folder:
        # An arena has its port, so each campaign needs an address of its own.
        own = os.getpid()
        places = {
            "recording": f"{folder}/made.mcap",
            "port": f"{folder}/robot",
            "live": "",
            "arena": f"127.{own >> 16 & 255}.{own >> 8 & 255}.{own & 255}:6000",
        }
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
                words = ["run", "avoid_obstacles", "--maze", "field", "--time", "1e5"]
                shared = begin(*words, "--publish", "0", "--speed", "1")
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # its surroundings end with it
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
        own_s = sorted(trial.own_s for trial in trials)
        longest_s = max(trial.took_s for trial in trials)
        recorded = sum(trial.has_recording for trial in trials)
        cut = sum(trial.is_cut for trial in trials)
        _tell(
            f"{name:15} {len(trials)} times: of its own median {own_s[len(own_s) // 2]:.2f} s, "
            f"longest {own_s[-1]:.2f} s ({longest_s:.1f} s by the clock), within {WITHIN_S:g} s "
            f"{sum(one <= WITHIN_S for one in own_s)}, recordings {recorded}, of these said to be "
            f"cut {cut}, exit codes {sorted({trial.code for trial in trials})}, "
            f"{sum(bool(trial.faults) for trial in trials)} with faults"
        )


if __name__ == "__main__":
    sys.exit(main())
