"""Who starts first compiles what the command needs, and everybody is told why it takes long."""

from __future__ import annotations

import pytest

from wsusim.engine.crowd import FEWEST
from wsusim.kernels import cache
from wsusim.runs import first_start
from wsusim.runs.first_start import (
    ALL,
    CROWD_KERNELS,
    FIRST_RUN,
    FIRST_START,
    prepare,
    prepare_run,
)
from wsusim.runs.warm_up import QUESTION_KERNELS, RUN_KERNELS, warm_up_run

EVERYTHING = [FIRST_START, ("wsusim.runs.first_start", "compile_all", *ALL)]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the kernels that are on disk: none yet."""
    kept: set[str] = set()
    monkeypatch.setattr(cache, "is_compiled", lambda *kernels: kept.issuperset(kernels))
    return kept


@pytest.fixture
def done(kept: set[str], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what is told, and what is compiled."""
    done: list[object] = []
    monkeypatch.setattr(first_start, "compile_beside", lambda *what: done.append(what))
    return done


def test_everything_is_compiled_for_all_and_told_before(done: list[object], kept: set[str]) -> None:
    """When any kernel of any command is missing."""
    kept |= {*RUN_KERNELS}

    prepare(done.append)

    assert done == EVERYTHING
    assert set(ALL) == {*RUN_KERNELS, *QUESTION_KERNELS}


def test_a_run_compiles_only_what_runs_need_and_tells_before(done: list[object]) -> None:
    """Rays, cameras and questions are nothing to it."""
    prepare_run(done.append, 1)

    assert done == [FIRST_RUN, ("wsusim.runs.warm_up", "warm_up_run", *RUN_KERNELS)]


def test_a_run_does_not_wait_for_what_others_need(done: list[object], kept: set[str]) -> None:
    """Its own kernels are there."""
    kept |= {*RUN_KERNELS}

    prepare_run(done.append, FEWEST - 1)

    assert done == []


def test_a_crowd_does_not_begin_without_its_sensors(done: list[object], kept: set[str]) -> None:
    """They are refreshed on several cores, by a kernel that a run of few does not need."""
    kept |= {*RUN_KERNELS}

    prepare_run(done.append, FEWEST)

    assert done == EVERYTHING


def test_a_crowd_does_not_wait_for_what_others_need(done: list[object], kept: set[str]) -> None:
    """Its own kernels are there."""
    kept |= {*CROWD_KERNELS}

    prepare_run(done.append, FEWEST)

    assert done == []


def test_what_is_told_to_be_compiled_is() -> None:
    """Nothing of it is missing afterwards."""
    first_start.compile_all()

    assert cache.is_compiled(*ALL)


def test_what_a_run_is_told_to_compile_is() -> None:
    """Nothing of it is missing afterwards."""
    warm_up_run()

    assert cache.is_compiled(*RUN_KERNELS)
