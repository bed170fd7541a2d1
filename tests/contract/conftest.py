"""The backends that must fulfil the contract: add a way to open one, and the suite runs over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import pytest

from wsusim.backends.contract import Backend
from wsusim.backends.fake import FakeBackend


@dataclass(frozen=True)
class OpenBackend:
    """A backend that is connected to a robot standing free in an empty field."""

    backend: Backend
    stop: Callable[[], None]
    """Asks the controller to come to its end, as the Stop button does; called from any thread."""
    wheel_orders: Callable[[], tuple[float, float]]
    """What the robot's motors are told at this moment, seen from the robot's side."""


@contextmanager
def open_fake() -> Iterator[OpenBackend]:
    """Open the scripted robot."""
    fake = FakeBackend()
    yield OpenBackend(fake, fake.stop, lambda: fake.speeds)
    fake.close()


BACKENDS: dict[str, Callable[[], AbstractContextManager[OpenBackend]]] = {
    "fake": open_fake,
}


@pytest.fixture(params=sorted(BACKENDS))
def opened(request: pytest.FixtureRequest) -> Iterator[OpenBackend]:
    """Give each backend in turn, newly opened."""
    with BACKENDS[request.param]() as opened:
        yield opened


@pytest.fixture
def backend(opened: OpenBackend) -> Backend:
    """Give the backend alone."""
    return opened.backend
