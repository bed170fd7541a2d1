"""Text from programs and files of others, made fit for terminals, files and windows."""

from __future__ import annotations


def whole_text(text: str) -> str:
    """Return text that can be written as UTF-8; of half characters (lone surrogates) their escapes.

    They come from file names in other encodings, and from programs that cut text apart.
    """
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def printable(text: str, *, keep: str = "") -> str:
    """Return text without anything that moves a cursor, changes colours or can't be encoded.

    What is not printable becomes its escape, but for the characters in ``keep``.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else ascii(c)[1:-1] for c in text)
