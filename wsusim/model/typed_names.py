"""Names of files as a person types them in a terminal, for messages and the commands in them."""

from __future__ import annotations

import os
import shlex
import sys

from wsusim.model.text import printable

_BARE = "@%+=:,./-_" if os.sep == "/" else "@+=:./\\-_"
"""Characters that mean themselves in a terminal, beside letters and digits."""


def in_quotes(name: object) -> str:
    """Return a file's name for a sentence, as it was typed: Windows' backslashes stay single."""
    return f"'{printable(str(name))}'"


def as_argument(name: object) -> str:
    """Return a file's name as a person types it after a command: in quotes where it needs them."""
    text = printable(str(name))
    if text.startswith("-"):  # or it would be taken for an option
        text = f".{os.sep}{text}"
    if all(character.isalnum() or character in _BARE for character in text):
        return text
    return f'"{text}"' if sys.platform == "win32" else shlex.quote(text)
