"""Makes text from people and files safe for terminals, files and windows; finds misspellings."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from unicodedata import category


def whole_text(text: str) -> str:
    """Return text that can be written as UTF-8, with lone surrogates escaped.

    They come from file names in other encodings, and from programs that cut text apart.
    """
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


_JOINERS = "\u200c\u200d"
"""Parts of words in some scripts, and of emoji."""


def printable(text: str, *, keep: str = "") -> str:
    """Return text without anything that moves a cursor, changes colours or can't be encoded.

    What is not printable becomes its escape, but for the characters in ``keep``.
    """
    if text.isprintable():
        return text
    return "".join(c if _is_printable(c) or c in keep else ascii(c)[1:-1] for c in text)


def _is_printable(character: str) -> bool:
    # Python counts all blanks but the common one, a no-break space for example, as not printable.
    return character.isprintable() or character in _JOINERS or category(character) == "Zs"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the one of ``known`` that ``name`` is most likely a misspelling of."""
    from difflib import get_close_matches

    by_lower = {other.lower().replace("_", ""): other for other in known}
    wanted = name.lower().replace("_", "")
    found = get_close_matches(wanted, by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Return `` Did you mean ...?`` with a space before it, or nothing when no name is near."""
    near = nearest(word, known)
    return "" if near is None else f" Did you mean {near!r}?"


def counted(count: int, thing: str) -> str:
    """Return so many of a thing, whose plural ends in s."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def one_of(names: Collection[str]) -> str:
    """Return the words for a choice."""
    return f"one of {', '.join(map(repr, names))}"


def plain(value: float) -> str:
    """Return a number as people write it: ``100`` for 100.0."""
    whole = math.isfinite(value) and value == int(value) and abs(value) < 1e15
    return str(int(value)) if whole else repr(value)


def safe_cell(text: str) -> str:
    """Return another person's text for a cell of a table.

    No spreadsheet will read it as a formula, and no terminal as a control sequence.
    """
    text = printable(text, keep="\t\n\r")
    return f"'{text}" if text[:1] in tuple("=+-@\t\r") else text
