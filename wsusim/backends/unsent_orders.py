"""Orders that a controller's process has not handed over yet, where its parent finds them.

They go out with the next question. A program that is deep in C code, such as an endless pattern
match, asks none, and no thread of its process can do so: C code keeps the interpreter to itself. So
each order is noted in memory that both share, and the parent looks there if it has heard nothing
for a while.

Notes belong to a bundle with a number, which counts the bundles before it. So the parent knows what
it has obeyed already if the bundle arrives after all.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
from collections import deque
from struct import Struct

NOTED_BYTES = 1 << 18
"""There is room for this much; untouched memory costs nothing."""

_HEAD = Struct("=QQ")
"""Number of the bundle, and bytes of it that are noted."""


def new_page() -> int:
    """Return the descriptor of a page for both sides, all zero (POSIX)."""
    if hasattr(os, "memfd_create"):
        page = os.memfd_create("orders")
    else:
        with tempfile.TemporaryFile() as file:
            page = os.dup(file.fileno())
    os.ftruncate(page, NOTED_BYTES)
    return page


class UnsentOrders:
    """The child's end. Any thread may give orders and take them.

    Args:
        page: Its descriptor, which is closed; ``None``: nothing is noted.
    """

    def __init__(self, page: int | None = None) -> None:
        self._orders: deque[bytes] = deque()
        self._mutex = threading.Lock()
        self._bundle = 0
        self._noted = _HEAD.size
        self._page: mmap.mmap | None = None
        if page is not None:
            self._page = mmap.mmap(page, NOTED_BYTES)
            os.close(page)
            self._numbers = memoryview(self._page)[: _HEAD.size].cast("Q")

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._orders)

    def give(self, order: bytes) -> bool:
        """Keep an order; return whether it is noted or need not be."""
        with self._mutex:
            self._orders.append(order)
            if self._page is None:
                return True
            end = self._noted + len(order)
            if end > NOTED_BYTES:
                self._noted = NOTED_BYTES + 1  # nor is any later one: what is noted has no gaps
                return False
            if self._noted == _HEAD.size:
                self._numbers[1] = 0  # what is there belongs to an earlier bundle
                self._numbers[0] = self._bundle
            self._page[self._noted : end] = order
            self._noted = end
            self._numbers[1] = end - _HEAD.size
            return True

    def give_first(self, orders: bytes) -> None:
        """Keep orders that were given before all others; they are not noted."""
        with self._mutex:
            self._orders.appendleft(orders)

    def take(self) -> bytes:
        """Return the bundle that goes out now, and begin the next one."""
        with self._mutex:
            self._bundle += 1
            self._noted = _HEAD.size
            if not self._orders:
                return b""
            bundle = b"".join(self._orders)
            self._orders.clear()
            return bundle

    def be_a_copy(self) -> None:
        """Note nothing any more: this process is a copy, and the page is the original's."""
        self._page = None
        self._mutex = threading.Lock()  # the thread that held it is not here


class NotedOrders:
    """The parent's end: what a child has noted. It trusts nothing, and can't be blocked.

    Args:
        page: Its descriptor, which stays the owner's.
    """

    def __init__(self, page: int) -> None:
        self._page = page

    def of_bundle(self, number: int) -> bytes:
        """Return the notes so far of a bundle; nothing if they are another one's or being written.

        The page is read, not mapped: one that a hostile child has cut short is a short text.
        """
        head = os.pread(self._page, _HEAD.size, 0)
        if len(head) < _HEAD.size:
            return b""
        bundle, length = _HEAD.unpack(head)
        if bundle != number or not 0 < length <= NOTED_BYTES:
            return b""
        orders = os.pread(self._page, length, _HEAD.size)
        is_whole = len(orders) == length and os.pread(self._page, _HEAD.size, 0) == head
        return orders if is_whole else b""
