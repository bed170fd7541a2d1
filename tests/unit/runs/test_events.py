"""What waits until it is taken away."""

from __future__ import annotations

from pathlib import Path

from tests.worlds import empty_world
from wsusim.runs.events import PRINTS_KEPT, Ended, Noticed, Outbox, Printed, Refused, Started
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute


def test_a_flood_of_prints_is_cut_and_counted() -> None:
    """What waits to be taken away is limited."""
    outbox = Outbox()
    for number in range(PRINTS_KEPT + 7):
        outbox.printed(0, 0, f"{number}\n")
    events = outbox.take()
    assert len(events) == PRINTS_KEPT + 1
    assert events[-1] == Printed(0, "... 7 more lines were left out\n")
    assert outbox.take() == []


def test_of_several_refusals_in_a_row_the_last_one_counts() -> None:
    """A thing that is dragged along a wall is refused at every point of it."""
    outbox = Outbox()
    for text in ("here", "there", ""):
        outbox.refused(text)
    assert outbox.take() == [Refused("")]


def test_a_run_that_broke_off_has_an_end() -> None:
    """A thread that waits for it hears of it."""
    outbox = Outbox()
    outbox.closed()
    assert outbox.take() == [Ended("failed", 0, "", False, None)]


def test_a_flood_of_remarks_is_cut_and_leaves_prints_alone() -> None:
    """As many remarks wait as prints, wherever they come from; each count is its own."""
    outbox = Outbox()
    for number in range(PRINTS_KEPT + 7):
        outbox.noticed(0, str(number))
    outbox.printed(0, 0, "a print\n")

    assert len(outbox.take()) == PRINTS_KEPT + 1
    outbox.noticed(0, "again")
    assert outbox.take() == [Noticed("again")]


SLOW = """
from wsusim import Controller

class Slow(Controller):
    def run(self):
        self.motors.set_speeds(8, 8)
        self.sleep(0.1)
        self.motors.stop()
"""


def test_what_a_robot_lacks_is_kept_from_the_start(tmp_path: Path) -> None:
    """A program that creeps on a Thymio is told so once, wherever the run is watched."""
    file = tmp_path / "slow.py"
    file.write_text(SLOW, encoding="utf-8")
    outbox = Outbox()

    execute(RunRequest((str(file),), empty_world(), robot_kind="thymio", is_isolated=False), outbox)

    (started,) = (event for event in outbox.take() if isinstance(event, Started))
    told = started.lacks
    assert len(told) == 1
    assert "on a Thymio II set_speeds(8, 8) is 2.66 mm/s" in told[0]
