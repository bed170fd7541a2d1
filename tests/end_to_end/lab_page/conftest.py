"""A lab at work and a browser, for the tests of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import Browser
from tests.lab_browser import Opened


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Opened]:
    """A lab with a simulated robot."""
    made = Opened(tmp_path)
    yield made
    made.close()


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that nobody has signed in with."""
    made = Browser(tmp_path_factory.mktemp("browser"))
    yield made
    made.close()
