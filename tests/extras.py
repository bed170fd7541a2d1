"""Tests of what only an extra can do."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def needs(module: str, requirements: str) -> pytest.MarkDecorator:
    """Return the mark of tests that are skipped where an extra is not installed.

    Unlike ``pytest.importorskip`` this imports nothing: cma brings Matplotlib with it, and Dask its
    cluster, a second for each process that collects tests.
    """
    return pytest.mark.skipif(
        find_spec(module) is None, reason=f"the extra {requirements} is not installed"
    )
