"""What a script reads when its run is refused."""

from __future__ import annotations

import json

import pytest

from wsusim.cli.refusal import refusal_as_json
from wsusim.errors import BadInput, ControllerLoadError


def test_a_refusal_is_one_json_object_with_file_line_and_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A controller that can't be loaded is told as a run that failed would be."""
    with pytest.raises(ControllerLoadError), refusal_as_json(True):
        raise ControllerLoadError("a.py, line 3: no.", "a.py", 3)

    told = json.loads(capsys.readouterr().out)

    assert told["outcome"] == "error"
    assert told["error"] == {"file": "a.py", "line": 3, "message": "a.py, line 3: no."}


def test_without_the_wish_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """A person gets the message on standard error only, from the command line's own handler."""
    with pytest.raises(BadInput), refusal_as_json(False):
        raise BadInput("no.")

    assert capsys.readouterr().out == ""
