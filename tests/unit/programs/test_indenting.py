"""Where lines begin."""

from __future__ import annotations

import pytest

from wsusim.programs.indenting import (
    block_end,
    dedent_lines,
    dedented,
    indent_after,
    indent_lines,
    step_of,
    toggle_comment,
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("    while self.active:", "        "),
        ("    x = 1", "    "),
        ("        return x", "    "),
        ("        break", "    "),
        ("    call(", "        "),
        ("x = returned", ""),
        ("pass", ""),
    ],
)
def test_the_next_line_begins_where_python_expects_it(line: str, expected: str) -> None:
    """After a colon or an open bracket further in, after a return further out."""
    assert indent_after(line, line) == expected


def test_a_colon_in_a_comment_begins_no_block() -> None:
    """What counts is the code: comments come as blanks."""
    assert indent_after("    x = 1  # like this:", "    x = 1               ") == "    "


@pytest.mark.parametrize(
    ("indent", "step", "expected"),
    [
        ("        ", "    ", "    "),
        ("      ", "    ", "    "),
        ("\t\t", "\t", "\t"),
        ("", "    ", ""),
    ],
)
def test_a_step_back_ends_at_a_whole_step(indent: str, step: str, expected: str) -> None:
    """Six spaces become four."""
    assert dedented(indent, step) == expected


def test_a_file_goes_on_as_it_indents() -> None:
    """Tabs stay tabs, two spaces stay two."""
    assert step_of(["if x:", "\ty = 1"]) == "\t"
    assert step_of(["if x:", "  y = 1", "    z = 1"]) == "  "
    assert step_of(["x = 1"]) == "    "


def test_lines_go_in_and_out_and_empty_ones_stay_empty() -> None:
    """In and out again is as before."""
    lines = ["if x:", "", "    y = 1"]
    assert indent_lines(lines) == ["    if x:", "", "        y = 1"]
    assert dedent_lines(indent_lines(lines)) == lines
    assert dedent_lines(["  x"]) == ["x"]


def test_comments_are_put_at_the_common_margin_and_taken_away_again() -> None:
    """A block stays readable while it is a comment."""
    lines = ["    if x:", "", "        y = 1"]
    commented = toggle_comment(lines)
    assert commented == ["    # if x:", "", "    #     y = 1"]
    assert toggle_comment(commented) == lines


def test_a_block_with_some_comments_becomes_a_comment() -> None:
    """Only where all lines are comments are they code again."""
    assert toggle_comment(["# a", "b"]) == ["# # a", "# b"]


def test_a_block_ends_before_what_is_not_further_in() -> None:
    """Empty lines behind it are not its own; a closing bracket is."""
    lines = ["class A:", "    def run(self):", "        pass", "", "    x = 1", "", "y = 2"]
    assert block_end(lines, 0) == 4
    assert block_end(lines, 1) == 2
    assert block_end(["call(", "    1,", ")", "x"], 0) == 2
    assert block_end(["x = 1"], 0) == 0
