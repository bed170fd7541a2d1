"""How a text editor is called; a file is never just opened, which on some computers runs it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.programs.text_editor import Opening, TextEditors, editor_command, has_idle, takes_line

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

    A person who has chosen an editor that is missing gets no other one.
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
    command = editor_command(FILE, 7, "", {}, lambda _name: None)
    ends = None if command is None else (command[0], command[-1])
    assert ends == ((sys.executable, str(FILE)) if has_idle() else None)


def test_that_nothing_could_be_started_is_told() -> None:
    """Also when the program is there and does not start."""
    assert TextEditors().open(FILE, 1, "no-such-editor-at-all {file}") is Opening.NOT


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[tuple[TextEditors, str]]:
    """Return editors, and the command of one that stays open until the test is over."""
    program, end = tmp_path / "editor.py", tmp_path / "end"
    program.write_text(
        f"import pathlib, time\nwhile not pathlib.Path({str(end)!r}).exists(): time.sleep(0.01)\n"
    )
    editors = TextEditors()
    yield editors, f"{sys.executable} {program}"
    end.touch()
    editors.wait()


def test_an_editor_that_cannot_be_told_a_line_is_not_started_twice(
    waiting: tuple[TextEditors, str], tmp_path: Path
) -> None:
    """It has the file open already; the person is told the line instead."""
    editors, command = waiting
    first, again = (editors.open(tmp_path / "a.py", n, f"{command} {{file}}") for n in (1, 12))
    assert (first, again) == (Opening.AT_TOP, Opening.ALREADY)


def test_an_editor_that_takes_a_line_is_told_it_each_time(
    waiting: tuple[TextEditors, str], tmp_path: Path
) -> None:
    """Such editors bring the window that they have to the front."""
    editors, command = waiting
    told = [editors.open(tmp_path / "a.py", n, f"{command} {{file}}:{{line}}") for n in (1, 12)]
    assert told == [Opening.AT_LINE, Opening.AT_LINE]


def test_an_editor_that_was_closed_is_started_again(tmp_path: Path) -> None:
    """It has ended: nothing shows the file."""
    editors, command = TextEditors(), f"{sys.executable} -c pass {{file}}"
    assert editors.open(tmp_path / "a.py", 1, command) is Opening.AT_TOP
    editors.wait()
    assert editors.open(tmp_path / "a.py", 1, command) is Opening.AT_TOP
    editors.wait()


@pytest.mark.parametrize(
    ("preferred", "takes"), [("a {file}:{line}", True), ("a {file}", False), ("a", False)]
)
def test_which_editors_can_be_told_a_line(preferred: str, takes: bool) -> None:
    """Those whose command has a place for it."""
    assert takes_line(preferred, {}, lambda name: name) is takes
