"""Whether an installed package adds something is seen from files, before anything is asked."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim import entry_points

POINTS = "[console_scripts]\nkarel = karel:main\n\n[{group}]\nkarel = karel:ROW\n"


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    entry_points._is_any_added.cache_clear()
    yield
    entry_points._is_any_added.cache_clear()


def installed(folder: Path, group: str, facts: str = "karel-1.0.dist-info") -> None:
    """Put a package's facts into a folder, as pip does."""
    (folder / facts).mkdir()
    (folder / facts / "entry_points.txt").write_text(POINTS.format(group=group))


@pytest.mark.parametrize("facts", ["karel-1.0.dist-info", "karel.egg-info"])
def test_a_package_that_adds_to_a_table_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, facts: str
) -> None:
    """In any folder where Python looks for packages."""
    monkeypatch.setattr("sys.path", [str(tmp_path / "absent"), str(tmp_path)])
    installed(tmp_path, "wsusim.importers", facts)

    assert entry_points._is_any_added()


def test_other_packages_entry_points_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of other programs, and commands that only begin with the same word."""
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    installed(tmp_path, "wsusimilar.commands")

    assert not entry_points._is_any_added()


def test_a_zip_of_packages_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``importlib.metadata`` looks into it."""
    with zipfile.ZipFile(tmp_path / "packages.zip", "w") as packages:
        packages.writestr("karel.py", "")
    monkeypatch.setattr("sys.path", [str(tmp_path / "packages.zip")])

    assert entry_points._is_any_added()
