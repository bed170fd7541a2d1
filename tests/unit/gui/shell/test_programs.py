"""The port of programs: texts, breakpoints and lines that are pointed out."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from wsusim.gui.shell.programs import Breakpoint, Fault, LineKind, Programs

FILE = Path("/robots/robot.py")
OTHER = Path("/robots/other.py")


@pytest.fixture
def programs(qapp: object) -> Programs:
    """Return an empty port."""
    return Programs()


def lines(programs: Programs) -> list[int]:
    """Return the lines with breakpoints."""
    return [mark.line for mark in programs.breakpoints_in(FILE)]


def test_the_text_of_an_open_program_is_what_is_on_the_screen(programs: Programs) -> None:
    """A caller gets the present text, and nothing once the program is closed."""
    screen = ["x = 1"]
    programs.open(FILE, lambda: screen[0])
    screen[0] = "x = 2"
    assert programs.text_of(FILE) == "x = 2"
    programs.close(FILE)
    assert programs.text_of(FILE) is None


def test_a_toggled_breakpoint_is_told_and_goes_at_the_second_time(
    programs: Programs, qtbot: QtBot
) -> None:
    """A click sets a breakpoint, another one removes it."""
    with qtbot.waitSignal(programs.breakpoint_toggled) as told:
        programs.toggle_breakpoint(FILE, 3)
    assert told.args == [FILE, 3]
    assert lines(programs) == [3]
    programs.toggle_breakpoint(FILE, 3)
    assert dict(programs.breakpoints) == {}


@pytest.mark.parametrize(
    ("after", "by", "expected"),
    [(3, 2, [3, 7]), (5, 1, [3, 5]), (1, -1, [2, 4]), (3, -2, [3]), (2, 4, [7, 9])],
)
def test_breakpoints_move_with_their_lines(
    programs: Programs, after: int, by: int, expected: list[int]
) -> None:
    """Lines put in or taken out above a breakpoint take it along."""
    programs.set_breakpoints(FILE, (Breakpoint(3), Breakpoint(5, "x > 3")))
    programs.shift_lines(FILE, after, by)
    assert lines(programs) == expected
    assert programs.breakpoints_in(FILE)[-1].condition == "x > 3"


def test_there_is_one_line_of_each_kind(programs: Programs, qtbot: QtBot) -> None:
    """Where a program stands is one place, and it is wanted in view."""
    programs.show_line(FILE, 3, LineKind.STOPPED)
    with qtbot.waitSignal(programs.line_wanted) as told:
        programs.show_line(OTHER, 9, LineKind.STOPPED)
    assert told.args == [OTHER, 9]
    assert programs.pointed_lines(FILE) == {}
    assert programs.pointed_lines(OTHER) == {9: LineKind.STOPPED}
    programs.hide_line(LineKind.STOPPED)
    assert programs.pointed_lines(OTHER) == {}


def test_where_a_program_stands_counts_more_than_what_was_found(programs: Programs) -> None:
    """Two kinds at one line show as the more urgent one."""
    programs.show_line(FILE, 3, LineKind.STOPPED)
    programs.show_line(FILE, 3, LineKind.FOUND)
    assert programs.pointed_lines(FILE) == {3: LineKind.STOPPED}


def test_faults_of_a_run_stay_until_they_are_forgotten(programs: Programs) -> None:
    """What went wrong is kept by file."""
    programs.add_fault(FILE, Fault(3, "x is 0"))
    programs.add_fault(FILE, Fault(5, "y is 0"))
    programs.forget_faults(OTHER)
    assert [fault.line for fault in programs.faults(FILE)] == [3, 5]
    programs.forget_faults()
    assert programs.faults(FILE) == ()
