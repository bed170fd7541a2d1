"""Short codes: each signs one person in, once, and not for long."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.manual_clock import ManualClock
from wsusim.lab.people import Person
from wsusim.lab.short_codes import CODE_S, LETTERS, ShortCodes

ANN = Person(1, "Ann", is_teacher=False, token_sha256="a" * 64)
BOB = Person(2, "Bob", is_teacher=False, token_sha256="b" * 64)


@pytest.fixture
def clock() -> ManualClock:
    """Return a time."""
    return ManualClock(0.0)


@pytest.fixture
def codes(clock: ManualClock) -> ShortCodes:
    """Return no codes yet."""
    return ShortCodes(clock)


def test_a_code_is_easy_to_type(codes: ShortCodes) -> None:
    """No letters that look alike; small letters, and blanks for dashes, do as well."""
    code = codes.make([ANN])["Ann"]

    assert set(code) <= {*LETTERS, "-"}
    assert codes.take(f" {code.lower().replace('-', ' ')} ") == (1, "a" * 64)


def test_a_code_holds_once(codes: ShortCodes) -> None:
    """A person who looks over a shoulder comes too late."""
    code = codes.make([ANN])["Ann"]

    assert [codes.take(code), codes.take(code)] == [(1, "a" * 64), None]


def test_a_code_ends_with_its_hour(codes: ShortCodes, clock: ManualClock) -> None:
    """It is too short to hold for long."""
    code = codes.make([ANN])["Ann"]
    clock.now_s = CODE_S + 1.0

    assert codes.take(code) is None


def test_a_new_code_ends_the_old_one(codes: ShortCodes) -> None:
    """A new code replaces only the same person's older one."""
    made = codes.make([ANN, BOB])
    codes.make([ANN])

    assert [codes.take(made["Ann"]), codes.take(made["Bob"])] == [None, (2, "b" * 64)]


@pytest.mark.parametrize("typed", ["", "AAAA-AAAA", "x" * 22, "ÄÄÄÄ-ÄÄÄÄ"])
def test_anything_else_is_no_code(codes: ShortCodes, typed: str) -> None:
    """Whatever it looks like."""
    codes.make([ANN])

    assert codes.take(typed) is None
