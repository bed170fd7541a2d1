"""Draw the manual's pictures of the window again: ``python -m tests.unit.gui.manual_pictures``.

With names after it (curves, run, ...) only those. The pictures of the lesson come from its test:
``python -m tests.end_to_end.window.manual_pictures``.
"""

from __future__ import annotations

import sys

from tests.unit.gui import building_pictures, soccer_pictures
from tests.unit.gui.features.camera import manual_pictures as camera
from tests.unit.gui.features.curves import manual_pictures as curves
from tests.unit.gui.features.debugging import manual_pictures as debugging
from tests.unit.gui.features.editing import manual_pictures as editing
from tests.unit.gui.features.eye import manual_pictures as eye
from tests.unit.gui.features.help import manual_pictures as help_pages
from tests.unit.gui.features.lessons import manual_pictures as lessons
from tests.unit.gui.features.match import manual_pictures as match
from tests.unit.gui.features.model import manual_pictures as model_settings
from tests.unit.gui.features.programs import manual_pictures as programs
from tests.unit.gui.features.replay import manual_pictures as replay
from tests.unit.gui.features.robot_kinds import manual_pictures as robot_kinds
from tests.unit.gui.features.robots import manual_pictures as robots
from tests.unit.gui.features.run import manual_pictures as run
from tests.unit.gui.features.start import manual_pictures as start
from tests.unit.gui.features.why import manual_pictures as why

SERIES = {
    "building": building_pictures.take,
    "soccer": soccer_pictures.take,
    "run": run.take,
    "camera": camera.take,
    "eye": eye.take,
    "curves": curves.take,
    "why": why.take,
    "debugging": debugging.take,
    "editing": editing.take,
    "model": model_settings.take,
    "match": match.take,
    "programs": programs.take,
    "replay": replay.take,
    "robot_kinds": robot_kinds.take,
    "robots": robots.take,
    "help": help_pages.take,
    "lessons": lessons.take,
    "start": start.take,
}


def main() -> None:
    """Take the series of pictures that are named, or all."""
    for name in sys.argv[1:] or SERIES:
        SERIES[name]()
        print(name)  # noqa: T201 - a program


if __name__ == "__main__":
    main()
