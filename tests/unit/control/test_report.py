"""What a beginner gets to see of a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controller
from wsusim.control.report import FailureReport, report_failure, shown_file
from wsusim.shipped import shipped_folder

HEAD = "from wsusim import Controller\nclass A(Controller):\n    def run(self):\n"


@pytest.fixture
def reported(write, tmp_path: Path):
    """Give a function that runs lines as the body of ``run`` and reports their failure."""

    def report(*lines: str, before: str = "") -> FailureReport:
        path = write("robot.py", before + HEAD + "".join(f"        {line}\n" for line in lines))
        program = load_controller(str(path)).create()
        program.bind(FakeBackend())
        program.run()
        assert program.failure is not None
        return report_failure(program.failure, tmp_path)

    return report


def test_the_students_line_is_named(reported, tmp_path: Path) -> None:
    """A failure deep in wsusim is laid to the student's line."""
    report = reported("x = 1", "self.motors.set_speeds(250, x)")

    assert (report.file, report.line) == (str(tmp_path / "robot.py"), 5)
    assert report.frames[-1].text == "self.motors.set_speeds(250, x)"
    assert report.message.startswith("`left` is 250")
    assert report.kind == "MisuseValue"


def test_only_the_students_frames_are_shown(reported, tmp_path: Path) -> None:
    """Frames of wsusim and of Python's library are left out."""
    report = reported("import json", "json.loads('{')")

    assert {frame.file for frame in report.frames} == {str(tmp_path / "robot.py")}
    assert report.message.startswith("JSONDecodeError: ")


def test_the_way_to_the_failure(reported) -> None:
    """Functions of the student's own are shown on the way, the innermost last."""
    report = reported(
        "first()", before="def first():\n    second()\ndef second():\n    return {}['x']\n"
    )

    assert [(frame.function, frame.line) for frame in report.frames] == [
        ("run", 8),
        ("first", 2),
        ("second", 4),
    ]


def test_the_text_ends_with_the_message(reported) -> None:
    """The whole report reads from the way in to the message."""
    text = reported("x = 1 / 0").text().splitlines()

    assert text[0].endswith("robot.py, line 4, in run")
    assert text[1:] == ["    x = 1 / 0", "ZeroDivisionError: division by zero"]


def test_the_summary_is_one_line(reported) -> None:
    """File, line and message fit in a line, whatever the message's length in lines."""
    report = reported("raise ValueError('first\\nsecond')")

    assert report.message == "ValueError: first\nsecond"
    assert report.summary.endswith("robot.py, line 4: ValueError: first")


HINTS = {
    "self forgotten": ("motors.stop()", "self.motors"),
    "misspelt variable": ("speed = 3; print(sped)", "Did you mean `speed`"),
    "sensor compared": ("self.sensors[0] > 3", r"sensors[2].proximity"),
    "value called": ("self.gripper.object_present()", "leave out the parentheses"),
    "method not called": ("self.time + self.sensors.proximities[0] + self.close", "Put () after"),
    "None used": ("[1, None][1] + 1", "None"),
    "None asked": ("None.x", "None"),
    "thread's name": ("self.ident = 3", "my_ident"),
    "method hidden": ("self.say = 3; self.say('x')", "hides the method say()"),
    "import misspelt": (
        "from wsusim import Controler",
        "Did you mean `from wsusim import Controller",
    ),
    "package misspelt": ("import numpi", "Did you mean 'numpy'"),
    "package": ("import no_such_thing_here", "pip install no_such_thing_here"),
    "window": ("raise ValueError('set_wakeup_fd only works in main thread')", "plt.savefig"),
    "recursion": ("f = lambda g: g(g); f(f)", "keeps calling itself"),
}


@pytest.mark.parametrize(("line", "hint"), HINTS.values(), ids=HINTS)
def test_hints(reported, line: str, hint: str) -> None:
    """Mistakes that beginners make come with a hint."""
    report = reported(line)

    assert hint in " ".join(report.hints)
    assert "Hint: " in report.text()


def test_no_hint_leads_to_names_that_python_keeps_for_itself(reported) -> None:
    """``__spec__`` looks like ``speed``, but no beginner means it."""
    assert reported("speed + 5").hints == ()


def test_a_long_way_is_cut_in_the_middle(reported) -> None:
    """A thousand frames become eight."""
    report = reported("f()", before="def f():\n    f()\n")

    assert (report.kind, len(report.frames)) == ("RecursionError", 8)


def test_the_earlier_failure_is_told_too(reported) -> None:
    """A failure while handling another one shows both, the first one first."""
    report = reported("try:", "    1 / 0", "except ZeroDivisionError:", "    {}['x']")

    assert report.kind == "KeyError"
    assert report.earlier is not None
    assert report.earlier.kind == "ZeroDivisionError"
    assert report.text().index("ZeroDivisionError:") < report.text().index("KeyError:")


def test_from_none_hides_the_earlier_failure(reported) -> None:
    """``raise ... from None`` is respected."""
    lines = ("try:", "    1 / 0", "except ZeroDivisionError:", "    raise KeyError('x') from None")

    assert reported(*lines).earlier is None


def test_a_circle_of_causes_ends(reported) -> None:
    """Failures that name each other as their cause do not hang the report."""
    report = reported(
        "a = KeyError()", "b = KeyError()", "a.__cause__ = b", "b.__cause__ = a", "raise a"
    )

    assert report.text().count("While your program dealt with that") <= 2


def test_a_group_of_failures(reported) -> None:
    """Of a group the first is shown, and the others are counted."""
    report = reported("raise ExceptionGroup('all', [ValueError('one'), KeyError('two')])")

    assert report.message == "ValueError: one"
    assert report.line == 4
    assert "1 more failed at the same time: KeyError: 'two'" in report.hints


def test_groups_in_groups_without_end(reported) -> None:
    """However deep, the exception in the middle is shown."""
    report = reported(
        "e = ValueError('one')", "for _ in range(3000): e = ExceptionGroup('all', [e])", "raise e"
    )

    assert report.message == "ValueError: one"


def test_a_message_that_fails_itself(reported) -> None:
    """An exception whose ``__str__`` raises is named by its type."""
    report = reported(
        "raise Bad()",
        before="class Bad(Exception):\n    def __str__(self):\n        raise OSError\n",
    )

    assert report.message.startswith("Bad: (its message")


def test_an_endless_message_is_cut(reported) -> None:
    """A message of a megabyte is cut."""
    assert len(reported("raise ValueError('x' * 1_000_000)").message) < 3000


def test_a_syntax_error_at_run_time(reported, write, tmp_path: Path) -> None:
    """A neighbour that can't be compiled is laid to its own line."""
    helper = write("helper.py", "x = 1\ny = = 2\n")

    report = reported("import helper")

    assert (report.file, report.line) == (str(helper), 2)
    assert report.message == "SyntaxError: invalid syntax"


def test_a_missing_module_may_be_a_neighbour(reported, write) -> None:
    """A misspelt name is compared with the student's own files first."""
    write("helper.py", "")

    assert reported("import helperr").hints == (
        "There is no module called 'helperr'. Did you mean 'helper'?",
    )


def test_self_forgotten_in_a_method(reported) -> None:
    """A method without ``self`` is hinted at."""
    report = reported("Help().go()", before="class Help:\n    def go(): pass\n")

    assert report.hints == ("Did you forget `self` as the first parameter in its `def`?",)


def test_a_number_plotted_without_a_name(reported) -> None:
    """It is told to want a name, not a ``self``."""
    assert reported("self.plot(1.0)").hints == (
        "Give each number a name: `self.plot(error=error)`, not `self.plot(error)`.",
    )


def stepped(write, folder: Path, step: str) -> FailureReport:
    """Return the report of a step program whose close() fails."""
    text = HEAD.replace("run", "step") + f"        {step}\n    def close(self): [][1]\n"
    program = load_controller(str(write("robot.py", text))).create()
    program.bind(FakeBackend(stop_at_s=0.1))
    program.run()
    assert program.failure is not None
    return report_failure(program.failure, folder)


def test_a_failure_of_close_after_another(write, tmp_path: Path) -> None:
    """Both are shown, and which came first."""
    assert "ZeroDivisionError: division by zero\n\nThen its close() failed too:\n" in (
        stepped(write, tmp_path, "1 / 0").text()
    )


@pytest.mark.parametrize("step", ["pass", "self.sleep(1)"])
def test_a_failure_of_close_alone(write, tmp_path: Path, step: str) -> None:
    """After Stop nothing has failed before."""
    assert stepped(write, tmp_path, step).earlier is None


@pytest.mark.parametrize(
    ("line", "message"),
    [("raise SystemExit(3)", "sys.exit(3)"), ("raise SystemExit('no')", "sys.exit('no')")],
)
def test_sys_exit_with_a_code(reported, line: str, message: str) -> None:
    """A program that ends itself with an error code is told as that."""
    assert message in reported(line).message


def test_without_a_frame_of_the_student_there_is_no_line(tmp_path: Path) -> None:
    """A failure outside the student's folder names no line."""
    report = report_failure(ValueError("x"), tmp_path)

    assert (report.file, report.line, report.text()) == (None, None, "ValueError: x")


def test_wsusim_inside_the_students_folder_is_not_the_student(reported) -> None:
    """Where a student works in the project's own folder, its package is still left out."""
    program = load_controller(str(Path(__file__).parent / "faulty_controller.py")).create()
    program.bind(FakeBackend())
    program.run()
    assert program.failure is not None

    report = report_failure(program.failure, Path(__file__).parents[3])

    assert [Path(frame.file).name for frame in report.frames] == ["faulty_controller.py"]


def test_files_have_short_names_where_the_person_is(reported, tmp_path: Path, monkeypatch) -> None:
    """Someone in the folder, or above it, needs no more to find the file."""
    report = reported("1 / 0")

    monkeypatch.chdir(tmp_path)
    beside = report.text().splitlines()[0]
    monkeypatch.chdir(tmp_path.parent)
    above = report.text().splitlines()[0]
    monkeypatch.chdir("/")
    elsewhere = report.text().splitlines()[0]

    assert beside == "robot.py, line 4, in run"
    assert above == f"{Path(tmp_path.name) / 'robot.py'}, line 4, in run"
    assert elsewhere == f"{tmp_path / 'robot.py'}, line 4, in run"


def test_ready_controllers_have_short_names(monkeypatch) -> None:
    """They are the same for everybody."""
    monkeypatch.chdir("/")

    assert shown_file(str(shipped_folder("controllers").resolve() / "braitenberg.py")) == (
        "braitenberg.py"
    )


def test_what_a_report_says_is_pythons_own_text(reported) -> None:
    """Methods of texts and names that a student's classes return are never called."""
    report = reported(
        "failure = Odd()",
        "Odd.__name__ = Word('Odd')",
        "raise failure",
        before=(
            "from wsusim.errors import Misuse\nclass Word(str):\n    def __len__(self):\n"
            "        raise KeyboardInterrupt\n    splitlines = __format__ = __len__\n"
            "class Odd(Misuse):\n    def __str__(self):\n        return Word('no')\n"
        ),
    )

    assert (type(report.message), type(report.kind)) == (str, str)
    assert report.text().endswith("\nno")


def test_a_line_of_code_may_be_of_a_file_with_any_kind_of_name(reported) -> None:
    """Its own name is asked, not what a class of texts makes of it."""
    report = reported(
        "odd.__code__ = odd.__code__.replace(co_filename=Word(__file__))",
        "odd()",
        before=(
            "class Word(str):\n    def startswith(self, *other):\n"
            "        raise KeyboardInterrupt\ndef odd():\n    1 / 0\n"
        ),
    )

    assert report.message == "ZeroDivisionError: division by zero"
    assert report.frames[-1].text == "1 / 0"
