"""Runs that can begin at once: built-in mazes with controllers that fit them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from wsusim.control.class_finder import summary_of
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.programs.new_controller import ready_controllers
from wsusim.shipped import shipped_folder

FILE = "start.toml"


@dataclass(frozen=True, slots=True)
class ReadyRun:
    """A maze and what drives in it."""

    title: str
    maze: Path
    specs: tuple[str, ...]
    """Controllers, as the command line takes them, given out to the robots in turn."""
    sentence: str
    """What the first controller does."""

    def specs_for(self, robots: int) -> tuple[str, ...]:
        """Return a controller for each of so many robots."""
        return tuple(self.specs[number % len(self.specs)] for number in range(robots))


def ready_runs() -> tuple[ReadyRun, ...]:
    """Return the runs as they are offered, without those whose files are gone."""
    text = (shipped_folder("templates") / FILE).read_text(encoding="utf-8")
    mazes = built_in_mazes()
    controllers = {path.stem: path for path in ready_controllers()}
    runs = []
    for entry in tomllib.loads(text)["run"]:
        parts = [name.partition(":") for name in entry["controllers"]]
        if entry["maze"] not in mazes or any(stem not in controllers for stem, *_ in parts):
            continue
        specs = tuple(f"{controllers[stem]}{joint}{cls}" for stem, joint, cls in parts)
        first = controllers[parts[0][0]]
        runs.append(ReadyRun(entry["title"], mazes[entry["maze"]], specs, summary_of(first)))
    return tuple(runs)
