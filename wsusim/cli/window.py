"""``python main.py`` alone: open the window, or say why it can't be opened."""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType

from wsusim.cli.doctor import lines_of
from wsusim.doctor.screen import Obstacle, explain_import, find_obstacle
from wsusim.errors import BadInput
from wsusim.interrupts import INTERRUPTS

HEADLESS = (
    "Everything else works without a window, for example:\n  python main.py run wall_follower "
    "--maze rooms\nWhat this computer has and what is missing (python main.py doctor):"
)


class NoWindow(BadInput):
    """The window can't be opened here; the message says what is missing, and alternatives."""


def open_window(*files: str) -> int:
    """Open the window on some files; return the program's exit code.

    Raises:
        NoWindow: The window can't be opened.
    """
    code = window_program().main(list(files))
    assert isinstance(code, int)
    return code


def window_program() -> ModuleType:
    """Return the module ``gui.app``, the ``main`` of which opens the window.

    Raises:
        NoWindow: There is no screen, or something that Qt needs is missing.
    """
    obstacle = find_obstacle(os.environ, sys.platform)
    if obstacle is not None:
        raise _refusal(obstacle)
    try:
        # By name: the command line runs where there is no Qt. Its libraries drop what is raised
        # while they are loaded.
        with INTERRUPTS.held_back():
            importlib.import_module("wsusim.gui.qt_features").leave_sources_unread()
            return importlib.import_module("wsusim.gui.app")
    except ImportError as error:
        raise _refusal(explain_import(error)) from error


def _refusal(obstacle: Obstacle) -> NoWindow:
    """Return the error, with all that ``doctor`` says."""
    from wsusim.doctor.computer import look_at_everything

    report = (f"  {line}" for finding in look_at_everything() for line in lines_of(finding))
    return NoWindow("\n".join((obstacle.sentence, HEADLESS, *report)))
