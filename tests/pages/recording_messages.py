"""Tables of a recording's commands and events, from the types that are recorded."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import get_args

from wsusim.model.commands import Command
from wsusim.model.interventions import Intervention
from wsusim.recording.notes import EVENT_MEANINGS

_LETTERS = re.compile(r"^[A-Z](,\d,[A-Z])?: ")
"""A command's letters in the serial protocol, which begin its description."""


def command_table() -> str:
    """Return the commands that a recording can hold, with their values and what they do."""
    rows = ["| name | values | what it does |", "| --- | --- | --- |"]
    for kind in (*get_args(Command), *get_args(Intervention)):
        values = ", ".join(f"`{field.name}`" for field in fields(kind))
        said = _LETTERS.sub("", str(kind.__doc__).partition("\n\n")[0])
        said = " ".join(said.split()).replace("``", "`").replace("|", "\\|")
        rows.append(f"| `{kind.__name__}` | {values} | {said[0].upper()}{said[1:]} |")
    return "\n".join(rows)


def event_table() -> str:
    """Return the kinds of events."""
    rows = ["| kind | when |", "| --- | --- |"]
    rows += [f"| `{kind}` | {meaning} |" for kind, meaning in EVENT_MEANINGS.items()]
    return "\n".join(rows)
