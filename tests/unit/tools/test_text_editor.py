"""How a text editor is called; a file is never just opened, which on some computers runs it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wsusim.tools.text_editor import editor_command, has_idle, open_in_editor

FILE = Path("/tmp/a b.py")


@pytest.mark.parametrize(
    ("preferred", "variable", "found", "command"),
    [
        ("", "", ["code"], ["/bin/code", "-g", "/tmp/a b.py:7"]),
        ("", "", ["kate", "code"], ["/bin/code", "-g", "/tmp/a b.py:7"]),
        ("", "myedit +{line} {file}", ["myedit"], ["/bin/myedit", "+7", "/tmp/a b.py"]),
        ("", "myedit", ["myedit"], ["/bin/myedit", "/tmp/a b.py"]),
        ("mine {file}", "myedit", ["myedit", "mine", "code"], ["/bin/mine", "/tmp/a b.py"]),
        ("mine {file}", "", ["code"], None),
    ],
)
def test_the_editors_command(
    preferred: str, variable: str, found: list[str], command: list[str] | None
) -> None:
    """The setting, else the variable, else the first one there; a blank in a name stays one word.

    Whoever has chosen an editor that is not there gets no other one.
    """
    made = editor_command(
        FILE,
        7,
        preferred,
        {"WSUSIM_EDITOR": variable},
        lambda name: f"/bin/{name}" if name in found else None,
    )
    assert made == command


def test_idle_is_there_when_no_other_editor_is() -> None:
    """It comes with most Pythons; without it there is none."""
    idle = [sys.executable, "-m", "idlelib", str(FILE)] if has_idle() else None
    assert editor_command(FILE, 7, "", {}, lambda _name: None) == idle


def test_that_nothing_could_be_started_is_told() -> None:
    """Also when the program is there and does not start."""
    assert not open_in_editor(FILE, 1, "no-such-editor-at-all {file}")
