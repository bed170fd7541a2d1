"""Codes by which two students become a pair: one shows it, the other types it.

They sign no one in, are valid for an hour, and only in the course for which they were made.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from wsusim.errors import BadInput
from wsusim.lab.short_codes import CODE_S, LETTERS

LENGTH = 6
"""Thirty letters to the sixth: 730 million codes, for a person who is signed in and is counted."""

MOST_WRONG = 20
"""Wrong codes that a person may type within the life of a code."""


@dataclass(frozen=True, slots=True)
class _Code:
    course: int
    person: int
    until_s: float


class PairCodes:
    """The codes of a lab, in the server's memory only; every method is safe from any thread.

    Args:
        now_s: The time, in seconds since 1970.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._codes: dict[str, _Code] = {}
        self._wrong: dict[int, list[float]] = {}

    def make(self, course: int, person: int) -> str:
        """Return a new code for a person; their older one becomes invalid."""
        letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        with self._lock:
            self._codes = {
                code: one
                for code, one in self._codes.items()
                if one.person != person and one.until_s >= self._now_s()
            }
            self._codes[letters] = _Code(course, person, self._now_s() + CODE_S)
        return letters

    def owner(self, course: int, typed: str, by: int) -> int:
        """Return the number of the person who made a code; it stays valid until ``use_up``.

        Raises:
            BadInput: It is no code of this course, or too many wrong ones were typed.
        """
        letters = typed.upper().replace("-", "").replace(" ", "")
        now_s = self._now_s()
        with self._lock:
            wrong = [at_s for at_s in self._wrong.get(by, ()) if at_s > now_s - CODE_S]
            if len(wrong) >= MOST_WRONG:
                raise BadInput("Too many wrong codes. Ask your teacher to make the pair.")
            found = self._codes.get(letters)
            if found is None or found.course != course or found.until_s < now_s:
                self._wrong[by] = [*wrong, now_s]
                raise BadInput(
                    "That code isn't valid (any more). Your partner finds a new one under Partner."
                )
            return found.person

    def use_up(self, person: int) -> None:
        """Make a person's code invalid."""
        with self._lock:
            self._codes = {code: one for code, one in self._codes.items() if one.person != person}
