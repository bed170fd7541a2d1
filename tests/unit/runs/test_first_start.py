"""Who starts first compiles for all, and everybody is told why it takes long."""

from __future__ import annotations

import pytest

from wsusim.kernels import cache
from wsusim.runs import first_start
from wsusim.runs.first_start import ALL, FIRST_START, prepare
from wsusim.runs.warm_up import QUESTION_KERNELS, RUN_KERNELS


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what was told, and what was compiled, where the questions' kernels are missing."""
    done: list[object] = []
    monkeypatch.setattr(cache, "is_compiled", lambda *kernels: kernels == RUN_KERNELS)
    monkeypatch.setattr(first_start, "compile_beside", lambda *what: done.append(what))
    return done


def test_everything_is_compiled_for_all_and_told_before(done: list[object]) -> None:
    """When any kernel of any command is missing."""
    prepare(done.append)

    assert done == [FIRST_START, ("wsusim.runs.first_start", "compile_all", *ALL)]
    assert set(ALL) == {*RUN_KERNELS, *QUESTION_KERNELS}


def test_a_run_does_not_wait_for_what_others_need(done: list[object]) -> None:
    """Its own kernels are there."""
    prepare(done.append, *RUN_KERNELS)

    assert done == []


def test_what_is_told_to_be_compiled_is() -> None:
    """Nothing of it is missing afterwards."""
    first_start.compile_all()

    assert cache.is_compiled(*ALL)
