"""Compiled kernels are kept apart for every state of the sources, and are never in the way."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from tests.unit.kernels.small_kernel import made_and_kept
from wsusim.kernels import cache, elementwise
from wsusim.kernels.cache import damaged_files
from wsusim.kernels.numba_inside import cpu_target
from wsusim.kernels.source_state import place_of

ROOT = Path(__file__).parents[3]

FOLDER = "from wsusim.kernels import cache; print(cache.folders()[0])"

COMPILE = "from tests.unit.kernels import small_kernel; print(small_kernel.made_and_kept())"

ANEW, KEPT = "39 0", "39 1"
"""What the small kernel makes, and whether it came from the folder."""

NOT_KEPT = f"{ANEW} The compiled simulator can't be kept on disk"


def begin(program: str, **environment: str) -> subprocess.Popen[str]:
    """Start a new process with no folder chosen but by ``environment``."""
    clean = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**clean, **environment},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def output(process: subprocess.Popen[str]) -> str:
    """Return what a process printed."""
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return printed.strip()


Start = Callable[[Path], str]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Start:
    """Return a function that does in this process what each does at its start."""
    for name, value in (("folder", None), ("given", None), ("trouble", "")):
        monkeypatch.setattr(cache._Keeping, name, value)

    def start(folder: Path) -> str:
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
        cache.choose_cache_folder()
        return made_and_kept()

    return start


def test_the_folder_stays_the_same() -> None:
    """The second run finds what the first one compiled."""
    first, second = output(begin(FOLDER)), output(begin(FOLDER))

    assert first == second


def test_the_user_may_choose_another_folder(tmp_path: Path) -> None:
    """NUMBA_CACHE_DIR comes first."""
    assert output(begin(FOLDER, NUMBA_CACHE_DIR=str(tmp_path))) == str(tmp_path)


@pytest.fixture
def kept(start: Start, tmp_path: Path) -> Path:
    """Return a folder with one compiled kernel."""
    folder = tmp_path / "kept"
    folder.mkdir()
    assert start(folder) == ANEW
    return folder


def test_a_kept_kernel_is_found(start: Start, kept: Path) -> None:
    """The next start compiles nothing."""
    assert start(kept) == KEPT


def test_a_kept_kernel_needs_no_compiler(kept: Path) -> None:
    """What numba compiles with is not even loaded: that takes longer than the kernels do."""
    program = f"{COMPILE}; import sys; print('numba.typed.typeddict' in sys.modules)"

    assert output(begin(program, NUMBA_CACHE_DIR=str(kept))) == f"{KEPT}\nFalse"


@pytest.mark.parametrize("pattern", ["*.kernel", "*.nbi"])
@pytest.mark.parametrize("damage", ["cut off", "changed", "empty"])
def test_a_damaged_file_counts_as_not_there(
    start: Start, kept: Path, pattern: str, damage: str
) -> None:
    """It is compiled again, rightly, and kept again."""
    (file,) = kept.rglob(pattern)
    content = file.read_bytes()
    middle = len(content) // 2
    damaged = {
        "cut off": content[:middle],
        "changed": content[:middle] + b"Q" * 8 + content[middle + 8 :],
        "empty": b"",
    }
    file.write_bytes(damaged[damage])

    assert [start(kept), start(kept)] == [ANEW, KEPT]


def test_damaged_files_are_found(kept: Path) -> None:
    """For the check of the computer; whole ones are not mentioned."""
    (file,) = kept.rglob("*.kernel")
    before = damaged_files()

    file.write_bytes(file.read_bytes()[:-5])

    assert before == []
    assert damaged_files() == [file]


@pytest.fixture
def start_beside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[int], str]:
    """Return a function that starts where some folders can be written to.

    Of the one beside the sources and the user's own, as many as it is told can't.
    """
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    for name, value in (("folder", None), ("given", None), ("trouble", "")):
        monkeypatch.setattr(cache._Keeping, name, value)
    can_be_written = cache._can_be_written

    def start(read_only: int) -> str:
        kept = iter([False] * read_only + [True] * 2)
        monkeypatch.setattr(
            cache, "_can_be_written", lambda home: next(kept) and can_be_written(home)
        )
        cache.choose_cache_folder()
        return made_and_kept()

    return start


@pytest.mark.parametrize("read_only", [1, 2], ids=["the user's can be written to", "none can"])
def test_what_was_compiled_beside_read_only_sources_is_used(
    start_beside: Callable[[int], str], read_only: int
) -> None:
    """A school's share is prepared once, and then nobody may write to it."""
    assert start_beside(0) == ANEW
    assert start_beside(read_only) == KEPT


def test_a_chosen_folder_that_can_only_be_read_is_used(
    start: Start, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no process is started to compile what would not be kept."""
    monkeypatch.setattr(cache, "_can_be_written", lambda _place: False)

    assert start(kept) == KEPT
    assert not cache.can_keep()


def test_a_folder_that_cannot_be_looked_into_is_no_folder(
    start: Start, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user's, say: everything is compiled, and nothing kept."""

    def refuse(_place: Path) -> None:
        raise PermissionError("Permission denied")

    monkeypatch.setattr(cache, "_can_be_written", lambda _place: False)
    monkeypatch.setattr(Path, "iterdir", refuse)

    assert start(kept) == ANEW


def test_a_user_without_a_home_compiles_all_the_same(
    start_beside: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container; what nobody can keep, nobody finds."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)

    assert start_beside(1).startswith(ANEW)


def test_what_is_not_there_is_kept_for_the_user(start_beside: Callable[[int], str]) -> None:
    """As when nobody has prepared the share."""
    assert start_beside(1) == ANEW
    assert start_beside(1) == KEPT


def test_kernels_are_made_for_any_processor() -> None:
    """So that a folder in which they are can be copied to other computers."""
    _system, processor, features = cpu_target.target_context.codegen().magic_tuple()

    assert (processor, features) == ("generic", "")


SMALL = "elementwise._fill_tan"


@pytest.fixture
def is_there() -> Callable[[], bool]:
    """Return a function that tells whether a small kernel is on disk; it is."""
    elementwise.tan([1.0])
    return lambda: cache.is_compiled(SMALL)


@pytest.mark.parametrize("damage", ["cut off", "missing", "a folder"])
def test_a_kernel_whose_code_is_damaged_is_not_there(
    is_there: Callable[[], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """So a person is told that it is compiled again, instead of waiting without a word."""
    kept = place_of(cache.folders()[0], Path(elementwise.__file__))
    copy = tmp_path / kept.name
    shutil.copytree(kept, copy)
    for name, folder in (("folder", tmp_path), ("given", None)):
        monkeypatch.setattr(cache._Keeping, name, folder)
    before = is_there()
    files = sorted(copy.glob(f"{SMALL}-*.kernel"))

    for file in files:
        content = file.read_bytes()
        file.unlink()
        if damage == "cut off":
            file.write_bytes(content[:-1])
        elif damage == "a folder":
            file.mkdir()

    assert before
    assert not is_there()
    assert damaged_files() == (files if damage != "missing" else [])


def test_what_a_chosen_folder_lacks_is_kept_for_each_user(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A school's folder of compiled kernels may be read-only, and older than wsusim."""
    chosen, home = tmp_path / "chosen", tmp_path / "home"
    can_be_written = cache._can_be_written
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(
        cache, "_can_be_written", lambda place: place != chosen and can_be_written(place)
    )
    chosen.mkdir()

    assert [start(chosen), start(chosen)] == [ANEW, KEPT]
    assert cache.folders() == [home / ".cache" / "wsusim" / "kernels", chosen]


def test_folders_that_only_others_can_read_are_found(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who compiles for a room may have a strict umask."""
    before = cache.closed_folders()
    (folder,) = kept.iterdir()

    monkeypatch.setattr(os, "access", lambda place, _mode: place != folder)

    assert before == []
    assert cache.closed_folders() == [folder]


def test_what_cannot_be_kept_is_told_with_the_reason_of_the_users_own_folder(
    start_beside: Callable[[int], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can make room in a share that is read-only."""
    assert start_beside(0) == ANEW
    for file in tmp_path.rglob("*.kernel"):
        file.unlink()

    def refuse(_place: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cache._Place, "ensure_cache_path", refuse)
    monkeypatch.setattr(cache._Keeping, "refused", "my home: no space")

    assert "(my home: no space)" in start_beside(2)


def test_a_kernel_of_another_processor_is_not_there(
    is_there: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever chooses one with ``NUMBA_CPU_NAME`` may share a folder with others."""
    here = is_there()

    monkeypatch.setattr(numba.config, "CPU_NAME", "of-another-computer")

    assert here
    assert not is_there()


def test_a_kernel_of_another_python_is_not_there(
    is_there: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several Pythons may share a folder, too."""
    here = is_there()

    monkeypatch.setattr(cache, "_PYTHON", "py39")

    assert here
    assert not is_there()


def test_garbage_is_looked_for_as_before_once_a_kernel_is_compiled(
    start: Start, tmp_path: Path
) -> None:
    """Only while it is compiled that happens less often."""
    before = gc.get_threshold()

    start(tmp_path)

    assert gc.get_threshold() == before


def test_without_a_folder_everything_is_compiled_and_it_is_said(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place that can't be a folder keeps nothing and stops no run."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "file" / "home")

    assert start(tmp_path / "file" / "kernels").startswith(NOT_KEPT)


def test_a_full_disk_keeps_nothing_and_it_is_said(tmp_path: Path) -> None:
    """What can't be written is left out, in whole."""
    limits = "(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))"
    full = f"import resource; resource.setrlimit{limits}\n"

    printed = output(begin(full + COMPILE, NUMBA_CACHE_DIR=str(tmp_path)))

    assert printed.startswith(NOT_KEPT)
    assert list(tmp_path.rglob("*.kernel")) == []


def test_of_two_processes_one_compiles(tmp_path: Path) -> None:
    """The other one waits and takes what was made."""
    both = [begin(COMPILE, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]

    assert sorted(map(output, both)) == [ANEW, KEPT]
