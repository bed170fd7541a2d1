"""All commands: a module of this package for each, and what other packages add.

A module holds a command if its first line begins with the command's name: ``name``: what it does.
That line is the command's help in ``python main.py --help``; the module is imported when it is
used.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import click

from wsusim.entry_points import added_rows

GROUP = "wsusim.commands"

GROUPS = {
    "Drive robots": ("run", "match", "ciber", "watch"),
    "Recordings": ("replay", "info", "export", "compare", "repair"),
    "Mazes": ("check", "convert", "matrix"),
    "Teach": ("lesson", "grade", "lab"),
    "Many runs": ("batch", "evolve"),
    "Robots, simulated and real": ("robots", "sense", "calibrate", "ports", "emulate", "octave"),
    "When something is wrong": ("doctor",),
}
"""The order in which people read them, by what they want to do."""

OTHERS = "More"
"""The group of commands that another package adds."""

_FIRST_LINE = re.compile(r'"""``([a-z][a-z-]*)``: (.+?)(?:"""|\n)')


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its line of help."""

    name: str
    help: str
    added: click.Command | None = None
    """Of another package; ``None``: a module here has it."""

    def load(self) -> click.Command:
        """Return the command itself."""
        if self.added is not None:
            return self.added
        module = importlib.import_module(f"wsusim.cli.{self.name.replace('-', '_')}")
        command = getattr(module, self.name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command


@lru_cache
def commands() -> dict[str, Command]:
    """Return every command by its name; one of another package can't replace one of wsusim's."""
    own = _own_commands()
    ordered = [own[name] for group in GROUPS.values() for name in group]
    added = [
        Command(one.name, one.get_short_help_str(limit=100), one)
        for one in added_rows(GROUP, click.Command)
        if one.name is not None and one.name not in own
    ]
    return {one.name: one for one in (*ordered, *added)}


def grouped() -> dict[str, tuple[Command, ...]]:
    """Return every command by the title of its group."""
    every = commands()
    groups = {title: tuple(every[name] for name in names) for title, names in GROUPS.items()}
    return groups | {OTHERS: tuple(row for row in every.values() if row.added is not None)}


def _own_commands() -> dict[str, Command]:
    found = {}
    for file in Path(__file__).parent.glob("*.py"):
        with file.open(encoding="utf-8") as lines:
            first = _FIRST_LINE.match(lines.readline())
        if first is not None and first[1].replace("-", "_") == file.stem:
            words = first[2].strip()
            found[first[1]] = Command(first[1], words[0].upper() + words[1:])
    return found
