"""Compiled kernels are kept apart for every state of the sources, and are never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.kernels.cache import damaged_files

ROOT = Path(__file__).parents[3]

FOLDER = "from wsusim.kernels import cache; print(cache.folder())"

COMPILE = """
import numpy as np
from wsusim.kernels import cache
from wsusim.kernels.raster import square_field
field = square_field(np.array([0, 0, 1, 0], np.uint8), 1, 4)
print(field.tolist(), len(square_field.stats.cache_hits), cache.trouble())
"""
"""Prints what a small kernel makes, whether it came from the cache, and what is wrong."""

RIGHT = "[2, 1, 0, 1]"


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


def test_the_folder_is_named_after_the_sources() -> None:
    """The same sources, the same folder: the second run finds what the first one compiled."""
    first, second = output(begin(FOLDER)), output(begin(FOLDER))

    assert first == second
    assert Path(first).name.startswith("kernels-")


def test_the_user_may_choose_another_folder(tmp_path: Path) -> None:
    """NUMBA_CACHE_DIR comes first."""
    assert output(begin(FOLDER, NUMBA_CACHE_DIR=str(tmp_path))) == str(tmp_path)


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with one compiled kernel."""
    folder = tmp_path_factory.mktemp("kept")
    assert output(begin(COMPILE, NUMBA_CACHE_DIR=str(folder))) == f"{RIGHT} 0"
    return folder


@pytest.fixture
def kept(compiled_once: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder."""
    return Path(shutil.copytree(compiled_once, tmp_path / "kept"))


def test_a_kept_kernel_is_found(kept: Path) -> None:
    """The next process compiles nothing."""
    assert output(begin(COMPILE, NUMBA_CACHE_DIR=str(kept))) == f"{RIGHT} 1"


@pytest.mark.parametrize("pattern", ["*.kernel", "*.nbi"])
@pytest.mark.parametrize("damage", ["cut off", "changed", "empty"])
def test_a_damaged_file_counts_as_not_there(kept: Path, pattern: str, damage: str) -> None:
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

    runs = [output(begin(COMPILE, NUMBA_CACHE_DIR=str(kept))) for _ in range(2)]

    assert runs == [f"{RIGHT} 0", f"{RIGHT} 1"]


def test_damaged_files_are_found(kept: Path) -> None:
    """For the check of the computer; whole ones are not mentioned."""
    (file,) = kept.rglob("*.kernel")
    before = damaged_files(kept)

    file.write_bytes(file.read_bytes()[:-5])

    assert before == []
    assert damaged_files(kept) == [file]


def test_without_a_folder_everything_is_compiled_and_it_is_said(tmp_path: Path) -> None:
    """A place that can't be a folder keeps nothing and stops nobody."""
    (tmp_path / "file").touch()

    printed = output(begin(COMPILE, NUMBA_CACHE_DIR=str(tmp_path / "file" / "kernels")))

    assert printed.startswith(f"{RIGHT} 0 The compiled simulator can't be kept on disk")


def test_a_full_disk_keeps_nothing_and_it_is_said(tmp_path: Path) -> None:
    """What can't be written is left out, in whole."""
    full = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))"
    )

    printed = output(begin(full + COMPILE, NUMBA_CACHE_DIR=str(tmp_path)))

    assert printed.startswith(f"{RIGHT} 0 The compiled simulator can't be kept on disk")
    assert list(tmp_path.rglob("*.kernel")) == []


def test_of_two_processes_one_compiles(tmp_path: Path) -> None:
    """The other one waits and takes what was made."""
    both = [begin(COMPILE, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]

    assert sorted(map(output, both)) == [f"{RIGHT} 0", f"{RIGHT} 1"]
