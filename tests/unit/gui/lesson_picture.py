"""A picture of the real window for a lesson, taken by a command.

``python -m tests.unit.gui.lesson_picture FOLDER NAME.png`` opens the window on the lesson's maze,
lets a program of the lesson drive, stops the time, and keeps what is shown in the lesson's folder.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tests.unit.gui.studio import opened_window, part_of, tick_of, wait_until
from wsusim.formats.maze_catalogue import find_maze
from wsusim.lessons.lesson import load_lesson, write_files
from wsusim.lessons.lesson_check import named_program
from wsusim.model.units import seconds_to_ticks

if TYPE_CHECKING:
    from wsusim.gui.shell.main_window import MainWindow

SETTLE_MS = 500


def take(asked: argparse.Namespace) -> None:
    """Open the window, drive, and keep the picture."""
    from PySide6.QtTest import QTest

    from wsusim.gui.features.run.run_side import RunSide

    lesson = load_lesson(asked.folder)
    size = (asked.width, asked.height)
    with opened_window(size) as (window, folder):
        write_files(folder, lesson.files)
        maze = asked.maze or lesson.entry.mazes[0]
        world = find_maze(str(folder / maze) if (folder / maze).exists() else maze)
        window.document.load(world, None)
        for name in asked.panel:
            window.panels.open(name)
        window.view.fit()
        if asked.program is not None:
            source = named_program(lesson, asked.program)
            drive = folder / "program"
            drive.mkdir()
            write_files(drive, dict(source.files))
            run = part_of(window, RunSide)
            run.controllers.load(drive / source.main)
            run.bar.speed.change(1)
            run.start()
            wait_until(lambda: tick_of(window) >= seconds_to_ticks(asked.at))
            run.bridge.pause()
        window.messages.clear()
        QTest.qWait(SETTLE_MS)
        _shown(window, asked.part).grab().save(str(asked.folder / asked.name))


def _shown(window: MainWindow, part: str):
    if part == "window":
        return window
    return window.view if part == "arena" else window.panels[part]


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the lesson's")
    parser.add_argument("name", help="of the picture, such as see-a-wall.png")
    parser.add_argument("--program", help="solution, starter or a file; left out: nothing drives")
    parser.add_argument("--at", type=float, default=5.0, help="seconds after the start")
    parser.add_argument("--maze", help="left out: the lesson's first one")
    parser.add_argument("--part", default="arena", help="arena, window, or a panel's name: sensors")
    parser.add_argument("--panel", action="append", default=[], help="bring a panel to the front")
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--height", type=int, default=700)
    take(parser.parse_args())


if __name__ == "__main__":
    main()
