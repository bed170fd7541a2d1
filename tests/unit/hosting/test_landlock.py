"""A stranger's controller that locks itself in before it is read: where bubblewrap can't be had."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.unit.hosting.test_sandbox import ATTACKS, PROGRAM, Heard
from wsusim.errors import BadInput
from wsusim.hosting.landlock import lock_in
from wsusim.hosting.sandbox import Sandbox, trouble_with
from wsusim.runs.observer import RunObserver
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

pytestmark = pytest.mark.skipif(
    bool(trouble_with("landlock")), reason=f"no Landlock here: {trouble_with('landlock')}"
)

AMONG_OTHERS = {
    "a signal to the simulator": "os.kill(os.getppid(), 9)",
    "a limit for the simulator": "resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))",
    "another program in its place": "os.execv(sys.executable, ['python', '-c', 'pass'])",
    "who may read its file": "os.chmod(__file__, 0o666)",
    "when its file was changed": "os.utime(__file__)",
    "a link in its folder": "os.symlink('/etc/passwd', 'passwd')",
    "taking its file away": "os.remove(__file__)",
    "a list of the processes": "os.listdir('/proc')",
    "a signal by a pipe": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "a lease on its file": "fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, 0)",
    "flags of its file": "fcntl.ioctl(os.open(__file__, os.O_RDONLY), 0x40086602, bytes(8))",
    "others' shared memory": "call('shmat', 0, 0, 0)",
    "others' messages": "call('mq_unlink', b'/wsusim')",
    "becoming somebody else": "os.setuid(12345) or open('/etc/shadow')",
}


@dataclass(frozen=True)
class LockedRequest(RunRequest):
    """A run whose controllers lock themselves in."""

    @property
    def sandbox(self) -> Sandbox:
        """Not the best that there is."""
        return Sandbox(lock="landlock")


def run_locked(file: Path, observer: RunObserver) -> RunReport:
    """Let a stranger's file drive for a while."""
    return execute(
        LockedRequest(
            (str(file),), "field", time_s=5.0, is_isolated=True, is_sandboxed=True
        ),
        observer,
    )  # fmt: skip


@dataclass
class Tried:
    """What came of all attacks."""

    results: dict[str, str]
    report: RunReport
    folder: Path


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    """Let a stranger try everything."""
    folder = tmp_path_factory.mktemp("stranger")
    secret = tmp_path_factory.mktemp("neighbour") / "secret.py"
    secret.write_text("mark = 1.0")
    file = folder / "stranger.py"
    program = PROGRAM.format(secret=str(secret), attacks={**ATTACKS, **AMONG_OTHERS})
    file.write_text("import resource\n" + program)
    heard = Heard()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WSUSIM_TEST_SECRET", "the teacher's token")
        report = run_locked(file, heard)
    words = [line.rpartition(" failed ") for line in heard.lines]
    return Tried({name or rest: rest for name, _, rest in words}, report, folder)


@pytest.mark.parametrize("attack", AMONG_OTHERS)
def test_others_are_out_of_reach(tried: Tried, attack: str) -> None:
    """It sees that they are there, and the system forbids the rest."""
    assert tried.results[attack] == "PermissionError"


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_fails(tried: Tried, attack: str) -> None:
    """It gets an error of Python's, and goes on in its place."""
    assert tried.results[attack] in {
        "FileNotFoundError", "PermissionError", "KeyError", "OSError", "MemoryError", "TypeError",
    }  # fmt: skip


def test_it_can_write_no_file(tried: Tried) -> None:
    """Not beside its own, either; it is told at its line, and its folder is as it was."""
    assert tried.report.error is not None
    assert "PermissionError" in tried.report.error.message
    assert "own_notes.txt" in tried.report.error.message
    assert [entry.name for entry in tried.folder.iterdir()] == ["stranger.py"]


def test_a_robot_drives_the_same_inside(tmp_path: Path) -> None:
    """Landlock changes nothing in a run, nor do modules that a program imports late."""
    file = tmp_path / "driver.py"
    file.write_text(
        "from wsusim import Controller\n\n\nclass Driver(Controller):\n    def run(self):\n"
        "        import numpy, decimal, my_gains\n"
        "        self.motors.set_speeds(my_gains.FAST, 3)\n        self.sleep(2.0)\n"
    )
    (tmp_path / "my_gains.py").write_text("FAST = 5\n")

    inside = run_locked(file, Heard())
    outside = execute(RunRequest((str(file),), "field", time_s=5.0))

    assert inside.outcome == "finished"
    assert inside.trace_sha256 == outside.trace_sha256


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
        ("import threading; threading.stack_size(65536); idle = threading.Event(); "
         "[threading.Thread(target=idle.wait, args=(9,)).start() for _ in range(110)]; "
         "idle.wait(9)", "more than 100 threads, so it was stopped"),
        ("raise ZeroDivisionError", "ZeroDivisionError"),
    ],
)  # fmt: skip
def test_its_end_is_told(tmp_path: Path, program: str, said: str) -> None:
    """A crash by its signal, a hoard by what there was too much of, a mistake by its line."""
    file = tmp_path / "odd.py"
    file.write_text(
        "from wsusim import Controller\n\n\nclass Odd(Controller):\n    def run(self):\n"
        f"        {program}\n"
    )

    report = run_locked(file, Heard())

    assert report.error is not None
    assert said in report.error.message


def test_a_process_with_threads_is_not_locked_in() -> None:
    """They would stay outside."""
    import threading

    may_end = threading.Event()
    other = threading.Thread(target=may_end.wait)
    other.start()
    try:
        with pytest.raises(BadInput, match="has started threads"):
            lock_in(["/usr"])
    finally:
        may_end.set()
        other.join()
