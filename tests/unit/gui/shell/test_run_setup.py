"""What features decide about the next run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.unit.gui.conftest import small_world
from wsusim.gui.shell.run_setup import RunSetup
from wsusim.runs.request import RunRequest


@pytest.fixture
def setup(qapp: QApplication) -> RunSetup:
    """Return the port of a window without features."""
    return RunSetup()


def test_every_feature_adds_its_part(setup: RunSetup) -> None:
    """In the order in which they were added."""
    setup.add_part(lambda request: replace(request, seed=request.seed + 1))
    setup.add_part(lambda request: replace(request, seed=10 * request.seed))
    assert setup.prepared(RunRequest(small_world(), (), seed=1)).seed == 20


def test_another_robot_is_told_once(setup: RunSetup) -> None:
    """The address stays until another one is chosen."""
    told: list[str | None] = []
    setup.robot_changed.connect(lambda: told.append(setup.robot))
    setup.choose_robot("serial:a")
    setup.choose_robot("serial:a")
    setup.choose_robot(None)
    assert told == ["serial:a", None]
