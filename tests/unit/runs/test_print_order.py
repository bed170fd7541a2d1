"""Prints of several robots come in the order of their time."""

from __future__ import annotations

from pathlib import Path

from tests.heard import Heard
from wsusim.runs.print_order import HELD_MAX, PrintOrder
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

CHATTER = """
from wsusim import Controller

class Chatter(Controller):
    def run(self):
        for turn in range(5):
            print(turn)
            self.sleep(0.1)
"""


def test_prints_come_by_tick_and_robot() -> None:
    """Whichever came first in the computer's time; what one robot printed stays in its order."""
    told: list[tuple[int, int, str]] = []
    order = PrintOrder(lambda *entry: told.append(entry))
    order.take(1, 7, "d")
    order.take(0, 7, "b")
    order.take(0, 7, "c")
    order.take(2, 6, "a")

    order.release()
    order.release()

    assert [text for _, _, text in told] == ["a", "b", "c", "d"]


def test_a_flood_is_not_held() -> None:
    """At most so much waits."""
    told: list[str] = []
    order = PrintOrder(lambda tick, robot, text: told.append(text))
    for number in range(2 * HELD_MAX + 2):
        order.take(0, 0, str(number))
    assert len(told) > HELD_MAX


def test_several_robots_print_in_order(tmp_path: Path) -> None:
    """In threads, which take turns as they like."""
    file, heard = tmp_path / "chatter.py", Heard()
    file.write_text(CHATTER)

    execute(RunRequest((str(file),) * 3, "crowd"), heard)

    assert "".join(heard.prints).split() == [str(turn) for turn in range(5) for _ in range(3)]


def test_a_program_that_ends_at_once_gets_a_hint(tmp_path: Path) -> None:
    """It has set the speeds, and wonders why the robot stands."""
    file, heard = tmp_path / "short.py", Heard()
    file.write_text(
        "from wsusim import Controller\n"
        "class Short(Controller):\n"
        "    def run(self):\n"
        "        self.motors.set_speeds(5, 5)\n"
    )

    report = execute(RunRequest((str(file),)), heard)

    assert report.outcome == "finished"
    assert "self.sleep(5)" in heard.remarks[0]


def test_a_robots_last_print_may_come_in_the_middle_of_another() -> None:
    """Python may free an object, whose ``__del__`` prints, at any moment."""
    told: list[str] = []
    order = PrintOrder(lambda tick, robot, text: again(text), is_needed=False)

    def again(text: str) -> None:
        told.append(text)
        if text == "first":
            order.take(0, 0, "second")

    order.take(0, 0, "first")

    assert told == ["first", "second"]
