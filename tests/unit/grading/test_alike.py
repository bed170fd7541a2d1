"""Programs that look alike."""

from __future__ import annotations

import pytest

from tests.extras import needs
from wsusim.grading.alike import find_pairs
from wsusim.grading.submissions import Submission
from wsusim.recording.header import ControllerSource
from wsusim.shipped import shipped_folder

pytestmark = needs("copydetect", "requirements-cluster.txt")


pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def work(student: str, text: str) -> Submission:
    """Return what a student handed in."""
    program = ControllerSource(0, "", "robot.py", {"robot.py": text.encode()})
    return Submission(student, student, program)


def ready(name: str) -> str:
    """Return a ready controller."""
    return (shipped_folder("controllers") / f"{name}.py").read_text(encoding="utf-8")


def test_a_copy_with_other_names_is_pointed_out_and_others_are_not() -> None:
    """Other names and comments hide nothing, and programs for one task are not all alike."""
    copied = ready("wall_follower").replace("NEAR", "CLOSE").replace("WallFollower", "Mine")
    names = ("wall_follower", "maze_solver", "odometry_square", "avoid_obstacles")
    class_ = [work(name, ready(name)) for name in names]

    (pair,) = find_pairs([*class_, work("copier", copied)])

    assert {pair.first, pair.second} == {"copier", "wall_follower"}


def test_short_programs_are_alike_by_themselves() -> None:
    """Two programs of a few lines for one task are not pointed out."""
    short = (
        "from wsusim import Controller\nclass R(Controller):\n    def run(self):\n        pass\n"
    )

    assert find_pairs([work("ann", short), work("ben", short)]) == []
