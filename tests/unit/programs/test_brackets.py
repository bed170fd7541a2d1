"""Brackets that belong together."""

from __future__ import annotations

from wsusim.programs.brackets import partner


def everything_is_code(_line: int, _column: int) -> bool:
    """Take no text for a string."""
    return True


def test_the_partner_is_found_over_lines_and_inner_brackets() -> None:
    """In both directions."""
    lines = ["call(a[0],", "     (1, 2)", ")"]
    assert partner(lines, 0, 4, everything_is_code) == (2, 0)
    assert partner(lines, 2, 0, everything_is_code) == (0, 4)
    assert partner(lines, 0, 6, everything_is_code) == (0, 8)


def test_a_bracket_without_a_partner_has_none() -> None:
    """Neither way."""
    assert partner(["call("], 0, 4, everything_is_code) is None
    assert partner(["x)"], 0, 1, everything_is_code) is None


def test_brackets_in_texts_do_not_count() -> None:
    """What is no code is passed over."""
    lines = ["call(')')"]
    assert partner(lines, 0, 4, lambda _line, column: column != 6) == (0, 8)
