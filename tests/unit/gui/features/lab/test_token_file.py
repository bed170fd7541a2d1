"""A token is kept where only its owner can read it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from wsusim.gui.features.lab.token_file import NAME, keep_token, kept_token


def test_a_token_is_there_the_next_time(tmp_path: Path) -> None:
    """Until it is forgotten."""
    keep_token(tmp_path, "one")
    keep_token(tmp_path, "two")
    kept = kept_token(tmp_path)
    keep_token(tmp_path, "")

    assert kept == "two"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    """Whatever the file was before."""
    (tmp_path / NAME).touch(0o644)
    keep_token(tmp_path, "one")

    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path) -> None:
    """It is asked again."""
    (tmp_path / "file").touch()
    keep_token(tmp_path / "file", "one")

    assert kept_token(tmp_path / "file") == ""
