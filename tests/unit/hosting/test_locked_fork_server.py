"""What a stranger's program tries that shares its sandbox with others, past Python's own fence.

Everything goes through the C library, of which no audit event tells.
"""

from __future__ import annotations

import os
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.hosting.stage import SETTINGS, Stage
from tests.unit.hosting.survivors import is_gone
from wsusim.hosting.fence import Fence
from wsusim.hosting.locked_fork_server import LockedForkServer
from wsusim.hosting.sandbox import Lock, Sandbox, trouble_with

ATTACKS = {
    "people": "call('open', b'/etc/passwd', 0)",
    "a teacher's file": "call('open', SECRET, 0)",
    "a neighbour's program": "call('open', NEIGHBOUR, 0)",
    "a neighbour's program, changed": "call('open', NEIGHBOUR, 1)",
    "a list of the neighbours": "call('open', ABOVE, 0o200000)",
    "a file beside its folder": "call('open', ABOVE + b'/planted', 0o101, 0o600)",
    "the simulator": "call('open', wsusim.__file__.encode(), 1)",
    "shared memory": "call('shm_open', b'/planted', 0o102, 0o600)",
    "a semaphore with a name": "call('syscall', 240, b'planted', 0o102, 0o600, 0)",
    "a pipe with a name": "call('mkfifo', b'pipe', 0o600)",
    "a device": "call('mknod', b'device', 0o020600, 0x103)",
    "a symbolic link": "call('symlink', b'/etc/passwd', b'passwd')",
    "a hard link to a teacher's file": "call('link', SECRET, b'mine')",
    "a teacher's file, moved here": "call('rename', SECRET, b'mine')",
    "its own file, moved away": "call('rename', b'notes.txt', ABOVE + b'/notes.txt')",
    "notes on its file": "call('setxattr', b'notes.txt', b'user.note', b'x', 1, 0)",
    "the parent's memory": "call('open', b'/proc/%d/mem' % os.getppid(), 2)",
    "the parent's environment": "call('open', b'/proc/%d/environ' % os.getppid(), 0)",
    "the parent's files": "call('open', b'/proc/%d/root/etc/passwd' % os.getppid(), 0)",
    "a lock that the simulator waits for": "call('flock', open(wsusim.__file__).fileno(), 2)",
    "memory lent to a pipe": "call('vmsplice', os.pipe()[1], 0, 0, 0)",
    "tcp": "call('socket', 2, 1, 0)",
    "udp": "call('socket', 2, 2, 0)",
    "a local socket": "call('socket', 1, 1, 0)",
    "listening on what it has": "[call('listen', fd, 1) for fd in range(9)]",
    "a message by a socket of its own": "call('sendto', PAIR, b'x', 1, 0, ADDRESS, 16)",
    "a signal to the one that forked it": "call('kill', os.getppid(), 9)",
    "a signal to its neighbour": "[call('kill', os.getpid() + n, 9) for n in (-1, 1)]",
    "a signal to all": "call('kill', -1, 9)",
    "a signal to its group's parent": "call('syscall', 234, os.getppid(), os.getppid(), 9)",
    "a handle of the one that forked it": "call('syscall', 434, os.getppid(), 0)",
    "a signal by its own handle": "call('syscall', 424, 0, 9, 0, 0)",
    "tracing the one that forked it": "call('ptrace', 16, os.getppid(), 0, 0)",
    "being traced": "call('ptrace', 0, 0, 0, 0)",
    "reading another's memory": "call('process_vm_readv', os.getppid(), 0, 0, 0, 0, 0)",
    "limits for the one that forked it": "call('prlimit', os.getppid(), 0, bytes(16), 0)",
    "a fork": "call('fork')",
    "a clone": "call('syscall', 56, 17, 0, 0, 0, 0)",
    "a clone of the newer kind": "call('syscall', 435, bytes(88), 88)",
    "another program": "call('execl', b'/bin/sh', b'sh', b'-c', b'true', 0)",
    "another program, found by PATH": "call('execlp', b'python3', b'python3', b'-V', 0)",
    "rings of calls": "call('syscall', 425, 4, bytes(120))",
    "files in memory": "call('memfd_create', b'hoard', 0)",
    "namespaces": "call('unshare', 0x10000000)",
    "another root": "call('chroot', b'.')",
    "mounting": "call('mount', b'none', b'.', b'tmpfs', 0, 0)",
    "another numbering of calls": "call('syscall', 0x40000000 + 39)",
    "messages of the system": "call('msgget', 7, 0o1600)",
    "memory of the system": "call('shmget', 7, 4096, 0o1600)",
    "a session of its own": "call('setsid')",
    "another's group": "call('setpgid', 0, os.getppid())",
    "turning the clock": "call('clock_settime', 0, bytes(16))",
    "who owns its file": "call('chown', b'notes.txt', 1, 1)",
    "memory": "bytearray(3 << 30)",
    "hiding what it has open": "call('prctl', 4, 0, 0, 0, 0)",
    "open files of a thread's own": "call('syscall', 436, 900, 900, 2)",
    "a thread with open files of its own": "call('syscall', 56, 0x10900, 0, 0, 0, 0)",
    "sending open files to itself": "socket.send_fds(socket.socketpair()[0], [b'x'], [1])",
    "writing out all disks": "call('syscall', 306, 1)",
}

PROGRAM = """
import ctypes, os, socket, struct
import wsusim
from wsusim import Controller

SECRET = {secret!r}
FOLDER = os.path.dirname(os.path.abspath(__file__)).encode()
ABOVE = os.path.dirname(FOLDER)
NEIGHBOUR = ABOVE + b"/1/student.py"
PAIR = socket.socketpair()[0].fileno()
ADDRESS = struct.pack("=HH12x", 2, 5)


def call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


class Stranger(Controller):
    def run(self):
        open("notes.txt", "w").write("its own")
        call("chmod", b"notes.txt", 0o644)
        for name, attack in {attacks!r}.items():
            try:
                eval(attack)
                print(name, "succeeded")
            except (OSError, MemoryError, AttributeError) as error:
                print(name, "failed")
        print("own:", sorted(os.listdir(".")), os.environ["HOME"] == os.getcwd())
"""

QUIET = """
from wsusim import Controller


class Quiet(Controller):
    def run(self):
        self.motors.set_speeds(4, 4)
        self.sleep(0.5)
"""

LOCKS: tuple[Lock, ...] = ("bubblewrap", "landlock")


@contextmanager
def a_fork_server(lock: Lock) -> Iterator[LockedForkServer]:
    """Open a fork server that is locked in this way, or skip the test."""
    for needed in {lock, "landlock"}:
        if reason := trouble_with(needed):  # type: ignore[arg-type]
            pytest.skip(reason)
    fork_server = LockedForkServer(lock)
    try:
        yield fork_server
    finally:
        fork_server.close()


def class_in(fork_server: LockedForkServer) -> Class:
    """Return a class of programs that are forked there."""
    folder = Path(tempfile.mkdtemp(dir=fork_server.folder))
    settings = replace(
        SETTINGS,
        sandbox=Sandbox(lock=fork_server.lock),
        fence=Fence(folder),
        fork_server=fork_server,
    )
    return Class(folder, isolated=True, settings=settings)


class Class(Stage):
    """Programs in folders of their own, as they are handed in."""

    def write(self, source: str) -> Path:
        """Write it as the file of the next student."""
        file = self.folder / str(len(self.files)) / "student.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        self.files.append(file)
        return file


@pytest.fixture(scope="module", params=LOCKS)
def fork_server(request: pytest.FixtureRequest) -> Iterator[LockedForkServer]:
    """Return a fork server of each kind."""
    with a_fork_server(request.param) as opened:
        yield opened


@pytest.fixture
def stage(fork_server: LockedForkServer) -> Class:
    """Return a class whose programs are forked there."""
    return class_in(fork_server)


@pytest.fixture(scope="module")
def attacked(
    fork_server: LockedForkServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, str], list[str | None]]:
    """Return what each attack led to, and how both programs ended."""
    secret = tmp_path_factory.mktemp("teacher") / "secret.txt"
    secret.write_text("the solution")
    played = class_in(fork_server).play(
        PROGRAM.format(secret=str(secret).encode(), attacks=ATTACKS), QUIET
    )
    told = dict(line.rsplit(" ", 1) for line in played.text.splitlines())
    assert secret.read_text() == "the solution"
    return told, [host.outcome for host in played.hosts]


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_fails(attacked: tuple[dict[str, str], list[str | None]], attack: str) -> None:
    """The system refuses it, and the program goes on in its place."""
    assert attacked[0][attack] == "failed"


def test_the_program_beside_it_is_not_disturbed(
    attacked: tuple[dict[str, str], list[str | None]],
) -> None:
    """Both come to their ends."""
    assert attacked[1] == ["finished", "finished"]


def test_it_has_a_home_in_which_it_writes(
    attacked: tuple[dict[str, str], list[str | None]],
) -> None:
    """Its own folder, where nothing of an attack is left."""
    assert attacked[0]["own: ['notes.txt', 'student.py']"] == "True"


def test_it_has_no_files_open_but_its_own_channels(stage: Class) -> None:
    """Nothing of the process that forked it, nor of its neighbours."""
    played = stage.play(
        QUIET,
        """
        import os
        from wsusim import Controller

        def is_open(number):
            try:
                return bool(os.fstat(number))
            except OSError:
                return False

        class Looker(Controller):
            def run(self):
                print([number for number in range(200) if is_open(number)])
        """,
    )

    # Standard files; the link's two ends and messages; no pidfd.
    assert len(played.text.split(",")) <= 7


FILLING = {
    "a file that grows": (
        "f = open('large', 'wb')\n[f.write(bytes(1 << 20)) for _ in range(9999)]", "File too large"
    ),
    # At 100 MB a second: Landlock's meter looks ten times a second, so a faster one gets further.
    "many files": (
        "for n in range(999):\n    open(str(n), 'wb').write(bytes(1 << 20)); pause.wait(0.01)",
        "filled more than 32 MB",
    ),
    "files without names": (
        "kept = []\nfor n in range(99):\n    kept.append(open(str(n), 'wb', 0)); "
        "os.remove(str(n)); kept[-1].write(bytes(8 << 20)); self.sleep(0)\nself.wait_long()",
        "filled more than 32 MB",
    ),
    "files kept as memory": (
        "kept = []\nfor n in range(99):\n    f = open(str(n), 'wb+', 0); f.write(bytes(8 << 20)); "
        "os.remove(str(n)); kept.append(map_first_page(f.fileno())); f.close()\nself.wait_long()",
        "filled more than 32 MB",
    ),
    "many names": (
        "for n in range(6000):\n    os.close(os.open(str(n), os.O_CREAT))\nself.wait_long()",
        "more than 5,000 files",
    ),
    "deep folders": (
        "for n in range(200):\n    os.mkdir('d'); os.chdir('d')\nself.wait_long()",
        "can't be counted",
    ),
}  # fmt: skip


def taken_bytes(folder: Path) -> int:
    """Return how much of the disk a folder's files take, and those that have only lost their name.

    How full the whole disk is says less: other tests write, too.
    """
    sizes = [os.lstat(place).st_blocks * 512 for place in folder.rglob("*")]
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):  # it has been closed
            if str(opened.readlink()).startswith(f"{folder}/"):
                sizes.append(opened.stat().st_blocks * 512)
    return sum(sizes)


@pytest.mark.parametrize("way", FILLING)
def test_a_full_disk_is_its_own_end(stage: Class, way: str) -> None:
    """It is ended, or gets an error, and is told why; the disk it had is free again."""
    code, said = FILLING[way]

    played = stage.play(
        "import ctypes, os, threading\nfrom wsusim import Controller\n\n"
        "pause = threading.Event()\n\n"
        "def map_first_page(fd):\n"
        "    return ctypes.CDLL(None).mmap(None, ctypes.c_size_t(4096), 1, 1, fd, 0)\n\n"
        "class Filler(Controller):\n    def wait_long(self):\n"
        "        pause.wait(9)\n    def run(self):\n" + textwrap.indent(code, " " * 8)
    )

    assert said in str(played.host.failure)
    assert taken_bytes(stage.folder) < 64 << 20


def test_a_program_finds_nothing_of_the_one_before(fork_server: LockedForkServer) -> None:
    """Its files have gone, also those that it has made unreadable."""
    stage = class_in(fork_server)
    played = stage.play("""
        import os
        from wsusim import Controller

        class Leaver(Controller):
            def run(self):
                os.mkdir("closed", 0o000)
                os.mkdir("open")
                open("open/notes.txt", "w").write("left")
    """)
    left = fork_server.root_of(fork_server.process_id or 0)

    assert played.host.outcome == "finished"
    if left is not None:  # else the folder goes when the run is over
        stage.files.clear()
        again = stage.play("""
            import os
            from wsusim import Controller

            class Finder(Controller):
                def run(self):
                    print(os.listdir("."))
        """)
        assert again.text == "['student.py']\n"


def test_its_threads_are_counted_and_its_computing(stage: Class) -> None:
    """What it uses is known from outside, so that a busy machine is not its fault."""
    stage.settings = replace(stage.settings, compute_s=0.3)

    played = stage.play("""
        from wsusim import Controller

        class Slow(Controller):
            def run(self):
                while True:
                    sum(range(100_000))
                    self.sleep(0.02)
    """)

    assert "used up its computing time" in str(played.host.failure)


@pytest.mark.parametrize("lock", LOCKS)
def test_nothing_is_left_of_it(lock: Lock) -> None:
    """Neither processes nor files, when the fork server is closed."""
    with a_fork_server(lock) as fork_server:
        played = class_in(fork_server).play(QUIET)
        folder, process = fork_server.folder, fork_server.process_id
    assert played.host.outcome == "finished"
    assert process is not None
    assert is_gone(process)
    assert not folder.exists()
