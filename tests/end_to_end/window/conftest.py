"""A student before a screen of their own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.window.display import Screen, obstacle
from tests.end_to_end.window.student import ROOT, Student

ARTEFACTS = "WSUSIM_TEST_ARTEFACTS"
"""Variable that names the folder for pictures and logs."""


@pytest.fixture
def artefacts(request: pytest.FixtureRequest) -> Path:
    """Return the empty folder that keeps pictures and log of this test."""
    above = Path(os.environ.get(ARTEFACTS, ROOT / "tests" / "artefacts"))
    folder = above / request.node.name.removeprefix("test_")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.*"):
        old.unlink()
    return folder


@pytest.fixture
def student(artefacts: Path) -> Iterator[Student]:
    """Return a student who has started the program on a screen of 1280 x 800."""
    reason = obstacle()
    if reason:
        pytest.skip(reason)
    # A short path: it is typed key by key.
    with tempfile.TemporaryDirectory(prefix="wsu") as name:
        home = Path(name)
        screen = Screen(artefacts / "server.txt", home)
        try:
            made = Student(screen, home, artefacts)
            try:
                yield made
            finally:
                made.close()
        finally:
            screen.close()
