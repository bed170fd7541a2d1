"""The values of the variables that a failing line names."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from wsusim.control.line_values import MOST, values_in_line

LIMIT = 600


class Robot:
    """Has fields, a constant and a trap."""

    period = 0.05

    def __init__(self) -> None:
        self.count = 3
        self.readings = [1, 2]

    @property
    def trap(self) -> int:
        """Never be asked."""
        raise RuntimeError("never")

    def frame(self, **_values: Any) -> FrameType:
        """Return a frame in which there are some variables."""
        x, y, name = 1, 0, "left"  # noqa: F841
        return sys._getframe()


def values(line: str) -> dict[str, str]:
    """Return what is told of a line."""
    return dict(values_in_line(line, Robot().frame()))


def test_names_in_the_line_are_told_in_their_order() -> None:
    """Local variables, fields, constants of class and file."""
    found = values("return x / y + self.count * self.period - LIMIT")
    assert list(found.items()) == [
        ("x", "1"),
        ("y", "0"),
        ("self.count", "3"),
        ("self.period", "0.05"),
        ("LIMIT", "600"),
    ]


def test_what_is_no_variable_is_left_out() -> None:
    """Functions, modules, classes, attributes of others, texts and comments."""
    assert values("max(sys.argv, Robot.x, 'x', \"y\")  # x") == {}


def test_names_within_an_f_string_count() -> None:
    """They are code."""
    assert values("print(f'{x:3} and {self.readings[0]}')") == {
        "x": "1",
        "self.readings": "[1, 2]",
    }


def test_a_property_is_not_asked() -> None:
    """It would run the student's lines again."""
    assert values("self.trap + x") == {"x": "1"}


def test_no_more_than_some_are_told() -> None:
    """A line of a hundred names is cut."""
    frame = Robot().frame()
    names = [f"v{number}" for number in range(100)]
    globals().update(dict.fromkeys(names, 1))
    try:
        assert len(values_in_line(" + ".join(names), frame)) == MOST
    finally:
        for name in names:
            del globals()[name]
