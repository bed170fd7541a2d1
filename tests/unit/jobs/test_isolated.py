"""A run kept apart."""

from __future__ import annotations

import pytest

from wsusim.hosting.sandbox import trouble
from wsusim.jobs.isolated import Limits, run_isolated
from wsusim.recording.header import ControllerSource
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute
from wsusim.shipped import shipped_folder

REQUEST = RunRequest(("",), maze="rooms", seed=3, time_s=5)


def program(text: str) -> ControllerSource:
    """Return a program that is handed in as robot.py."""
    return ControllerSource(0, "", "robot.py", {"robot.py": text.encode()})


def test_it_is_the_run_that_anybody_gets() -> None:
    """The trace is that of the same program in the same maze with the same seed, to the byte."""
    text = (shipped_folder("controllers") / "wall_follower.py").read_text(encoding="utf-8")

    done = run_isolated([program(text)], REQUEST, Limits(), sample_ticks=10)
    usual = execute(RunRequest(("wall_follower",), maze="rooms", seed=3, time_s=5))

    assert done.report is not None
    assert done.report.trace_sha256 == usual.trace_sha256
    assert done.recording.startswith(b"\x89MCAP")


def test_files_are_named_as_they_were_handed_in() -> None:
    """A failure names the student's file, and not the copy that was run."""
    text = (
        "from wsusim import Controller\nclass R(Controller):\n    def run(self):\n        1 / 0\n"
    )

    done = run_isolated([program(text)], REQUEST, Limits())

    assert done.error is not None
    assert (done.error.file, done.error.line) == ("robot.py", 4)
    assert "wsusim-" not in done.error.text


def test_a_program_that_cannot_be_loaded() -> None:
    """There is no run, but a reason with its line."""
    done = run_isolated([program("class R(\n")], REQUEST, Limits())

    assert done.report is None
    assert done.error is not None
    assert (done.error.file, done.error.line) == ("robot.py", 1)


@pytest.mark.skipif(trouble() != "", reason=trouble())
def test_in_a_sandbox_it_is_the_same_run() -> None:
    """What is locked in by the system drives as what is not, and sees nothing of this computer."""
    text = (
        "from pathlib import Path\nfrom wsusim import Controller\n\n"
        "class R(Controller):\n    def run(self):\n        self.motors.set_speeds(5, 6)\n"
        f"        self.sleep(1 + Path({__file__!r}).exists())\n"
    )
    locked = run_isolated([program(text)], REQUEST, Limits(is_sandboxed=True))
    free = run_isolated([program(text.replace(repr(__file__), "'nowhere'"))], REQUEST, Limits())

    assert locked.report is not None
    assert free.report is not None
    assert locked.report.trace_sha256 == free.report.trace_sha256


@pytest.mark.parametrize("is_sandboxed", [False, True])
def test_a_large_package_is_there_before_the_program_begins(is_sandboxed: bool) -> None:
    """Importing it is not the program's time."""
    if is_sandboxed and trouble():
        pytest.skip(trouble())
    text = (
        "import sys\nfrom wsusim import Controller\n\nclass R(Controller):\n    def run(self):\n"
        "        was_there = 'shapely' in sys.modules\n        import shapely\n"
        "        raise ValueError(was_there, 'scipy' in sys.modules)\n"
    )

    done = run_isolated([program(text)], REQUEST, Limits(is_sandboxed=is_sandboxed))

    assert done.error is not None
    assert "(True, False)" in done.error.message


STACK_MB = 4
"""Each thread of a student's that is kept apart has such a stack."""


@pytest.mark.parametrize("memory_mb", [511, 512, 513, 514])
def test_a_thread_too_many_is_told_with_the_limit(memory_mb: int) -> None:
    """Dozens fit; then the message says how much memory each takes, whatever met the limit."""
    text = (
        "import threading\nfrom wsusim import Controller\n\nheld = threading.Lock()\n\n"
        "class R(Controller):\n    def run(self):\n        for _ in range(300):\n"
        "            threading.Thread(target=held.acquire, daemon=True).start()\n"
    )

    done = run_isolated([program(text)], REQUEST, Limits(memory_mb=memory_mb))

    assert done.error is not None
    assert done.error.message.removeprefix("RuntimeError: ") in (
        "can't start new thread",
        "MemoryError",
    )
    (hint,) = (hint for hint in done.error.hints if f"{memory_mb} MB" in hint)
    count = int(hint.partition("; ")[2].partition(" ")[0])
    assert count >= 30
    assert f"takes {STACK_MB} MB" in hint
