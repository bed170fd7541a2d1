"""The window's own folder, and what becomes of settings where nothing can be written."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest

from wsusim.gui.shell.own_folder import usable_folder
from wsusim.gui.shell.preferences import Preferences, PreferenceStore, write_preferences


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with settings in it."""
    write_preferences(Preferences(theme="dark"), tmp_path / "wsusim")
    return tmp_path / "wsusim"


def test_a_folder_that_can_be_written_to_is_used(folder: Path) -> None:
    """Nothing is left of the trial."""
    assert usable_folder(folder) == (folder, "")
    assert [file.name for file in folder.iterdir()] == ["window.toml"]


@pytest.mark.parametrize(
    ("number", "step"),
    [
        (errno.ENOSPC, "Make room on its disk"),
        (errno.EDQUOT, "Remove files that you don't need"),
        (errno.EACCES, "Give yourself the right to write there"),
    ],
)
def test_where_nothing_can_be_written_the_settings_hold_and_it_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, step: str
) -> None:
    """A quota may be used up, or a home folder read-only."""

    def refuse(**_named: object) -> object:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)

    used, remark = usable_folder(folder)

    assert used != folder
    assert (used / "window.toml").read_text() == (folder / "window.toml").read_text()
    assert os.strerror(number) in remark
    assert step in remark


def test_a_choice_that_cannot_be_kept_holds_all_the_same(qapp: object, tmp_path: Path) -> None:
    """Who makes the text larger sees it larger, and reads why it won't stay."""
    (tmp_path / "file").touch()
    store = PreferenceStore(tmp_path / "file")
    used: list[Preferences] = []
    told: list[str] = []
    store.changed.connect(used.append)
    store.trouble.connect(told.append)

    store.set(Preferences(text_percent=150))

    assert [one.text_percent for one in used] == [150]
    assert told[0].startswith("This holds until you close the window.")
