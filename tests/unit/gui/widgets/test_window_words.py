"""Messages of the core name clicks in the window, where the command line names commands."""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import wsusim
from wsusim.backends.serial_line.port import explain_open
from wsusim.control.misuse import missing
from wsusim.gui.widgets.window_words import in_window_words

CORE = Path(wsusim.__file__).parent
REACHED = (
    "backends",
    "control",
    "engine",
    "formats",
    "hosting",
    "live",
    "model",
    "recording",
    "runs",
)
"""Packages whose messages people meet in the window."""

NEVER_MET = (
    "hosting/sandbox.py",  # arguments of another program
    "hosting/locked_fork_server.py",
    "recording/info.py",  # what `info` prints
    "recording/export_view.py",  # views are chosen from a list
    "formats/sensor_table.py",  # an option of `sensors`
    "formats/occupancy_map.py",  # the dialog of pictures has words of its own
    "live/watch_address.py",  # the dialog of sharing has boxes
    "runs/soccer_matches.py",  # a tournament is no run of the window
    "runs/recorded/record.py",  # an option the window doesn't have
    "runs/recorded/resume.py",
)
COMMAND = re.compile(r"main\.py| --[a-z]|\(--[a-z]|^--[a-z][a-z-]+ |run --")

PARTS_OF_COMMANDS = ("main.py", "--")
"""One of them is in each."""

MET = 20
"""There are more messages with a command than this: fewer, and they are not found."""


def texts(file: Path) -> Iterator[str]:
    """Return the strings of a module that aren't docstrings, with a 7 for each value put in.

    None of a module in which no command can be.
    """
    source = file.read_text(encoding="utf-8")
    if not any(part in source for part in PARTS_OF_COMMANDS):
        return
    nodes = list(ast.walk(ast.parse(source)))
    plain = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            plain |= {id(part) for part in node.values}
            parts = (p.value if isinstance(p, ast.Constant) else "7" for p in node.values)
            yield "".join(str(part) for part in parts)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain
        ):
            yield node.value


def messages() -> list[str]:
    """Return the messages with a command that people can meet in the window."""
    files = (f for name in REACHED for f in sorted((CORE / name).rglob("*.py")))
    met = (f for f in files if f.relative_to(CORE).as_posix() not in NEVER_MET)
    return [text for file in met for text in texts(file) if COMMAND.search(text) and " " in text]


def test_no_command_is_left_in_the_window() -> None:
    """Nor an option: a student there has a mouse."""
    met = messages()

    assert [text for text in met if COMMAND.search(in_window_words(text))] == []
    assert len(met) > MET


def test_a_port_that_is_not_there_leads_to_the_list_of_ports() -> None:
    """The list is beside the port in the window."""
    said = in_window_words(explain_open("COM9", FileNotFoundError(errno.ENOENT, "")))
    assert said == (
        "There is no port COM9. Is the cable plugged in? The list of ports in the Controllers "
        "panel shows what is there now."
    )


def test_a_missing_part_leads_to_the_kind_of_the_robot() -> None:
    """Where it is chosen."""
    said = in_window_words(str(missing("radio", "e-puck")))
    assert said.endswith("Use a robot that has one: select the robot and choose another kind.")


def test_other_messages_stay_as_they_are() -> None:
    """Two dashes alone are no command."""
    said = "The wall -- the long one -- can't be here."
    assert in_window_words(said) == said


TRANSLATING = {
    *("in_window_words", "tell", "_tell", "show_message", "show_trouble"),
    *("_warn", "_lead_back", "_show", "emit"),
}
"""What an error's text may be given to in the window: all of these show it in the window's words.
(``emit`` tells a side of its feature, which calls ``tell``.)"""


def error_texts(file: Path) -> Iterator[str]:
    """Return where a module makes a text of an error and gives it to nothing that is known."""
    source = file.read_text(encoding="utf-8")
    if "str(error)" not in source:
        return
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    given = {
        id(argument)
        for call in calls
        if ast.unparse(call.func).rpartition(".")[2] in TRANSLATING
        for argument in call.args
    }
    for call in calls:
        if ast.unparse(call) == "str(error)" and id(call) not in given:
            yield f"{file.name}:{call.lineno}"


def test_every_error_is_shown_in_the_windows_words() -> None:
    """Wherever it appears: in the strip, in a dialog, in the place of a drawing."""
    untold = [text for file in sorted((CORE / "gui").rglob("*.py")) for text in error_texts(file)]
    assert [text for text in untold if not text.startswith(("robot_selector", "own_folder"))] == []
