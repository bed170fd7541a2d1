"""One recorded run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.gui.conftest import small_world
from wsusim.formats.maze_file import world_to_text

PROGRAM = """from wsusim import Controller


class Bumper(Controller):
    def run(self):
        print("off I go")
        self.say("hello")
        self.draw.line([(100, 100), (200, 200)])
        self.motors.set_speeds(10, 10)
        self.sleep(6.0)
        print("now I fail")
        self.motors.set_sped(0, 0)
"""


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the recording of a robot that drives into the border, prints, and then fails."""
    return recorded(PROGRAM, tmp_path_factory.mktemp("recording"))


@pytest.fixture(scope="session")
def brief_recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording of the same robot, which fails after half a second."""
    return recorded(PROGRAM.replace("6.0", "0.5"), tmp_path_factory.mktemp("brief"))


def recorded(source: str, folder: Path) -> Path:
    """Run a program in the small maze; return the recording."""
    from wsusim.runs.request import RecordingOptions, RunRequest
    from wsusim.runs.run import execute

    program, maze, file = folder / "bumper.py", folder / "small.json", folder / "bump.mcap"
    program.write_text(source)
    maze.write_text(world_to_text(small_world()))
    recording = RecordingOptions(file, is_beside=False)
    report = execute(RunRequest((str(program),), str(maze), time_s=20.0, record=recording))
    assert report.recording is not None
    assert report.recording.is_whole
    return file
