"""Which source a run's robots come from."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from typing import NoReturn

import pytest

from tests.added_rows import added_to
from wsusim.backends.serial_line import schemes
from wsusim.backends.serial_line.robot_address import is_serial_address
from wsusim.errors import BadInput
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run, execute
from wsusim.runs.sources import source_table
from wsusim.runs.sources.real import RealRobot
from wsusim.runs.sources.simulated import SimulatedRobots


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Sources that another package adds."""
    with added_to(source_table.GROUP) as rows:
        monkeypatch.setattr(schemes, "entry_points", importlib.metadata.entry_points)
        yield rows


class Broken(SimulatedRobots):
    """Robots that can't be opened."""

    def open(self, _observers: object) -> NoReturn:
        """Fail."""
        raise ValueError("no Karel\nhere")


def karel(request: RunRequest) -> bool:
    """Return whether the address is Karel's."""
    return (request.real_robot or "").startswith("karel:")


def test_a_request_says_which_source_it_wants() -> None:
    """With an address it is a real robot's."""
    rows = [
        source_table.source_row(RunRequest(("a.py",), real_robot=address)).make
        for address in (None, "serial:/dev/ttyS0")
    ]

    assert rows == [SimulatedRobots, RealRobot]


def test_another_packages_source_has_its_addresses(outside: list[object]) -> None:
    """They begin with the name of its entry point; the others keep their source."""
    outside.append(source_table.SourceRow("karel", karel, SimulatedRobots))

    assert is_serial_address("row 0:somewhere")
    assert isinstance(Run(RunRequest(("a.py",), real_robot="karel:1")).source, SimulatedRobots)
    assert isinstance(Run(RunRequest(("a.py",), real_robot="serial:/x")).source, RealRobot)


def test_whatever_another_packages_source_raises_is_a_sentence(outside: list[object]) -> None:
    """In one line, with the package to ask about it."""
    outside.append(source_table.SourceRow("karel", karel, Broken))

    with pytest.raises(BadInput, match="row 0 of the package karel-robots failed") as told:
        execute(RunRequest(("a.py",), real_robot="karel:1"))
    assert "(ValueError: no Karel here)" in str(told.value)
