"""What ``sense`` and ``calibrate`` refuse."""

from __future__ import annotations

import click
import pytest

from tests.command_line import wsusim


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("sense --cylinder nan", "must be 1 to 500 mm"),
        ("calibrate --csv a.sample --cylinder nan", "must be 1 to 500 mm"),
    ],
)
def test_impossible_figures_are_refused(command: str, told: str) -> None:
    """Before a table or a profile is made of them."""
    outcome = wsusim(command.split())

    assert outcome.returncode == 2
    assert told in outcome.stderr


def test_a_seed_below_zero_is_refused() -> None:
    """As for runs and matches."""
    with pytest.raises(click.BadParameter, match="-5 is not in the range"):
        wsusim(["sense", "--wall", "--noise", "--seed", "-5"])
