"""Controllers in a file, found without running it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from wsusim.control.class_finder import look_into
from wsusim.shipped import shipped_folder


def write(folder: Path, text: str) -> Path:
    """Write a controller's file."""
    file = folder / "student.py"
    file.write_text(textwrap.dedent(text))
    return file


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from wsusim import Controller\nclass A(Controller):\n    def run(self): ...\n", ["A"]),
        ("import wsusim\nclass A(wsusim.Controller):\n    def step(self): ...\n", ["A"]),
        ("from wsusim import Controller as C\nclass A(C):\n    def run(self): ...\n", ["A"]),
        (
            "from wsusim import Controller\nclass Base(Controller): ...\n"
            "class A(Base):\n    def run(self): ...\nclass B(Base):\n    def run(self): ...\n",
            ["A", "B"],
        ),
        (
            "from wsusim import Controller\n"
            "class Base(Controller):\n    def step(self): self.wires()\n"
            "class A(Base):\n    def wires(self): ...\n",
            ["A"],
        ),
        (
            "from wsusim.compat import RobotController\n"
            "class A(RobotController):\n    def doWork(self): ...\n",
            ["A"],
        ),
        ("class Map: ...\n", []),
    ],
)
def test_the_controllers_of_a_file_are_found(tmp_path: Path, text: str, names: list[str]) -> None:
    """Those that inherit from a controller, not what they share, not other classes."""
    found = look_into(write(tmp_path, text))
    assert [cls.name for cls in found.classes] == names
    assert found.problem is None


def test_a_file_is_never_run_by_looking_into_it(tmp_path: Path) -> None:
    """An endless loop at its top would hang the window."""
    found = look_into(write(tmp_path, "from wsusim import Controller\nwhile True: pass\n"))
    assert found.classes == ()


@pytest.mark.parametrize("text", ["def broken(:\n", "x = 'a\0b'\n"])
def test_a_file_that_is_no_python_is_a_problem_with_a_line(tmp_path: Path, text: str) -> None:
    """It stays in the list: mended, it works."""
    found = look_into(write(tmp_path, text))
    assert found.problem is not None
    assert found.problem_line == 1


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    """Nothing is raised."""
    assert look_into(tmp_path / "gone.py").problem is not None


def test_the_window_offers_what_the_command_line_does() -> None:
    """The base of the ready vehicles is none of them."""
    found = look_into(shipped_folder("controllers") / "braitenberg.py")

    assert [cls.name for cls in found.classes] == ["Vehicle2a", "Vehicle2b", "Vehicle3a"]
