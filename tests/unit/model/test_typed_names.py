"""Names of files in commands that people copy."""

from __future__ import annotations

import os

import pytest

from wsusim.model.typed_names import as_argument, in_quotes


@pytest.mark.skipif(os.sep != "/", reason="terminals of Windows quote otherwise")
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("run.mcap", "run.mcap"),
        ("Übung/läufe.mcap", "Übung/läufe.mcap"),
        ("/home/Zoë Müller/run.mcap", "'/home/Zoë Müller/run.mcap'"),
        ("-v.mcap", "./-v.mcap"),
        ("~run.mcap", "'~run.mcap'"),
        ("$HOME;ls", "'$HOME;ls'"),
    ],
)
def test_a_command_that_is_shown_works_as_it_is_typed(name: str, typed: str) -> None:
    """A name with blanks stands in quotes, and none is taken for an option."""
    assert as_argument(name) == typed


@pytest.mark.parametrize("name", ["robot.py", "..\\agents\\mouse.py", "Zoë's.py"])
def test_a_name_in_a_sentence_is_told_as_it_was_typed(name: str) -> None:
    """With backslashes, too, which are not doubled."""
    assert in_quotes(name) == f"'{name}'"
