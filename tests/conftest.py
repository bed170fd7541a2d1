"""Rules for every test: no thread is left behind, no unexpected warning is logged."""

from __future__ import annotations

import gc
import logging
import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from wsusim.gui.qt_features import leave_sources_unread

# A busy machine is no fault of the code, so there is no deadline.
_USUAL = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", _USUAL, max_examples=10)
settings.register_profile("slow", _USUAL, max_examples=400)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Tests run side by side: numpy's own threads would only wait for each other's processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell has its background jobs ignore Ctrl-C, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = "slow"


def pytest_configure(config: pytest.Config) -> None:
    """Try what holds for any input with few examples in the fast suite, with many in the other."""
    gc.disable()
    with suppress(ImportError):  # pytest-qt has loaded Qt, if there is one
        leave_sources_unread()
    if not hasattr(config, "workerinput"):  # a worker's times are told to the process that waits
        config.pluginmanager.register(Durations(config))
    settings.load_profile(SLOW if config.option.markexpr == SLOW else "fast")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what starts programs; have the slow suite repeat the rules about any input."""
    for item in items:
        if _starts_programs(item.path):
            item.add_marker("process")
    if config.option.markexpr == SLOW:
        for item in items:
            if is_hypothesis_test(getattr(item, "obj", None)):
                item.add_marker(SLOW)


_STARTS = re.compile(r"\bsubprocess\b|\bPopen\b|_isolated\b|LocalWorkers|--isolate|Server\(|Xvfb")
"""What stands in a file of tests, or in what it takes from beside it, that starts programs."""


@lru_cache
def _starts_programs(file: Path) -> bool:
    """Return whether the tests of a file start programs, or are of a folder that does."""
    if "end_to_end" in file.parts:
        return True
    texts = [file.read_text(encoding="utf-8")]
    beside = file.with_name("conftest.py")
    texts += [beside.read_text(encoding="utf-8")] if beside.is_file() else []
    return any(_STARTS.search(text) for text in texts)


class Durations:
    """Keeps how long each file of tests took, for ``tests.affected``."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._took_s: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test's parts; under xdist the reports of all workers come here."""
        file = report.nodeid.partition("::")[0]
        self._took_s[file] = self._took_s.get(file, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        """Keep what is new beside what was known."""
        cache: pytest.Cache | None = getattr(self._config, "cache", None)
        if cache is None:
            return
        known = cache.get("wsusim/durations", {})
        took_s = {file: round(seconds, 2) for file, seconds in self._took_s.items()}
        cache.set("wsusim/durations", known | took_s)


def pytest_collection_finish() -> None:
    """Have garbage looked for in what tests make, not in the tests: that takes a second a time."""
    gc.freeze()
    gc.enable()


THREAD_GOODBYE_S = 10.0
"""How long a thread that is already ending may take to go; only a failing test waits that long."""

GOES_ON = "wsusim-compiling"
"""Of ``runs.compiled_beside``: where no kernel is kept yet, it outlives who first asked."""


@pytest.fixture(autouse=True)
def _no_thread_is_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread running."""
    before = set(threading.enumerate())
    yield
    left = [
        thread
        for thread in threading.enumerate()
        if thread not in before and thread.name != GOES_ON
    ]
    for thread in left:
        thread.join(THREAD_GOODBYE_S)
    alive = [thread.name for thread in left if thread.is_alive()]
    assert not alive, f"Threads left behind: {alive}"


@pytest.fixture(autouse=True)
def _signals_mean_what_they_meant() -> Iterator[None]:
    """Give Ctrl-C back: a command that was tried in this process has taken it for its own end."""
    usual = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.fixture(autouse=True)
def _no_unexpected_warning_is_logged(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Fail a test that logs a warning, unless it is marked ``logs_warnings``."""
    yield
    if request.node.get_closest_marker("logs_warnings"):
        return
    lines = [
        record.getMessage()
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING
    ]
    assert not lines, f"Unexpected log lines: {lines}"
