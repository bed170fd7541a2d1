"""What values look like, without a line of the student's own."""

from __future__ import annotations

from wsusim.control.debugging.looks import MOST_SHOWN, children, count_of


class Many:
    """An object with many attributes, some of them in slots."""

    __slots__ = ("__dict__", "first", "unset")

    def __init__(self) -> None:
        self.first = 1
        self.__dict__.update({f"x{number}": number for number in range(10_000)})


def test_all_attributes_of_an_object_are_counted_and_can_be_reached() -> None:
    """However many there are; those that have no value yet are none."""
    many = Many()
    names = [
        child.name for start in range(0, 10_001, MOST_SHOWN) for child in children(many, start)
    ]
    assert (count_of(many), len(names), names[0], names[-1]) == (10_001, 10_001, "x0", "first")
