"""Looks into a finished simulation: its program is run again, and stopped at a moment of it.

They have their own queue, are done one after the other, and are forgotten when the server ends.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wsusim.errors import BadInput
from wsusim.lab.job import Job
from wsusim.lab.people import Person
from wsusim.lab.running_jobs import RunningJobs
from wsusim.lab.shapes import Stage

MOST_KEPT = 200

HAD_ENDED = "The program had ended by then, or it did not come to a line of its own any more."


@dataclass(slots=True)
class Look:
    """A moment of a run that a person wants to see.

    Attributes:
        number: Of the look.
        person: Whose.
        stood: What there was to see (see ``standing_at``); ``None``: nothing (yet).
        text: Why there is nothing to see; empty if there is.
    """

    number: int
    person: int
    job: Job
    tick: int
    state: Stage = "waiting"
    stood: dict[str, Any] | None = None
    text: str = ""


class Looks:
    """All looks of a lab; every method is safe from any thread.

    Args:
        running: Runs the programs.
        wake: Called when there is something to do.
    """

    def __init__(self, running: RunningJobs, wake: Callable[[], None]) -> None:
        self._running = running
        self._wake = wake
        self._lock = threading.Lock()
        self._looks: OrderedDict[int, Look] = OrderedDict()
        self._last = 0

    def begin(self, person: Person, job: Job, tick: int) -> Look:
        """Queue a look.

        Raises:
            BadInput: It was no simulation, it isn't over, or the person's last look isn't.
        """
        if job.kind != "simulation" or not job.is_over:
            raise BadInput("Only a simulation that is over can be stopped at a moment of it.")
        with self._lock:
            if any(one.person == person.id and one.state != "done" for one in self._looks.values()):
                raise BadInput("Your last look is still being taken. Wait for it.")
            self._last += 1
            made = self._looks[self._last] = Look(self._last, person.id, job, tick)
            while len(self._looks) > MOST_KEPT:
                self._looks.popitem(last=False)
        self._wake()
        return made

    def of(self, number: int, person: Person) -> Look:
        """Return a look; each person sees only their own.

        Raises:
            BadInput: There is no such look.
        """
        with self._lock:
            found = self._looks.get(number)
        if found is None or found.person != person.id:
            raise BadInput("That look is not known any more. Take it again.")
        return found

    def do_one(self) -> bool:
        """Do the look that has waited longest; return whether there was one."""
        with self._lock:
            look = next((one for one in self._looks.values() if one.state == "waiting"), None)
            if look is None:
                return False
            look.state = "running"
        try:
            result, look.stood = self._running.look(look.job, look.tick)
            if look.stood is None:
                told = result.text if result.report is None else HAD_ENDED
                look.text = result.why_stopped or told
        finally:
            look.state = "done"
        return True
