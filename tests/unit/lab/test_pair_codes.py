"""Codes with which two students become a pair."""

from __future__ import annotations

import pytest

from tests.manual_clock import ManualClock
from wsusim.errors import BadInput
from wsusim.lab.pair_codes import MOST_WRONG, PairCodes
from wsusim.lab.short_codes import CODE_S

ANN, BOB, COURSE = 1, 2, 1


def test_a_code_tells_who_has_made_it() -> None:
    """However it is typed."""
    codes = PairCodes(ManualClock(0.0))
    code = codes.make(COURSE, ANN)

    assert codes.owner(COURSE, f" {code[:3].lower()}-{code[3:]} ", BOB) == ANN


def test_a_newer_code_ends_the_older_one() -> None:
    """What was shown to the whole room can be taken back."""
    codes = PairCodes(ManualClock(0.0))
    older = codes.make(COURSE, ANN)
    codes.make(COURSE, ANN)

    with pytest.raises(BadInput, match="isn't valid"):
        codes.owner(COURSE, older, BOB)


def test_a_code_ends_after_an_hour_after_its_use_and_in_another_course() -> None:
    """It is short."""
    clock = ManualClock(0.0)
    codes = PairCodes(clock)
    first = codes.make(COURSE, ANN)
    with pytest.raises(BadInput):
        codes.owner(COURSE + 1, first, BOB)
    codes.use_up(ANN)
    with pytest.raises(BadInput):
        codes.owner(COURSE, first, BOB)
    second = codes.make(COURSE, ANN)
    clock.now_s = CODE_S + 1.0
    with pytest.raises(BadInput):
        codes.owner(COURSE, second, BOB)


def test_guessing_codes_is_limited() -> None:
    """After twenty wrong ones the teacher has to make the pair."""
    codes = PairCodes(ManualClock(0.0))
    code = codes.make(COURSE, ANN)
    for _ in range(MOST_WRONG):
        with pytest.raises(BadInput, match="isn't valid"):
            codes.owner(COURSE, "AAAAAA", BOB)

    with pytest.raises(BadInput, match="Too many"):
        codes.owner(COURSE, code, BOB)
