"""What was made from other sources is never found."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.kernels import source_state


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of three modules, of which ``upper`` imports ``lower`` only."""
    monkeypatch.setattr(source_state, "_SOURCES", tmp_path)
    kernels = tmp_path / "wsusim" / "kernels"
    kernels.mkdir(parents=True)
    (kernels / "upper.py").write_text("from wsusim.kernels.lower import (\n    a,\n)\n")
    (kernels / "lower.py").write_text("a = 1\n")
    (kernels / "other.py").write_text("a = 1\n")
    return kernels


def place_after_change(sources: Path, changed: str) -> tuple[Path, Path]:
    """Return where the kernels of ``upper`` are kept before and after a change in a module."""
    places = []
    for text in ("a = 1\n", "a = 2\n"):
        (sources / changed).write_text(text)
        for known in (
            *(source_state._source, source_state._digest, source_state._imported_there),
            *(source_state._imported, source_state.place_of),
        ):
            known.cache_clear()
        places.append(source_state.place_of(sources, sources / "upper.py"))
    return places[0], places[1]


def test_a_change_in_an_imported_module_finds_nothing_old(sources: Path) -> None:
    """What was made from other sources has another folder."""
    before, after = place_after_change(sources, "lower.py")

    assert before != after


def test_a_change_in_another_module_compiles_nothing_again(sources: Path) -> None:
    """What a kernel has no part of doesn't touch it."""
    before, after = place_after_change(sources, "other.py")

    assert before == after
