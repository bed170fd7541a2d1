"""A lab's token between sessions: in a file of its own that only its owner can read.

Anyone who has a token can run programs in a person's name, so it isn't among the settings, which
are copied and shown. A teacher can revoke it at any time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

NAME = "lab.token"
_OWNER_ONLY = 0o600  # Windows: the folder is the person's own


def kept_token(folder: Path) -> str:
    """Return the token that is kept; empty: none."""
    try:
        return (folder / NAME).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def keep_token(folder: Path, token: str) -> None:
    """Keep a token, empty: none; where it can't be kept, it is asked for again."""
    file = folder / NAME
    with suppress(OSError):
        file.unlink(missing_ok=True)
        if token:
            folder.mkdir(parents=True, exist_ok=True)
            number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
            with os.fdopen(number, "w", encoding="utf-8") as out:
                out.write(token)
