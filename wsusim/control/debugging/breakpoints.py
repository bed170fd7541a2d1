"""Breakpoints, and how a program goes on from a stop: plain values for both ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from wsusim.control.debugging.stop_lines import Place


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """A line at which a program is to stop.

    Attributes:
        place: Where.
        condition: Python; it stops only when this is true. Empty: always.
    """

    place: Place
    condition: str = ""


class Go(Enum):
    """How a program goes on."""

    ON = "on"
    """To the next breakpoint."""
    INTO = "into"
    """To the next line, wherever it is."""
    OVER = "over"
    """To the next line that is not in a function called from here."""
    OUT = "out"
    """To the line that follows in the function that called this one."""
    WAIT = "wait"
    """To the first line after the next wait."""
    TO_LINE = "to line"
    """To a line that is named."""
    TO_MOMENT = "to moment"
    """To a moment that is named: in a program that is told by heart."""


class Why(Enum):
    """Why a program has stopped."""

    BREAKPOINT = "breakpoint"
    STEP = "step"
    PAUSE = "pause"
    CONDITION_FAILS = "condition fails"
    """The condition of a breakpoint can't be told."""
    ARRIVED = "arrived"
    """At the moment that was asked for."""
    WAITING = "waiting"
    """In a wait, at the moment that was asked for."""
    PRESENT = "present"
    """Told by heart up to here: nothing is known of what comes."""
    DIFFERS = "differs"
    """It did not do what it had done before."""
