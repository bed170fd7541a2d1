"""What several tests of the live view begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wsusim.live.publisher import Publisher
from wsusim.live.watch_address import Place


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    """Shares with this computer, at any free port."""
    made = Publisher(Place("127.0.0.1", 0))
    yield made
    made.close()
