"""The command line's outputs."""

from __future__ import annotations

import io
import signal

import pytest

from wsusim.cli.output import ENDING_SIGNALS, harmless, show, signals_stop, tell, write_result
from wsusim.errors import BadInput

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


@pytest.mark.parametrize("name", [name for name in ENDING_SIGNALS if hasattr(signal, name)])
def test_signals_that_end_or_suspend_a_program_are_like_ctrl_c(name: str) -> None:
    """Then the robot is stopped first; afterwards the signal means what it meant."""
    before = signal.getsignal(signal.Signals[name])

    with pytest.raises(KeyboardInterrupt), signals_stop():
        signal.raise_signal(signal.Signals[name])

    assert signal.getsignal(signal.Signals[name]) == before


def test_a_closed_output_is_told_as_what_it_is() -> None:
    """A controller in a thread can close the program's own ``sys.stdout``."""
    output = io.StringIO()
    output.close()

    with pytest.raises(BadInput, match="the controller has closed standard output"):
        write_result("Goal reached", output)
