"""What an engineer does all day, a word each: ``python -m tests.tasks`` lists the words.

``python -m tests.tasks affected`` runs what a change can reach; words behind a task go to it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

PYTHON = sys.executable
PYTEST = (PYTHON, "-m", "pytest")


class Task(NamedTuple):
    """What a word stands for."""

    about: str
    commands: tuple[tuple[str, ...], ...]


TASKS = {
    "affected": Task(
        "the nearest tests that a change can reach, ten seconds of them",
        ((PYTHON, "-m", "tests.affected", "--run"),),
    ),
    "check": Task(
        "lint, format, types and the contracts of imports",
        (
            (PYTHON, "-m", "ruff", "check", "."),
            (PYTHON, "-m", "ruff", "format", "--check", "."),
            (PYTHON, "-m", "mypy"),
            (PYTHON, "-c", "from importlinter.cli import lint_imports_command as go; go()"),
        ),
    ),
    "fast": Task("the fast suite, side by side", ((*PYTEST, "-n", "auto"),)),
    "here": Task(
        "the fast suite without what starts programs",
        ((*PYTEST, "-m", "not slow and not process"),),
    ),
    "slow": Task("the slow suite, after the fast one", ((*PYTEST, "-m", "slow"),)),
    "format": Task(
        "put code in form",
        ((PYTHON, "-m", "ruff", "check", "--fix", "."), (PYTHON, "-m", "ruff", "format", ".")),
    ),
    "scripts": Task(
        "types, lint and tests of the pages' scripts",
        ((*PYTEST, "-q", "tests/architecture/test_page_scripts.py"),),
    ),
    "tables": Task(
        "renew the manual's tables, and its pages that are made from tables",
        (
            (PYTHON, "-m", "tests.pages.tables"),
            (PYTHON, "-m", "tests.pages.commands", "manual/reference/commands.md"),
            (PYTHON, "-m", "tests.pages.recording_columns", "manual/reference/recording-format.md"),
            (PYTHON, "-m", "tests.pages.serial_protocol", "manual/reference/serial-protocol.md"),
            (PYTHON, "-m", "tests.pages.window_keys"),
        ),
    ),
    "pictures": Task(
        "take the manual's pictures again: of the window, its lesson, a report, the lab (Chromium)",
        tuple(
            (PYTHON, "-m", f"tests.{module}.manual_pictures")
            for module in ("unit.gui", "end_to_end.window", "unit.grading", "end_to_end.lab_page")
        ),
    ),
    "coverage": Task(
        "lines that no fast test runs, by file (what runs in other processes is not seen)",
        (
            (PYTHON, "-m", "coverage", "run", "--source", "wsusim", "-m", "pytest", "-q"),
            (PYTHON, "-m", "coverage", "report", "--skip-covered", "--sort", "cover"),
        ),
    ),
    "plain": Task(
        "runs with the kernels as plain Python: the same to the bit",
        ((*PYTEST, "-q", "-m", "slow", "tests/golden/test_plain_kernels.py"),),
    ),
}


def main(words: Sequence[str]) -> int:
    """Do a task; the first command that fails ends it."""
    if not words or words[0] not in TASKS:
        print(__doc__)
        for name, task in TASKS.items():
            print(f"  {name:9} {task.about}")
        return 0 if not words else 2
    task = TASKS[words[0]]
    for command in task.commands:
        done = subprocess.run([*command, *words[1:]], check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
