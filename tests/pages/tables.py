"""Writes the manual's tables that are made from tables of the program.

``python -m tests.pages.tables`` renews them; a table stands between two comments with its name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.pages.recording_messages import command_table, event_table
from tests.pages.sight import KINDS, limit_table, sight_table
from wsusim.formats.importers.table import importers
from wsusim.grading.criterion_table import criteria
from wsusim.recording.export_table import export_formats

MANUAL = Path(__file__).parents[2] / "manual"


class Table(NamedTuple):
    """A table of the manual: its page, its name there, and what makes it."""

    page: str
    name: str
    make: Callable[[], str]


def importer_table() -> str:
    """Return what mazes can be read from."""
    rows = ["| file | often called | options of `convert` |", "| --- | --- | --- |"]
    for row in sorted(importers(), key=lambda one: one.words):
        names = ", ".join(f"`*{suffix}`" for suffix in row.suffixes) or "anything"
        options = ", ".join(f"`{option.flag}`" for option in row.options)
        words = row.words.replace("|", "\\|")
        rows.append(f"| {words[0].upper()}{words[1:]} | {names} | {options} |")
    return "\n".join(rows)


def criterion_table() -> str:
    """Return what can count in an assignment."""
    rows = ["| `what` | what it measures | what it needs |", "| --- | --- | --- |"]
    for row in criteria().values():
        needed = ", ".join(f"`{name}`" for name in sorted(row.settings()[0]))
        rows.append(f"| `{row.name}` | {row.about} | {needed} |")
    return "\n".join(rows)


def export_table() -> str:
    """Return what a recording can be exported to."""
    rows = ["| option | what is made | in the window |", "| --- | --- | --- |"]
    rows += [f"| `{row.option}` | {row.about} | {row.title} |" for row in export_formats().values()]
    return "\n".join(rows)


_SIGHT = "how-to/what-does-my-robot-see.md"
TABLES = (
    Table("how-to/grade-a-class.md", "criteria", criterion_table),
    Table("how-to/record-and-replay.md", "formats", export_table),
    Table("reference/maze-file.md", "importers", importer_table),
    Table(_SIGHT, "limits", limit_table),
    *(Table(_SIGHT, f"sight of {kind}", partial(sight_table, kind)) for kind in KINDS),
    Table("reference/recording-format.md", "recorded commands", command_table),
    Table("reference/recording-format.md", "recorded events", event_table),
)


def renewed(table: Table) -> str:
    """Return a page of the manual with its table as it must be now."""
    text = (MANUAL / table.page).read_text(encoding="utf-8")
    begin = f"<!-- table {table.name}: python -m tests.pages.tables -->\n"
    end = f"<!-- end of table {table.name} -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{table.make()}\n\n{end}{after}"


def main() -> None:
    """Renew every table."""
    for table in TABLES:
        (MANUAL / table.page).write_text(renewed(table), encoding="utf-8")


if __name__ == "__main__":
    main()
