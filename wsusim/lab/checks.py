"""Checks of programs before they are handed in, with the exact output of ``check`` at home.

The same command runs in its own process, with the program in its own folder. Checks have their own
queue and are forgotten when the server ends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.shapes import Stage
from wsusim.side_process import OWN_GROUP

LONGEST_S = 300.0
MOST_KEPT = 500
LONGEST_TEXT = 20_000

_ROOT = Path(__file__).parents[2]
_CODE = "import sys; sys.path.append(sys.argv.pop(1)); from wsusim.cli import main; main()"


@dataclass(slots=True)
class Check:
    """One program that is checked.

    Attributes:
        number: Of the check.
        person: Whose.
        text: What ``check`` says.
        is_good: Whether no run of the program failed.
    """

    number: int
    person: int
    assignment: Path
    program: Program
    state: Stage = "waiting"
    text: str = ""
    is_good: bool = False


class Checks:
    """All checks of a lab; every method is safe from any thread.

    Args:
        folder: The lab's.
        is_sandboxed: Whether programs are locked in.
        wake: Called when there is something to do.
        processors: The only ones that checks may use; ``None``: all. A robot's loop needs one to
            itself, as for simulations.
    """

    def __init__(
        self,
        folder: Path,
        *,
        is_sandboxed: bool,
        wake: Callable[[], None],
        processors: Collection[int] | None = None,
    ) -> None:
        self._processors = processors
        self._folder = folder / "programs"
        self._is_sandboxed = is_sandboxed
        self._wake = wake
        self._lock = threading.Lock()
        self._checks: OrderedDict[int, Check] = OrderedDict()
        self._last = 0

    def begin(self, person: Person, assignment: Path, program: Program) -> Check:
        """Put a program into the queue to be checked.

        Raises:
            BadInput: The person's last one is still being checked, or the program can't be used.
        """
        program = program.checked()
        with self._lock:
            if any(
                one.person == person.id and one.state != "done" for one in self._checks.values()
            ):
                raise BadInput("Your last program is still being checked. Wait for its result.")
            self._last += 1
            made = self._checks[self._last] = Check(self._last, person.id, assignment, program)
            while len(self._checks) > MOST_KEPT:
                self._checks.popitem(last=False)
        self._wake()
        return made

    def of(self, number: int, person: Person) -> Check:
        """Return a check; a student sees only their own.

        Raises:
            BadInput: There is no such check.
        """
        with self._lock:
            found = self._checks.get(number)
        if found is None or (found.person != person.id and not person.is_teacher):
            raise BadInput("That check is not known any more. Check your program again.")
        return found

    def has_done(self, person: Person, program: Program) -> bool:
        """Return whether exactly this program of a person is known to have been checked."""
        with self._lock:
            return any(
                one.person == person.id and one.state == "done" and one.program == program
                for one in self._checks.values()
            )

    def do_one(self) -> bool:
        """Do the check that has waited longest; return whether there was one."""
        with self._lock:
            check = next((one for one in self._checks.values() if one.state == "waiting"), None)
            if check is None:
                return False
            check.state = "running"
        try:
            self._do(check)
        except (OSError, subprocess.TimeoutExpired) as error:
            check.text = (
                f"The check took longer than {LONGEST_S:.0f} s. Make your program end sooner."
                if isinstance(error, subprocess.TimeoutExpired)
                else f"The lab's computer could not check it: {error.strerror or error}."
            )
        finally:
            check.state = "done"
        return True

    def _do(self, check: Check) -> None:
        place = self._folder / f"check-{check.number}"
        place.mkdir(parents=True, exist_ok=True)
        try:
            for name, source in check.program.files.items():
                (place / name).write_text(source, encoding="utf-8", newline="")
            options = [] if self._is_sandboxed else ["--no-sandbox"]
            process = subprocess.Popen(
                [
                    sys.executable, "-P", "-c", _CODE, str(_ROOT), "check", check.program.name,
                    "--assignment", str(check.assignment.absolute()), "--workers", "1", *options,
                ],
                cwd=place,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **OWN_GROUP,
            )  # fmt: skip
            if self._processors is not None:
                with suppress(OSError):  # it has ended already
                    os.sched_setaffinity(process.pid, self._processors)
            try:
                out, err = process.communicate(timeout=LONGEST_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                raise
        finally:
            shutil.rmtree(place, ignore_errors=True)
        said = out if process.returncode in (0, 1) else err
        check.text = said.decode("utf-8", "replace")[:LONGEST_TEXT]
        check.is_good = process.returncode == 0
