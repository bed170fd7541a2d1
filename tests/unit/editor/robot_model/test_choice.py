"""What the choice of a model makes of a run's robots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.editor.robot_model.measured import MEASURED, measured_profile
from tests.unit.gui.conftest import ROBOT_ID, small_world
from wsusim.editor.robot_model.choice import Choice, Source, tuned
from wsusim.errors import MazeError
from wsusim.formats.maze_file import save_maze
from wsusim.formats.profile import save_profile
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import RobotStart, World
from wsusim.runs.request import RunRequest
from wsusim.runs.staging import stage

FIRST, SECOND = ROBOT_ID, 20
SLOW = RobotTuning(left_motor_gain=0.5)


def two_robots() -> World:
    """Return a maze whose second robot is tuned by its file."""
    world = small_world()
    second = RobotStart(SECOND, Pose(300.0, 150.0), tuning=SLOW)
    return replace(world, robots=(*world.robots, second), next_id=SECOND + 1)


def tunings(source: Source, robot_id: int | None = None) -> list[RobotTuning | None]:
    """Return the robots' tunings in a run with this choice."""
    choice = Choice(source, measured_profile(), robot_id=robot_id)
    return [r.tuning for r in tuned(RunRequest((), two_robots()), choice).world.robots]


def test_as_the_maze_says_changes_nothing() -> None:
    """The very request comes back, so the window draws its own maze."""
    request = RunRequest((), two_robots())
    assert tuned(request, Choice(Source.MAZE, measured_profile())) is request


def test_realistic_robots_have_no_tuning() -> None:
    """Not even that of the maze."""
    assert tunings(Source.REALISTIC) == [None, None]


def test_ideal_is_the_flag_of_the_command_line() -> None:
    """So a recording says ``ideal``, as that of ``run --ideal``."""
    request = RunRequest((), two_robots())
    assert tuned(request, Choice(Source.IDEAL, measured_profile())) == replace(
        request, is_ideal=True
    )


def test_a_profile_goes_to_all_robots_or_to_one() -> None:
    """The other one stays as the maze says."""
    own = measured_profile().tuning()
    assert tunings(Source.OWN) == [own, own]
    assert tunings(Source.OWN, FIRST) == [own, SLOW]
    assert tunings(Source.IDEAL, FIRST) == [RobotTuning.ideal(), SLOW]
    usual = dict.fromkeys(("bearing_deg", "width_deg", "threshold", "additive_noise"))
    assert replace(own, **usual) == MEASURED


def test_the_world_is_that_of_the_command_line(tmp_path: Path) -> None:
    """``run --profile`` stages the same robots, of the profile's kind."""
    maze, profile_file = tmp_path / "maze.json", tmp_path / "robot3.json"
    save_maze(two_robots(), maze)
    save_profile(measured_profile(), profile_file)
    staged = stage(RunRequest(("x.py",), str(maze), profile=str(profile_file)))
    chosen = tuned(RunRequest((), two_robots()), Choice(Source.OWN, measured_profile()))
    assert chosen.world.robots == staged.robots


def test_another_kind_takes_the_robots_places() -> None:
    """As on the command line."""
    choice = Choice(Source.OWN, measured_profile("khepera2"))
    kinds = [r.kind for r in tuned(RunRequest((), two_robots()), choice).world.robots]
    assert kinds == ["khepera2", "khepera2"]


def test_a_larger_kind_without_room_is_refused() -> None:
    """A Khepera II that would stand in the border."""
    world = small_world()
    tight = replace(world, robots=(replace(world.robots[0], pose=Pose(29.0, 400.0)),))
    choice = Choice(Source.OWN, measured_profile("khepera2"))
    with pytest.raises(MazeError, match=r"doesn't fit into this maze(.|\n)*robots\[0\]"):
        tuned(RunRequest((), tight), choice)


def test_names_and_files_have_no_effect_on_runs() -> None:
    """So saving a profile does not call for a restart."""
    choice = Choice(Source.OWN, measured_profile())
    renamed = measured_profile().model_copy(update={"name": "bob"})
    assert choice.effect == replace(choice, profile=renamed, path=Path("bob.json")).effect
    assert choice.effect != replace(choice, source=Source.IDEAL).effect
