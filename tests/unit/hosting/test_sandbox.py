"""What a stranger's controller tries against the computer that runs it, and what comes of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.hosting.sandbox import Sandbox, trouble
from wsusim.hosting.shown_files import shown_place_of
from wsusim.runs.observer import RunObserver
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

pytestmark = pytest.mark.skipif(bool(trouble()), reason=f"no sandbox here: {trouble()}")

ATTACKS = {
    "people": "open('/etc/passwd').read()",
    "own home": "os.listdir(os.path.expanduser('~root/.ssh'))",
    "a neighbour's upload": "open(SECRET).read()",
    "the parent's environment": "open('/proc/%d/environ' % os.getppid()).read()['SECRET']",
    "a variable": "os.environ['WSUSIM_TEST_SECRET']",
    "the keys that the kernel keeps": "open('/proc/keys').read()",
    "how the computer was started": "open('/proc/cmdline').read()",
    "tcp": "socket.create_connection(('127.0.0.1', 22))",
    "udp": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "unix": "socket.socket(socket.AF_UNIX)",
    "fork": "os.fork()",
    "spawn": "os.posix_spawn(sys.executable, ['python'], {})",
    "subprocess": "subprocess.run([sys.executable, '-c', 'pass'])",
    "its own file": "open(__file__, 'a')",
    "the simulator": "open(wsusim.__file__, 'a')",
    "the system": "open('/usr/bin/planted', 'w')",
    "programs of the system": "open('/usr/bin/env', 'rb')",
    "what else lies below usr": "os.listdir('/usr/local')",
    "other packages' files": "os.listdir('/usr/share/doc')",
    "how the sandbox was made": "{'bind' in open(f'/proc/{n}/cmdline').read(): n "
    "for n in os.listdir('/proc') if n.isdigit()}[True]",
    "the root": "open('/planted', 'w')",
    "shared memory": "open('/dev/shm/planted', 'w')",
    "files in memory": "os.memfd_create('hoard')",
    "a large file": "open('/scratch/large', 'wb').write(bytes(20 << 20))",
    "a full disk": "[open(f'/scratch/{n}', 'wb').write(bytes(8 << 20)) for n in range(9)]",
    "memory": "bytearray(3 << 30)",
    "tracing": "call('ptrace', 16, 1, 0, 0)",
    "namespaces": "call('unshare', 0x10000000)",
    "another numbering of calls": "call('syscall', 0x40000000 + 39)",
    "mounting": "call('mount', b'none', b'/scratch', b'tmpfs', 0, 0)",
    "a session of its own": "os.setsid()",
    "a group of its own": "os.setpgid(0, 0)",
    "priority": "os.setpriority(os.PRIO_PROCESS, 0, 5)",
    "another scheduler": "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
    "slowing down its session": "open('/proc/self/autogroup', 'w').write('19')",
    "typing into the terminal": "fcntl.ioctl(0, 0x5412, b'x')",
    "settings of the computer": "os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY)",
    "its own place in the queue of the dying": "os.open('/proc/self/oom_score_adj', os.O_WRONLY)",
    "many open files": "[open('/dev/null') for _ in range(1000)]",
    "notes on files": "os.setxattr('/scratch', 'user.note', b'x' * 1000)",
    "sockets of kernel modules": "socket.socketpair(30)",
    "a socket that holds megabytes": "[one.setsockopt(1, 7, 1 << 22) for one in "
    "socket.socketpair()]",
    "reading another's memory": "call('process_vm_readv', 1, 0, 0, 0, 0, 0)",
    "calls of the kernel by another way": "call('syscall', 425, 4, 0)",
    "memory lent to a pipe": "call('vmsplice', os.pipe()[1], 0, 0, 0)",
    "a lock the simulator waits for": "fcntl.flock(os.open(wsusim.__file__, 0), fcntl.LOCK_EX)",
    "calls that nobody knows yet": "call('syscall', 470, 0, 0)",
}

PROGRAM = """
import ctypes, fcntl, os, socket, subprocess, sys
import wsusim
from wsusim import Controller

SECRET = {secret!r}

def call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")

class Stranger(Controller):
    def run(self):
        for name, attack in {attacks!r}.items():
            try:
                eval(attack)
                print(name, "succeeded")
            except (Exception, MemoryError) as error:
                print(name, "failed", type(error).__name__)
        with open("own_notes.txt", "w") as notes:
            notes.write("a stranger may write beside its file, for a while")
        print("end", sorted(os.listdir(".")))
        self.motors.set_speeds(5, 5)
        self.sleep(1.0)
"""


class Heard(RunObserver):
    """Keeps what is printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep it."""
        self.lines += text.splitlines()


def sandboxed(file: Path, **options: object) -> RunRequest:
    """Return the request for a stranger's file."""
    request = {"maze": "field", "time_s": 5.0, "is_isolated": True, "is_sandboxed": True}
    return RunRequest((str(file),), **{**request, **options})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], Path]:
    """Return what each attack led to, and the stranger's folder afterwards."""
    folder = tmp_path_factory.mktemp("stranger")
    secret = tmp_path_factory.mktemp("neighbour") / "secret.py"
    secret.write_text("mark = 1.0")
    file = folder / "stranger.py"
    file.write_text(PROGRAM.format(secret=str(secret), attacks=ATTACKS))
    heard = Heard()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WSUSIM_TEST_SECRET", "the teacher's token")
        report = execute(sandboxed(file), heard)
    assert report.outcome == "finished"
    words = [line.rpartition(" failed ") for line in heard.lines]
    return {name or rest: rest for name, _, rest in words}, folder


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_fails(attacked: tuple[dict[str, str], Path], attack: str) -> None:
    """It gets an error of Python's, and goes on in its place."""
    results, _ = attacked

    assert results[attack] in {
        "FileNotFoundError", "PermissionError", "KeyError", "OSError", "MemoryError", "TypeError",
    }  # fmt: skip


def test_a_stranger_may_write_notes_which_are_gone_afterwards(
    attacked: tuple[dict[str, str], Path],
) -> None:
    """As on a desk, beside its file; but nothing stays."""
    results, folder = attacked

    assert "end ['own_notes.txt', 'stranger.py']" in results.values()
    assert [entry.name for entry in folder.iterdir()] == ["stranger.py"]


MOST = {"files": "5,000", "threads": "100"}
HOARDS = {
    "files": "[os.close(os.open(f'{n}', os.O_CREAT)) for n in range(6000)]",
    "threads": "[threading.Thread(target=idle.wait, args=(9,)).start() for _ in range(110)]",
}


@pytest.mark.parametrize("hoard", HOARDS)
def test_a_hoard_ends_its_program(tmp_path: Path, hoard: str) -> None:
    """What no limit of Linux bounds is bounded, too, and told."""
    file = tmp_path / "hoarder.py"
    file.write_text(
        "import os, threading\nfrom wsusim import Controller\n\nidle = threading.Event()\n"
        "threading.stack_size(65536)\n"
        "__import__('ctypes').CDLL(None).prctl(15, b'Threads: 1')  # its own name\n\n\n"
        f"class Hoarder(Controller):\n    def run(self):\n        {HOARDS[hoard]}\n"
        "        idle.wait(9)\n"
    )

    report = execute(sandboxed(file))

    assert report.error is not None
    assert f"more than {MOST[hoard]} {hoard}, so it was stopped" in report.error.message


THREADS = """
import threading
import numpy
from wsusim import Controller

class Weaver(Controller):
    def run(self):
        go = threading.Event()
        done = []
        def work():
            go.wait(9)
            done.append(sum(range(1000)))
        threads = [threading.Thread(target=work) for _ in range(90)]
        for thread in threads:
            thread.start()
        go.set()
        for thread in threads:
            thread.join()
        print(len(done), "threads")
"""


def test_a_program_may_have_as_many_threads_as_the_manual_says(tmp_path: Path) -> None:
    """A hundred with wsusim's own, without choosing the size of their stacks."""
    file = tmp_path / "weaver.py"
    file.write_text(THREADS)
    heard = Heard()

    report = execute(sandboxed(file), heard)

    assert (report.outcome, heard.lines) == ("finished", ["90 threads"])


def test_a_folder_that_programs_may_read_is_known() -> None:
    """No lab may keep its secrets there."""
    assert shown_place_of(Path(os.__file__).parent / "my_lab")
    assert not shown_place_of(Path("/srv/lab"))
    assert not shown_place_of(Path("/usr/local/lab"))


def test_a_robot_drives_the_same_inside(tmp_path: Path) -> None:
    """The sandbox changes nothing in a run."""
    file = tmp_path / "driver.py"
    file.write_text(
        "from wsusim import Controller\n\n\nclass Driver(Controller):\n    def run(self):\n"
        "        self.motors.set_speeds(5, 3)\n        self.sleep(2.0)\n"
    )

    inside, outside = (execute(sandboxed(file, is_sandboxed=locked)) for locked in (True, False))

    assert inside.trace_sha256 == outside.trace_sha256


def test_an_endless_loop_ends(tmp_path: Path) -> None:
    """It is told from a program that thinks, and nothing of it is left."""
    file = tmp_path / "endless.py"
    file.write_text(
        "from wsusim import Controller\n\n\nclass Endless(Controller):\n    def run(self):\n"
        "        while True:\n            pass\n"
    )

    report = execute(sandboxed(file, patience_s=0.5))

    assert report.outcome == "unresponsive"
    assert report.error is not None
    assert report.error.line in (6, 7)


def test_a_crash_is_told_by_its_signal(tmp_path: Path) -> None:
    """What bubblewrap says of the end of its child is understood."""
    file = tmp_path / "crash.py"
    file.write_text(
        "import ctypes\nfrom wsusim import Controller\n\n\nclass Crash(Controller):\n"
        "    def run(self):\n        ctypes.string_at(0)\n"
    )

    report = execute(sandboxed(file))

    assert report.error is not None
    assert "SIGSEGV" in report.error.message


def test_only_a_process_of_its_own_can_be_locked_in(tmp_path: Path) -> None:
    """A thread is part of the simulator."""
    with pytest.raises(BadInput, match="isolate"):
        sandboxed(tmp_path / "a.py", is_isolated=False)


def test_the_files_beside_a_controller_can_be_read_only(tmp_path: Path) -> None:
    """Each is shown in its place; the folder itself is a new one."""
    (tmp_path / "map.txt").write_text("####")
    file = tmp_path / "robot.py"
    file.write_text("")

    start = Sandbox(lock="bubblewrap").wrap([sys.executable], str(file), {})
    rules, options = start.inherited
    command = os.read(options, 1 << 20).decode().split("\0")
    for number in (rules, options):
        os.close(number)

    assert command[command.index(str(tmp_path / "map.txt")) - 1] == "--ro-bind"
    assert command[command.index(str(tmp_path)) - 1] == "--tmpfs"
