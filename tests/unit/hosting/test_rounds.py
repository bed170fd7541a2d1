"""Rounds of loops and calls of functions are counted, exactly and everywhere alike."""

from __future__ import annotations

import ast
import traceback
from typing import Any

import pytest

from wsusim.hosting.rounds import MostRounds, Rounds


class TooMany(BaseException):
    """A round too many; true: in all."""


def too_many(is_in_all: bool) -> None:
    """Raise it, where a host would end the process."""
    raise TooMany(is_in_all)


def loaded(program: str, between: int = 100, in_all: int = 1000) -> tuple[Rounds, dict[str, Any]]:
    """Return a program's counted rounds, and its names."""
    rounds = Rounds(MostRounds(between, in_all, 5000), too_many)
    builtins = dict(vars(__import__("builtins")))
    rounds.appear_in(builtins)
    names: dict[str, Any] = {"__builtins__": builtins}
    exec(compile(rounds.put_into(ast.parse(program), "p.py"), "p.py", "exec"), names)
    rounds.begin_anew()
    return rounds, names


@pytest.mark.parametrize(
    ("program", "count"),
    [
        ("def f():\n    for k in range(7):\n        pass", 8),
        ("def f():\n    k = 0\n    while k < 7:\n        k += 1\n        continue", 8),
        ("def f():\n    return [f for k in range(7)]", 1),
        ("def f(n=7):\n    if n:\n        f(n - 1)", 8),
        ("def f():\n    for i in 'ab':\n        for k in 'abc':\n            break", 5),
        ("async def g():\n    pass\ndef f():\n    pass", 1),
    ],
)
def test_each_round_and_each_call_counts_once(program: str, count: int) -> None:
    """However a round ends; what Python goes round itself does not count."""
    rounds, names = loaded(program)
    names["f"]()
    assert rounds.left == 1000 - count


@pytest.mark.parametrize("most", [3, 50])
def test_the_round_that_is_too_many_is_the_one_after_the_last(most: int) -> None:
    """To the round: nothing depends on how quick a computer is."""
    _, names = loaded(
        "done = 0\ndef f():\n    global done\n    while True:\n        done += 1", most
    )
    with pytest.raises(TooMany):
        names["f"]()
    assert names["done"] == most - 1  # the call of the function counts


def test_an_exchange_with_the_robot_restarts_the_count() -> None:
    """Only what lies between two counts."""
    rounds, names = loaded("def f():\n    for k in range(60):\n        pass")
    for _ in range(10):
        names["f"]()
        rounds.begin_anew()
    assert rounds.left == 1000 - 610


def test_rounds_in_all_are_limited_too() -> None:
    """Also if there are never many between two exchanges."""
    rounds, names = loaded("def f():\n    for k in range(60):\n        pass")
    with pytest.raises(TooMany) as raised:  # noqa: PT012 - again and again
        for _ in range(100):
            names["f"]()
            rounds.begin_anew()
    assert raised.value.args == (True,)
    assert rounds.left == 0


def test_a_program_that_catches_everything_does_not_get_on() -> None:
    """The next round is too many as well."""
    _, names = loaded("def f():\n    while True:\n        pass", 3)
    for _ in range(3):
        with pytest.raises(TooMany):
            names["f"]()


def test_what_runs_while_it_is_loaded_does_not_count() -> None:
    """Loading has a patience of its own."""
    rounds, _ = loaded("for k in range(5000):\n    pass")
    assert rounds.left == 1000


def test_loading_may_take_so_many_rounds() -> None:
    """The next one is too many."""
    with pytest.raises(TooMany):
        loaded("for k in range(5001):\n    pass")


def test_lines_and_docstrings_stay_what_they_are() -> None:
    """A mistake is told with its line, and a function knows what it is for."""
    _, names = loaded(
        'def f():\n    """Divide."""\n    for k in [1]:\n        x = 1\n        1 / 0'
    )
    with pytest.raises(ZeroDivisionError) as raised:
        names["f"]()
    assert traceback.extract_tb(raised.value.__traceback__)[-1].lineno == 5
    assert names["f"].__doc__ == "Divide."


def test_a_function_of_a_docstring_alone_counts_too() -> None:
    """There is nothing else to put it before."""
    rounds, names = loaded('def f():\n    """Do nothing."""')
    names["f"]()
    assert rounds.left == 999


def test_seconds_stand_for_rounds() -> None:
    """A patience of two seconds is five million rounds, on every computer."""
    assert MostRounds.of(2.0, 10.0, 4.0) == MostRounds(5_000_000, 50_000_000, 10_000_000)
    assert MostRounds.of(None, 10.0, None) == MostRounds(50_000_000, 50_000_000, 25_000_000)
