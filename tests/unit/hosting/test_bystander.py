"""When a program that says nothing any more has come to a standstill."""

from __future__ import annotations

import io
import os
import sys

import pytest

from wsusim.hosting import bystander
from wsusim.hosting.bystander import ALIVE, MOST_TIMEOUTS, STRAYED, Silence

TIMEOUT = "Timeout (0:00:02.500000)!\n"


def heard(*signs: tuple[str, float | None]) -> list[bool]:
    """Return what one silence of 5 s of patience makes of each (line, processor time)."""
    silence = Silence(5.0)
    return [silence.hear(line, processor_s) for line, processor_s in signs]


def test_a_program_that_computes_through_two_timeouts_stands_still() -> None:
    """``7**10**9`` takes up the processor: it is ended when the patience is over."""
    assert heard((ALIVE, 1.0), (TIMEOUT, 3.4), (TIMEOUT, 5.9)) == [False, False, True]


def test_a_program_that_gets_no_processor_is_given_time() -> None:
    """On a busy computer no program is ended for being slow."""
    assert heard((ALIVE, 1.0), (TIMEOUT, 1.1), (TIMEOUT, 1.2), (ALIVE, 1.3)) == [False] * 4


def test_a_sign_of_life_restarts_the_count() -> None:
    """One timeout, a sign, one timeout: the program goes on."""
    assert not any(heard((ALIVE, 1.0), (TIMEOUT, 3.4), (ALIVE, 3.5), (TIMEOUT, 5.9)))


def test_a_long_silence_without_work_is_a_standstill_too() -> None:
    """A program that waits and blocks everything else is ended, too, later."""
    answers = heard((ALIVE, 1.0), *[(TIMEOUT, 1.0)] * MOST_TIMEOUTS)

    assert answers == [False] * MOST_TIMEOUTS + [True]


def test_where_processor_time_is_not_told_the_clock_decides() -> None:
    """Windows and macOS: two timeouts are a standstill."""
    assert heard((ALIVE, None), (TIMEOUT, None), (TIMEOUT, None)) == [False, False, True]


def test_where_the_program_stood_is_kept() -> None:
    """The lines between the signs are the places of its threads."""
    silence = Silence(5.0)

    silence.hear(TIMEOUT, 1.0)
    silence.hear('  File "hang.py", line 3 in run\n', 1.0)

    assert silence.where == ['  File "hang.py", line 3 in run']


def test_it_is_told_before_the_program_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell goes on at the program's end, and so may whatever has started it."""
    acts: list[str] = []
    monkeypatch.setattr(bystander, "_tell", lambda *_what: acts.append("told"))
    monkeypatch.setattr(os, "kill", lambda *_whom: acts.append("ended"))
    monkeypatch.setattr(sys, "argv", ["bystander.py", "1234567", "5.0", "."])
    monkeypatch.setattr(sys, "stdin", io.StringIO(STRAYED))

    bystander.main()

    assert acts == ["told", "ended"]
