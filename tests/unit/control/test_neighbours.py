"""Files beside a controller that are named like modules of Python's or of a package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.unit.control.loading import HEAD, failure, words_of
from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controller

CONTROLLER = """
from wsusim import Controller
{imports}

class Student(Controller):
    def run(self):
        self.say({said})
"""


@pytest.fixture
def said(tmp_path: Path):
    """Return a function that runs a controller beside other files; it returns what it says."""

    def run(imports: str, said: str, name: str = "robot.py", **beside: str) -> list[str]:
        for stem, text in beside.items():
            (tmp_path / f"{stem}.py").write_text(text, encoding="utf-8")
        file = tmp_path / name
        file.write_text(CONTROLLER.format(imports=imports, said=said), encoding="utf-8")
        fake = FakeBackend()
        fake.run(load_controller(str(file)).create())
        return fake.said

    return run


@pytest.mark.parametrize(
    "name", ["random", "copy", "numbers", "signal", "types", "logging", "zipapp", "this"]
)
def test_the_students_own_file_is_meant_and_it_is_told(said, capsys, name) -> None:
    """Whether Python has loaded its own module of that name before or not."""
    assert said(f"import {name}", f"{name}.MINE", **{name: "MINE = 'mine'"}) == ["mine"]

    told = capsys.readouterr().err
    assert f"Your {name}.py hides Python's own {name}" in told


def test_names_may_be_taken_from_it(said, capsys) -> None:
    """``from random import MINE``, also within a function."""
    assert said("from random import MINE", "MINE", random="MINE = 'mine'") == ["mine"]
    assert capsys.readouterr().err.count("hides") == 1


def test_a_package_gets_pythons_own(said, monkeypatch) -> None:
    """What a module of Python's imports is Python's, even when the student has such a file."""
    monkeypatch.delitem(sys.modules, "statistics", raising=False)
    monkeypatch.delitem(sys.modules, "fractions", raising=False)
    spoilt = {"numbers": "raise ImportError", "fractions": "raise ImportError"}

    assert said("import statistics", "statistics.mean([1, 3])", **spoilt) == ["2"]


def test_a_package_may_be_hidden_for_the_student_alone(said, capsys) -> None:
    """A neighbour called numpy.py is numpy only for the student's own code."""
    assert said("import numpy", "numpy.MINE", numpy="MINE = 'mine'") == ["mine"]

    import numpy as np

    assert np.zeros(1)[0] == 0.0
    assert "Your numpy.py hides the package numpy" in capsys.readouterr().err


def test_a_controllers_file_does_not_import_itself(said, capsys) -> None:
    """A controller in random.py that imports random wants Python's own."""
    assert said("import random", "random.Random(1).randint(3, 3)", name="random.py") == ["3"]

    assert "is called random.py, the same name as Python's own random" in capsys.readouterr().err


def test_wsusim_itself_can_not_be_hidden(said) -> None:
    """A file called wsusim.py beside a controller is passed over."""
    assert said("", "1", wsusim="raise ImportError") == ["1"]


def test_not_even_by_the_controllers_own_file(said) -> None:
    """A controller in wsusim.py imports wsusim, as any other does."""
    assert said("", "1", name="wsusim.py") == ["1"]


@pytest.mark.parametrize(
    ("imports", "told"),
    [
        ("import random\nrandom.randint(1, 5)", "module 'random' has no attribute 'randint'"),
        ("from random import randint", "cannot import name 'randint' from 'random' "),
    ],
)
def test_what_a_hiding_file_lacks_is_told_with_the_name_that_was_imported(
    tmp_path: Path, imports: str, told: str
) -> None:
    """The name under which wsusim loads it means nothing to a student."""
    (tmp_path / "random.py").write_text("MINE = 1\n")
    file = tmp_path / "robot.py"
    file.write_text(CONTROLLER.format(imports=imports, said="1"))

    assert told in str(failure(file))


def test_an_unused_file_is_not_spoken_of(said, capsys) -> None:
    """Only who imports it is told."""
    assert said("", "1", random="raise ImportError") == ["1"]

    assert capsys.readouterr().err == ""


def test_a_replaced_builtin_is_replaced_for_the_students_files_alone(said) -> None:
    """Among these are its neighbours; wsusim and packages keep Python's own ``len``."""
    imports = "import builtins\nimport helper\nbuiltins.len = lambda thing: 99"

    assert said(imports, "[len(''), helper.size('')]", helper="def size(x): return len(x)") == [
        "[99, 99]"
    ]
    assert len("") == 0


def neighbours(write, folder: str) -> Path:
    """Write a controller with three neighbours that say the folder's name."""
    write(
        f"{folder}/helper.py", f"N = '{folder}'\ndef late():\n    import later\n    return later.N"
    )
    write(f"{folder}/later.py", f"N = '{folder} later'")
    write(f"{folder}/in_run.py", f"N = '{folder} in run'")
    return write(
        f"{folder}/robot.py",
        HEAD + "import helper\nclass A(Controller):\n    def run(self):\n"
        "        import in_run\n        from helper import late\n"
        "        self.say(helper.N)\n        self.say(in_run.N)\n        self.say(late())\n",
    )


def test_neighbours_of_equal_names_are_kept_apart(write) -> None:
    """Two students' ``helper.py`` don't mix, not even by an import within a function."""
    first, second = neighbours(write, "ann"), neighbours(write, "bob")
    loaded = [load_controller(str(first)), load_controller(str(second))]
    fakes = [FakeBackend(), FakeBackend()]

    fakes[1].run(loaded[1].create())
    fakes[0].run(loaded[0].create())

    assert fakes[0].said == ["ann", "ann in run", "ann later"]
    assert fakes[1].said == ["bob", "bob in run", "bob later"]


def test_a_neighbouring_package(write) -> None:
    """A folder with ``__init__.py`` beside the controller can be imported, with its parts."""
    write("tools/__init__.py", "")
    write("tools/turn.py", "from . import base\nN = base.N + 1")
    write("tools/base.py", "N = 1")
    path = write(
        "robot.py",
        HEAD + "from tools.turn import N\nimport tools.base\n"
        "class A(Controller):\n    def run(self):\n        self.say(N + tools.base.N)\n",
    )

    assert words_of(path) == ["3"]


def test_a_neighbour_may_import_the_controllers_file(write) -> None:
    """A circle of imports finds the very same module."""
    write("helper.py", "import robot\nSAME = robot")
    path = write(
        "robot.py",
        HEAD + "NUMBER = 5\nimport helper\nclass A(Controller):\n    def run(self):\n"
        "        self.say(helper.SAME.NUMBER)\n",
    )

    assert words_of(path) == ["5"]


def test_a_mistake_in_a_neighbour_is_laid_to_the_neighbour(write) -> None:
    """A syntax error in an imported file names that file."""
    helper = write("helper.py", "x = = 1\n")
    path = write("robot.py", HEAD + "import helper\n")

    error = failure(path)

    assert (error.file, error.line) == (str(helper), 1)


def test_a_bad_member_of_a_neighbour_is_laid_to_the_neighbour(write) -> None:
    """A base class in another file that redefines a fixed name is told with that file."""
    base = write("base.py", HEAD + "class Base(Controller):\n    def join(self): pass\n")
    path = write("robot.py", "from base import Base\nclass A(Base):\n    def run(self): pass\n")

    error = failure(path)

    assert (error.file, error.line) == (str(base), 3)


def test_loading_leaves_no_trace(write) -> None:
    """Neither the search path nor the finders nor a neighbour's name stay behind."""
    path = neighbours(write, "carl")
    before = (list(sys.path), list(sys.meta_path))

    load_controller(str(path))

    assert (sys.path, sys.meta_path) == before
    assert "helper" not in sys.modules
