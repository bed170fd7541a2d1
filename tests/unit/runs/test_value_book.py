"""What variables have held, moment by moment."""

from __future__ import annotations

import math

from wsusim.model.commands import Plot, Say, Variables
from wsusim.runs import value_book
from wsusim.runs.value_book import ValueBook


def told() -> ValueBook:
    """Return a book in which a counter grew and a function came and went."""
    book = ValueBook()
    book.hear(0, 0, Variables((("self.count", 1), ("run.x", "[1]"))))
    book.hear(10, 0, Variables((("self.count", 2), ("run.x", None)), 7))
    book.hear(10, 0, Plot((("error", 0.5),)))
    book.hear(10, 1, Plot((("error", 9.0),)))
    book.hear(20, 0, Say("nothing to it"))
    return book


def test_each_moment_has_what_was_held_then() -> None:
    """Until the next change; what is gone is not there."""
    book = told()
    assert book.at(0, 9) == {"self.count": 1, "run.x": "[1]"}
    assert book.at(0, 10) == {"self.count": 2, "plot.error": 0.5}
    assert book.at(1, 10) == {"plot.error": 9.0}
    assert book.at(0, -1) == {}
    assert book.at(5, 10) == {}


def test_what_is_left_out_is_counted_for_its_moment() -> None:
    """Too many variables at one time need not be too many before."""
    book = told()
    assert (book.left_out(0, 5), book.left_out(0, 10), book.left_out(1, 10)) == (0, 7, 0)


def test_numbers_are_a_curve_and_texts_a_gap() -> None:
    """A truth value is 0 or 1."""
    book = told()
    book.hear(30, 0, Variables((("self.count", "None"),)))
    book.hear(40, 0, Variables((("self.count", True),)))
    ticks, numbers = book.numbers(0, "self.count")
    assert ticks.tolist() == [0, 10, 30, 40]
    assert numbers[[0, 1, 3]].tolist() == [1.0, 2.0, 1.0]
    assert math.isnan(numbers[2])
    assert len(book.numbers(0, "no such name")[0]) == 0


def test_two_changes_in_one_tick_are_one() -> None:
    """The later one counts."""
    book = told()
    book.hear(10, 0, Variables((("self.count", 3),)))
    assert book.numbers(0, "self.count")[0].tolist() == [0, 10]
    assert book.at(0, 10)["self.count"] == 3


def test_a_book_that_is_full_keeps_older_values_coarsely(monkeypatch: object) -> None:
    """The newest are all there, and it says so."""
    book = ValueBook()
    most, value_book.MOST_ENTRIES = value_book.MOST_ENTRIES, 1000
    try:
        for tick in range(1001):
            book.hear(tick, 0, Variables((("self.x", tick),)))
    finally:
        value_book.MOST_ENTRIES = most
    ticks, _ = book.numbers(0, "self.x")
    assert book.is_thinned
    assert 500 < len(ticks) < 700
    assert ticks[-200:].tolist() == list(range(801, 1001))
