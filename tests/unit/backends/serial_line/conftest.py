"""A robot on an emulated line with a clock set by hand."""

from __future__ import annotations

import pytest

from tests.hand_wire import HandWire
from tests.worlds import empty_world


@pytest.fixture
def wire() -> HandWire:
    """Return a robot in an empty field, not yet connected."""
    return HandWire(empty_world())


@pytest.fixture
def connected(wire: HandWire) -> HandWire:
    """Return a connected robot."""
    wire.backend.connect()
    return wire
