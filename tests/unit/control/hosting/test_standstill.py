"""The sign of life that a program gives while a controller runs in a thread."""

from __future__ import annotations

import signal

from wsusim.control.hosting.standstill import ended_at_standstill


def test_a_program_that_goes_on_gets_its_signals_back() -> None:
    """After the block nothing is left: no thread (every test looks), no process, no handler."""
    before = signal.getsignal(signal.SIGQUIT)

    with ended_at_standstill(5.0):
        pass

    assert signal.getsignal(signal.SIGQUIT) is before


def test_without_patience_nothing_is_watched() -> None:
    """No process is started for a program that may take its time."""
    with ended_at_standstill(None):
        pass
