"""What controllers print."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.features.run.console_panel import (
    BATCH_LINES,
    KEPT_LINES,
    LONGEST_OPEN,
    ConsolePanel,
)
from wsusim.gui.shell.watched import RunState

posix_only = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


@posix_only
def test_prints_are_shown(desk: Desk) -> None:
    """Also a last line without an end."""
    desk.load("""
        class Printer(Controller):
            def run(self):
                print("one")
                print("two", end="")
    """)
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)
    assert desk.side.console.text.toPlainText() == "one\ntwo"


def test_the_console_is_capped(qtbot: QtBot) -> None:
    """What came too fast is counted, what is old goes."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.add(0, "".join(f"{number}\n" for number in range(3 * KEPT_LINES)))
    console.flush()
    lines = console.text.toPlainText().splitlines()
    assert len(lines) == BATCH_LINES + 1
    assert f"{3 * KEPT_LINES - BATCH_LINES:,} lines were left out" in lines[0]
    assert lines[-1] == str(3 * KEPT_LINES - 1)


def test_prints_of_several_robots_are_told_apart(qtbot: QtBot, tmp_path: Path) -> None:
    """By their number, or by choosing one; what is shown is what is saved."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.set_robots(2)
    console.add(0, "left\n")
    console.add(1, "right\n")
    console.flush()
    assert console.text.toPlainText() == "1 | left\n2 | right"
    console.robot.setCurrentIndex(2)
    console.robot.activated.emit(2)
    assert console.text.toPlainText() == "right"
    assert console.save(tmp_path / "prints.txt")
    assert (tmp_path / "prints.txt").read_text() == "right\n"


def test_a_line_without_an_end_is_shown_at_once(qtbot: QtBot) -> None:
    """What comes later continues it, and lines that have ended stand above it."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.add(0, "one\n.")
    console.flush()
    early = console.text.toPlainText()
    console.add(0, ".")
    console.flush()
    assert (early, console.text.toPlainText()) == ("one\n.", "one\n..")
    console.add(0, "\ntwo\n")
    console.flush()
    assert console.text.toPlainText() == "one\n..\ntwo"


def test_open_lines_of_several_robots_stay_apart(qtbot: QtBot, tmp_path: Path) -> None:
    """Each goes on in a line of its own; they are chosen and saved like others."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.set_robots(2)
    console.add(0, ".")
    console.add(1, "-")
    console.flush()
    console.add(0, ".")
    console.add(1, "-\n")
    console.flush()
    assert console.text.toPlainText() == "2 | --\n1 | .."
    console.robot.setCurrentIndex(1)
    console.robot.activated.emit(1)
    assert console.text.toPlainText() == ".."
    assert console.save(tmp_path / "prints.txt")
    assert (tmp_path / "prints.txt").read_text() == "..\n"
    console.add(0, "!\n")
    console.flush()
    assert console.text.toPlainText() == "..!"


def test_an_endless_line_is_broken(qtbot: QtBot) -> None:
    """So that it is not drawn again for ever; nothing of it is lost."""
    console = ConsolePanel()
    qtbot.addWidget(console)
    console.add(0, "." * (LONGEST_OPEN + 1))
    console.add(0, "!")
    console.flush()
    assert console.text.toPlainText() == "." * (LONGEST_OPEN + 1) + "\n!"


@posix_only
def test_what_is_flushed_is_shown_while_the_controller_goes_on(desk: Desk) -> None:
    """Dots that tell how far a program is."""
    desk.load("""
        class Dots(Controller):
            def run(self):
                print(".", end="", flush=True)
                while self.active:
                    self.sleep(0.1)
    """)
    desk.window.action_set["run"].trigger()
    desk.until(lambda: desk.side.console.text.toPlainText() == ".")
    assert desk.watched.is_lively


def test_a_blank_first_line_stays(qtbot: QtBot) -> None:
    """``print()`` before anything else; an open line below it comes and goes."""
    console = ConsolePanel()
    qtbot.addWidget(console)

    console.add(0, "\n")
    console.flush()
    console.add(0, "wor")
    console.flush()
    console.add(0, "king\nnext\n")
    console.flush()

    assert console.text.toPlainText() == "\nworking\nnext"
