"""The messages when a robot can't be reached, does not answer any more, or refuses."""

from __future__ import annotations

from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.statistics import Fault, LineStatistics
from wsusim.errors import LinkLost
from wsusim.model.commands import PutBack
from wsusim.model.readings import Quantity


def not_there(
    name: str, baud: int, language: Language, statistics: LineStatistics, error: Exception
) -> LinkLost:
    """Return the message when no such robot was found on a port that could be opened."""
    if statistics.faults[Fault.ECHO]:
        return LinkLost(
            f"Whatever is sent to {name} comes straight back: the line is looped, or the other "
            f"end echoes. There is no {language.title} there."
        )
    if statistics.heard_late:
        return too_late(name, baud, language, error)
    heard = statistics.faults.total() - statistics.faults[Fault.SILENCE]
    unreadable = statistics.faults[Fault.GARBLED] + statistics.faults[Fault.UNASKED]
    if len(language.rates) > 1 and statistics.faults[Fault.GARBLED] and heard == unreadable:
        return LinkLost(
            f"What comes back from {name}{_speed(name, baud)} can't be read. Most likely the speed "
            "is wrong: it must be the one that jumpers or selector wheel set. Give it like this: "
            "serial:PORT?baud=38400. `python main.py ports --ask` tries all speeds."
        )
    what = (
        f"Something answers, but it is not {language.one},"
        if heard
        else f"No {language.title} answers"
    )
    return LinkLost(f"{what} at {name}{_speed(name, baud)}{_why(error)}. {language.next_step}")


def too_late(name: str, baud: int, language: Language, error: Exception) -> LinkLost:
    """Return the message when a robot has identified itself, and then no longer answers in time."""
    robot = language.one[0].upper() + language.one[1:]
    return LinkLost(
        f"{robot} answers at {name}{_speed(name, baud)}, but too late{_why(error)}. Is this "
        "computer busy? Close other programs, then start the run again."
    )


def lost(name: str, error: Exception) -> LinkLost:
    """Return the message when a robot does not answer any more."""
    return LinkLost(
        f"The robot at {name} has stopped answering{_why(error)}. It will be told to stop as soon "
        f"as it can be reached. {_next_step(name)}, then start the run again."
    )


def was_reset(name: str) -> LinkLost:
    """Return the message when a robot was reset in the middle of a run."""
    return LinkLost(
        f"The robot at {name} was reset in the middle of the run: its motors have stopped and its "
        "counters start again at 0. Is the battery low, or did someone touch the reset button? "
        "Start the run again."
    )


NO_ARENA_CAMERA = (
    "`self.arena_camera` is there only in the simulator: this program can't see the lab's arena. "
    "Use the robot's own sensors, or read the lab's camera with a library of your own."
)


ONLY_SIMULATED: dict[object, str] = {
    Quantity.TRUE_POSE: "A real robot doesn't know where it is. Reckon it from the wheels.",
    Quantity.KEYS: "The keys are read in simulations only: a real robot is not steered by hand.",
    PutBack: "A real robot can't be put back by a program. Do it by hand, and run it again.",
}
"""What no real robot is asked for or told, and why."""


def _next_step(name: str) -> str:
    if any(here in name for here in ("://127.", "://localhost", "://[::1]")):
        return "Check whether the program of this computer that answers there still runs"
    return "Check the cable and the battery"


def _speed(name: str, baud: int) -> str:
    return "" if "://" in name else f" with {baud} baud"


def _why(error: Exception) -> str:
    reason = str(error)
    if "readiness to read" in reason or "Input/output error" in reason:  # pyserial's and Linux's
        reason = "the port has gone: its cable was unplugged, or its other end was closed"
    return f" ({reason})" if reason else ""
