"""Short codes to type on a tablet: each signs one person in, once, within an hour.

They are in the server's memory only; such a short code must not stay valid for long.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wsusim.lab.people import Person, digest_of

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without those that look alike: I, L, O and U; 0 and 1."""

LENGTH = 8
"""Thirty letters to the eighth: 650 thousand million codes; wrong ones are slowed down besides."""

CODE_S = 3600.0


@dataclass(frozen=True, slots=True)
class _Code:
    person: int
    token_sha256: str
    until_s: float


class ShortCodes:
    """The codes of a lab; every method is safe from any thread.

    Args:
        now_s: The time, in seconds since 1970.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._codes: dict[str, _Code] = {}

    def make(self, people: Iterable[Person]) -> dict[str, str]:
        """Return a new code for each person, by name; their older ones become invalid."""
        made = {}
        with self._lock:
            for person in people:
                self._forget(lambda one, number=person.id: one.person == number)  # type: ignore[misc]
                letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
                until_s = self._now_s() + CODE_S
                self._codes[digest_of(letters)] = _Code(person.id, person.token_sha256, until_s)
                made[person.name] = f"{letters[:4]}-{letters[4:]}"
        return made

    def take(self, typed: str) -> tuple[int, str] | None:
        """Use a code up; return the person's number and token digest. ``None``: it is no code."""
        letters = typed.upper().replace("-", "").replace(" ", "")
        if len(letters) != LENGTH:
            return None
        with self._lock:
            self._forget(lambda one: one.until_s < self._now_s())
            found = self._codes.pop(digest_of(letters), None)
        return None if found is None else (found.person, found.token_sha256)

    def _forget(self, is_over: Callable[[_Code], bool]) -> None:
        for key in [key for key, one in self._codes.items() if is_over(one)]:
            del self._codes[key]
