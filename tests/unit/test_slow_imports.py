"""Slow libraries are imported so that ending the program doesn't wait for them."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from wsusim.slow_imports import slow_import

NAME = "library_that_takes_long"
PATIENCE_S = 60.0

ENDLESS = f"""
import threading

import wsusim.interrupts

wsusim.interrupts.interrupt_main_thread()
threading.may_go_on.wait({PATIENCE_S})
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return where to write a library."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path / f"{NAME}.py"
    sys.modules.pop(NAME, None)


def test_it_is_the_library(library: Path) -> None:
    """The same module as by an import of Python's own."""
    library.write_text("VALUE = 7\n")

    module = slow_import(NAME)

    assert isinstance(module, ModuleType)
    assert module is sys.modules[NAME]
    assert module is slow_import(NAME)


def test_one_that_is_missing_is_named() -> None:
    """As when it is imported as usual."""
    with pytest.raises(ModuleNotFoundError) as caught:
        slow_import("library_that_nobody_has")

    assert caught.value.name == "library_that_nobody_has"


def test_a_request_to_end_does_not_wait_for_it(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is raised while the library still loads."""
    library.write_text(ENDLESS)
    may_go_on = threading.Event()
    monkeypatch.setattr(threading, "may_go_on", may_go_on, raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            slow_import(NAME)
        loading = [thread for thread in threading.enumerate() if thread.name == "wsusim-import"]
    finally:
        signal.signal(signal.SIGINT, before)
        may_go_on.set()
    for thread in loading:
        thread.join()

    assert loading
