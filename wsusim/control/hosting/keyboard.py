"""The keyboard that a controller does not have."""

from __future__ import annotations

import io
from typing import NoReturn

from wsusim.errors import Misuse


class NoKeyboard(io.TextIOBase):
    """Stands in for ``sys.stdin``: whoever reads from it is told why nothing can come."""

    def readable(self) -> bool:
        """Tell that this can be asked to read."""
        return True

    def readline(self, *_args: object) -> NoReturn:
        """Refuse; ``input()`` arrives here."""
        raise Misuse(
            "input() can't be used in a controller: a robot has no keyboard. "
            "Put the value into the program, or let the robot find out with its sensors."
        )

    read = readline
    __next__ = readline
