"""Programs to begin with: ready controllers and templates, with what they are for."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from wsusim.control.class_finder import summary_of
from wsusim.programs.new_controller import ready_controllers, templates
from wsusim.shipped import shipped_folder

FILE = "ready.toml"


@dataclass(frozen=True, slots=True)
class ReadyProgram:
    """A program to copy.

    Attributes:
        path: Its file.
        does: What it does, a sentence.
        robots: On which robots; empty: on any.
        mazes: Names of built-in mazes in which it shows what it does.
        is_template: Whether it is a beginning rather than a complete program.
    """

    path: Path
    does: str
    robots: str = ""
    mazes: tuple[str, ...] = ()
    is_template: bool = False


def ready_programs() -> tuple[ReadyProgram, ...]:
    """Return the templates, the simplest first, and then the ready controllers by name."""
    table = tomllib.loads((shipped_folder("templates") / FILE).read_text(encoding="utf-8"))
    begun = [ReadyProgram(path, summary_of(path), is_template=True) for path in templates()]
    whole = []
    for path in ready_controllers():
        entry = table.get(path.stem, {})
        whole.append(
            ReadyProgram(
                path,
                entry.get("does", summary_of(path)),
                entry.get("robots", ""),
                tuple(entry.get("mazes", ())),
            )
        )
    return (*begun, *whole)
