"""A recording is verified in a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.analysis.verification import verify_apart
from wsusim.errors import BadInput


class _Enough(Exception):
    pass


def test_a_true_recording_is_identical(recording: Path) -> None:
    """The shares of the work rise to the whole."""
    shares: list[float] = []
    verdict = verify_apart(recording, shares.append)
    assert verdict["finding"] == "identical"
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_it_can_be_called_off(recording: Path) -> None:
    """The process ends, whatever the program in it does."""

    def stop(_share: float) -> None:
        raise _Enough

    with pytest.raises(_Enough):
        verify_apart(recording, stop)


def test_what_can_not_be_verified_says_why(tmp_path: Path) -> None:
    """The command line's own words."""
    file = tmp_path / "fake.mcap"
    file.write_bytes(b"no recording at all")
    with pytest.raises(BadInput, match=r"fake\.mcap"):
        verify_apart(file, lambda _share: None)
