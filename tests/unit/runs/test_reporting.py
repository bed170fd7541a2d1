"""What ``--decision`` means, and what a run with it says of itself."""

from __future__ import annotations

import pytest

from tests.heard import Heard
from wsusim.errors import BadInput
from wsusim.runs.request import RunRequest, parse_decision
from wsusim.runs.run import execute


@pytest.mark.parametrize(
    ("text", "factor"), [("free", None), ("measured", 1.0), ("measured:20", 20.0)]
)
def test_decision(text: str, factor: float | None) -> None:
    """``free``, ``measured`` and ``measured:FACTOR``."""
    assert parse_decision(text) == factor


@pytest.mark.parametrize("text", ["", "fast", "measured:", "measured:x", "measured:nan"])
def test_a_bad_decision(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(BadInput):
        parse_decision(text)


def test_a_factor_out_of_range() -> None:
    """A computer can't be infinitely slow."""
    with pytest.raises(BadInput):
        RunRequest(("wall_follower",), decision_factor=1e9)


def test_a_run_with_measured_decisions_says_that_it_can_not_be_repeated() -> None:
    """Report and remark say it; other runs don't."""
    request = RunRequest(("wall_follower",), time_s=1.0, decision_factor=1.0)

    report = execute(request, heard := Heard())
    free = execute(RunRequest(("wall_follower",), time_s=1.0))

    assert not report.is_reproducible
    assert any("can't be repeated" in notice for notice in heard.remarks)
    assert free.is_reproducible
