"""Values as short texts, without a line of the student's."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from wsusim.control.value_text import LONGEST, type_name, value_text


class Vain:
    """Does everything wrong when it is asked."""

    asked = 0

    def __repr__(self) -> str:
        Vain.asked += 1
        raise RuntimeError("never")

    __str__ = __len__ = __iter__ = __repr__  # type: ignore[assignment]


class Meta(type):
    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("never")


class Odd(metaclass=Meta):
    pass


class OwnList(list[Any]):
    def __iter__(self) -> Any:
        raise RuntimeError("never")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (2.5, "2.5"),
        (True, "True"),
        (None, "None"),
        ("it's", '"it\'s"'),
        ([1, (2,), {3}], "[1, (2,), {3}]"),
        ((), "()"),
        (set(), "set()"),
        ({}, "{}"),
        ({"x": [1, 2]}, "{'x': [1, 2]}"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, ... 100 in all]"),
        ([[[1]]], "[[[...]]]"),
        (b"abc", "<bytes of 3>"),
        (range(3), "range(0, 3)"),
        (10**1000, "<int of 3322 bits>"),
        (np.array([1, 2]), "array([1, 2])"),
        (np.zeros((3, 4)), "<array 3 x 4>"),
        (np.float64(2.5), "2.5"),
        (object(), "<object>"),
    ],
)
def test_pythons_own_values_are_written_as_people_write_them(value: object, text: str) -> None:
    """And cut where they are long."""
    assert value_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(Vain(), "<Vain>"), (Odd(), "<Odd>"), (OwnList([1]), "<OwnList>")]
)
def test_nothing_of_the_students_is_called(value: object, text: str) -> None:
    """Neither repr, length and iteration, nor what a metaclass makes of its name."""
    Vain.asked = 0
    assert value_text(value) == text
    assert value_text([value]) == f"[{text}]"
    assert Vain.asked == 0


def test_a_list_in_itself_comes_to_an_end() -> None:
    """Depth is bounded."""
    endless: list[Any] = []
    endless.append(endless)
    assert value_text(endless) == "[[[...]]]"


def test_no_text_is_longer_than_allowed() -> None:
    """However much is in it."""
    assert len(value_text(["x" * 1000] * 1000)) == LONGEST
    assert len(value_text(dict.fromkeys(range(sys.maxunicode % 1000), "y" * 50))) <= LONGEST


def test_a_class_has_its_name() -> None:
    """For numbers, too."""
    assert type_name(3) == "int"
