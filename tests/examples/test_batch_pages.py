"""The programs in the manual's pages about batches run as they stand there."""

from __future__ import annotations

import doctest
import gc
import importlib

import pytest

from tests.examples.test_controller_pages import programs


@pytest.mark.parametrize("page", ["how-to/batches-in-python.md"])
def test_the_programs_of_a_page_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader would type them."""
    exec(programs(page), {})
    gc.collect()  # functions of the page hold its worlds, whose threads end with them

    assert "collisions in 2.0 s each" in capsys.readouterr().out


@pytest.mark.parametrize("module", ["wsusim.batch.worlds", "wsusim.batch.network"])
def test_examples_in_docstrings_are_true(module: str) -> None:
    """Each example in a docstring answers as written, and there is one."""
    results = doctest.testmod(importlib.import_module(module))

    assert results.failed == 0
    assert results.attempted > 0
