"""Lines at which a program can be made to stop, while it stays what it is."""

from __future__ import annotations

import builtins
import sys
import textwrap
from typing import Any

import pytest

from wsusim.control.debugging.agent import Agent
from wsusim.control.debugging.stop_lines import Place, StopLines, nearest_line, spans_of
from wsusim.control.own_powers import SEEN, compile_with_own_powers

FILE = "/student/robot.py"


def lines_done(program: str) -> tuple[list[int], dict[str, Any]]:
    """Run a program with every line on; return the lines in their order, and what it has made."""
    done: list[int] = []
    lines = StopLines(lambda place: done.append(place.line))
    seen = {**vars(builtins), **SEEN}
    lines.appear_in(seen)
    code = compile_with_own_powers(textwrap.dedent(program).lstrip("\n"), FILE, lines.put_into)
    lines.switch_all_on()
    made: dict[str, Any] = {"__builtins__": seen}
    exec(code, made)
    return done, made


def test_each_statement_is_asked_before_it_is_done() -> None:
    """Lines come in the order in which they are done, each before its statement."""
    done, made = lines_done("""
        a = 1
        if a == 2:
            a = 3
        elif a == 1:
            a = 4
        else:
            a = 5
    """)
    assert done == [1, 2, 4, 5]
    assert made["a"] == 4


def test_the_head_of_a_for_is_asked_before_each_round() -> None:
    """A ``for`` is come by once more than it has rounds, also with ``continue``."""
    done, _ = lines_done("""
        for i in range(3):
            if i == 1:
                continue
            a = i
    """)
    assert done == [1, 2, 4, 1, 2, 3, 1, 2, 4, 1]


def test_the_head_of_a_while_is_asked_whenever_it_is_looked_at() -> None:
    """A ``while`` is come by once more than it has rounds; one without an end only at first."""
    done, _ = lines_done("""
        n = 0
        while n < 2:
            n += 1
        while True:
            break
    """)
    assert done == [1, 2, 3, 2, 3, 2, 4, 5]


def test_a_lambda_is_asked_when_it_is_called() -> None:
    """Its line is done again with each call, and its value stays its own."""
    done, made = lines_done("""
        double = (
            lambda x:
                x * 2)
        y = double(4)
    """)
    assert (done, made["y"]) == ([1, 4, 3], 8)


def test_docstrings_and_definitions_stay_what_they_are() -> None:
    """Programs don't stop at a ``def``, and a docstring is still one."""
    done, made = lines_done('''
        """What it is."""
        from __future__ import annotations
        class Robot:
            """A robot."""
            def run(self):
                """Run."""
                return 1
        Robot().run()
    ''')
    assert done == [8, 7]
    assert (made["__doc__"], made["Robot"].run.__doc__) == ("What it is.", "Run.")


def test_an_exception_has_the_line_that_it_would_have() -> None:
    """Questions change no line number."""
    lines = StopLines(lambda _place: None)
    seen = {**vars(builtins), **SEEN}
    lines.appear_in(seen)
    code = compile_with_own_powers("a = 1\n\nfor i in [1]:\n    b = 1 / 0\n", FILE, lines.put_into)
    with pytest.raises(ZeroDivisionError) as failed:
        exec(code, {"__builtins__": seen})
    assert failed.traceback[-1].lineno + 1 == 4


def test_a_program_does_not_see_the_questions() -> None:
    """Neither its names nor its module's are others than before."""
    _, made = lines_done("a = 1\nnames = sorted(globals())\n")
    assert made["names"] == ["__builtins__", "a"]


def test_only_lines_that_are_on_are_told() -> None:
    """Switched lines take the place of those that were on before."""
    done: list[int] = []
    lines = StopLines(lambda place: done.append(place.line))
    seen = {**vars(builtins), **SEEN}
    lines.appear_in(seen)
    code = compile_with_own_powers("a = 1\nb = 2\nc = 3\n", FILE, lines.put_into)
    lines.switch([Place(FILE, 1), Place(FILE, 2)])
    lines.switch([Place(FILE, 2), Place(FILE, 77), Place("/other.py", 1)])
    exec(code, {"__builtins__": seen})
    assert done == [2]


def test_the_callers_frame_is_the_programs() -> None:
    """A hearer finds the program's own variables two frames further out."""
    found: list[Any] = []
    lines = StopLines(lambda _place: found.append(sys._getframe(2).f_locals.get("x")))
    seen = {**vars(builtins), **SEEN}
    lines.appear_in(seen)
    code = compile_with_own_powers("def f(x):\n    return x\nf(7)\n", FILE, lines.put_into)
    lines.switch([Place(FILE, 2)])
    exec(code, {"__builtins__": seen})
    assert found == [7]


def test_a_breakpoint_goes_to_the_statement_that_it_means() -> None:
    """In a statement of several lines to its first, on an empty line or a ``def`` to the next."""
    spans = spans_of("def f():\n\n    a = [\n        1,\n    ]\n    # note\n    return a\n")
    assert [nearest_line(spans, line) for line in (1, 2, 4, 6, 7, 8)] == [3, 3, 3, 7, 7, None]


def test_what_is_no_python_has_no_lines() -> None:
    """A program with a mistake in it has nowhere to stop."""
    assert spans_of("def f(:\n") == {}


def test_breakpoints_may_be_set_before_anything_is_loaded() -> None:
    """A person who sets one while another robot's program stands meets programs that load."""
    agent = Agent(lambda **_told: None, {})
    one = {"file": FILE, "line": 1, "condition": ""}
    agent.obey({"what": "breakpoints", "breakpoints": [one]})
    agent.obey({"what": "pause now"})
    assert agent.lines.files == ()
