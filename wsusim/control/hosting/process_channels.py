"""What connects a controller's process with its parent.

The *link*, over which the controller drives its robot; *messages* beside it, so that prints, stop
and questions never have to wait for an exchange; and the *raw output* of C code and of programs
that the controller starts (POSIX only).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from wsusim.backends.connection import Connection, PipeEnd, pipe_pair, socket_pair

IS_POSIX = os.name == "posix"


@dataclass(frozen=True, slots=True)
class Channels:
    """One side's ends of all of them."""

    link: Connection
    messages: socket.socket
    raw_output: socket.socket | None = None

    @classmethod
    def pair(cls) -> tuple[Self, Self]:
        """Return the parent's ends and the child's."""
        links: tuple[Connection, Connection] = pipe_pair() if IS_POSIX else socket_pair()
        messages = socket.socketpair()
        outputs = socket.socketpair() if IS_POSIX else (None, None)
        mine, childs = zip(links, messages, outputs, strict=True)
        return cls(*mine), cls(*childs)

    @classmethod
    def inherited(cls, descriptors: Sequence[int]) -> Self:
        """Return the child's ends, by the numbers that ``descriptors`` names (POSIX)."""
        for number in descriptors:
            os.set_inheritable(number, False)
        incoming, outgoing, messages, *raw_output = descriptors
        sockets = (socket.socket(fileno=number) for number in (messages, *raw_output))
        return cls(PipeEnd(incoming, outgoing), *sockets)

    @property
    def descriptors(self) -> list[int]:
        """Numbers of the link's incoming and outgoing end, messages and raw output (POSIX)."""
        assert isinstance(self.link, PipeEnd)
        assert self.raw_output is not None
        return [*self.link.descriptors, self.messages.fileno(), self.raw_output.fileno()]

    def close(self) -> None:
        """Close all ends. Idempotent."""
        for end in (self.link, self.messages, self.raw_output):
            if end is not None:
                end.close()
