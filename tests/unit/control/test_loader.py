"""Loading a controller: what works, and one clear message for each way in which it does not."""

from __future__ import annotations

import importlib
import linecache
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.unit.control.loading import GOOD, HEAD, failure, words_of
from wsusim import Controller
from wsusim.control import loader
from wsusim.control.loader import load_controller, load_controllers


def test_a_file_with_one_controller(write) -> None:
    """The class, its file, source and hash are known."""
    path = write("good.py", GOOD)

    loaded = load_controller(str(path))

    assert issubclass(loaded.cls, Controller)
    assert (loaded.class_name, loaded.file, loaded.source) == ("Good", path, GOOD)
    assert loaded.sha256 == sha256(GOOD.encode()).hexdigest()


def test_a_relative_path(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is taken from the present folder; the loaded file is absolute."""
    path = write("good.py", GOOD)
    monkeypatch.chdir(tmp_path)

    assert load_controller("good.py").file == path


def test_an_error_quotes_the_lines_that_ran(write) -> None:
    """Not those of a run before, nor what the file holds by now."""
    path = write("good.py", GOOD + "# first\n")
    load_controller(str(path))
    last = GOOD.count("\n") + 1
    assert linecache.getline(str(path), last) == "# first\n"

    write("good.py", GOOD + "# other\n")
    load_controller(str(path))
    write("good.py", "")

    assert linecache.getline(str(path), last) == "# other\n"


class Forgetting(dict[str, Any]):
    """Lines of files, of which another thread forgets one just when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name == "gone.py":
            raise KeyError(name)
        return super().__getitem__(name)


def test_two_controllers_are_loaded_at_a_time(write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is gone is forgotten by one of their threads, and the other one goes on."""
    gone = (1, 1.0, ["x"], "/nowhere/gone.py")
    monkeypatch.setattr(linecache, "cache", Forgetting({"gone.py": gone}))

    assert load_controller(str(write("good.py", GOOD))).class_name


TWO = GOOD + "class Other(Controller):\n    def step(self):\n        self.finish()\n"


def test_one_of_two_by_name(write) -> None:
    """``file.py:Class`` picks one of several."""
    path = write("two.py", TWO)

    assert load_controller(f"{path}:Other").class_name == "Other"


def test_all_of_a_file(write) -> None:
    """``load_controllers`` returns all, in the order of the file."""
    path = write("two.py", TWO)

    assert [loaded.class_name for loaded in load_controllers(str(path))] == ["Good", "Other"]


def test_two_without_a_name(write) -> None:
    """Several controllers ask for a choice, spelt out, and what to do where there is none."""
    path = write("two.py", TWO)

    told = str(failure(path))

    assert "Say which one: two.py:Good or two.py:Other." in told
    assert told.endswith("keep one of them in it.")


def test_ready_controllers_without_a_name() -> None:
    """A ready file is called by its name alone."""
    assert "braitenberg:Vehicle" in str(failure("braitenberg"))


def test_a_second_name_is_no_second_class(write) -> None:
    """An alias of a class does not make it two."""
    assert words_of(write("alias.py", GOOD + "Same = Good\n")) == ["ran"]


def test_a_base_class_is_no_controller(write) -> None:
    """A class without ``run`` and ``step``, there to be inherited from, does not count."""
    path = write(
        "base.py",
        HEAD + "class Base(Controller):\n    def talk(self):\n        self.say('base')\n"
        "class Real(Base):\n    def run(self):\n        self.talk()\n",
    )

    assert words_of(path) == ["base"]


def test_a_complete_base_class_does_not_count(write) -> None:
    """A class that another one of the file inherits from is chosen by its name alone."""
    path = write("base.py", GOOD + "class Real(Good):\n    pass\n")

    assert load_controller(str(path)).class_name == "Real"
    assert load_controller(f"{path}:Good").class_name == "Good"


def test_an_abstract_class_does_not_count(write) -> None:
    """A class with abstract methods can't drive."""
    path = write(
        "abstract.py",
        HEAD + "from abc import abstractmethod, ABC\n"
        "class Base(Controller, ABC):\n    def run(self): self.go()\n"
        "    @abstractmethod\n    def go(self): ...\n"
        "class Real(Base):\n    def go(self): self.say('went')\n"
        "class Open(Base):\n    pass\n",
    )

    assert words_of(path) == ["went"]


@pytest.mark.parametrize("arguments", ["", "(slots=True)", "(order=True)"])
def test_a_controller_may_be_a_dataclass(write, arguments: str) -> None:
    """A dataclass has no hash, but a thread needs one; so it gets it back."""
    path = write(
        "data.py",
        "from dataclasses import dataclass, field\n" + HEAD + f"@dataclass{arguments}\n"
        "class A(Controller):\n    speed: int = 5\n    seen: list = field(default_factory=list)\n"
        "    def run(self):\n        self.say(self.speed)\n",
    )

    assert words_of(path) == ["5"]


def test_a_controller_may_compare_as_it_likes(write) -> None:
    """Methods for comparison, truth, length and text of its own do no harm."""
    path = write(
        "odd.py",
        GOOD
        + "".join(
            f"    def {name}(self, *_): raise ValueError\n"
            for name in ("__eq__", "__bool__", "__len__", "__repr__")
        ),
    )

    assert words_of(path) == ["ran"]


def test_imported_controllers_do_not_count(write) -> None:
    """Only classes of the file itself are its controllers."""
    write("lib.py", HEAD + "class Lib(Controller):\n    def run(self):\n        self.say('lib')\n")
    path = write("robot.py", "from lib import Lib\nclass Mine(Lib):\n    pass\n")

    assert (load_controller(str(path)).class_name, words_of(path)) == ("Mine", ["lib"])


BAD_FILES = {
    "syntax": (HEAD + "class A(Controller)\n    pass\n", 2, "SyntaxError: expected ':'"),
    "indentation": (HEAD + "class A(Controller):\ndef run(self): pass\n", 3, "IndentationError"),
    "tabs": (HEAD + "if 1:\n        x = 1\n\ty = 2\n", 4, "TabError"),
    "null byte": (HEAD + "x = 1\0\n", 2, "null byte, so this is not a Python program. Choose"),
    "missing package": (HEAD + "import no_such_package\n", 2, "pip install no_such_package"),
    "own name": (HEAD + "import robots\n", 2, "pip install robots"),
    "misspelt module": ("import maths\n", 1, "Did you mean 'math'"),
    "forgotten import": ("class A(Controller):\n    pass\n", 1, "from wsusim import Controller"),
    "misspelt import": (
        "from wsusim import Controler\n",
        1,
        "`from wsusim import Controller`",
    ),
    "relative import": ("from .helper import x\n", 1, "Without the dot"),
    "exception": (HEAD + "def f():\n    return 1 / 0\nf()\n", 3, "ZeroDivisionError"),
    "sys.exit": ("import sys\nsys.exit(0)\n", 2, "Remove that call"),
    "name": ("x = 1\nspeed = sped\n", 2, "NameError: name 'sped'"),
    "no class": ("x = 1\n", None, "class MyRobot(Controller):"),
    "empty": ("", None, "no controller"),
    "forgot to inherit": ("\nclass Robot:\n    pass\n", 2, r"class Robot(Controller):"),
    "neither": (
        HEAD + "class A(Controller):\n    def Run(self): pass\n",
        2,
        "Should Run() be called",
    ),
    "both": (
        HEAD + "class A(Controller):\n    def run(self): pass\n    def step(self): pass\n",
        2,
        "both run() and step()",
    ),
    "constructor": (
        GOOD + "    def __init__(self):\n        self.x = [][1]\n",
        6,
        "Good() failed. IndexError",
    ),
    "robot in constructor": (
        GOOD + "    def __init__(self):\n        self.motors.stop()\n",
        6,
        "no robot yet in __init__",
    ),
    "sys.exit in constructor": (
        GOOD + "    def __init__(self):\n        raise SystemExit\n",
        6,
        "Remove that call",
    ),
    "arguments": (GOOD + "    def __init__(self, speed):\n        pass\n", 5, "`speed=3`"),
    "keyword argument": (GOOD + "    def __init__(self, *, k):\n        pass\n", 5, "`k=3`"),
    "thread's method": (GOOD + "    def start(self): pass\n", 5, "defines `start`, but"),
    "thread's inner method": (GOOD + "    def _bootstrap(self): pass\n", 5, "`my_bootstrap`"),
    "robot's method": (GOOD + "\n    def sleep(self, s): pass\n", 6, "defines `sleep`, but"),
    "robot's part": (GOOD + "    x = 1\n    sensors = 5\n", 6, "defines `sensors`, but"),
    "robot's value": (GOOD + "    active: bool = True\n", 5, "defines `active`, but"),
    "robot's property": (GOOD + "    @property\n    def time(self): pass\n", 5, "`my_time`"),
    "host's property": (GOOD + "    failure = None\n", 5, "defines `failure`, but"),
    "async": (HEAD + "class A(Controller):\n    async def run(self): pass\n", 3, "`async`"),
    "async step": (HEAD + "class A(Controller):\n    async def step(self): pass\n", 3, "`async`"),
    "yield in run": (HEAD + "class A(Controller):\n    def run(self): yield\n", 3, "`yield`"),
    "yield in setup": (
        HEAD + "class A(Controller):\n    def step(self): pass\n    def setup(self): yield\n",
        4,
        "A.setup must not contain `yield`",
    ),
    "run without self": (
        HEAD + "class A(Controller):\n    def run(): pass\n",
        3,
        "Write `def run(self):`",
    ),
    "run with more": (
        HEAD + "class A(Controller):\n    def run(self, robot): pass\n",
        3,
        "is called with `self` and nothing else",
    ),
    "static run": (
        HEAD + "class A(Controller):\n    @staticmethod\n    def run(): pass\n",
        3,
        "must be no staticmethod",
    ),
    "run is no method": (HEAD + "class A(Controller):\n    run = 3\n", 3, "must be a method"),
    "period": (GOOD + "    period = 0\n", 5, "`period` is 0 s"),
    "period of another kind": (GOOD + "    period = None\n", 5, "`period` is None"),
    "period in constructor": (
        GOOD + "    def __init__(self):\n        self.period = -1\n",
        5,
        "`period` is -1 s",
    ),
    "frozen": (
        "from dataclasses import dataclass\n" + HEAD + "@dataclass(frozen=True)\n"
        "class A(Controller):\n    def run(self): pass\n",
        4,
        "Leave out `frozen=True`",
    ),
    "KeyboardInterrupt": ("raise KeyboardInterrupt\n", 1, "KeyboardInterrupt"),
    "BaseException": ("class E(BaseException): pass\nraise E('x')\n", 2, "E: x"),
    "hash that fails": (GOOD + "    def __hash__(self): return 1 / 0\n", 5, "ZeroDivisionError"),
    "hidden method by another": (
        GOOD + "    def __init__(self):\n        self.start = print\n",
        5,
        "`self.start`",
    ),
    "hidden method": (
        GOOD + "    def __init__(self):\n        self.start = 1\n",
        5,
        "`self.start`",
    ),
}


@pytest.mark.parametrize(("text", "line", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_one_clear_message(write, text: str, line: int | None, message: str) -> None:
    """The message names the file, the line where there is one, and what to do."""
    path = write("robot.py", text)

    error = failure(path)

    assert message in str(error)
    assert str(error).startswith("robot.py")
    assert (error.file, error.line) == (str(path), line)
    assert line is None or f"line {line}" in str(error)


def test_the_syntax_error_shows_its_line(write) -> None:
    """The line's text is in the message."""
    path = write("robot.py", "while True print('x')\n")

    assert "while True print('x')" in str(failure(path))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("Godo", "Did you mean Good"),
        ("Zebra", "It has: Good"),
        ("Plain", r"class Plain(Controller):"),
        ("NUMBER", "not a class"),
        ("Controller", "only imported"),
        ("no name!", "There is no class no name!"),
    ],
)
def test_a_class_that_is_not_there(write, wanted: str, message: str) -> None:
    """Each kind of wrong class name has its own advice."""
    path = write("robot.py", GOOD + "class Plain: pass\nNUMBER = 3\n")

    assert message in str(failure(f"{path}:{wanted}"))


def test_a_long_line_is_cut_in_the_message(write) -> None:
    """Of a line of hundreds of characters the beginning is shown."""
    assert len(str(failure(write("deep.py", "x = " + "(" * 300)))) < 300


def test_too_deep_for_python(write) -> None:
    """Whatever words the Python at hand has for it, it is one sentence with what to do."""
    message = str(failure(write("deep.py", "x = " + "-" * 100_000 + "1")))

    assert re.fullmatch(
        r"deep\.py is too complicated for Python to read: .{1,100}\. Split it into smaller parts\.",
        message,
    )


def test_dataclasses_in_a_controllers_file(write) -> None:
    """Features that look the module up by its name work."""
    path = write(
        "robot.py",
        "from __future__ import annotations\nfrom dataclasses import dataclass, field\n"
        + HEAD
        + "@dataclass\nclass Place:\n    x: int = 3\n"
        "    way: list[int] = field(default_factory=list)\n"
        "class A(Controller):\n    def run(self):\n        self.say(Place().x)\n",
    )

    assert words_of(path) == ["3"]


def test_two_loads_do_not_share_variables(write) -> None:
    """Two robots with one file each have their own module."""
    path = write(
        "robot.py",
        HEAD + "count = 0\nclass A(Controller):\n    def run(self):\n"
        "        global count\n        count += 1\n        self.say(count)\n",
    )

    assert (words_of(path), words_of(path)) == (["1"], ["1"])


def test_the_main_guard_does_not_run(write) -> None:
    """Code under ``if __name__ == "__main__"`` stays out."""
    path = write("robot.py", GOOD + "if __name__ == '__main__':\n    raise SystemExit(3)\n")

    assert words_of(path) == ["ran"]


def test_two_loads_never_clear_pythons_caches_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both would remove the same entry, and one controller would end with an error at its start."""
    held = []
    monkeypatch.setattr(importlib, "invalidate_caches", lambda: held.append(loader.CACHES.locked()))
    path = tmp_path / "robot.py"
    path.write_text(GOOD)

    load_controller(str(path))

    assert held == [True]
