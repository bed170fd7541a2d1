"""Programs in threads can't use up the computer's memory."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import wsusim
from tests.unit.hosting.stage import SETTINGS, Stage
from wsusim.control.report import FailureReport
from wsusim.hosting.growth_limit import GrowthLimit

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="tells the memory in use only there"
)

CALM = """
    class Calm(Controller):
        def run(self):
            while self.active:
                self.sleep(0.1)
"""

HOG = """
    class Hog(Controller):
        def run(self):
            kept = []
            while True:
                kept.append(f"{len(kept):100}")
"""
"""It keeps texts: a garbage collection could call hypothesis, which the error might meet."""


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Return a stage whose controllers may let this process grow by 128 MB each."""
    return Stage(tmp_path, isolated=False, settings=replace(SETTINGS, growth_mb=128))


def report(failure: FailureReport | None) -> FailureReport:
    """Return the report of a program that ran out of memory; fails where it tells another end."""
    assert failure is not None
    assert failure.kind == "MemoryError"
    return failure


def test_many_small_things_end_at_their_line(stage: Stage) -> None:
    """A loop that fills the memory bit by bit is told with its line and its limit."""
    played = stage.play(HOG)
    told = report(played.host.failure)
    assert told.line in (played.line_of("while True"), played.line_of("kept.append"))
    assert any("128 MB" in hint for hint in told.hints)


def test_one_large_thing_is_refused(stage: Stage) -> None:
    """What would be too much in one piece is refused at once."""
    played = stage.play("""
        class Large(Controller):
            def run(self):
                self.table = bytearray(500_000_000)
    """)
    assert report(played.host.failure).line == played.line_of("bytearray")


def test_growing_while_driving_is_seen(stage: Stage) -> None:
    """A program that keeps what it reads and never waits by itself is ended, too."""
    played = stage.play(
        """
        class Reader(Controller):
            def run(self):
                kept = []
                while True:
                    kept.append(str(self.sensors.proximities) * 40)
        """,
        until_tick=None,
    )
    report(played.host.failure)


def test_who_only_waits_goes_on(stage: Stage) -> None:
    """Of two programs, the one that computes is ended."""
    played = stage.play(CALM, HOG)
    calm, hog = played.hosts
    report(hog.failure)
    assert calm.failure is None


def test_the_usual_limit_comes_back(stage: Stage) -> None:
    """After the run, this process may grow as before."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    stage.play(HOG)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


def test_without_a_limit_nothing_is_refused(stage: Stage) -> None:
    """A run that sets no limit lets its programs use what there is."""
    stage.settings = SETTINGS
    played = stage.play("""
        class Large(Controller):
            def run(self):
                self.table = bytearray(500_000_000)
    """)
    assert played.host.failure is None


class Guest:
    """A program whose thread is somewhere, until it is refused memory."""

    def __init__(self, file: Path) -> None:
        source = "def wait(until):\n    while not until.is_set():\n        until.wait(0.01)\n"
        names: dict[str, Callable[[threading.Event], None]] = {}
        exec(compile(source, str(file), "exec"), names)
        self.is_refused, self.failures = threading.Event(), list[BaseException]()
        self._wait = names["wait"]
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        self.program_ident = self.thread.ident

    def _run(self) -> None:
        try:
            self._wait(self.is_refused)
        except MemoryError as failure:
            self.failures.append(failure)

    def refuse_memory(self) -> None:
        """Go on."""
        self.is_refused.set()


@pytest.mark.parametrize(
    ("file", "is_thrown"),
    [(Path(wsusim.__file__).with_name("any.py"), False), (Path("/home/pupil/robot.py"), True)],
)
def test_nothing_is_thrown_into_wsusims_lines(file: Path, is_thrown: bool) -> None:
    """A recording may be written there: such a program fails where it next waits."""
    guest = Guest(file)
    with GrowthLimit(0, [guest]):
        guest.thread.join()

    assert (len(guest.failures), guest.is_refused.is_set()) == (int(is_thrown), not is_thrown)
