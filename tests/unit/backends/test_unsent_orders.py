"""Orders that wait in a controller's process, and what the parent sees of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from wsusim.backends.unsent_orders import NOTED_BYTES, NotedOrders, UnsentOrders, new_page

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are pages on POSIX only")


class Both:
    """Both ends of a page."""

    def __init__(self) -> None:
        self.page = new_page()
        self.child = UnsentOrders(os.dup(self.page))
        self.parent = NotedOrders(self.page)


@pytest.fixture
def both() -> Iterator[Both]:
    """Return both ends."""
    ends = Both()
    yield ends
    os.close(ends.page)


def test_the_parent_sees_what_is_not_sent(both: Both) -> None:
    """In the order in which it was given, while it stays with the child as well."""
    both.child.give(b"left\n")
    both.child.give(b"right\n")

    assert both.parent.of_bundle(0) == b"left\nright\n"
    assert both.child.take() == b"left\nright\n"


def test_what_was_sent_is_of_another_bundle(both: Both) -> None:
    """The parent looks for the next one, and the old orders are not in it."""
    both.child.give(b"an order that is rather long\n")
    both.child.take()

    assert both.parent.of_bundle(1) == b""
    both.child.give(b"short\n")
    assert both.parent.of_bundle(1) == b"short\n"
    assert both.parent.of_bundle(0) == b""


def test_a_bundle_without_orders_counts(both: Both) -> None:
    """Each question has one."""
    both.child.take()
    both.child.take()
    both.child.give(b"left\n")

    assert both.parent.of_bundle(2) == b"left\n"


def test_what_finds_no_room_is_told_and_kept(both: Both) -> None:
    """What is noted has no gaps; the child still has everything."""
    large = b"x" * (NOTED_BYTES // 2)
    fits = [both.child.give(order) for order in (large, large, b"small\n")]

    assert fits == [True, False, False]
    assert both.parent.of_bundle(0) == large
    assert both.child.take() == large + large + b"small\n"


def test_a_copy_of_the_process_notes_nothing(both: Both) -> None:
    """The page is the original's."""
    both.child.be_a_copy()
    both.child.give(b"left\n")

    assert both.parent.of_bundle(0) == b""


@pytest.mark.parametrize("length", [0, 8, 16, 17])
def test_a_page_that_was_cut_short_holds_nothing(both: Both, length: int) -> None:
    """Nor does it harm the parent."""
    both.child.give(b"left\n")
    os.ftruncate(both.page, length)

    assert both.parent.of_bundle(0) == b""


@pytest.mark.parametrize("length", [NOTED_BYTES, 1 << 62])
def test_nonsense_on_a_page_is_nothing(both: Both, length: int) -> None:
    """A hostile child may write what it likes there."""
    os.pwrite(both.page, length.to_bytes(8, "little"), 8)

    assert both.parent.of_bundle(0) == b""


def test_without_a_page_orders_wait_all_the_same() -> None:
    """As on Windows."""
    orders = UnsentOrders()
    assert orders.give(b"left\n")
    orders.give_first(b"before\n")

    assert orders.take() == b"before\nleft\n"
    assert not orders
