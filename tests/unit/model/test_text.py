"""Text of others, made fit for terminals and files."""

from __future__ import annotations

import pytest

from wsusim.model.text import printable, whole_text


@pytest.mark.parametrize("text", ["plain", "größer 🤖", "two\nlines\t", "\x1b[31m"])
def test_whole_text_stays_as_it_is(text: str) -> None:
    """What can be written as UTF-8 is not touched."""
    assert whole_text(text) == text


def test_half_characters_become_escapes() -> None:
    """What can't be written as UTF-8 is shown as Python would write it."""
    assert whole_text("a\ud83db\udc80") == "a\\ud83db\\udc80"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("größer 🤖", "größer 🤖"),
        ("red \x1b[31m", "red \\x1b[31m"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\udc80", "a\\udc80"),
        ("right-to-left \u202e", "right-to-left \\u202e"),
        ("two\nlines", "two\\nlines"),
        ("10\u00a0cm \u3000 👩\u200d🔬", "10\u00a0cm \u3000 👩\u200d🔬"),
    ],
)
def test_what_moves_the_cursor_is_shown_as_its_escape(text: str, shown: str) -> None:
    """No file's name can change what a terminal shows beside it."""
    assert printable(text) == shown


def test_some_characters_can_be_kept() -> None:
    """Line ends are the program's own."""
    assert printable("a\nb\x1b", keep="\n") == "a\nb\\x1b"
