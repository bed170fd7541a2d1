"""Where a program has stopped, in words."""

from __future__ import annotations

from wsusim.control.debugging.breakpoints import Why
from wsusim.control.debugging.debugger import Stop
from wsusim.gui.widgets.phrases import translate
from wsusim.model.units import ticks_to_seconds


def where_it_stands(stop: Stop, *, is_past: bool) -> str:
    """Return line and time of a stop."""
    time_s = ticks_to_seconds(stop.tick)
    if stop.frame is None:
        words = translate("Debugger", "At {time:.2f} s")
        if stop.why is Why.PRESENT:
            words = translate("Debugger", "The end of what is known, at {time:.2f} s")
        return words.format(time=time_s)
    words = translate("Debugger", "Stopped at line {line}, {time:.2f} s")
    if stop.why is Why.WAITING:
        words = translate("Debugger", "Waiting in line {line} since {time:.2f} s")
    elif is_past:
        words = translate("Debugger", "Back at line {line}, {time:.2f} s")
    return words.format(line=stop.frame.line, time=time_s)


def what_stands(live_stop: Stop | None, *, is_past: bool, is_real: bool) -> str:
    """Return what a person should know about the world meanwhile.

    Args:
        live_stop: Where the run itself has stopped.
        is_past: Whether the current program was taken back in time.
        is_real: Whether it drives a real robot.
    """
    if is_past and live_stop is not None:
        words = translate("Debugger", "You are in the past. The run is at {time:.2f} s.")
        return words.format(time=ticks_to_seconds(live_stop.tick))
    if is_past:
        return translate("Debugger", "You are in the past of a run that is over.")
    if is_real:
        return translate(
            "Debugger", "The robot's motors are at zero. Time goes on for a real robot."
        )
    return translate("Debugger", "The whole world stands still.")


def is_edited() -> str:
    """Return what a person should know after changing a stopped program."""
    return translate("Debugger", "The run still has the program as it was before your changes.")


def idle_hint() -> str:
    """Return how to begin."""
    return translate(
        "Debugger",
        "Click beside a line of your program to set a breakpoint (F9), then run it (F5).",
    )
