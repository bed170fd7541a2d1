"""Opening hours as a teacher writes them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from wsusim.errors import BadInput
from wsusim.lab.opening_hours import ALWAYS_OPEN, parse_hours

MONDAY = datetime(2026, 11, 30)


@pytest.mark.parametrize(
    ("day", "time", "is_open"),
    [
        (0, (7, 59), False), (0, (8, 0), True), (0, (17, 59), True), (0, (18, 0), False),
        (4, (12, 0), True), (5, (8, 30), False), (5, (9, 0), True), (5, (12, 1), False),
        (6, (10, 0), False),
    ],
)  # fmt: skip
def test_robots_drive_within_the_hours(day: int, time: tuple[int, int], is_open: bool) -> None:
    """From the first minute to before the last."""
    hours = parse_hours("mon-fri 8:00-18:00, Sat 9-12")
    hour, minute = time

    assert hours.is_open(MONDAY + timedelta(days=day, hours=hour, minutes=minute)) == is_open


def test_without_hours_it_is_always_open() -> None:
    """As long as the server runs."""
    assert ALWAYS_OPEN.is_open(MONDAY)


@pytest.mark.parametrize(
    "text",
    ["", "always", "mon", "mon 8", "mon 18-8", "fri-mon 8-9", "mon 8:00-25:00", "mun 8-9",
     "mon 8-9;", "mon 8.00-9.00"],
)  # fmt: skip
def test_what_says_no_hours_is_told(text: str) -> None:
    """With what it should look like."""
    with pytest.raises(BadInput, match="mon-fri 8:00-18:00"):
        parse_hours(text)
