"""What is said of the sandbox before a class is graded."""

from __future__ import annotations

import pytest

from wsusim.doctor import sandbox


@pytest.mark.parametrize(
    ("lock", "begin"),
    [
        ("bubblewrap", "bubblewrap"),
        ("landlock", "Landlock, in which programs can't write files; bubblewrap"),
        (None, "none, so grade only programs of people you trust. No bubblewrap here."),
    ],
)
def test_what_there_is_is_told_and_none_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, lock: str | None, begin: str
) -> None:
    """Most people drive programs of their own."""
    monkeypatch.setattr(sandbox, "lock_here", lambda: lock)
    monkeypatch.setattr(sandbox, "trouble_with", lambda _lock: "No bubblewrap here.")

    finding = sandbox.look_at_sandbox()

    assert finding.found.startswith(begin)
    assert finding.is_ok
