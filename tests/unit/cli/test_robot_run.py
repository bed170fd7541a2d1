"""How a run on a real robot is ended from outside."""

from __future__ import annotations

import signal

import pytest

from wsusim.cli.robot_run import ENDING_SIGNALS, _signals_stop

HERE = [name for name in ENDING_SIGNALS if hasattr(signal, name)]


@pytest.mark.parametrize("name", HERE)
def test_signals_that_end_or_suspend_a_program_are_like_ctrl_c(name: str) -> None:
    """Then the robot is stopped first; afterwards the signal means what it meant."""
    before = signal.getsignal(signal.Signals[name])

    with pytest.raises(KeyboardInterrupt), _signals_stop():
        signal.raise_signal(signal.Signals[name])

    assert signal.getsignal(signal.Signals[name]) == before
