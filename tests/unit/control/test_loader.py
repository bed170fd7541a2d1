"""Loading a controller: what works, and one clear message for each way in which it does not."""

from __future__ import annotations

import re
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controller, load_controllers
from wsusim.control.source_file import read_source, split_spec
from wsusim.errors import ControllerLoadError

HEAD = "from wsusim import Controller\n"
GOOD = HEAD + "class Good(Controller):\n    def run(self):\n        self.say('ran')\n"


def said(spec: object) -> list[str]:
    """Load, run, and return what the controller said."""
    fake = FakeBackend()
    fake.run(load_controller(str(spec)).create())
    return fake.said


def failure(spec: object) -> ControllerLoadError:
    """Return the error of loading and creating."""
    with pytest.raises(ControllerLoadError) as caught:
        load_controller(str(spec)).create()
    return caught.value


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
    """Several controllers ask for a choice, spelt out."""
    path = write("two.py", TWO)

    assert "two.py:Good or two.py:Other" in str(failure(path))


def test_ready_controllers_without_a_name() -> None:
    """A ready file is called by its name alone."""
    assert "braitenberg:Vehicle" in str(failure("braitenberg"))


def test_a_second_name_is_no_second_class(write) -> None:
    """An alias of a class does not make it two."""
    assert said(write("alias.py", GOOD + "Same = Good\n")) == ["ran"]


def test_a_base_class_is_no_controller(write) -> None:
    """A class without ``run`` and ``step``, there to be inherited from, does not count."""
    path = write(
        "base.py",
        HEAD + "class Base(Controller):\n    def talk(self):\n        self.say('base')\n"
        "class Real(Base):\n    def run(self):\n        self.talk()\n",
    )

    assert said(path) == ["base"]


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

    assert said(path) == ["went"]


@pytest.mark.parametrize("arguments", ["", "(slots=True)", "(order=True)"])
def test_a_controller_may_be_a_dataclass(write, arguments: str) -> None:
    """A dataclass has no hash, but a thread needs one; so it gets it back."""
    path = write(
        "data.py",
        "from dataclasses import dataclass, field\n" + HEAD + f"@dataclass{arguments}\n"
        "class A(Controller):\n    speed: int = 5\n    seen: list = field(default_factory=list)\n"
        "    def run(self):\n        self.say(self.speed)\n",
    )

    assert said(path) == ["5"]


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

    assert said(path) == ["ran"]


def test_a_bad_member_of_a_neighbour_is_laid_to_the_neighbour(write) -> None:
    """A base class in another file that redefines a fixed name is told with that file."""
    base = write("base.py", HEAD + "class Base(Controller):\n    def join(self): pass\n")
    path = write("robot.py", "from base import Base\nclass A(Base):\n    def run(self): pass\n")

    error = failure(path)

    assert (error.file, error.line) == (str(base), 3)


def test_imported_controllers_do_not_count(write) -> None:
    """Only classes of the file itself are its controllers."""
    write("lib.py", HEAD + "class Lib(Controller):\n    def run(self):\n        self.say('lib')\n")
    path = write("robot.py", "from lib import Lib\nclass Mine(Lib):\n    pass\n")

    assert (load_controller(str(path)).class_name, said(path)) == ("Mine", ["lib"])


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("robot.py", ("robot.py", None)),
        ("robot.py:Class", ("robot.py", "Class")),
        ("robot.py:", ("robot.py", None)),
        (r"C:\x\y.py", (r"C:\x\y.py", None)),
        (r"C:\x\y.py:Class", (r"C:\x\y.py", "Class")),
        ("C:/x/y.py:Class", ("C:/x/y.py", "Class")),
        ("wall_follower", ("wall_follower", None)),
        ("braitenberg:Vehicle2a", ("braitenberg", "Vehicle2a")),
    ],
)
def test_specs(spec: str, parts: tuple[str, str | None]) -> None:
    """A colon separates file and class, unless it is a drive's."""
    assert split_spec(spec) == parts


def test_a_file_with_a_colon_in_its_name(write) -> None:
    """A file that is there is meant as it is written."""
    path = write("odd:name.py", GOOD)

    assert said(path) == ["ran"]


BAD_FILES = {
    "syntax": (HEAD + "class A(Controller)\n    pass\n", 2, "SyntaxError: expected ':'"),
    "indentation": (HEAD + "class A(Controller):\ndef run(self): pass\n", 3, "IndentationError"),
    "tabs": (HEAD + "if 1:\n        x = 1\n\ty = 2\n", 4, "TabError"),
    "null byte": (HEAD + "x = 1\0\n", 2, "null byte, so this is not a Python program. Choose"),
    "missing package": (HEAD + "import no_such_package\n", 2, "pip install no_such_package"),
    "misspelt module": ("import maths\n", 1, "Did you mean 'math'"),
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


BAD_BYTES = {
    "latin 1": (b"x = 1\n# \xe4\n", 2),
    "utf-16": ("x = 1\n".encode("utf-16"), 1),
    "unknown encoding": (b"# -*- coding: klingon -*-\n", 1),
    "first line": (b"# \xff\xfe\n", 1),
}


@pytest.mark.parametrize(("raw", "line"), BAD_BYTES.values(), ids=BAD_BYTES)
def test_bytes_that_are_no_text(tmp_path: Path, raw: bytes, line: int) -> None:
    """A file that is no UTF-8 is told with the line."""
    path = tmp_path / "robot.py"
    path.write_bytes(raw)

    assert failure(path).line == line


def test_other_encodings_and_a_byte_order_mark_work(tmp_path: Path) -> None:
    """An encoding named in the first line is used; a byte order mark does no harm."""
    latin, marked = tmp_path / "latin.py", tmp_path / "marked.py"
    latin.write_bytes(("# coding: latin-1\n" + GOOD.replace("ran", "r\xe4n")).encode("latin-1"))
    marked.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())

    assert (said(latin), said(marked)) == (["r\xe4n"], ["ran"])


def test_the_syntax_error_shows_its_line(write) -> None:
    """The line's text is in the message."""
    path = write("robot.py", "while True print('x')\n")

    assert "while True print('x')" in str(failure(path))


def test_a_mistake_in_a_neighbour_is_laid_to_the_neighbour(write) -> None:
    """A syntax error in an imported file names that file."""
    helper = write("helper.py", "x = = 1\n")
    path = write("robot.py", HEAD + "import helper\n")

    error = failure(path)

    assert (error.file, error.line) == (str(helper), 1)


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


def test_a_missing_file_suggests_a_near_name(write, tmp_path: Path) -> None:
    """A misspelt file name is answered with the one in that folder."""
    write("wall_follower.py", GOOD)

    assert "Did you mean" in str(failure(tmp_path / "wal_folower.py"))
    assert "wall_follower.py" in str(failure(tmp_path / "wal_folower.py"))


def test_a_missing_ending_is_suggested(write, tmp_path: Path) -> None:
    """``robot`` where ``robot.py`` lies is told."""
    path = write("robot.py", GOOD)

    assert f"Did you mean {path}?" in str(failure(tmp_path / "robot"))


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """A path through a folder that does not exist says so."""
    assert "no folder" in str(failure(tmp_path / "nowhere" / "robot.py"))


def test_a_folder_lists_its_files(write, tmp_path: Path) -> None:
    """A folder is answered with the files in it."""
    write("robot.py", GOOD)

    assert "robot.py" in str(failure(tmp_path))


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    """What is there but no ordinary file is told as that."""
    loop = tmp_path / "loop.py"
    loop.symlink_to(loop)

    assert "is not a regular file" in str(failure(loop))


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
def test_a_device_is_refused() -> None:
    """A device is no controller."""
    assert "is not a regular file" in str(failure("/dev/null"))


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


def test_another_ending_is_refused(write) -> None:
    """Only .py files are controllers."""
    assert "doesn't end in .py" in str(failure(write("robot.txt", GOOD)))


@pytest.mark.parametrize("spec", ["", "  ", "a\0b.py", "x" * 5000, "/" * 3000])
def test_names_that_can_be_no_file(spec: str) -> None:
    """Nonsense is answered with one message as well."""
    assert str(failure(spec))


def test_what_can_not_be_read_is_told(tmp_path: Path) -> None:
    """When the system refuses to read, the message says why."""
    with pytest.raises(ControllerLoadError, match="can't be read: "):
        read_source(tmp_path)


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


def test_loading_leaves_no_trace(write) -> None:
    """Neither the search path nor the finders nor a neighbour's name stay behind."""
    path = neighbours(write, "carl")
    before = (list(sys.path), list(sys.meta_path))

    load_controller(str(path))

    assert (sys.path, sys.meta_path) == before
    assert "helper" not in sys.modules


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

    assert said(path) == ["3"]


def test_a_neighbour_may_import_the_controllers_file(write) -> None:
    """A circle of imports finds the very same module."""
    write("helper.py", "import robot\nSAME = robot")
    path = write(
        "robot.py",
        HEAD + "NUMBER = 5\nimport helper\nclass A(Controller):\n    def run(self):\n"
        "        self.say(helper.SAME.NUMBER)\n",
    )

    assert said(path) == ["5"]


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

    assert said(path) == ["3"]


def test_two_loads_do_not_share_variables(write) -> None:
    """Two robots with one file each have their own module."""
    path = write(
        "robot.py",
        HEAD + "count = 0\nclass A(Controller):\n    def run(self):\n"
        "        global count\n        count += 1\n        self.say(count)\n",
    )

    assert (said(path), said(path)) == (["1"], ["1"])


def test_the_main_guard_does_not_run(write) -> None:
    """Code under ``if __name__ == "__main__"`` stays out."""
    path = write("robot.py", GOOD + "if __name__ == '__main__':\n    raise SystemExit(3)\n")

    assert said(path) == ["ran"]
