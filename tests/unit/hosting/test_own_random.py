"""Global random numbers, for each controller its own: the same in threads and in processes."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from wsusim.backends.contract import RobotInfo
from wsusim.hosting.own_random import OwnRandom, generators_of
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.verify import verify
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import execute

SEEDED = """
import random
from random import randint
import numpy as np
from wsusim import Controller

class Dice(Controller):
    period = 0.02

    def setup(self):
        random.seed(1)
        np.random.seed(2)

    def step(self):
        self.motors.set_speeds(randint(-9, 9) + int(np.random.randint(0, 2)), random.randint(-9, 9))
"""
UNSEEDED = (
    SEEDED.replace("random.seed(1)", "pass")
    .replace("np.random.seed(2)", "pass")
    .replace("np.pass", "pass")
)


def three_dice(folder: Path, source: str, **options: object) -> RunRequest:
    """Return a run of three robots that throw dice."""
    file = folder / "dice.py"
    file.write_text(source)
    return RunRequest((str(file),) * 3, "crowd", time_s=2.0, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("source", [SEEDED, UNSEEDED])
def test_dice_fall_alike_in_threads_in_processes_and_paced(tmp_path: Path, source: str) -> None:
    """However the threads take turns; also without a seed of the program's own."""
    traces = {
        execute(request).trace_sha256
        for request in (
            three_dice(tmp_path, source),
            three_dice(tmp_path, source),
            three_dice(tmp_path, source, is_isolated=True, speed=200.0),
        )
    }
    assert len(traces) == 1


def test_another_seed_of_the_run_throws_other_dice(tmp_path: Path) -> None:
    """Unless the program seeds them itself."""
    one = execute(three_dice(tmp_path, UNSEEDED, seed=1))
    other = execute(three_dice(tmp_path, UNSEEDED, seed=2))
    assert one.trace_sha256 != other.trace_sha256


def test_each_robot_has_its_own_dice(tmp_path: Path) -> None:
    """Three robots that throw without a seed do not do the same."""
    file = tmp_path / "run.mcap"
    execute(three_dice(tmp_path, UNSEEDED, record=RecordingOptions(file, is_beside=False)))
    with Recording(file) as recording:
        robots = Player(recording).at(200).robots
    assert len({(robot.left_position, robot.right_position) for robot in robots[:3]}) == 3


def test_a_recording_of_dice_is_verified(tmp_path: Path) -> None:
    """It ran in threads, and is done again in processes."""
    file = tmp_path / "run.mcap"
    execute(three_dice(tmp_path, UNSEEDED, record=RecordingOptions(file, is_beside=False)))
    assert verify(file).is_identical


@pytest.mark.parametrize(
    "draw",
    [
        lambda: random.random(),
        lambda: random.randint(1, 1000),
        lambda: np.random.rand(),
        lambda: np.random.sample(),
    ],
)
def test_a_controllers_dice_leave_those_of_the_process_alone(draw: Callable[[], object]) -> None:
    """Other code that draws from the global generators gets the same numbers as without it."""
    random.seed(5)
    np.random.seed(5)
    wanted = [draw() for _ in range(3)]
    random.seed(5)
    np.random.seed(5)

    with OwnRandom() as own:
        thread = threading.Thread(target=lambda: [random.seed(1), np.random.seed(1), draw()])
        own.add(thread, generators_of(RobotInfo(0, "khepera1", "fake")))
        first = draw()
        thread.start()
        thread.join()
        rest = [draw(), draw()]

    assert [first, *rest] == wanted


def test_afterwards_everything_is_as_it_was() -> None:
    """The functions of both modules are the old ones."""
    before = (random.random, random.seed, np.random.rand, np.random.seed)
    with OwnRandom():
        during = (random.random, random.seed, np.random.rand, np.random.seed)
    assert (random.random, random.seed, np.random.rand, np.random.seed) == before
    assert all(new is not old for new, old in zip(during, before, strict=True))
