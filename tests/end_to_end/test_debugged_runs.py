"""A person who stops, steps and looks changes no run."""

from __future__ import annotations

import os

import pytest

from tests.end_to_end.debugged_runs import Bench
from tests.seeds import few

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Return what does the runs."""
    return Bench(tmp_path_factory.mktemp("debugged").resolve())


@pytest.mark.parametrize("number", few(list(range(30)), 4))
def test_whatever_a_person_looks_at_the_run_stays_the_same(bench: Bench, number: int) -> None:
    """The same trace to the byte, and in the past the same lines and values.

    ``python -m tests.end_to_end.debugged_runs --runs 1000`` tries more.
    """
    assert bench.tried(number).faults == []
