"""The command line's outputs."""

from __future__ import annotations

import io
import json

import pytest

from wsusim.cli.output import (
    harmless,
    refusal_as_json,
    show,
    tell,
    write_result,
)
from wsusim.errors import BadInput, ControllerLoadError

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


def test_a_closed_output_is_told_as_what_it_is() -> None:
    """A controller in a thread can close the program's own ``sys.stdout``."""
    output = io.StringIO()
    output.close()

    with pytest.raises(BadInput, match="the controller has closed standard output"):
        write_result("Goal reached", output)


def test_a_refusal_is_one_json_object_with_file_line_and_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A controller that can't be loaded is told as a run that failed would be."""
    with pytest.raises(ControllerLoadError), refusal_as_json(True):
        raise ControllerLoadError("a.py, line 3: no.", "a.py", 3)

    told = json.loads(capsys.readouterr().out)

    assert told["outcome"] == "error"
    assert told["error"] == {"file": "a.py", "line": 3, "message": "a.py, line 3: no."}


def test_without_the_request_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """A person gets the message on standard error only, from the command line's own handler."""
    with pytest.raises(BadInput), refusal_as_json(False):
        raise BadInput("no.")

    assert capsys.readouterr().out == ""
