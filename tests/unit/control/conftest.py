"""Short ways to write a controller's file and to run a program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot

WriteFile = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> WriteFile:
    """Give a function that writes a file (its text without common indentation) and returns it."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def fake() -> FakeBackend:
    """Give a robot that follows its orders and sees nothing."""
    return FakeBackend()


@pytest.fixture
def robot(fake: FakeBackend) -> Robot:
    """Give its parts."""
    return Robot(fake)
