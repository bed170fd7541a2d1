"""What a student's program may replace is not used where a student's program runs."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "wsusim"

REPLACEABLE_CALLS = {"print", "open", "input"}
"""Built-in functions that beginners overwrite."""
REPLACEABLE_MODULES = {
    ("time", "sleep"),
    ("time", "monotonic"),
    ("time", "perf_counter"),
    ("os", "chdir"),
    ("os", "getcwd"),
    ("Path", "cwd"),
}
"""``time.sleep`` waits in the robot's time, ``os.chdir`` moves the working folder; a clock that is
taken from ``time`` by its own name at import can't be replaced afterwards."""

ALONE = (
    "control/student_time.py",  # is what replaces time.sleep
    "hosting/bystander.py",  # a process without a student's program
    "hosting/home.py",  # is what sets the working folder
    "hosting/loading.py",  # before a program is loaded
    "hosting/own_random.py",  # is what replaces the global random
    "runs/sources/robot_guard.py",  # a process without a student's program
    "cli/",  # before and after a run
    "emulator/",  # without a student's program
    "engine/pace.py",  # the clock is taken when the module is made
    "engine/paced.py",
    "gui/",  # programs run in processes of their own
    "kernels/cache.py",  # before a program is loaded
    "kernels/progress.py",  # a process that only compiles
    "calibration/",
    "doctor/",
    "ciber/",  # processes of their own: arena, matches, and one agent with its program
)


def uses(file: Path) -> list[str]:
    """Return where a module uses something that a student's program may have replaced."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = [
        (node.lineno, node.func.id)
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in REPLACEABLE_CALLS
    ]
    attributes = [
        (node.lineno, f"{node.value.id}.{node.attr}")
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and ((node.value.id, node.attr) in REPLACEABLE_MODULES or node.value.id == "random")
    ]
    return [f"{place_of(file)}:{line}: {name}" for line, name in sorted(names + attributes)]


def place_of(file: Path) -> str:
    """Return where a module is within the package."""
    return file.relative_to(PACKAGE).as_posix()


def test_nothing_of_ours_uses_what_a_student_may_have_replaced() -> None:
    """Sleep, print, open, input, the global random and the working folder are the student's."""
    files = [file for file in PACKAGE.rglob("*.py") if not place_of(file).startswith(ALONE)]

    assert [use for file in sorted(files) for use in uses(file)] == []
