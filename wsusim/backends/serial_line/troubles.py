"""What to say when a robot can't be reached, does not answer any more, or refuses."""

from __future__ import annotations

from wsusim.backends.serial_line.statistics import Fault, LineStatistics
from wsusim.errors import LinkLost, RobotRefused
from wsusim.protocol.messages import Request

_NEXT_STEP = (
    "Is it switched on and charged? Does the speed match its jumpers (or selector wheel)? `python "
    "main.py ports --ask` tries all speeds. Is the cable straight-through, not a null modem?"
)


NO_FLOOR = (
    "A real Khepera has no floor sensors of its own, and wsusim doesn't know how yours are wired. "
    "Use `self.floor` with simulated robots only."
)

NO_RADIO = (
    "wsusim doesn't drive the radio turret of a real Khepera. Use `self.radio` with simulated "
    "robots only."
)


def not_there(name: str, baud: int, statistics: LineStatistics, error: Exception) -> LinkLost:
    """Return what to say when no Khepera was found on a port that could be opened."""
    if statistics.faults[Fault.ECHO]:
        return LinkLost(
            f"Whatever is sent to {name} comes straight back: the line is looped, or the other "
            "end echoes. There is no Khepera there."
        )
    heard = statistics.faults.total() - statistics.faults[Fault.SILENCE]
    what = "Something answers, but it is not a Khepera," if heard else "No Khepera answers"
    return LinkLost(f"{what} at {name} with {baud} baud{_why(error)}. {_NEXT_STEP}")


def too_late(name: str, baud: int, error: Exception) -> LinkLost:
    """Return what to say when a Khepera has told what it is, and then answers no more in time."""
    return LinkLost(
        f"A Khepera answers at {name} with {baud} baud, but too late{_why(error)}. Is this "
        "computer busy? Close other programs, then start the run again."
    )


def lost(name: str, error: Exception) -> LinkLost:
    """Return what to say when a robot does not answer any more."""
    return LinkLost(
        f"The robot at {name} has stopped answering{_why(error)}. It will be told to stop as soon "
        "as it can be reached. Check the cable and the battery, then start the run again."
    )


def was_reset(name: str) -> LinkLost:
    """Return what to say when a robot has woken up in the middle of a run."""
    return LinkLost(
        f"The robot at {name} was reset in the middle of the run: its motors have stopped and its "
        "counters start again at 0. Is the battery low, or did someone touch the reset button? "
        "Start the run again."
    )


NO_EYE = (
    "A real Khepera has no eye: `self.eye` is there only in the simulator. In the lab, use what "
    "the robot has: `self.sensors`, or `self.camera` if it carries the K213 line camera."
)

NO_ARENA_CAMERA = (
    "`self.arena_camera` is there only in the simulator: this program can't see the lab's arena. "
    "Use the robot's own sensors, or read the lab's camera with a library of your own."
)


def refusal(request: Request, answer: str) -> RobotRefused:
    """Return what to say when a robot does not take a command."""
    turret = request.entry.prefix[0] == "T"
    hint = (
        "Is the gripper turret plugged on?" if turret else ("Is the robot in serial protocol mode?")
    )
    return RobotRefused(
        f"The robot doesn't accept {request.entry.key!r} ({request.entry.title}): it says "
        f"{answer!r}. {hint}"
    )


def _why(error: Exception) -> str:
    reason = str(error)
    if "readiness to read" in reason or "Input/output error" in reason:  # pyserial's and Linux's
        reason = "the port has gone: its cable was unplugged, or its other end was closed"
    return f" ({reason})" if reason else ""
