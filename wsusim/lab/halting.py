"""``lab halt``: stops a lab's robots from its computer's terminal, even if its server hangs."""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from wsusim.errors import BadInput
from wsusim.lab.halt_switch import NAME, HaltSwitch

WAIT_S = 6.0
"""A robot's process has so long to stop its robot by itself and to end."""

LOOK_S = 0.05

_OURS = b"wsusim.lab.job_start"


@dataclass(frozen=True, slots=True)
class Halted:
    """The result of a halt.

    Attributes:
        ended: Processes that stopped their robots and ended.
        killed: Processes that did not, and were killed; a guard stops their robots.
        is_held: Whether the queue is held: no robot takes another program.
    """

    ended: int
    killed: int
    is_held: bool


def halt(folder: Path, wait_s: float = WAIT_S) -> Halted:
    """Press the emergency stop of a lab, and wait until its robots' processes have ended.

    Raises:
        BadInput: There is no lab, or its folder belongs to another user.
    """
    switch = _switch(folder)
    try:
        switch.press()
        is_held = True
    except OSError:
        is_held, wait_s = False, 0.0  # not shared with other threads
    driving = [number for number in switch.drivers() if _is_alive(number)]
    pause, end_s = threading.Event(), monotonic() + wait_s
    while monotonic() < end_s and any(map(_is_alive, driving)):
        pause.wait(LOOK_S)
    stuck = [number for number in driving if _is_alive(number)]
    for number in stuck:
        _kill(number)
    switch.close()
    return Halted(len(driving) - len(stuck), len(stuck), is_held)


def go_on(folder: Path) -> None:
    """Let the robots of a lab drive again.

    Raises:
        BadInput: There is no lab, or its folder can't be used.
    """
    switch = _switch(folder)
    try:
        switch.release()
    except OSError as error:
        raise BadInput(f"{switch.file} can't be written: {error.strerror or error}.") from None
    finally:
        switch.close()


def _switch(folder: Path) -> HaltSwitch:
    try:
        is_there = (folder / NAME).is_file()
    except PermissionError:
        raise BadInput(
            f"You may not use the lab in {folder}. Run this as the lab's own user, or as root: "
            "sudo ..."
        ) from None
    if not is_there:
        raise BadInput(f"There is no lab in {folder}: it has no file {NAME}. Give its folder.")
    return HaltSwitch.in_folder(folder)


def _is_alive(number: int) -> bool:
    """Return whether a robot's process is still running; a zombie is not."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        command = Path(f"/proc/{number}/cmdline").read_bytes()
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return _OURS in command and state not in ("Z", "X")


def _kill(number: int) -> None:
    try:
        os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))
    except OSError:
        return  # it has gone meanwhile
