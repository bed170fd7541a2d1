"""Controllers as files: what is seen in them without running them, and how editors are called."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from wsusim.control.class_finder import look_into, summary_of
from wsusim.gui.features.run.editor import editor_command
from wsusim.gui.features.run.new_controller import class_name_for, copy_template, templates


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


@pytest.mark.parametrize(
    ("variable", "found", "command"),
    [
        ("", ["code"], ["/bin/code", "-g", "/tmp/a b.py:7"]),
        ("", ["kate", "code"], ["/bin/code", "-g", "/tmp/a b.py:7"]),
        ("myedit +{line} {file}", ["myedit"], ["/bin/myedit", "+7", "/tmp/a b.py"]),
        ("myedit", ["myedit"], ["/bin/myedit", "/tmp/a b.py"]),
        ("", [], None),
    ],
)
def test_the_editors_command(variable: str, found: list[str], command: list[str] | None) -> None:
    """The chosen one, else the first that is there; a name with a space stays one word."""
    made = editor_command(
        Path("/tmp/a b.py"),
        7,
        {"WSUSIM_EDITOR": variable},
        lambda name: f"/bin/{name}" if name in found else None,
    )
    assert made == command


@pytest.mark.parametrize("template", templates(), ids=lambda path: path.stem)
def test_every_template_can_be_copied(template: Path, tmp_path: Path) -> None:
    """The copy holds one controller, with the file's name."""
    copy = tmp_path / "my_first.py"
    copy_template(template, copy)
    assert [cls.name for cls in look_into(copy).classes] == ["MyFirst"]
    assert summary_of(copy)


@pytest.mark.parametrize(
    ("name", "expected"), [("wall_finder.py", "WallFinder"), ("2nd try.py", "Robot2ndTry")]
)
def test_class_names_are_made_of_file_names(name: str, expected: str) -> None:
    """They are Python names, whatever the file is called."""
    assert class_name_for(Path(name)) == expected
