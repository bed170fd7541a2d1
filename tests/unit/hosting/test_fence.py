"""What a controller's own process may reach."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.hosting.fence import CHECKED_ONLY, SCRATCH_ONLY, Fence

ROOT = Path(__file__).parents[3]


def outcome(fence: Fence, code: str) -> str:
    """Return what a program prints behind a fence, or the last line of its error."""
    start = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from pathlib import Path\n"
        "from wsusim.hosting.fence import Fence, raise_fence\n"
        f"raise_fence(Fence(Path({str(fence.folder)!r}), {fence.is_checked}, {fence.is_strict}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", start + code], capture_output=True, text=True, check=False
    )
    return (done.stdout + done.stderr).strip().rpartition("\n")[2]


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """Return the program's own folder, beside another one with a file."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.txt").write_text("42")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "data.txt").write_text("7")
    return tmp_path / "own"


@pytest.mark.parametrize("is_checked", [False, True])
def test_files_of_its_own_may_change(inside: Path, is_checked: bool) -> None:
    """A program reads and writes in its own folder."""
    code = f"p = Path({str(inside)!r}) / 'data.txt'; p.write_text('8'); print(p.read_text())"

    assert outcome(Fence(inside, is_checked), code) == "8"


@pytest.mark.parametrize("is_checked", [False, True])
def test_other_files_never_change(inside: Path, is_checked: bool) -> None:
    """A program that would change another file is refused."""
    other = inside.parent / "other" / "secret.txt"

    told = outcome(Fence(inside, is_checked), f"open({str(other)!r}, 'w')")

    assert told.endswith("it may change files in its own folder only.")
    assert other.read_text() == "42"


def test_a_checked_program_reads_nothing_of_others(inside: Path) -> None:
    """Other people's files can't be read while a controller is checked."""
    other = inside.parent / "other" / "secret.txt"

    told = outcome(
        Fence(inside, is_checked=True, is_strict=True), f"print(open({str(other)!r}).read())"
    )

    assert told.endswith(f"{CHECKED_ONLY}: it may read its own files only.")


def test_a_recorded_program_reads_what_it_read_then(inside: Path) -> None:
    """A recorded run may have read any file, so its program may read it again."""
    other = inside.parent / "other" / "secret.txt"

    assert outcome(Fence(inside), f"print(open({str(other)!r}).read())") == "42"


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import os; os.listdir('..')", "it may read its own files only"),
        ("import os; os.fork()", "start other programs"),
        ("import subprocess; subprocess.run(['true'])", "start other programs"),
        ("import os; os.kill(os.getppid(), 0)", "send signals"),
        ("import socket; socket.socket().connect(('127.0.0.1', 9))", "use the network"),
    ],
)
def test_a_checked_program_stays_alone(inside: Path, code: str, what: str) -> None:
    """A controller that is checked reaches no folder, program, process or network of others."""
    told = outcome(
        Fence(inside, is_checked=True, is_strict=True),
        f"import os; os.chdir({str(inside)!r}); {code}",
    )

    assert what in told


def test_python_and_its_packages_can_be_imported(inside: Path) -> None:
    """What a program imports is read as ever."""
    code = "import numpy, statistics, wsusim; print(numpy.arange(3).sum())"

    assert outcome(Fence(inside, is_checked=True, is_strict=True), code) == "3"


def test_a_process_is_told_of_its_fence_by_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment of a fence gives the same fence."""
    fence = Fence(tmp_path, is_checked=True, is_strict=True)
    for name, value in fence.environment().items():
        monkeypatch.setenv(name, value)

    assert Fence.of_this_process() == fence


def test_the_two_refusals_differ() -> None:
    """People hear why a program is fenced in."""
    assert SCRATCH_ONLY != CHECKED_ONLY
