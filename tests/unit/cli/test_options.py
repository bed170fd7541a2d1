"""Options of several commands refuse in a sentence what can't be."""

from __future__ import annotations

import click
import pytest

from wsusim.cli.options import MadeFile, Number


@pytest.mark.parametrize("typed", ["nan", "inf", "-inf", "NaN"])
def test_a_number_is_finite(typed: str) -> None:
    """What is no number lies in no range, not even in one without ends."""
    with pytest.raises(click.BadParameter, match="not a number that can be used"):
        Number().convert(typed, None, None)


def test_a_number_keeps_its_range() -> None:
    """Both ends belong to it."""
    assert Number(1.0, 2.0).convert("2", None, None) == 2.0
    with pytest.raises(click.BadParameter, match="not in the range"):
        Number(1.0, 2.0).convert("2.1", None, None)


@pytest.mark.parametrize("name", ["way", "way.txt", "way.mp4", ".png"])
def test_a_made_file_is_called_what_it_is(name: str) -> None:
    """A picture under a film's name would open nowhere."""
    with pytest.raises(click.BadParameter, match=r"must end in \.png"):
        MadeFile(".png").convert(name, None, None)


def test_a_made_file_may_shout() -> None:
    """Capital letters are the same ending."""
    assert MadeFile(".png").convert("WAY.PNG", None, None).name == "WAY.PNG"
