"""A desk with the panel that explains readings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.replay.conftest import recording, replay  # noqa: F401 - fixtures
from tests.gui.run.conftest import Desk, _engine, desk  # noqa: F401 - fixtures
from wsusim.gui.replay.replay_side import ReplaySide
from wsusim.gui.why.why_side import WhySide


@pytest.fixture
def why(desk: Desk, replay: ReplaySide) -> Iterator[WhySide]:  # noqa: F811 - the fixtures
    """Return the side that explains readings, in the desk's window."""
    side = WhySide(desk.window, desk.side, replay)
    yield side
    side.close()
