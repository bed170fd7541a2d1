"""Settings over a small maze, and the desk of the running side."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import small_world
from tests.gui.run.conftest import _engine, desk  # noqa: F401 - fixtures
from wsusim.formats.profile import ProfileEntry, profile_of_tuning, save_profile
from wsusim.gui.document import Document
from wsusim.gui.model_settings.settings import ModelSettings
from wsusim.model.tuning import ProximityResponse, RobotTuning

MEASURED = RobotTuning(
    left_motor_gain=0.93,
    right_motor_noise=2.5,
    proximity_spread=False,
    proximity_gain=(0.7, 1.3, 1.0, 1.1, 0.9, 1.2, 0.8, 1.05),
    light_gain=(1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.5),
    response=ProximityResponse((0.0, 20.0, 50.0), (9000.0, 2000.0, 0.0)),
)


def measured_profile(kind: str = "khepera1") -> ProfileEntry:
    """Return the profile of a robot that somebody has measured."""
    return profile_of_tuning("robot 3", kind, MEASURED)


@pytest.fixture
def settings(qapp: QApplication) -> ModelSettings:
    """Return the settings over the small maze, which has one Khepera I."""
    document = Document(small_world())
    made = ModelSettings(document)
    document.setParent(made)
    return made


@pytest.fixture
def profile_file(tmp_path: Path) -> Path:
    """Return the file of a measured robot."""
    path = tmp_path / "robot3.json"
    save_profile(measured_profile(), path)
    return path
