"""Kernels compiled in a process of its own, and what becomes of it."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from tests.unit.runs import compiling_for_ever
from wsusim.kernels import cache
from wsusim.runs import compiled_beside
from wsusim.runs.compiled_beside import compile_beside, compiling_beside

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals")


def test_a_request_to_end_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is raised at once, and the process that compiles has ended."""
    begun = tmp_path / "begun"
    monkeypatch.setenv(compiling_for_ever.BEGUN, str(begun))
    monkeypatch.setattr(cache, "is_compiled", lambda *kernels: False)

    def interrupt() -> None:
        while not (begun.is_file() and begun.read_text()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        compile_beside(compiling_for_ever.__name__, "compile_for_ever", "tick.run_ticks")

    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)


def test_what_is_compiled_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process is started."""
    begun = tmp_path / "begun"
    monkeypatch.setenv(compiling_for_ever.BEGUN, str(begun))
    monkeypatch.setattr(cache, "is_compiled", lambda *kernels: True)

    compile_beside(compiling_for_ever.__name__, "compile_for_ever", "tick.run_ticks")

    assert not begun.exists()


def test_a_process_that_fails_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first run that needs the kernels compiles them."""
    monkeypatch.setattr(cache, "is_compiled", lambda *kernels: False)

    compile_beside(compiling_for_ever.__name__, "there_is_no_such_function", "tick.run_ticks")


def test_the_end_does_not_wait_for_what_is_compiled_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller is told when it is done."""
    may_end = threading.Event()

    def wait(*words: str) -> None:
        assert may_end.wait(10.0)

    monkeypatch.setattr(cache, "is_compiled", lambda *kernels: False)
    monkeypatch.setattr(compiled_beside, "compile_beside", wait)
    is_done = compiling_beside("a.module", "a_function", "tick.run_ticks")
    before = is_done()
    may_end.set()
    for thread in threading.enumerate():
        if thread.name == "wsusim-compiling":
            thread.join(10.0)

    assert not before
    assert is_done()
