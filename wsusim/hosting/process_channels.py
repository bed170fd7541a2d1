"""What connects a controller's process with its parent.

The *link*, over which the controller drives its robot; *messages* beside it, so that prints, stop
and questions never have to wait for an exchange; a *page* with the orders that have not gone over
the link yet; and the *raw output* of C code and of programs that the controller starts (the last
two on POSIX only).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from wsusim.backends.connection import Connection, PipeEnd, pipe_pair, socket_pair
from wsusim.backends.unsent_orders import new_page

IS_POSIX = os.name == "posix"


@dataclass(slots=True)
class Channels:
    """One side's ends of all of them."""

    link: Connection
    messages: socket.socket
    page: int | None = None
    """A descriptor; the child's is closed once it is in use."""
    raw_output: socket.socket | None = None

    @classmethod
    def pair(cls) -> tuple[Self, Self]:
        """Return the parent's ends and the child's."""
        links: tuple[Connection, Connection] = pipe_pair() if IS_POSIX else socket_pair()
        messages = socket.socketpair()
        if not IS_POSIX:
            return cls(links[0], messages[0]), cls(links[1], messages[1])
        page = new_page()
        pages, outputs = (page, os.dup(page)), socket.socketpair()
        mine, childs = zip(links, messages, pages, outputs, strict=True)
        return cls(*mine), cls(*childs)

    @classmethod
    def inherited(cls, descriptors: Sequence[int]) -> Self:
        """Return the child's ends but for its raw output, by the numbers of ``descriptors``."""
        for number in descriptors:
            os.set_inheritable(number, False)
        incoming, outgoing, messages, page = descriptors
        return cls(PipeEnd(incoming, outgoing), socket.socket(fileno=messages), page)

    @property
    def descriptors(self) -> list[int]:
        """Numbers of the link's incoming and outgoing end, messages, page, raw output (POSIX)."""
        assert isinstance(self.link, PipeEnd)
        assert self.page is not None
        assert self.raw_output is not None
        ends = self.messages.fileno(), self.page, self.raw_output.fileno()
        return [*self.link.descriptors, *ends]

    def close(self) -> None:
        """Close all ends. Idempotent."""
        for end in (self.link, self.messages, self.raw_output):
            if end is not None:
                end.close()
        if self.page is not None:
            os.close(self.page)
            self.page = None
