"""What is told of packages that are missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wsusim.errors import NotInstalled

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("folder", "named"), [(ROOT, "-r requirements-live.txt"), (ROOT.parent, str(ROOT))]
)
def test_the_command_works_in_the_current_folder(
    folder: Path, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many work in a folder of their own, not in wsusim's."""
    monkeypatch.chdir(folder)

    assert named in str(NotInstalled("Sharing a run", "websockets", "live"))


def test_windows_gets_its_own_quotation_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its terminals don't know the others."""
    monkeypatch.chdir(ROOT.parent)
    monkeypatch.setattr(sys, "platform", "win32")

    assert str(NotInstalled("Sharing a run", "websockets", "live")).endswith('live.txt"')
