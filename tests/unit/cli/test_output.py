"""The command line's outputs."""

from __future__ import annotations

import io

import pytest

from wsusim.cli.output import harmless, show, tell, write_result

EVIL = "maze \x1b]0;title\x07\x1b[2J \udc80\nnext\tline"
SHOWN = "maze \\x1b]0;title\\x07\\x1b[2J \\udc80\nnext\tline"


def test_control_characters_are_shown_as_escapes() -> None:
    """Names and prints in files of others can't clear the terminal or change its title."""
    assert harmless(EVIL) == SHOWN


def test_every_way_out_is_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    """Results, remarks and errors alike."""
    file = io.StringIO()

    show(EVIL)
    tell(EVIL)
    write_result(EVIL, file)

    out, err = capsys.readouterr()
    assert (out, err, file.getvalue()) == (f"{SHOWN}\n", f"{SHOWN}\n", f"{SHOWN}\n")
