"""A window with the contest's side, and a recorded match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import play, recorded
from wsusim.gui.features.match.match_side import MatchSide
from wsusim.gui.shell.main_window import MainWindow


@pytest.fixture
def side(bare_window: MainWindow) -> Iterator[MatchSide]:
    """Return the contest's side of a window."""
    made = MatchSide(bare_window)
    yield made
    made.close()


@pytest.fixture(scope="session")
def match_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recorded match of 60 cycles, in which robot 2 thinks from cycle 10 on."""
    file = tmp_path_factory.mktemp("match") / "m.mcap"
    with recorded(file) as server:
        play(server)
    return file
