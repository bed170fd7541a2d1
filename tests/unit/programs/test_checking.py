"""What is wrong with a program, found without running it."""

from __future__ import annotations

import pytest

from wsusim.programs.checking import Remark, remarks_on

HEAD = "from wsusim import Controller\nimport time\n\nclass A(Controller):\n    def run(self):\n"


def in_run(*lines: str) -> list[Remark]:
    """Return the remarks on a controller whose ``run`` has these lines; the first one is 6."""
    return remarks_on(HEAD + "".join(f"        {line}\n" for line in lines))


def test_a_syntax_error_is_told_at_its_line() -> None:
    """Python's own words, at Python's own place."""
    (remark,) = remarks_on("x = 1\nif x\n    pass\n")
    assert (remark.line, remark.is_error) == (2, True)
    assert remark.text == "SyntaxError: expected ':'"


def test_an_error_that_only_compiling_finds_is_told_too() -> None:
    """``return`` outside a function is no error of the grammar."""
    (remark,) = remarks_on("x = 1\nreturn x\n")
    assert remark.line == 2


def test_a_name_from_another_robot_is_told_with_ours() -> None:
    """The hints are those of a run."""
    (remark,) = in_run("self.turn(90)")
    assert remark.line == 6
    assert "self.motors.turn_deg(90)" in remark.text


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("self.motors.set_sped(1, 2)", "set_speeds"),
        ("self.motors.forward(3)", "set_speeds"),
        ("x = self.sensrs[2]", "sensors"),
        ("self.cuont += 1", "Did you mean `count`"),
        ("x = self.sensors[2].proximity()", "leave out the parentheses"),
        ("x = self.time() + 1", "leave out the parentheses"),
    ],
)
def test_what_is_misspelt_is_told_with_what_was_meant(line: str, word: str) -> None:
    """As a run would, but before it."""
    remarks = in_run("self.count = 0", line)
    assert [remark.line for remark in remarks] == [7]
    assert word in remarks[0].text


def test_time_sleep_is_remarked_on_and_is_no_error() -> None:
    """It works, and self.sleep is clearer."""
    (remark,) = in_run("while self.active:", "    time.sleep(1)")
    assert (remark.line, remark.is_error) == (7, False)
    assert "self.sleep" in remark.text


def test_a_loop_that_stop_can_not_end_is_remarked_on() -> None:
    """``while True`` without a way out."""
    (remark,) = in_run("while True:", "    self.sleep(1)")
    assert (remark.line, remark.is_error) == (6, False)
    assert "while self.active" in remark.text
    assert in_run("while True:", "    self.sleep(1)", "    if self.time > 3: break") == []


@pytest.mark.parametrize(
    "lines",
    [
        ("self.count = 0", "self.count += 1"),
        ("self.turn = 3", "print(self.turn)"),
        ("x = self.motors.left_speed",),
        ("for s in self.sensors: print(s.proximity)",),
        ("setattr(self, 'turn', 3)", "print(self.turn)"),
        ("self.name = 'x'", "x = self._private"),
    ],
)
def test_a_right_program_is_left_alone(lines: tuple[str, ...]) -> None:
    """What the program makes itself is not questioned."""
    assert in_run(*lines) == []


def test_a_module_of_another_simulator_is_told_with_our_way() -> None:
    """The advice of a run's ImportError."""
    (remark,) = remarks_on("from controller import Robot\n")
    assert "Webots" in remark.text


def test_a_class_that_inherits_from_elsewhere_is_not_judged() -> None:
    """A class with an unknown base is not checked for missing names."""
    assert (
        remarks_on("from mine import Base\nclass A(Base):\n    def run(self): self.turn(90)\n")
        == []
    )


def test_nonsense_is_told_and_never_raises() -> None:
    """Deep nesting and null bytes are remarks."""
    assert remarks_on("(" * 10_000)[0].is_error
    assert remarks_on("x = '\0'")[0].is_error
