"""Messages between wsusim's own processes: one JSON object a line.

Anything else on a line is skipped: half a line of a process that was killed, the print of a
library.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from subprocess import Popen
from typing import IO, Any, Self

Message = dict[str, Any]


def line_of(message: Mapping[str, Any]) -> bytes:
    """Return the line of a message, its end included."""
    return json.dumps(message).encode() + b"\n"


def message_of(line: bytes) -> Message | None:
    """Return the message in a line; ``None``: there is none."""
    try:
        message = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


class JsonLines:
    """One end of a channel of messages over pipes. Iterate over it to receive them.

    Args:
        incoming: Where they come from.
        outgoing: Where one's own go. One thread at a time sends.
    """

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    @classmethod
    def to(cls, process: Popen[bytes]) -> Self:
        """Return our end of the channel to a process with pipes for its input and output."""
        assert process.stdin is not None
        assert process.stdout is not None
        return cls(process.stdout, process.stdin)

    @classmethod
    def of_this_process(cls) -> Self:
        """Return this process's end of the channel; its prints go to standard error."""
        outgoing = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        return cls(sys.stdin.buffer, outgoing)

    def send(self, message: Mapping[str, Any]) -> bool:
        """Send a message; return whether the other end still exists."""
        try:
            self._outgoing.write(line_of(message))
            self._outgoing.flush()
        except (OSError, ValueError):  # it has gone, or was closed here
            return False
        return True

    def __iter__(self) -> Iterator[Message]:
        """Wait for messages until there are no more."""
        with suppress(OSError, ValueError):  # it was closed here
            for line in self._incoming:
                if (message := message_of(line)) is not None:
                    yield message
