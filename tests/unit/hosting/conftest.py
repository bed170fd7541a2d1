"""A stage for each way of hosting; every test also checks that nothing is left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.hosting.stage import Stage
from wsusim.hosting.fork_server import OF_THIS_PROCESS


@pytest.fixture(scope="session")
def fork_server_has_begun() -> None:
    """Have the process begun that all tests share, and that stays."""
    if OF_THIS_PROCESS is not None:
        child = OF_THIS_PROCESS.launch()
        child.reap()
        child.close()


@pytest.fixture
def nothing_left(fork_server_has_begun: None) -> Iterator[None]:
    """Fail when a test leaves threads, sockets or children."""
    threads, files = set(threading.enumerate()), sockets()
    yield
    assert set(threading.enumerate()) - threads == set()
    assert sockets() - files == set()


def sockets() -> set[str]:
    """Return the sockets and process handles that this process has open (Linux)."""
    folder = Path("/proc/self/fd")
    found = set()
    for fd in folder.iterdir() if folder.is_dir() else ():
        try:
            target = str(fd.readlink())
        except FileNotFoundError:
            continue
        if target.startswith(("socket:", "anon_inode:", "pipe:", "/memfd:")):
            found.add(f"{fd.name} {target}")
    return found


@pytest.fixture(params=["thread", "process"])
def stage(request: pytest.FixtureRequest, tmp_path: Path, nothing_left: None) -> Stage:
    """Return a stage that hosts in threads, and one that hosts in processes."""
    return Stage(tmp_path, isolated=request.param == "process")
