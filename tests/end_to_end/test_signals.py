"""Programs that run long, told to end at random moments."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

from tests.end_to_end.signal_trials import COMMANDS, speeds_of, surroundings, tried

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]

SEEDS = range(5)


@pytest.fixture(scope="module")
def places() -> Iterator[dict[str, str]]:
    """Provide an emulated robot, a shared run and a recording."""
    with surroundings(list(COMMANDS)) as where:
        yield where()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_who_is_told_to_end_ends_in_good_order(
    name: str, seed: int, places: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon, without a traceback, with its recording whole and nothing left behind.

    ``python -m tests.end_to_end.signal_trials --each 500`` tries more.
    """
    monkeypatch.setenv("QT_QPA_PLATFORM", os.environ.get("QT_QPA_PLATFORM", "offscreen"))
    trial = tried(name, seed, places)
    assert not trial.faults, str(trial)
    if COMMANDS[name].needs == "port":
        assert speeds_of(places["port"]) == "e,0,0"
