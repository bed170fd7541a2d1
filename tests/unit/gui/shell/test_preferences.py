"""What a person has chosen, read from a file that may hold anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.gui.shell.preferences import FILE_NAME, Preferences, read_preferences


@pytest.mark.parametrize(
    "content",
    [b"", b"theme = ", b"\xff\xfe", b"theme = 7\ntext_percent = 99999", b"a = " + b"[" * 5000],
    ids=["empty", "half", "no text", "wrong values", "deep"],
)
def test_nonsense_gives_the_usual_choices(tmp_path: Path, content: bytes) -> None:
    """The window opens all the same."""
    (tmp_path / FILE_NAME).write_bytes(content)

    assert read_preferences(tmp_path) == Preferences()


def test_what_a_newer_wsusim_has_added_is_passed_over(tmp_path: Path) -> None:
    """The other choices hold."""
    (tmp_path / FILE_NAME).write_text('theme = "dark"\nhologram = [1, 2]\n')

    assert read_preferences(tmp_path) == Preferences(theme="dark")
