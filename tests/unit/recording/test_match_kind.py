"""A recorded match is told from a run by its first bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import recorded
from wsusim.recording.match_kind import is_match


def test_a_match_says_so_at_once(tmp_path: Path) -> None:
    """Also while it is being written, before the first robot has come."""
    with recorded(tmp_path / "m.mcap") as server:
        server.cycle()
        assert is_match(tmp_path / "m.mcap")


@pytest.mark.parametrize("content", [b"", b"wsusim-match", b"\x89MCAP0\r\n....wsusim"])
def test_nothing_else_is_one(tmp_path: Path, content: bytes) -> None:
    """Nor is a file that is not there."""
    (tmp_path / "x").write_bytes(content)
    assert not is_match(tmp_path / "x")
    assert not is_match(tmp_path / "none")
