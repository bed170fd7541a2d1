"""What is said while the simulator is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

import wsusim.kernels
from wsusim.gui.features.run.preparing_words import _ABOUT, longest_subject, subject_of, time_left


@pytest.mark.parametrize(
    ("share", "passed_s", "words"),
    [
        (0.0, 0.2, "in one to three minutes"),
        (0.5, 1.0, "in one to three minutes"),
        (0.25, 10.0, "in about 30 seconds"),
        (0.5, 40.0, "in about 40 seconds"),
        (0.9, 45.0, "in a few seconds"),
        (0.2, 45.0, "in about 3 minutes"),
    ],
)
def test_the_time_is_estimated_from_what_is_done(share: float, passed_s: float, words: str) -> None:
    """In round figures, and not before anybody can know."""
    assert time_left(share, passed_s) == words


def test_a_function_is_told_by_what_it_is_for() -> None:
    """Names of functions tell a student nothing; what is new is counted as sums."""
    assert subject_of("proximity.read") == "sensors"
    assert subject_of("brand_new.function") == "sums"
    assert longest_subject() == "loose things"


def test_every_module_named_is_there() -> None:
    """One that was renamed would be a sum."""
    there = {file.stem for file in Path(wsusim.kernels.__file__).parent.glob("*.py")}
    assert set(_ABOUT) <= there
